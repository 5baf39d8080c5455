"""Who judges a labelled claim: the rules alone, the model alone, or both; the gate, which confirms; and their verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from lab.evaluation.registry import Row
from verification.checking.by_verifier import confirmed_by_verifier
from verification.checking.claim_rows import provision_read
from verification.checking.engine import check
from verification.checking.entailment import entailment_scores
from verification.checking.values import Source, SourceUnit
from verification.citations.states import Verdict
from verification.grounding import (
    EntailmentScores,
    GroundingLabel,
    GroundingProvision,
    GroundingResult,
    check_claim,
)
from verification.grounding.language.alignment import default_lexicon
from verification.grounding.language.premises import premise_of
from verification.grounding.language.reading import read_claim

_HALF = 0.5


@dataclass(frozen=True, slots=True)
class JudgedExample:
    """A labelled claim with the verdict on it."""

    label: str
    fault: str
    is_refusal: bool
    result: GroundingResult
    line: str

    @property
    def kind(self) -> str:
        """The kind of fault, or that there is none."""
        if self.label != GroundingLabel.SUPPORTED:
            return self.fault or "?"
        return "refusal" if self.is_refusal else "faithful"

    @property
    def is_right(self) -> bool:
        """Whether what is faithful was accepted, and everything else was not."""
        return self.result.supported == (self.label == GroundingLabel.SUPPORTED)


@dataclass(frozen=True, slots=True)
class GatedExample:
    """A labelled claim with what the portal's gate says of it: confirmed is what it calls supported."""

    is_faithful: bool
    source: str
    fault: str
    verdict: Verdict


Judge = Callable[[Row, Sequence[GroundingProvision]], GroundingResult | None]


def by_judge(rows: Sequence[Row]) -> dict[str, list[JudgedExample]]:
    """The verdicts of every judge that can be asked; the last is what the portal does.

    Where there is no sound model, the rules are the only judge, and the portal's.
    """
    found: dict[str, list[JudgedExample]] = {}
    for name, judge in _JUDGES.items():
        verdicts = [_judged(row, judge) for row in rows]
        if any(verdict is not None for verdict in verdicts):
            found[name] = [verdict for verdict in verdicts if verdict is not None]
    if "model" not in found:
        del found["both"]
    return found


def by_gate(rows: Sequence[Row]) -> list[GatedExample]:
    """What the gate says of every claim; a refusal states nothing that it could confirm."""
    return [_gated(row) for row in rows if not row.get("claim_is_refusal")]


def _gated(row: Row) -> GatedExample:
    units = [_unit(provision_read(entry)) for entry in row["context"]]
    question = row.get("question") or ""
    found = check(row["claim"], units, question=question)
    is_sure = found.is_open and confirmed_by_verifier(row["claim"], units, question=question)
    is_faithful = row["label"] == GroundingLabel.SUPPORTED
    fault = "faithful" if is_faithful else row.get("fault") or "?"
    verdict = Verdict.SUPPORTED if is_sure else found.verdict
    return GatedExample(is_faithful, row.get("source") or "", fault, verdict)


def _unit(provision: GroundingProvision) -> SourceUnit:
    source = Source.text_only(
        number=1,
        regulation_title=provision.regulation,
        locator_key="",
        title=provision.title or "",
        text=provision.text,
    )
    return SourceUnit(source, "", provision.text)


def _judged(row: Row, judge: Judge) -> JudgedExample | None:
    result = judge(row, [provision_read(entry) for entry in row["context"]])
    if result is None:
        return None
    return JudgedExample(
        label=row["label"],
        fault=row.get("fault") or "",
        is_refusal=bool(row.get("claim_is_refusal")),
        result=result,
        line=f"{row.get('id')} {row['claim']}",
    )


def _by_rules(row: Row, provisions: Sequence[GroundingProvision]) -> GroundingResult:
    return check_claim(row["claim"], provisions, question=row.get("question") or None)


def _by_both(row: Row, provisions: Sequence[GroundingProvision]) -> GroundingResult:
    question = row.get("question") or None
    return check_claim(row["claim"], provisions, question=question, entailment=entailment_scores)


def _by_model(row: Row, provisions: Sequence[GroundingProvision]) -> GroundingResult | None:
    """The model without copies, vetoes or refusals; it has no opinion of other languages."""
    claim = row["claim"]
    if row.get("claim_is_refusal") and row.get("question"):
        # A refusal means nothing without the question that it answers; so the model learned it.
        claim = f"{row['question']} {claim}"
    heard = entailment_scores(claim, [premise_of(read_claim(claim, provisions, default_lexicon()))])
    return None if heard is None else GroundingResult(_label(heard), heard.supported)


def _label(heard: EntailmentScores) -> GroundingLabel:
    if heard.supported >= _HALF:
        return GroundingLabel.SUPPORTED
    return (
        GroundingLabel.NOT_IN_CONTEXT
        if heard.absent > heard.contradicted
        else GroundingLabel.CONTRADICTED
    )


_JUDGES: Mapping[str, Judge] = {"rules": _by_rules, "model": _by_model, "both": _by_both}
