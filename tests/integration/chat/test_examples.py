"""Example questions: offered only while the regulations in force answer them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import Settings

from chat.asking.examples import COMMON_QUESTIONS, example_groups, examples_refresh
from chat.models import ExampleQuestion
from regulations.models import Regulation
from regulations.publishing.corpus_version import corpus_changed
from tests.corpus import TODAY, given_corpus

pytestmark = pytest.mark.django_db

LEAVE = "휴학은 최대 몇 년까지 할 수 있습니까?"
LIBRARY = "책은 몇 권까지 며칠 동안 빌릴 수 있습니까?"


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    given_corpus(embed=True)
    Regulation.objects.filter(title="학칙").update(category="학사")
    corpus_changed()


def test_only_questions_that_are_answered_are_offered_under_their_category(client: Client) -> None:
    examples_refresh(as_of=TODAY)

    offered = {group.category: group.questions for group in example_groups()}
    html = client.get("/").content.decode()
    assert LEAVE in offered["학사"]
    assert LIBRARY not in str(offered)
    assert ExampleQuestion.objects.filter(question=LIBRARY, is_answered=False).exists()
    assert (f'value="{LEAVE}"' in html, LIBRARY in html) == (True, False)


def test_questions_are_looked_up_again_only_when_the_corpus_or_the_day_has_changed(
    settings: Settings,
) -> None:
    assert examples_refresh(as_of=TODAY) == len(COMMON_QUESTIONS)
    assert examples_refresh(as_of=TODAY) == 0

    assert examples_refresh(as_of=TODAY + timedelta(days=1)) == len(COMMON_QUESTIONS)
    settings.CONTEXT_RELEVANCE_THRESHOLD = 1.1
    corpus_changed()
    examples_refresh(as_of=TODAY + timedelta(days=1))

    assert example_groups() == []


def test_question_that_staff_adds_is_looked_up_alone() -> None:
    examples_refresh(as_of=TODAY)
    ExampleQuestion.objects.create(question="휴학은 통산하여 몇 년을 넘을 수 없습니까?", position=0)

    assert examples_refresh(as_of=TODAY) == 1
    assert example_groups()[0].questions[0].startswith("휴학은 통산하여")
