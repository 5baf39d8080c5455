"""The one check of a statement, whoever asks: what its evidence makes of it, and which units of that say so.

An answer of our own, a text from elsewhere, an answer with its context, a stored answer: their callers choose the evidence, and
hear the same verdict of the same sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from verification.checking.evidence import best_part, best_row, carry_the_head, share_of_words
from verification.checking.lines.items import is_under_its_lead, is_without_its_lead
from verification.checking.lines.standing import HeadedItem
from verification.checking.quotations import framed_quotation
from verification.checking.statements import repeats_provision
from verification.checking.values import Source, SourceUnit
from verification.citations.correction import without_general_words
from verification.citations.states import ConfirmedBy, Verdict
from verification.grounding import check_claim
from verification.grounding.by_proof import in_words
from verification.grounding.guards import DEPARTS, Surroundings, departs_from, unseen_by_proof
from verification.grounding.language.languages import is_foreign
from verification.grounding.proof import MOST_UNITS, Outcome, Proof, ProofKind, ProofReason, prove
from verification.grounding.translation.comparing import translation_differences

# Evidence that has less than half of a statement's words speaks of something else.
_NEAR = 0.5
_MOST_NAMED = 3
_BRACKETS = re.compile(r"\([^()]*\)")

# What a verb ends in before its ending.
_STEMS = ("하", "되", "있", "없", "않")
_REST_OF_WORD = re.compile(r"[가-힣]*")

_NO_PROVISION = "대조할 조문이 없습니다."
_NOT_FOUND = "조문에서 뒷받침하는 문장을 찾지 못했습니다."
_WITHOUT_LEAD = "목록의 한 항목이어서, 조문이 그 앞에 적은 말 없이는 확인하지 못합니다."
_NO_FACTS = (ProofKind.LEFT_OUT, ProofKind.UNEXPLAINED, ProofKind.NO_STATEMENT)


@dataclass(frozen=True)
class EvidenceFinding:
    """What became of a statement beside its evidence; `units` carry it, or are the one that speaks against it."""

    verdict: Verdict
    units: tuple[SourceUnit, ...] = ()
    reasons: tuple[str, ...] = ()
    method: ConfirmedBy = ConfirmedBy.NONE
    # The evidence speaks of something else altogether.
    is_elsewhere: bool = False
    # It is an item of the evidence, and stands under something else than there: nobody is asked about it.
    lacks_lead: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the evidence neither proves the statement nor speaks against it: a judge may be asked."""
        is_undecided = self.verdict in (Verdict.NOT_CHECKED, Verdict.NOT_IN_CONTEXT)
        return is_undecided and not self.lacks_lead


def check(
    statement: str,
    own: Sequence[SourceUnit],
    *,
    others: Sequence[SourceUnit] = (),
    bare: str = "",
    question: str = "",
    before: str = "",
    answer: str = "",
) -> EvidenceFinding:
    """Hold a statement against its own evidence; where that leaves it open, other units may prove it, none speaks against it.

    Others prove nothing that its own evidence says otherwise in one thing. `bare` is the statement without where it says it found
    it, which may be what the proof cannot read; `before` is what the answer said already, `answer` all of it that was confirmed:
    who tells the exception, too, may tell the rule. An open statement is NOT_IN_CONTEXT: its evidence does not say it, or not
    clearly enough.
    """
    asked = Surroundings(question, before, answer)
    found = _held_against(statement, own, asked)
    plain = without_general_words(bare)
    if found.is_open and plain not in ("", statement):
        found = _held_against(plain, own, asked)
    if found.is_open and others and list(others[:MOST_UNITS]) != list(own[:MOST_UNITS]):
        elsewhere = _held_against(statement, others, asked)
        if elsewhere.verdict is Verdict.SUPPORTED:
            return _said_otherwise(statement, own, asked) or elsewhere
    return found


def check_item(
    item: HeadedItem, found: EvidenceFinding, again: Callable[[str], EvidenceFinding]
) -> EvidenceFinding:
    """What becomes of an item beside its head: as a rule's row is read, or alone where its evidence says it of that head.

    `found` is what is made of both, `again` holds other words of the item against the same evidence.
    """
    if not item.head or found.verdict is Verdict.SUPPORTED:
        return found
    alone = again(item.alone)
    is_said = alone.verdict is Verdict.SUPPORTED
    provisions = [(unit.source.title, unit.text) for unit in alone.units]
    if is_said and is_under_its_lead(item.head, item.alone, provisions):
        return alone
    if found.is_open and item.as_row != item.bare:
        found = again(item.as_row)
    if found.is_open and is_said and carry_the_head(alone.units, item.head):
        return alone
    # A head adds words; what has the item's own speaks of nothing else.
    return replace(found, is_elsewhere=found.is_elsewhere and alone.is_elsewhere)


def under_its_lead(statement: str, found: EvidenceFinding, above: str) -> EvidenceFinding:
    """The finding, unless the statement is an item of its evidence and `above`, the line that it stands under, is not its lead."""
    if found.verdict is not Verdict.SUPPORTED:
        return found
    provisions = [(unit.source.title, unit.text) for unit in found.units]
    if not is_without_its_lead(statement, provisions, above):
        return found
    return EvidenceFinding(Verdict.NOT_IN_CONTEXT, found.units, (_WITHOUT_LEAD,), lacks_lead=True)


def carriers(
    statement: str, cited: Sequence[Sequence[SourceUnit]], *, item: HeadedItem
) -> list[EvidenceFinding]:
    """What each of several citations makes of a statement by itself; where none carries it, those that do together."""

    def of(units: Sequence[SourceUnit]) -> EvidenceFinding:
        found = check(statement, units, bare=item.bare)
        return check_item(item, found, lambda said: check(said, units, bare=said))

    alone = [of(units) for units in cited]
    if len(cited) < 2 or any(one.verdict is Verdict.SUPPORTED for one in alone):
        return alone
    together = of([unit for units in cited for unit in units])
    if together.verdict is not Verdict.SUPPORTED:
        return alone
    return [
        together if any(unit in together.units for unit in units) else found
        for units, found in zip(cited, alone, strict=True)
    ]


def open_differences(
    statement: str, units: Sequence[SourceUnit], *, question: str = ""
) -> tuple[ProofReason, ...] | None:
    """The differences that leave a statement open; None where it is not open, or cannot be compared."""
    if not units or is_foreign(statement):
        return None
    proof = _proof(statement, units[:MOST_UNITS], Surroundings(question, ""))
    return proof.reasons if proof.outcome is Outcome.OPEN else None


def refusal_is_right(refusal: str, question: str, sources: Sequence[Source]) -> bool:
    """Whether the sources do not answer the question, as a refusal says."""
    return check_claim(
        refusal, [source.as_provision() for source in sources], question=question or None
    ).supported


def _held_against(
    statement: str, units: Sequence[SourceUnit], asked: Surroundings
) -> EvidenceFinding:
    units = units[:MOST_UNITS]
    words = framed_quotation(statement, _titles(units)) or statement
    copied = next((unit for unit in units if repeats_provision(words, unit.text)), None)
    if copied is not None:
        place = _at_its_part(words, copied, lambda part: repeats_provision(words, part.text))
        return EvidenceFinding(Verdict.SUPPORTED, (place,), method=ConfirmedBy.COPY)
    if not units:
        return EvidenceFinding(Verdict.NOT_CHECKED, reasons=(_NO_PROVISION,))
    if is_foreign(statement):
        return _foreign(statement, units)
    proof = _proof(statement, units, asked)
    if proof.outcome is Outcome.PROVED:
        return _proved(statement, units, _carrying(statement, units, asked, proof), asked)
    against = () if proof.evidence_index is None else (units[proof.evidence_index],)
    if proof.outcome is Outcome.REFUTED:
        facts = facts_in_words(_literal(proof.reasons, statement, units))
        return EvidenceFinding(Verdict.CONTRADICTED, against, facts, ConfirmedBy.PROOF)
    is_near = any(share_of_words(statement, unit) >= _NEAR for unit in units)
    reasons = not_met(_open_parts(proof.reasons, statement, units)) or (_NOT_FOUND,)
    return EvidenceFinding(Verdict.NOT_IN_CONTEXT, against, reasons, is_elsewhere=not is_near)


def _proved(
    statement: str,
    units: Sequence[SourceUnit],
    carrying: tuple[SourceUnit, ...],
    asked: Surroundings,
) -> EvidenceFinding:
    reason = unseen_by_proof(statement, units, carrying, asked)
    if reason:
        return EvidenceFinding(Verdict.NOT_IN_CONTEXT, carrying, (reason,))
    return EvidenceFinding(Verdict.SUPPORTED, carrying, method=ConfirmedBy.PROOF)


def _said_otherwise(
    statement: str, own: Sequence[SourceUnit], asked: Surroundings
) -> EvidenceFinding | None:
    """What is found where its own evidence says one thing of it otherwise: who else says so speaks of another matter."""
    for unit in own:
        if share_of_words(statement, unit) < _NEAR:
            continue
        if words := departs_from(statement, unit.text, asked.known):
            return EvidenceFinding(Verdict.NOT_IN_CONTEXT, (unit,), (f"{DEPARTS}: ‘{words}’",))
    return None


def facts_in_words(reasons: Sequence[ProofReason]) -> tuple[str, ...]:
    """The facts that speak against a sentence, each with the words of both sides."""
    facts = [one for one in reasons if one.kind not in _NO_FACTS] or reasons
    return tuple(dict.fromkeys(filter(None, map(in_words, facts))))


def _literal(
    reasons: Sequence[ProofReason], statement: str, units: Sequence[SourceUnit]
) -> list[ProofReason]:
    """The differences with no words but those that stand in the sentence and in the provisions, spaces and brackets aside.

    A proof compares what it has read, 제한을 받지 않는 것으로 됨 for 제한에서 제외됨: nobody wrote that.
    """
    given = "\n".join(f"{unit.source.title}\n{unit.text}" for unit in units)
    return [
        replace(
            one,
            claim_span=_quoted(one.claim_span, statement),
            evidence_span=_quoted(one.evidence_span, given),
        )
        for one in reasons
    ]


def _open_parts(
    reasons: Sequence[ProofReason], statement: str, units: Sequence[SourceUnit]
) -> list[ProofReason]:
    """The same of an open sentence, of which nothing is said to be missing that stands in it."""
    return [
        one
        for read, one in zip(reasons, _literal(reasons, statement, units), strict=True)
        if one.claim_span or not (read.claim_span.strip() or _has(statement, one.evidence_span))
    ]


def _quoted(words: str, text: str) -> str:
    """Words as they stand in a text, a verb to its end: 5년까지 가능하다, of which a proof has read 5년까지 가능하."""
    if not _has(text, words):
        return ""
    end = text.find(words) + len(words)
    is_cut = end >= len(words) and words.endswith(_STEMS)
    return words + _REST_OF_WORD.match(text, end)[0] if is_cut else words  # type: ignore[index]


def _has(text: str, words: str) -> bool:
    """Whether words stand in a text: 3년을 초과할 in 3년(6학기)을 초과할 수 없다."""
    return any(
        "".join(words.split()) in "".join(one.split()) for one in (text, _BRACKETS.sub("", text))
    )


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
    """Another language proves nothing; its figures, dates and polarity speak against it beside the words given for it."""
    quoted = [unit for unit in units if unit.words]
    different = translated_otherwise(statement, quoted)
    if different:
        return EvidenceFinding(
            Verdict.CONTRADICTED, (quoted[0],), facts_in_words(different), ConfirmedBy.PROOF
        )
    return EvidenceFinding(
        Verdict.NOT_CHECKED,
        tuple(quoted[:1]),
        ("한국어 문장이 아니어서 조문과 대조하지 못했습니다.",),
    )


def translated_otherwise(statement: str, units: Sequence[SourceUnit]) -> tuple[ProofReason, ...]:
    """What a sentence in another language says otherwise than the quoted words of provisions; nothing of a Korean one."""
    words = [quoted for unit in units for quoted in unit.words]
    if not words or not is_foreign(statement):
        return ()
    return translation_differences(statement, words, context="\n".join(unit.text for unit in units))


def _carrying(
    statement: str, units: Sequence[SourceUnit], asked: Surroundings, proof: Proof
) -> tuple[SourceUnit, ...]:
    """The unit that proves the statement by itself, at its part that does, else those that the others cannot do without."""

    def is_proved(some: Sequence[SourceUnit]) -> bool:
        return _proof(statement, some, asked).outcome is Outcome.PROVED

    first = units[proof.evidence_index or 0]
    for unit in (first, *units):
        if is_proved([unit]):
            return (_at_its_part(statement, unit, lambda part: is_proved([part])),)
    kept = list(units)
    for unit in units:
        others = [one for one in kept if one is not unit]
        if is_proved(others):
            kept = others
    return tuple(kept)


def _at_its_part(
    statement: str, unit: SourceUnit, carries: Callable[[SourceUnit], bool]
) -> SourceUnit:
    """The unit at the 호 or 목, or the row of a table, without which it does not carry the statement and with which, under its lead, it does."""
    unit = replace(unit, part_key="")
    part, row = best_part(statement, unit), best_row(statement, unit)
    if part is not None and carries(replace(unit, text=unit.text_with(part))):
        is_needed = not carries(replace(unit, text=unit.text_without(part)))
        return replace(unit, part_key=part.locator_key if is_needed else "")
    if row and carries(replace(unit, text=unit.text_at_row(row))):
        is_needed = not carries(replace(unit, text=unit.text_without_row(row)))
        return replace(unit, row=row if is_needed else "")
    return unit


def _proof(statement: str, units: Sequence[SourceUnit], asked: Surroundings) -> Proof:
    texts = [unit.text for unit in units]
    return prove(
        statement, texts, question=asked.question, title=_titles(units), before=asked.before
    )


def _titles(units: Sequence[SourceUnit]) -> list[str]:
    return [f"{unit.source.regulation_title} {unit.source.title}" for unit in units]
