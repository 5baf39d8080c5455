"""What the university tells everybody of the last thirty days."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from chat.insights.public import public_figures
from chat.models import Answer, DailyFigure
from portal.accounts.models import User
from portal.controls.services import controls_changed
from tests.controls import controls_set
from tests.corpus import given_corpus
from tests.stored_answers import given_answer
from verification.models import Review

pytestmark = pytest.mark.django_db


def asked(count: int, *, answered: int, days_ago: int = 3) -> None:
    """Count so many questions on a day."""
    day = timezone.localdate() - timedelta(days=days_ago)
    for name, number in (("questions", count), ("status:ANSWERED", answered)):
        DailyFigure.objects.create(day=day, name=name, category="", count=number)


def corrected(*, hours: int) -> None:
    """A correction, now, that came so long after its question."""
    answer = given_answer(session_key=f"{hours}")
    staff, _is_new = User.objects.get_or_create(username="staff", role=User.Role.STAFF)
    Answer.objects.filter(pk=answer.pk).update(created_at=timezone.now() - timedelta(hours=hours))
    Review.objects.create(answer=answer, reviewer=staff, decision=Review.Decision.CORRECTED)


def test_the_page_of_how_answers_are_made_tells_them_unless_they_are_switched_off(
    client: Client,
) -> None:
    asked(40, answered=30)
    asked(900, answered=900, days_ago=31)

    found = public_figures(today=timezone.localdate())
    page = client.get("/how-answers-are-made/").content.decode()

    assert found is not None
    assert (found.asked, found.answered_percent, found.corrected) == (40, 75, 0)
    assert found.correction_hours is None
    assert "<dt>받은 질문</dt><dd>40</dd>" in page
    assert "<dd>75%</dd>" in page
    assert "중앙값" not in page

    controls_set(shows_figures=False)
    controls_changed()
    assert "받은 질문" not in client.get("/how-answers-are-made/").content.decode()


def test_of_fewer_than_five_questions_nothing_is_told(client: Client) -> None:
    asked(4, answered=4)

    assert public_figures(today=timezone.localdate()) is None
    assert "받은 질문" not in client.get("/how-answers-are-made/").content.decode()


def test_corrections_count_from_the_question_on() -> None:
    given_corpus()
    asked(10, answered=9)
    for hours in (2, 4, 90):
        corrected(hours=hours)

    found = public_figures(today=timezone.localdate() + timedelta(days=1))

    assert found is not None
    assert found.corrected == 3
    assert found.correction_hours == pytest.approx(4, abs=0.1)
