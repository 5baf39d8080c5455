"""The chip names the 호 that says it; a sentence that names another 호 is not confirmed by it."""

from __future__ import annotations

import pytest

from regulations.models import Passage
from regulations.reading.units import passage_units
from regulations.search.retrieval import RankedPassage
from tests.corpus import TODAY, given_regulation
from verification.checking import CheckedSentence, DraftSentence, SentenceChecker, SentenceOutcome
from verification.checking.judge import settled
from verification.checking.numbering import numbered_sources

pytestmark = pytest.mark.django_db

FEES = """등록금 규정

제8조(면제) ① 다음 각 호의 어느 하나에 해당하는 사람은 해당 학기의 수업료를 면제한다.
1. 천재지변으로 집을 잃은 사람
2. 협정에 따라 상대 대학에 수업료를 내는 학생
2의2. 다음 각 목의 근로학생
가. 도서관에서 일하는 학생
나. 실습실을 관리하는 대학원생
② 면제받은 사람도 입학금은 납부한다.

제9조(용어) 이 규정에서 사용하는 용어의 뜻은 다음 각 호와 같다.
1. "등록금"이란 입학금과 수업료를 말한다.
2. "분납"이란 수업료를 나누어 내는 것을 말한다.
"""
SAID = "천재지변으로 집을 잃은 사람은 해당 학기의 수업료를 면제합니다"
PARAGRAPH = "「등록금 규정」 제8조제1항"


@pytest.fixture(autouse=True)
def _fees() -> None:
    given_regulation("등록금 규정", FEES)


HEARTH = """수련 규정

제6조(화덕학점) 수련 190시간마다 1학점씩 최대 5학점의 화덕학점을 인정한다. 다만, 외식서비스학과 학생에게는 최대 3학점을 인정한다.
"""
RULE = "수련 190시간마다 1학점씩 최대 5학점의 화덕학점을 인정합니다."
EXCEPTION = "외식서비스학과 학생에게는 최대 3학점을 인정합니다."


def passages() -> list[Passage]:
    return list(Passage.objects.select_related("version__regulation").order_by("position"))


def checked(text: str) -> CheckedSentence:
    sources = numbered_sources(
        [RankedPassage(one, 1, score=1.0, relevance=1.0, why=()) for one in passages()]
    )
    return SentenceChecker(sources, as_of=TODAY, question="수업료는 누가 면제받나요?").check(
        DraftSentence(text)
    )


@pytest.mark.parametrize("text", [f"{SAID}[†1].", f"{PARAGRAPH}제1호에 따르면 {SAID}."])
def test_the_chip_names_the_subparagraph(text: str) -> None:
    sentence = checked(text)

    assert sentence.outcome is SentenceOutcome.CONFIRMED
    [citation] = sentence.shown_citations
    assert citation.provision is not None
    assert citation.provision.label == f"{PARAGRAPH}제1호"
    assert citation.evidence.split("\n")[1:] == ["  1. 천재지변으로 집을 잃은 사람"]


def test_another_subparagraph_does_not_say_it() -> None:
    sentence = checked(f"{PARAGRAPH}제2호에 따르면 {SAID}.")

    assert sentence.outcome is SentenceOutcome.BESIDE_SOURCE
    assert sentence.is_elsewhere
    assert sentence.reasons == (f"이 내용은 {PARAGRAPH}제1호에 있습니다.",)
    assert sentence.shown_citations == ()


def test_units_know_where_their_subparagraphs_and_items_stand() -> None:
    found = passage_units(passages())

    assert [
        (unit.locator_key, [part.locator_key for part in unit.below])
        for units in found.values()
        for unit in units
    ] == [
        (
            "art-8/para-1",
            [
                "art-8/para-1/subpara-1",
                "art-8/para-1/subpara-2",
                "art-8/para-1/subpara-2-2",
                "art-8/para-1/subpara-2-2/item-1",
                "art-8/para-1/subpara-2-2/item-2",
            ],
        ),
        ("art-8/para-2", []),
        ("art-9", ["art-9/subpara-1", "art-9/subpara-2"]),
    ]
    assert all(
        part.text.strip() in unit.text
        for units in found.values()
        for unit in units
        for part in unit.below
    )


@pytest.mark.parametrize(
    ("written", "outcomes"),
    [
        ([RULE], ["BESIDE_SOURCE"]),
        ([RULE, EXCEPTION], ["CONFIRMED", "CONFIRMED"]),
        ([RULE, "화덕학점은 신청하여야 합니다."], ["BESIDE_SOURCE", "BESIDE_SOURCE"]),
    ],
    ids=["the rule alone", "with its exception", "with something else"],
)
def test_the_rule_is_confirmed_where_the_askers_exception_is_told_behind_it(
    written: list[str], outcomes: list[str]
) -> None:
    given_regulation("수련 규정", HEARTH)
    [passage] = Passage.objects.select_related("version__regulation").filter(
        version__regulation__title="수련 규정"
    )
    sources = numbered_sources([RankedPassage(passage, 1, score=1.0, relevance=1.0, why=())])
    asked = "외식서비스학과인데 화덕학점은 최대 몇 학점인가요?"
    checker = SentenceChecker(sources, as_of=TODAY, question=asked)
    checked = [checker.check(DraftSentence(f"{text.rstrip('.')}[†1].")) for text in written]

    ended = settled(checked, checker=checker, judge=lambda *_asked: [])

    assert [one.outcome.value for one in ended] == outcomes
