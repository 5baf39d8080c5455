"""An item of a list is confirmed under the lead of its provision alone: copied under another line it may say the opposite."""

from __future__ import annotations

import pytest

from regulations.models import Passage
from regulations.search.retrieval import RankedPassage
from tests.corpus import TODAY, given_corpus, given_regulation
from verification.answer_verifier.claims import judge_claims
from verification.checked_texts.checking import text_report
from verification.checking import DraftSentence, SentenceChecker
from verification.checking.hallucinations.context import read_texts
from verification.checking.numbering import numbered_sources
from verification.citations.states import Verdict
from verification.texts.checking import text_verify

pytestmark = pytest.mark.django_db

MOVING = """
제1조(목적) 이 규정은 전과에 관한 사항을 정함을 목적으로 한다.
제4조(전과의 제한) ① 전과는 재학 중 1회에 한정한다.
② 다음 각 호의 어느 하나에 해당하는 경우에는 전과를 허가하지 아니한다.
1. 간호학과로 전과하려는 경우
2. 편입학한 사람이 전과하려는 경우
"""
ITEM = "간호학과로 전과하려는 경우"
LEADS = [
    pytest.param("전과가 허용되는 경우:", False, id="the-opposite"),
    pytest.param("## 전과 허용 대상", False, id="the-opposite-as-a-heading"),
    pytest.param("휴학이 제한되는 경우:", False, id="something-else"),
    pytest.param("전과가 허가되지 않는 경우는 다음과 같습니다.", True, id="the-lead"),
    pytest.param("전과를 할 수 없는 경우:", True, id="the-lead-in-short"),
    pytest.param("## 전과의 제한", True, id="the-title"),
]


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    given_corpus()
    given_regulation("전과 규정", MOVING)


@pytest.mark.parametrize(("above", "is_confirmed"), LEADS)
def test_an_item_of_a_text_is_confirmed_under_its_lead(above: str, is_confirmed: bool) -> None:
    item = text_report(text=f"{above}\n- {ITEM}", as_of=TODAY).sentences[-1]

    assert item.state == ("CONFIRMED" if is_confirmed else "BESIDE_SOURCE")
    if not is_confirmed:
        assert "허가하지 아니한다" in item.quote
        assert item.reasons


def test_an_item_of_a_text_that_stands_under_nothing_is_shown_beside_its_source() -> None:
    [item] = text_report(text=ITEM, as_of=TODAY).sentences

    assert item.state == "BESIDE_SOURCE"
    assert "허가하지 아니한다" in item.quote


@pytest.mark.parametrize(("above", "is_confirmed"), LEADS)
def test_a_citation_of_an_item_holds_under_its_lead(above: str, is_confirmed: bool) -> None:
    text = f"{above}\n- {ITEM}(「전과 규정」 제4조제2항제1호)"

    [citation] = text_verify(text=text, as_of=TODAY).citations

    assert citation.status == ("VERIFIED" if is_confirmed else "NOT_CHECKED")


@pytest.mark.parametrize(("above", "is_confirmed"), LEADS)
def test_an_item_of_an_answer_holds_under_the_lead_of_its_context(
    above: str, is_confirmed: bool
) -> None:
    context = read_texts([MOVING.partition("② ")[2]])

    claim = judge_claims(f"{above}\n- {ITEM}", context)[-1]

    assert (claim.verdict is Verdict.SUPPORTED) is is_confirmed


@pytest.mark.parametrize(
    ("above", "outcome"),
    [
        ("전과가 허용되는 경우:", "BESIDE_SOURCE"),
        ("전과를 할 수 없는 경우:", "CONFIRMED"),
        ("", "CONFIRMED"),
    ],
)
def test_an_item_of_an_answer_of_ours_is_cited_with_its_lead(above: str, outcome: str) -> None:
    passages = Passage.objects.filter(version__regulation__title="전과 규정", locator_key="art-4")
    ranked = [RankedPassage(one, 1, score=1.0, relevance=1.0, why=()) for one in passages]
    checker = SentenceChecker(numbered_sources(ranked), as_of=TODAY)
    if above:
        checker.check(DraftSentence(above))

    item = checker.check(DraftSentence(f"- {ITEM} [†1]"))

    assert item.outcome.value == outcome
    assert not item.is_open
    if not above:
        [check] = [one for one in item.citations if one.shown]
        assert "허가하지 아니한다" in check.evidence
