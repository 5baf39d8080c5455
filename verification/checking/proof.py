"""Hold a statement against the units of its evidence: proved, refuted by a fact, or open; and which units carry it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from verification.checking.mentions import repeats_provision
from verification.checking.values import SourceUnit
from verification.citations.states import ConfirmedBy
from verification.grounding.language.languages import is_foreign
from verification.grounding.proof import Outcome, Proof, ProofKind, ProofReason, prove

_MOST_UNITS = 14
_MOST_NAMED = 3

_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
# A share is written in more than one way: 50 % and 2분의 1.
_PERCENT = re.compile(
    r"\d[\d,.]*\s?(?:%|percent)|[「『][^」』]*[」』]|제\s?\d+\s?[조항호](?:의\s?\d+)?"
)
_NO_FACTS = (ProofKind.LEFT_OUT, ProofKind.UNEXPLAINED, ProofKind.NO_STATEMENT)
_DIFFERENCES = {
    ProofKind.NUMBER: "수치가 조문과 다릅니다.",
    ProofKind.UNIT: "단위가 조문과 다릅니다.",
    ProofKind.DATE: "날짜나 시기가 조문과 다릅니다.",
    ProofKind.LIMIT: "한계(이상·이하·초과·미만·까지)가 조문과 다릅니다.",
    ProofKind.THRESHOLD: "조문의 기준을 지키지 않는 값입니다.",
    ProofKind.POLARITY: "긍정과 부정이 조문과 반대입니다.",
    ProofKind.MODALITY: "의무인지 할 수 있는 일인지가 조문과 다릅니다.",
    ProofKind.AND_OR: "‘및’과 ‘또는’이 조문과 다릅니다.",
    ProofKind.SUBJECT: "주체가 조문과 다릅니다.",
    ProofKind.OBJECT: "대상이 조문과 다릅니다.",
    ProofKind.EXCLUSIVE_WORDS: "조문과 함께 맞을 수 없는 말입니다.",
    ProofKind.LIST_MEMBERSHIP: "조문의 목록에 없습니다.",
    ProofKind.CONDITION: "조건이 조문과 다릅니다.",
    ProofKind.TIME_ORDER: "앞뒤의 순서가 조문과 다릅니다.",
    ProofKind.ONLY: "‘만’이나 ‘도’가 조문과 다릅니다.",
    ProofKind.LEFT_OUT: "조문에 있는 말이 빠졌습니다.",
    ProofKind.UNEXPLAINED: "조문의 말로 설명되지 않는 부분이 있습니다.",
}


@dataclass(frozen=True)
class _Asked:
    """What stands before a statement: the question, and the sentences of the answer up to it."""

    question: str
    before: str


@dataclass(frozen=True)
class EvidenceFinding:
    """What became of a statement beside its evidence; `units` carry it, or are the one that speaks against it."""

    outcome: Outcome
    units: tuple[SourceUnit, ...] = ()
    reasons: tuple[str, ...] = ()
    method: ConfirmedBy = ConfirmedBy.NONE


def found(
    statement: str, units: Sequence[SourceUnit], *, question: str = "", before: str = ""
) -> EvidenceFinding:
    """Say what the units make of a statement; `before` is what the answer said already."""
    units = units[:_MOST_UNITS]
    copied = next((unit for unit in units if repeats_provision(statement, unit.text)), None)
    if copied is not None:
        return EvidenceFinding(Outcome.PROVED, (copied,), method=ConfirmedBy.COPY)
    if not units:
        return EvidenceFinding(Outcome.OPEN)
    if is_foreign(statement):
        return _foreign(statement, units)
    asked = _Asked(question, before)
    proof = _proof(statement, units, asked)
    if proof.outcome is Outcome.PROVED:
        carrying = _carrying(statement, units, asked, proof)
        return EvidenceFinding(Outcome.PROVED, carrying, method=ConfirmedBy.PROOF)
    against = () if proof.evidence_index is None else (units[proof.evidence_index],)
    if proof.outcome is Outcome.REFUTED:
        return EvidenceFinding(
            Outcome.REFUTED, against, facts_in_words(proof.reasons), ConfirmedBy.PROOF
        )
    return EvidenceFinding(Outcome.OPEN, against, not_met(proof.reasons))


def facts_in_words(reasons: Sequence[ProofReason]) -> tuple[str, ...]:
    """The facts that speak against a sentence, each with the words of both sides."""
    facts = [one for one in reasons if one.kind not in _NO_FACTS] or reasons
    return tuple(dict.fromkeys(filter(None, map(in_words, facts))))


def not_met(reasons: Sequence[ProofReason]) -> tuple[str, ...]:
    """What of a sentence the provision's words did not meet: of an open one no more than this is known."""
    claimed = [one.claim_span.strip() for one in reasons if one.claim_span.strip()]
    left_out = [
        one.evidence_span.strip()
        for one in reasons
        if one.evidence_span.strip() and not one.claim_span.strip()
    ]
    return tuple(
        f"{said} ‘{'’, ‘'.join(list(dict.fromkeys(spans))[:_MOST_NAMED])}’"
        for said, spans in (
            ("조문의 말로 확인하지 못한 부분이 있습니다:", claimed),
            ("조문에 있는 말이 문장에 없습니다:", left_out),
        )
        if spans
    )


def _foreign(statement: str, units: Sequence[SourceUnit]) -> EvidenceFinding:
    """In another language only figures can be compared, and only with the words that the composer gave for it."""
    quoted = [unit for unit in units if unit.words]
    given = {figure for unit in quoted for figure in _figures(unit.text)}
    strange = [figure for figure in _figures(statement) if figure not in given]
    if quoted and given and strange:
        said = f"{_DIFFERENCES[ProofKind.NUMBER]} (답변 ‘{', '.join(strange)}’)"
        return EvidenceFinding(Outcome.REFUTED, (quoted[0],), (said,), ConfirmedBy.PROOF)
    return EvidenceFinding(
        Outcome.OPEN, tuple(quoted[:1]), ("한국어 문장이 아니어서 조문과 대조하지 못했습니다.",)
    )


def _figures(text: str) -> list[str]:
    return [figure.replace(",", "") for figure in _FIGURE.findall(_PERCENT.sub("", text))]


def in_words(reason: ProofReason) -> str:
    """A difference as a sentence for people; empty for one that says nothing to them."""
    said = _DIFFERENCES.get(reason.kind)
    if said is None:
        return ""
    sides = [
        f"{side} ‘{words}’"
        for side, words in (
            ("답변", reason.claim_span.strip()),
            ("조문", reason.evidence_span.strip()),
        )
        if words
    ]
    return f"{said} ({', '.join(sides)})" if sides else said


def _carrying(
    statement: str, units: Sequence[SourceUnit], asked: _Asked, proof: Proof
) -> tuple[SourceUnit, ...]:
    """The unit that proves the statement by itself, else those that the others cannot do without."""
    first = units[proof.evidence_index or 0]
    for unit in (first, *units):
        if _proof(statement, [unit], asked).outcome is Outcome.PROVED:
            return (unit,)
    kept = list(units)
    for unit in units:
        others = [one for one in kept if one is not unit]
        if _proof(statement, others, asked).outcome is Outcome.PROVED:
            kept = others
    return tuple(kept)


def _proof(statement: str, units: Sequence[SourceUnit], asked: _Asked) -> Proof:
    titles = [f"{unit.source.regulation_title} {unit.source.title}" for unit in units]
    texts = [unit.text for unit in units]
    return prove(statement, texts, question=asked.question, title=titles, before=asked.before)
