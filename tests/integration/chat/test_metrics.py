"""What Prometheus reads is what the rows say."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from prometheus_client import CollectorRegistry

from chat.api.views import answer_now
from chat.asking.services import conversation_start, question_ask
from chat.insights.dashboard.counting import days_count
from chat.insights.metrics import PortalCollector
from chat.models import Answer
from tests.corpus import TODAY, given_corpus

pytestmark = pytest.mark.django_db


@pytest.fixture
def registry() -> CollectorRegistry:
    found = CollectorRegistry()
    found.register(PortalCollector())
    return found


def test_answers_are_counted_by_state_with_the_age_of_what_waits(
    registry: CollectorRegistry,
) -> None:
    given_corpus()
    answer_now(question="휴학은 최대 몇 년까지 가능한가요?", as_of=TODAY)
    waiting = question_ask(
        conversation=conversation_start(user=None, session_key="k"),
        question="복학은 언제 하나요?",
        as_of=TODAY,
        in_background=False,
    )
    Answer.objects.filter(pk=waiting.pk).update(created_at=timezone.now() - timedelta(seconds=90))

    assert registry.get_sample_value("portal_answers", {"state": "PENDING"}) == 1
    days_count(first=timezone.localdate(), last=timezone.localdate())
    assert registry.get_sample_value("portal_outcome_today", {"state": "ANSWERED"}) == 1
    assert registry.get_sample_value("portal_written_today", {"state": "CONFIRMED"})
    age = registry.get_sample_value("portal_oldest_waiting_answer_seconds")
    assert age is not None
    assert 90 <= age < 120
    labels = {"step": "total", "quantile": "0.95"}
    latency = registry.get_sample_value("portal_step_milliseconds", labels)
    assert latency is not None
    assert latency > 0


def test_an_empty_portal_has_figures_too(registry: CollectorRegistry) -> None:
    assert registry.get_sample_value("portal_oldest_waiting_answer_seconds") == 0
    assert registry.get_sample_value("portal_model_tokens_this_month") == 0
