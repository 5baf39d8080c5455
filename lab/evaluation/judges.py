"""Who judges a labelled claim: the rules alone, the model alone, or both; the gate, which confirms; and their verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from lab.evaluation.registry import EvaluationTable, Row
from verification.checking.by_verifier import SURE, verifier_score
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
from verification.grounding.claim_rows import provision_read
from verification.grounding.language.alignment import default_lexicon
from verification.grounding.language.premises import premise_of
from verification.grounding.language.reading import read_claim

_HALF = 0.5
_GATE_FIGURES = (
    "confirmed: precision",
    "confirmed: recall",
    "right ones called contradicted",
)
_GATE_COLUMNS = ("claims", "right", "confirmed", "wrong", "confirmed wrongly", "precision", "recall", "right contradicted")  # fmt: skip
_SCORES = (0.80, 0.85, 0.90, 0.92, 0.93, 0.94, 0.95, 0.96, 0.97)


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
    """A labelled claim with what the portal's gate says of it: confirmed is what it calls supported.

    `score` is that of the verifier where it was heard.
    """

    is_faithful: bool
    source: str
    fault: str
    verdict: Verdict
    score: float | None = None


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


def gate_figures(gated: Sequence[GatedExample]) -> dict[str, float]:
    """How far "confirmed" may be trusted, how much of what is right it reaches, and how often that is called wrong."""
    row = _gate_row("", gated)
    return dict(zip(_GATE_FIGURES, (float(value) for value in row[-3:]), strict=True))


def gate_rows(gated: Sequence[GatedExample]) -> tuple[tuple[str | float, ...], ...]:
    """The gate's figures in all, by source and by fault."""
    groups: dict[str, list[GatedExample]] = {"all": list(gated)}
    for item in sorted(gated, key=lambda item: (item.source, item.fault)):
        if item.source:
            groups.setdefault(f"source: {item.source}", []).append(item)
    for item in sorted(gated, key=lambda item: item.fault):
        groups.setdefault(f"fault: {item.fault}", []).append(item)
    return tuple(_gate_row(name, items) for name, items in groups.items())


def _gate_row(name: str, items: Sequence[GatedExample]) -> tuple[str | float, ...]:
    faithful = [item.verdict for item in items if item.is_faithful]
    others = [item.verdict for item in items if not item.is_faithful]
    right, wrong = faithful.count(Verdict.SUPPORTED), others.count(Verdict.SUPPORTED)
    refuted = faithful.count(Verdict.CONTRADICTED)
    shares = (right, right + wrong), (right, len(faithful)), (refuted, len(faithful))
    return (name, len(faithful), right, len(others), wrong, *(ratio(*share) for share in shares))


def gate_tables(gated: Sequence[GatedExample]) -> tuple[EvaluationTable, ...]:
    """What the gate confirms, and what it would confirm of what the proof leaves open at other scores of the verifier."""
    return (
        EvaluationTable("confirmed by the gate", _GATE_COLUMNS, gate_rows(gated)),
        EvaluationTable(
            f"left open by the proof, by the verifier's score (sure from {SURE})",
            ("score", "right", "wrong"),
            sure_rows(gated),
        ),
    )


def sure_rows(gated: Sequence[GatedExample]) -> tuple[tuple[str | float, ...], ...]:
    """How many right and wrong claims have so high a score, of those on which the verifier is heard."""
    heard = [(item.score, item.is_faithful) for item in gated if item.score is not None]
    return tuple(
        (
            f"{least:.2f}",
            sum(right for score, right in heard if score >= least),
            sum(not right for score, right in heard if score >= least),
        )
        for least in (0.0, *_SCORES)
    )


def _gated(row: Row) -> GatedExample:
    units = [_unit(provision_read(entry)) for entry in row["context"]]
    question = row.get("question") or ""
    found = check(row["claim"], units, question=question)
    score = verifier_score(row["claim"], units, question=question) if found.is_open else None
    is_faithful = row["label"] == GroundingLabel.SUPPORTED
    fault = "faithful" if is_faithful else row.get("fault") or "?"
    verdict = Verdict.SUPPORTED if (score or 0) >= SURE else found.verdict
    return GatedExample(is_faithful, row.get("source") or "", fault, verdict, score)


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


def ratio(part: float, whole: float) -> float:
    """A share; 0 of nothing is 0."""
    return part / whole if whole else 0.0
