"""A table too long for one passage: a question about a row far down is answered like any other, and cites the table."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from chat.asking.services import conversation_start, question_ask
from chat.models import Answer
from chat.presenters.answers import answer_view
from regulations.models import Passage
from tests.answering import answer_question
from tests.corpus import TODAY, given_regulation

pytestmark = pytest.mark.django_db

_ROWS = "\n".join(
    f"| 실습실 {number}호 | 기자재 {number * 3}대, 책상 {number}개 |" for number in range(1, 60)
)
TABLE = f"""
제1조(목적) 이 규정은 실습실의 관리에 관한 사항을 정한다.
[별표 1] 실습실 기자재
| 실습실 | 갖출 것 |
{_ROWS}
| 도예실 | 전기가마 2대와 물레 12대 |
"""


@pytest.mark.parametrize("min_relevance", [0.0, 1.1], ids=["answered", "not relevant enough"])
def test_question_about_a_later_group_of_rows_is_no_error(
    settings: Settings, min_relevance: float
) -> None:
    given_regulation("실습실 관리 규정", TABLE)
    settings.CONTEXT_RELEVANCE_THRESHOLD = settings.MIN_RELEVANCE = min_relevance
    assert Passage.objects.filter(locator_key__contains="#", text__contains="전기가마").exists()
    answer = question_ask(
        conversation=conversation_start(user=None, session_key="asker"),
        question="도예실에는 전기가마가 몇 대 있습니까?",
        as_of=TODAY,
        mode="keyword",
        in_background=False,
    )

    answer_question(answer.pk)

    stored = Answer.objects.get(pk=answer.pk)
    assert not stored.status.startswith("ERROR")
    view = answer_view(answer=stored)
    places = {row.locator_key for row in stored.passages.all()}
    assert "table-1" in places
    if stored.status == Answer.Status.ANSWERED:
        assert "전기가마" in " ".join(sentence.text for sentence in view.sentences)
        assert {row.status for row in stored.message.citations.all()} == {"VERIFIED"}
