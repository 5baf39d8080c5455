"""The cross-encoder that is shipped: which passage answers, the same in every company."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings as django_settings
from pytest_django import Settings

from portal import llm
from portal.llm.pair_model import PairModel, encode

QUESTION = "휴학은 다 합쳐서 최대 몇 학기까지 할 수 있나요?"
PASSAGES = [
    "가람대학교 학칙 휴학기간\n② 휴학 기간은 통산하여 6학기를 초과할 수 없다.",
    "가람대학교 학칙 복학\n휴학 기간이 끝난 학생은 다음 학기에 복학하여야 한다.",
    "도서관 규정 대출\n학부생은 도서 7책을 14일 동안 대출할 수 있다.",
]


def test_a_passage_is_read_with_its_question_the_same_in_every_company() -> None:
    scores = llm.cross_encode(QUESTION, PASSAGES)
    assert scores == sorted(scores, reverse=True)
    fresh = PairModel(Path(django_settings.SHIPPED_CROSS_ENCODER))
    assert [fresh.answering((QUESTION, one)) for one in PASSAGES[::-1]] == scores[::-1]
    assert llm.cross_encode(QUESTION, []) == []


def test_who_asks_the_same_waits_for_no_second_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    model = PairModel(Path(django_settings.SHIPPED_CROSS_ENCODER))
    score = model.answering((QUESTION, PASSAGES[0]))
    monkeypatch.setattr(model, "row", lambda *_given: pytest.fail("read again"))
    assert model.answering((QUESTION, PASSAGES[0])) == score
    with pytest.raises(pytest.fail.Exception):
        model.answering((QUESTION, PASSAGES[1]))


def test_of_a_long_question_the_end_is_kept_for_a_follow_up_stands_there() -> None:
    vocabulary = PairModel(Path(django_settings.SHIPPED_CROSS_ENCODER)).vocabulary
    before = "도서관에서 책을 몇 권까지 빌릴 수 있나요? " * 8
    words, sides = encode((before + QUESTION, PASSAGES[0]), vocabulary, 64, keep_end=True)
    assert len(words) == len(sides) <= 64
    asked = vocabulary.cut(QUESTION)
    assert words[33 - len(asked) : 33] == asked


def test_a_topic_that_is_there_without_the_answer_has_less_than_the_answer() -> None:
    (asked,) = llm.cross_encode(QUESTION, PASSAGES[:1])
    (beside,) = llm.cross_encode("휴학 신청은 어느 사무실에 가서 하나요?", PASSAGES[:1])
    assert beside < asked


def test_without_a_file_it_says_so(settings: Settings) -> None:
    settings.CROSS_ENCODER_MODEL = ""
    with pytest.raises(llm.Unavailable):
        llm.cross_encode(QUESTION, PASSAGES)


@pytest.fixture(autouse=True)
def _shipped(settings: Settings) -> None:
    settings.CROSS_ENCODER_MODEL = django_settings.SHIPPED_CROSS_ENCODER
