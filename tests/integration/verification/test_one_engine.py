"""One check: whoever asks about a sentence hears the same verdict. The doors differ in their evidence and policy alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from regulations.models import Passage
from regulations.search.retrieval import RankedPassage
from tests.corpus import TODAY, given_corpus
from verification.answer_verifier.claims import judge_claims
from verification.checking import DraftSentence, SentenceChecker, SentenceOutcome, Source
from verification.checking.engine import check
from verification.checking.hallucinations.context import read_rows
from verification.checking.mentions import MOST_CITATIONS
from verification.checking.numbering import numbered_sources
from verification.checking.values import SourceUnit
from verification.citations.states import CitationStatus, Verdict
from verification.faithfulness.answers import read_by_rules
from verification.texts.checking import text_verify
from verification.texts.corrections import correction_check

pytestmark = pytest.mark.django_db

LEAVE = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다"
CITED = "「학칙」 제25조에 따르면 "
QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
# None: whatever it is, it is the same at every door.
SENTENCES = {
    "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다.": Verdict.SUPPORTED,
    "휴학기간은 통산하여 7년(14학기)을 초과할 수 없습니다.": Verdict.CONTRADICTED,
    "휴학기간은 통산하여 3년(6학기)을 초과할 수 있습니다.": None,
    "신입생은 첫 학기에 휴학할 수 없습니다.": Verdict.SUPPORTED,
    "휴학기간에는 도서관을 이용할 수 있습니다.": None,
}


@pytest.fixture
def sources() -> tuple[Source, ...]:
    """The article on leave alone, as retrieval would hand it over."""
    given_corpus()
    passage = Passage.objects.select_related("version__regulation").get(
        locator_key="art-25",
        version__regulation__title="학칙",
        version__enforcement_date__lte=TODAY,
    )
    return numbered_sources([RankedPassage(passage, 1, score=1.0, relevance=1.0, why=())])


def test_every_door_says_the_same_of_a_sentence(sources: tuple[Source, ...]) -> None:
    told = {
        text: {
            "gate": _gate(text, sources),
            "text": _text(text),
            "correction": _correction(text),
            "context": _context(text, sources),
            "second reading": _second_reading(text, sources),
        }
        for text in SENTENCES
    }

    assert [text for text, said in told.items() if len(set(said.values())) > 1] == []
    found = {text: said["gate"] for text, said in told.items() if SENTENCES[text]}
    assert found == {text: verdict for text, verdict in SENTENCES.items() if verdict}


def _gate(text: str, sources: tuple[Source, ...]) -> Verdict | None:
    """What an answer, a rerun and a verified answer go through."""
    checker = SentenceChecker(sources, as_of=TODAY, question=QUESTION)
    return {
        SentenceOutcome.CONFIRMED: Verdict.SUPPORTED,
        SentenceOutcome.DIFFERS: Verdict.CONTRADICTED,
    }.get(checker.check(DraftSentence(CITED + text)).outcome)


def _text(text: str) -> Verdict | None:
    """POST /verify, where a citation that speaks of something else is wrong as well."""
    [citation] = text_verify(text=CITED + text, as_of=TODAY).citations
    if citation.check.reason.startswith("조문의 말로 확인하지 못한"):
        return None
    return _of_status(citation.status)


def _correction(text: str) -> Verdict | None:
    """The preview of a reviewer's correction."""
    [citation] = correction_check(text=CITED + text, on=TODAY).citations
    if citation.reason.startswith("조문의 말로 확인하지 못한"):
        return None
    return _of_status(CitationStatus(citation.status))


def _context(text: str, sources: tuple[Source, ...]) -> Verdict | None:
    """POST /verify/answer and validate_answer."""
    rows = [{"section_title": one.label, "section_content": one.text} for one in sources]
    [claim] = judge_claims(CITED + text, read_rows(rows, question=QUESTION))
    return _decided(claim.verdict)


def _second_reading(text: str, sources: tuple[Source, ...]) -> Verdict | None:
    """The later check of a stored answer, by rules."""
    result = read_by_rules(question=QUESTION, sentences=[text], sources=sources)
    return _decided(result.claims[0].verdict)


def _of_status(status: CitationStatus) -> Verdict | None:
    return {
        CitationStatus.VERIFIED: Verdict.SUPPORTED,
        CitationStatus.MISATTRIBUTED: Verdict.CONTRADICTED,
    }.get(status)


def _decided(verdict: Verdict) -> Verdict | None:
    """None where it is open, by whatever name."""
    return verdict if verdict in (Verdict.SUPPORTED, Verdict.CONTRADICTED) else None


@pytest.mark.parametrize("cited", ["같은 조 제3항", "제3항"])
@pytest.mark.parametrize("before", [f"「학칙」 제25조제2항에 따르면 {LEAVE}.", f"{LEAVE}[†1-2]."])
def test_a_sentence_stands_at_the_provision_that_the_one_before_named(
    before: str, cited: str, sources: tuple[Source, ...]
) -> None:
    gate = SentenceChecker(sources, as_of=TODAY)
    gate.check(DraftSentence(before))

    sentence = gate.check(DraftSentence(f"{cited}에 따르면 신입생은 첫 학기에 휴학할 수 없습니다."))

    [citation] = [one for one in sentence.citations if one.written == cited]
    assert citation.provision is not None
    assert citation.provision.label == "「학칙」 제25조제3항"


def test_an_answer_has_a_limit_of_citations_and_says_so(sources: tuple[Source, ...]) -> None:
    gate = SentenceChecker(sources, as_of=TODAY)
    many = ", ".join(["「학칙」 제25조"] * (MOST_CITATIONS + 50))

    sentence = gate.check(DraftSentence(f"{many}에 따르면 {LEAVE}."))
    after = gate.check(DraftSentence(f"「학칙」 제25조제2항에 따르면 {LEAVE}."))

    assert len(sentence.citations) == MOST_CITATIONS + 1
    assert sentence.outcome is not SentenceOutcome.CONFIRMED
    for beyond in (sentence.citations[-1], *after.citations):
        assert beyond.status == "NOT_CHECKED"
        assert f"{MOST_CITATIONS}개까지 확인합니다" in beyond.reason
    assert after.outcome is not SentenceOutcome.CONFIRMED


def test_what_its_sources_prove_is_confirmed_before_its_evidence_has_come(
    sources: tuple[Source, ...],
) -> None:
    gate = SentenceChecker(sources, as_of=TODAY)

    early = gate.confirmed_early(DraftSentence(f"{LEAVE}.", is_whole=False))
    waits = gate.confirmed_early(DraftSentence("휴학은 학과에 문의하여 정합니다.", is_whole=False))

    assert early is not None
    assert [one.provision.label for one in early.shown_citations if one.provision] == [
        "「학칙」 제25조제2항"
    ]
    assert waits is None


def test_a_regulation_named_alone_is_no_place_to_look_unless_it_is_the_rules_own_reference(
    sources: tuple[Source, ...],
) -> None:
    checker = SentenceChecker(sources, as_of=TODAY, question=QUESTION)
    own = replace(sources[0], text=f"{sources[0].text}\n「병역법」에 따른 휴학은 따로 정한다.")
    as_it_stands = SentenceChecker([own], as_of=TODAY, question=QUESTION)

    named, bare = (
        checker.check(DraftSentence(f"{name}에 따르면 휴학 중에도 도서관은 이용하면 됩니다."))
        for name in ("「학칙」", "본교 학칙")
    )
    referring = as_it_stands.check(
        DraftSentence("「병역법」에 따른 휴학은 도서관 이용에 영향이 없습니다[†1].")
    )

    assert named.outcome is referring.outcome is SentenceOutcome.BESIDE_SOURCE
    assert named.text == "관련 규정에 따르면 휴학 중에도 도서관은 이용하면 됩니다."
    assert bare.text == "본교 관련 규정에 따르면 휴학 중에도 도서관은 이용하면 됩니다."
    assert referring.text == "「병역법」에 따른 휴학은 도서관 이용에 영향이 없습니다."


@pytest.mark.parametrize("brackets", [("「", "」"), ("『", "』"), ("《", "》"), ("", "")])
def test_a_true_sentence_is_not_confirmed_as_that_of_another_regulation(
    sources: tuple[Source, ...], brackets: tuple[str, str]
) -> None:
    checker = SentenceChecker(sources, as_of=TODAY, question=QUESTION)
    opened, closed = brackets
    named = [
        f"{opened}{name}{closed}에 따르면 {LEAVE}[†1]." for name in ("등록금에 관한 규정", "학칙")
    ]

    other, own = (checker.check(DraftSentence(text)) for text in named)

    assert (other.outcome, other.text) == (
        SentenceOutcome.BESIDE_SOURCE,
        f"관련 규정에 따르면 {LEAVE}.",
    )
    assert (own.outcome, own.text) == (
        SentenceOutcome.CONFIRMED,
        f"「학칙」 제25조제2항에 따르면 {LEAVE}.",
    )


def test_what_is_to_be_read_otherwise_is_not_proved(sources: tuple[Source, ...]) -> None:
    notice = "위원회는 회의 9일 전까지 학생에게 알려야 한다."
    again = f'{notice} 재심의 경우 "9일"은 "4일"로 본다.'
    said = "위원회는 회의 9일 전까지 학생에게 알려야 합니다."

    found = [check(said, [SourceUnit(sources[0], "art-25", text)]) for text in (notice, again)]

    assert [one.verdict for one in found] == [Verdict.SUPPORTED, Verdict.NOT_IN_CONTEXT]
    assert found[1].reasons == (
        '조문이 다른 말로 바꾸어 읽게 한 곳이 있습니다: ‘"9일"은 "4일"로 본다’',
    )


def test_another_matters_rule_proves_nothing_that_its_own_rule_says_otherwise(
    sources: tuple[Source, ...],
) -> None:
    grants, refunds, closures = (
        SourceUnit(sources[0], "art-25", text)
        for text in (
            "1,000원 미만의 끝수는 버린다.",
            "반환액의 1,000원 미만의 끝수는 올린다.",
            "휴업 중의 수업은 보강한다.",
        )
    )
    said = "1,000원 미만의 끝수는 버립니다."

    assert check(said, [closures], others=[grants]).verdict is Verdict.SUPPORTED
    held = check(said, [refunds], others=[grants])
    assert held.verdict is Verdict.NOT_IN_CONTEXT
    assert held.units == (refunds,)
    assert "올린다" in held.reasons[0]
