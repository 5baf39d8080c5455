"""`evaluate grounding [FILE]`: verdicts against a labelled file; without one, over sentences of the corpus with one fact changed."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from django.conf import settings
from django.utils import timezone

from lab.evaluation.judges import (
    JudgedExample,
    by_gate,
    by_judge,
    gate_figures,
    gate_tables,
    ratio,
)
from lab.evaluation.registry import (
    EvaluationBars,
    EvaluationKind,
    EvaluationPlot,
    EvaluationReport,
    EvaluationTable,
    Row,
)
from lab.evaluation.rulebook_claims import RulebookClaim, rulebook_claims
from lab.evaluation.written.claims import claims_of
from verification.checking.entailment import entailment_scores
from verification.grounding import GroundingLabel, ReasonKind, check_claim

_STEPS = 10
_CONFIDENCES = (0.5, 0.6, 0.7, 0.8, 0.9)
_CONFUSED = ("labelled", *(str(label) for label in GroundingLabel))
# Kinds of fault in labelled files, and the kind of reason that names them.
_REASONS: Mapping[str, frozenset[ReasonKind]] = {
    "number": frozenset({ReasonKind.NUMBER}),
    "unit": frozenset({ReasonKind.UNIT, ReasonKind.NUMBER}),
    "date": frozenset({ReasonKind.DATE, ReasonKind.NUMBER}),
    "comparator": frozenset({ReasonKind.COMPARATOR}),
    "polarity": frozenset({ReasonKind.POLARITY, ReasonKind.REFUSAL}),
    "modality": frozenset({ReasonKind.MODALITY}),
    "subject": frozenset({ReasonKind.SUBJECT}),
    "object": frozenset({ReasonKind.NUMBER, ReasonKind.SUBJECT}),
    "condition_dropped": frozenset({ReasonKind.CONDITION}),
    "proviso_omitted": frozenset({ReasonKind.EXCEPTION, ReasonKind.CONDITION}),
    "exception_reversed": frozenset({ReasonKind.EXCEPTION, ReasonKind.POLARITY}),
    "overgeneralised": frozenset({ReasonKind.GENERALITY, ReasonKind.CONDITION}),
    "list_incomplete_claimed_complete": frozenset({ReasonKind.ENUMERATION}),
    "wrong_article": frozenset({ReasonKind.OTHER_PROVISION}),
    "added_fact": frozenset({ReasonKind.ADDED_FACT, ReasonKind.NUMBER}),
    "added_contact": frozenset({ReasonKind.CONTACT}),
    "outside_knowledge": frozenset({ReasonKind.ADDED_FACT, ReasonKind.NUMBER}),
}


def measure(rows: Sequence[Row], options: Mapping[str, Any]) -> EvaluationReport:
    """Measure labelled claims, or those of labelled answers, where there are any, else the sentences of the corpus."""
    if rows:
        return measure_labelled(claims_of(rows))
    claims = rulebook_claims(
        as_of=options.get("as_of") or timezone.localdate(), limit=options.get("limit")
    )
    return measure_rulebook(claims)


def measure_labelled(rows: Sequence[Row]) -> EvaluationReport:
    """What the portal says of labelled claims, and beside it the rules and the model each alone."""
    voices = by_judge(rows)
    name, judged = list(voices.items())[-1]
    pairs = _pairs(judged)
    gated = by_gate(rows)
    figures = gate_figures(gated) | _figures(judged)
    for other, theirs in voices.items():
        if other != name:
            figures |= {f"{other}: {figure}": v for figure, v in _figures(theirs).items()}
    return EvaluationReport(
        kind="grounding",
        count=len(judged),
        figures=figures,
        tables=(
            EvaluationTable(
                "labels", ("label", "claims", "precision", "recall", "F1"), _label_rows(pairs)
            ),
            *(
                EvaluationTable(f"confusion, {voice}", _CONFUSED, _confusion(_pairs(theirs)))
                for voice, theirs in voices.items()
            ),
            EvaluationTable(
                f"verified from a confidence on, as shown {settings.CITATION_CONFIDENCE_THRESHOLD}",
                ("confidence", "of the faithful", "of the others", "precision"),
                _verified_rows(judged),
            ),
            *gate_tables(gated),
            EvaluationTable("right by kind", ("kind", "claims", *voices), _kinds_by_judge(voices)),
            EvaluationTable(
                "kinds",
                ("kind", "claims", "right", "share", "named as this", "precision of the name"),
                _kind_rows(judged),
            ),
        ),
        misses=tuple(_miss(item) for item in judged if not item.is_right),
        plots=tuple(_calibration(voice, theirs) for voice, theirs in voices.items()),
        bars=(_bars(voices),),
    )


def _figures(judged: Sequence[JudgedExample]) -> dict[str, float]:
    faithful = [item for item in judged if item.label == GroundingLabel.SUPPORTED]
    others = [item for item in judged if item.label != GroundingLabel.SUPPORTED]
    accepted = _share(faithful, lambda item: item.is_right)
    detected = _share(others, lambda item: item.is_right)
    labels = _label_rows(_pairs(judged))
    return {
        "accepted when faithful": accepted,
        "detected when not": detected,
        "called contradicted when faithful": _share(
            faithful, lambda item: item.result.label is GroundingLabel.CONTRADICTED
        ),
        "balanced accuracy": (accepted + detected) / 2,
        "macro-F1": sum(float(row[-1]) for row in labels) / len(labels),
        "calibration error": _calibration_error(judged),
    }


def _verified_rows(judged: Sequence[JudgedExample]) -> tuple[tuple[str | float, ...], ...]:
    """Which share of the claims is verified where a check must be so sure, and which of those is faithful."""
    faithful = [item for item in judged if item.label == GroundingLabel.SUPPORTED]
    others = [item for item in judged if item.label != GroundingLabel.SUPPORTED]
    rows = []
    for least in sorted({*_CONFIDENCES, settings.CITATION_CONFIDENCE_THRESHOLD}):
        right, wrong = (
            sum(item.result.supported and item.result.score >= least for item in items)
            for items in (faithful, others)
        )
        shares = ratio(right, len(faithful)), ratio(wrong, len(others))
        rows.append((f"{least:.2f}", *shares, ratio(right, right + wrong)))
    return tuple(rows)


def _pairs(judged: Iterable[JudgedExample]) -> Counter[tuple[str, str]]:
    return Counter((item.label, item.result.label.value) for item in judged)


def _calibration_error(judged: Sequence[JudgedExample]) -> float:
    """By how much the mean score of a tenth of the scale misses the share of faithful claims in it."""
    return sum(abs(score - share) * count for score, share, count in _steps(judged)) / max(
        1, len(judged)
    )


def _kinds_by_judge(
    voices: Mapping[str, Sequence[JudgedExample]],
) -> tuple[tuple[str | float, ...], ...]:
    rows: list[tuple[str | float, ...]] = []
    for kind in _kinds_of(voices):
        of_kind = [[item for item in judged if item.kind == kind] for judged in voices.values()]
        rights = (sum(item.is_right for item in items) for items in of_kind)
        rows.append((kind, max(map(len, of_kind)), *rights))
    return tuple(rows)


def _bars(voices: Mapping[str, Sequence[JudgedExample]]) -> EvaluationBars:
    return EvaluationBars(
        "right by kind: accepted when faithful, detected when not",
        tuple(voices),
        tuple(
            (
                kind,
                tuple(
                    _share(
                        [item for item in judged if item.kind == kind], lambda item: item.is_right
                    )
                    for judged in voices.values()
                ),
            )
            for kind in _kinds_of(voices)
        ),
    )


def _kinds_of(voices: Mapping[str, Sequence[JudgedExample]]) -> list[str]:
    return sorted({item.kind for judged in voices.values() for item in judged})


def measure_rulebook(claims: Iterable[RulebookClaim]) -> EvaluationReport:
    """How many sentences are accepted as they stand, and how many with one fact changed."""
    cases: Counter[str] = Counter()
    accepted: Counter[str] = Counter()
    misses = []
    for claim in claims:
        result = check_claim(claim.claim, claim.context, entailment=entailment_scores)
        cases[claim.kind] += 1
        accepted[claim.kind] += result.supported
        if result.supported != claim.is_faithful:
            reasons = "; ".join(reason.text for reason in result.reasons)
            misses.append(f"{claim.kind}: {claim.claim} ({result.score:.2f} {reasons})")
    shares = {kind: accepted[kind] / count for kind, count in cases.items()}
    return EvaluationReport(
        kind="grounding",
        count=cases.total(),
        figures={f"accepted: {kind}": share for kind, share in shares.items()},
        tables=(
            EvaluationTable(
                "sentences of the corpus",
                ("kind", "claims", "accepted", "share"),
                tuple((kind, cases[kind], accepted[kind], shares[kind]) for kind in cases),
            ),
        ),
        misses=tuple(misses),
    )


def _label_rows(pairs: Counter[tuple[str, str]]) -> tuple[tuple[str | float, ...], ...]:
    rows = []
    for label in GroundingLabel:
        right = pairs[label, label]
        labelled = sum(count for (given, _said), count in pairs.items() if given == label)
        said = sum(count for (_given, said), count in pairs.items() if said == label)
        precision, recall, both = ratio(right, said), ratio(right, labelled), labelled + said
        rows.append((str(label), labelled, precision, recall, ratio(2 * right, both)))
    return tuple(rows)


def _confusion(pairs: Counter[tuple[str, str]]) -> tuple[tuple[str | float, ...], ...]:
    return tuple(
        (str(given), *(pairs[given, said] for said in GroundingLabel)) for given in GroundingLabel
    )


def _kind_rows(judged: Sequence[JudgedExample]) -> tuple[tuple[str | float, ...], ...]:
    kinds: dict[str, list[JudgedExample]] = defaultdict(list)
    for item in judged:
        kinds[item.kind].append(item)
    rows: list[tuple[str | float, ...]] = []
    for kind, items in sorted(kinds.items()):
        right = sum(item.is_right for item in items)
        row: tuple[str | float, ...] = (kind, len(items), right, right / len(items))
        if kind not in _REASONS:
            rows.append((*row, "", ""))
            continue
        named = sum(_names(item, item.fault) and item.is_right for item in items)
        naming = sum(_names(item, kind) for item in judged if not item.result.supported)
        rows.append((*row, named / len(items), ratio(named, naming)))
    return tuple(rows)


def _names(item: JudgedExample, kind: str) -> bool:
    return any(reason.kind in _REASONS.get(kind, ()) for reason in item.result.reasons)


def _calibration(voice: str, judged: Sequence[JudgedExample]) -> EvaluationPlot:
    """How many of the claims with a score are faithful: on the diagonal a score is a probability."""
    return EvaluationPlot(
        f"calibration, {voice}", "score", "share of faithful claims", _steps(judged)
    )


def _steps(judged: Sequence[JudgedExample]) -> tuple[tuple[float, float, int], ...]:
    groups: dict[int, list[JudgedExample]] = defaultdict(list)
    for item in judged:
        groups[min(int(item.result.score * _STEPS), _STEPS - 1)].append(item)
    return tuple(
        (
            sum(item.result.score for item in items) / len(items),
            _share(items, lambda item: item.label == GroundingLabel.SUPPORTED),
            len(items),
        )
        for _group, items in sorted(groups.items())
    )


def _share(items: Sequence[JudgedExample], holds: Callable[[JudgedExample], bool]) -> float:
    return ratio(sum(map(holds, items)), len(items))


def _miss(item: JudgedExample) -> str:
    reasons = "; ".join(reason.text for reason in item.result.reasons)
    return f"{item.kind}: {item.line}\n  → {item.result.label} {item.result.score:.2f} {reasons}"


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--as-of", type=date.fromisoformat, default=None)
    parser.add_argument("--limit", type=int, help="at most so many sentences of the corpus")


KIND = EvaluationKind(
    "grounding",
    "verdicts on labelled claims (with a file), or on sentences of the corpus with one fact changed (without)",
    measure,
    _arguments,
    needs_file=False,
)
