"""Which paragraphs an excerpt quotes, and in which order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chat.composing import extractive, quote_scores
from chat.composing.extractive import ExtractiveComposer
from portal import llm
from regulations.reading.units import PassageUnit
from regulations.text.thesaurus import Thesaurus
from verification.checking import Source

THESAURUS = Thesaurus.of([])
CREDITS = (
    "학생은 한 학기에 15학점 이상을 신청하여야 한다.",
    "학점을 초과하여 신청한 학생은 학과장의 승인을 받는다.",
    "제1항의 기준은 봉사학생의 신청에 적용하지 아니한다.",
)
LEAVE = (
    "휴학하려는 학생은 휴학원을 제출하여 허가를 받아야 한다.",
    "휴학기간은 통산하여 3년을 초과할 수 없다.",
    "신입생은 첫 학기에 휴학할 수 없다. 다만, 질병은 그러하지 아니하다.",
)


@pytest.fixture(autouse=True)
def _without_models(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_given: object, **_named: object) -> list[list[float]]:
        raise llm.Unavailable("no vectors")

    monkeypatch.setattr(llm, "embed", away)
    for module in (extractive, quote_scores):
        monkeypatch.setattr(module, "thesaurus_current", lambda: THESAURUS)


def article(
    number: int, title: str, texts: tuple[str, ...], *, place: int = 1, relevance: float = 0.8
) -> Source:
    key = f"art-{number}"
    units = tuple(PassageUnit(f"{key}/para-{at}", text) for at, text in enumerate(texts, 1))
    made = Source.text_only(
        number=place,
        regulation_title="학칙",
        locator_key=key,
        title=f"학칙 제{number}조({title})",
        text="\n".join(texts),
        version_id=1,
    )
    return replace(made, units=units, relevance=relevance)


def quoted(question: str, *sources: Source, asked: str = "") -> list[str]:
    drafts = ExtractiveComposer().compose(question=question, sources=sources, asked=asked)
    return [draft.citations[0].locator_key for draft in drafts]


def test_a_paragraph_is_quoted_behind_the_one_that_it_rests_on() -> None:
    found = quoted("봉사학생도 신청 기준이 있나요?", article(55, "수강신청", CREDITS))
    assert found == ["art-55/para-1", "art-55/para-3"]


def test_an_exception_is_quoted_behind_the_paragraph_that_it_sets_aside() -> None:
    without_exception = "휴학은 학기 중에 신청할 수 없다."
    exception = "제1항에도 불구하고 가족을 돌보는 사람은 언제든지 낼 수 있다."
    leave = article(25, "휴학", (without_exception, "휴학원은 학과장을 거친다.", exception))
    assert quoted("학기 중에 휴학 신청 되나요?", leave) == ["art-25/para-1", "art-25/para-3"]


def test_an_article_that_is_named_and_no_more_is_quoted_whole_as_far_as_it_is_read() -> None:
    leave = article(25, "휴학", LEAVE)
    assert quoted("학칙 제25조 내용 알려줘", leave) == [f"art-25/para-{at}" for at in (1, 2, 3)]
    assert quoted("학칙 제25조 2항이 뭐예요", leave) == ["art-25/para-2"]
    long = article(25, "휴학", ("가" * 900, "나" * 500, "다" * 400))
    assert quoted("학칙 제25조 내용 알려줘", long) == ["art-25/para-1", "art-25/para-2"]


def test_of_a_follow_up_the_last_question_decides_what_is_asked() -> None:
    before, last = "휴학은 몇 년까지 되나요?", "신입생도 첫 학기에 할 수 있나요?"
    leave = article(25, "휴학", LEAVE)
    assert quoted(before, leave)[0] == "art-25/para-2"
    assert quoted(f"{before} {last}", leave, asked=last)[0] == "art-25/para-3"


def test_each_of_several_questions_gets_its_paragraph() -> None:
    question = "휴학기간은 통산 몇 년까지 되나요? 신입생도 첫 학기에 되나요?"
    assert quoted(question, article(25, "휴학", LEAVE)) == ["art-25/para-2", "art-25/para-3"]
