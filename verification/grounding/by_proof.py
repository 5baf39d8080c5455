"""What the proof says of a claim before anything is weighed: proved, refuted by a fact, or open by what no likeness outweighs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from verification.grounding.language.agents import agents
from verification.grounding.language.analysis import TextAnalysis
from verification.grounding.language.reading import ClaimReading
from verification.grounding.language.sources import in_cited
from verification.grounding.proof import MOST_UNITS, Outcome, Proof, ProofKind, ProofReason, prove
from verification.grounding.proof.reading.frames import unwrap
from verification.grounding.proof.reading.yes_no import short_answer
from verification.grounding.results import GroundingReason, ReasonKind

# What the proof looks past, since it compares what is stated: where it is said to stand, and whom to ask.
_APART = frozenset({ReasonKind.OTHER_PROVISION, ReasonKind.CONTACT})

# Of 698 right claims that are open and that the trees support none has a date of its own, and of 374 two tell things in another
# order; other differences many have.
_HELD_BACK = frozenset({ProofKind.DATE, ProofKind.TIME_ORDER})
_PARTS_PLAYED = frozenset({ProofKind.SUBJECT, ProofKind.OBJECT})
_BARE = GroundingReason(ReasonKind.ADDED_FACT, "조문에서 뒷받침하는 문장을 찾지 못했습니다.")
_KINDS = {
    ProofKind.NUMBER: ReasonKind.NUMBER,
    ProofKind.UNIT: ReasonKind.UNIT,
    ProofKind.DATE: ReasonKind.DATE,
    ProofKind.LIMIT: ReasonKind.COMPARATOR,
    ProofKind.THRESHOLD: ReasonKind.COMPARATOR,
    ProofKind.POLARITY: ReasonKind.POLARITY,
    ProofKind.MODALITY: ReasonKind.MODALITY,
    ProofKind.AND_OR: ReasonKind.ENUMERATION,
    ProofKind.SUBJECT: ReasonKind.SUBJECT,
    ProofKind.OBJECT: ReasonKind.SUBJECT,
    ProofKind.EXCLUSIVE_WORDS: ReasonKind.POLARITY,
    ProofKind.LIST_MEMBERSHIP: ReasonKind.ENUMERATION,
    ProofKind.CONDITION: ReasonKind.CONDITION,
    ProofKind.TIME_ORDER: ReasonKind.DATE,
    ProofKind.ONLY: ReasonKind.GENERALITY,
}
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

_DENIED = re.compile(r"없|못|아니|않|안\s?[되됩돼]|금지")
_ALLOWED = re.compile(r"수\s?(?:는|도|가)?\s?있|가능(?!하지)")
_FORBIDDEN = re.compile(rf"([가-힣]{{2,}}?)(?:하|할|해|되|될).*(?:{_DENIED.pattern})")


def proof_of(reading: ClaimReading, question: str) -> Proof:
    """What the proof makes of a claim beside its provisions."""
    provisions = reading.provisions[:MOST_UNITS]
    return prove(
        reading.raw,
        [one.text for one in provisions],
        question=question,
        title=[f"{one.regulation} {one.title or ''}" for one in provisions],
    )


def is_proved(proof: Proof, reading: ClaimReading, vetoed: Iterable[GroundingReason]) -> bool:
    """Whether the words of a provision prove a claim, and it names neither another place than theirs nor somebody to ask."""
    if proof.outcome is not Outcome.PROVED or any(one.kind in _APART for one in vetoed):
        return False
    nearest = (one.unit for one in reading.aligned if one.unit.provision == proof.evidence_index)
    unit = next(nearest, None)
    return not reading.cited or (
        unit is not None and any(in_cited(one, unit, reading.provisions) for one in reading.cited)
    )


def facts_against(proof: Proof) -> tuple[GroundingReason, ...]:
    """The facts by which the proof refutes a claim; nothing where it does not."""
    return _facts(proof.reasons) if proof.outcome is Outcome.REFUTED else ()


def doubts(proof: Proof, reading: ClaimReading, question: str) -> tuple[GroundingReason, ...]:
    """Why a claim that is left open cannot be supported by its likeness: all its words stand in the provision either way."""
    if proof.outcome is not Outcome.OPEN:
        return ()
    statement = unwrap(reading.raw)
    if short_answer(statement.text or statement.answers, question) is not None:
        return (_BARE,)
    if action := _not_forbidden(proof.reasons):
        text = f"조문에서 찾을 수 없는 내용입니다: “{action}”"
        return (GroundingReason(ReasonKind.ADDED_FACT, text),)
    turned = _turned(proof.reasons)
    return _facts(one for one in proof.reasons if one in turned or _speaks_against(one, reading))


def _turned(differences: Sequence[ProofReason]) -> tuple[ProofReason, ...]:
    """What is allowed where the provision forbids it, or forbidden where it allows it, with every word of it explained."""
    if any(one.kind is ProofKind.UNEXPLAINED and one.claim_span.strip() for one in differences):
        return ()
    return tuple(
        one
        for one in differences
        if one.kind is ProofKind.POLARITY
        for said, rule in (
            (one.claim_span, one.evidence_span),
            (one.evidence_span, one.claim_span),
        )
        if _ALLOWED.search(said) and _DENIED.search(rule)
    )


def _not_forbidden(differences: Sequence[ProofReason]) -> str:
    """What a claim forbids in place of what its provision does, where the rest is the same: 중재할 수 없다, 주선하여서는 아니 된다."""
    if {one.kind for one in differences} - {ProofKind.UNEXPLAINED, ProofKind.LEFT_OUT}:
        return ""
    claimed = {one.claim_span.strip() for one in differences if not one.evidence_span.strip()}
    left_out = {one.evidence_span.strip() for one in differences if not one.claim_span.strip()}
    for one in differences:
        said, rule = (_FORBIDDEN.match(span) for span in (one.claim_span, one.evidence_span))
        if said and rule and claimed - {""} == {said[1]} and rule[1] in left_out:
            return said[1]
    return ""


def _speaks_against(difference: ProofReason, reading: ClaimReading) -> bool:
    claimed, given = difference.claim_span.strip(), difference.evidence_span.strip()
    if not claimed or not given:
        return False
    if difference.kind in _PARTS_PLAYED and claimed != given:
        return (
            _acts(claimed, reading.claim)
            and _acts(given, reading.claim)
            and any(claimed in one.text and given in one.text for one in reading.provisions)
        )
    return difference.kind in _HELD_BACK


def _acts(name: str, analysis: TextAnalysis) -> bool:
    """Whether a word is somebody who does something: who reviews whom turns a sentence round, what is given to whom seldom."""
    return any(name in one.name for one in agents(analysis))


def _facts(differences: Iterable[ProofReason]) -> tuple[GroundingReason, ...]:
    """One reason of each kind, with the words of both sides where there are any."""
    found: dict[ProofKind, ProofReason] = {}
    for one in differences:
        if one.kind in _KINDS and (one.kind not in found or not found[one.kind].claim_span.strip()):
            found[one.kind] = one
    return tuple(GroundingReason(_KINDS[kind], in_words(one)) for kind, one in found.items())


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
