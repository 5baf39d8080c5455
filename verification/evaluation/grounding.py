"""`evaluate grounding [FILE]`: verdicts against a labelled file; without one, over sentences of the corpus with one fact changed."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone

from regulations.evaluation.registry import Kind, Plot, Report, Row, Table
from verification.claim_rows import provision_read
from verification.entailment import opinion_of
from verification.evaluation.rulebook_claims import RulebookClaim, rulebook_claims
from verification.grounding import GroundingResult, Label, ReasonKind, check_claim

_STEPS = 10
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


@dataclass(frozen=True, slots=True)
class _Judged:
    """A labelled claim with the verdict on it."""

    label: str
    fault: str
    is_refusal: bool
    result: GroundingResult
    line: str

    @property
    def kind(self) -> str:
        """The kind of fault, or that there is none."""
        if self.label != Label.SUPPORTED:
            return self.fault or "?"
        return "refusal" if self.is_refusal else "faithful"

    @property
    def is_right(self) -> bool:
        """Whether what is faithful was accepted, and everything else was not."""
        return self.result.supported == (self.label == Label.SUPPORTED)

    @property
    def is_named(self) -> bool:
        """Whether one of the reasons names the fault."""
        return any(reason.kind in _REASONS.get(self.fault, ()) for reason in self.result.reasons)


def measure(rows: Sequence[Row], options: Mapping[str, Any]) -> Report:
    """Measure labelled claims where there are any, else the sentences of the corpus."""
    if rows:
        return measure_labelled(rows)
    claims = rulebook_claims(
        as_of=options.get("as_of") or timezone.localdate(), limit=options.get("limit")
    )
    return measure_rulebook(claims)


def measure_labelled(rows: Sequence[Row]) -> Report:
    """Precision, recall and F1 of each label; each kind of fault; how much a score is worth."""
    judged = [_judged(row) for row in rows]
    pairs = Counter((item.label, item.result.label.value) for item in judged)
    labels = _label_rows(pairs)
    faithful = [item for item in judged if item.label == Label.SUPPORTED]
    others = [item for item in judged if item.label != Label.SUPPORTED]
    accepted = _share(faithful, lambda item: item.is_right)
    detected = _share(others, lambda item: item.is_right)
    return Report(
        kind="grounding",
        count=len(judged),
        figures={
            "accepted when faithful": accepted,
            "detected when not": detected,
            "balanced accuracy": (accepted + detected) / 2,
            "macro-F1": sum(float(row[-1]) for row in labels) / len(labels),
        },
        tables=(
            Table("labels", ("label", "claims", "precision", "recall", "F1"), labels),
            Table("confusion", ("labelled", *(str(label) for label in Label)), _confusion(pairs)),
            Table(
                "kinds",
                ("kind", "claims", "right", "share", "named as this", "precision of the name"),
                _kind_rows(judged),
            ),
        ),
        misses=tuple(_miss(item) for item in judged if not item.is_right),
        plots=(_calibration(judged),),
    )


def measure_rulebook(claims: Iterable[RulebookClaim]) -> Report:
    """How many sentences are accepted as they stand, and how many with one fact changed."""
    cases: Counter[str] = Counter()
    accepted: Counter[str] = Counter()
    misses = []
    for claim in claims:
        result = check_claim(claim.claim, claim.context, entailment=opinion_of)
        cases[claim.kind] += 1
        accepted[claim.kind] += result.supported
        if result.supported != claim.is_faithful:
            reasons = "; ".join(reason.text for reason in result.reasons)
            misses.append(f"{claim.kind}: {claim.claim} ({result.score:.2f} {reasons})")
    shares = {kind: accepted[kind] / count for kind, count in cases.items()}
    return Report(
        kind="grounding",
        count=cases.total(),
        figures={f"accepted: {kind}": share for kind, share in shares.items()},
        tables=(
            Table(
                "sentences of the corpus",
                ("kind", "claims", "accepted", "share"),
                tuple((kind, cases[kind], accepted[kind], shares[kind]) for kind in cases),
            ),
        ),
        misses=tuple(misses),
    )


def _judged(row: Row) -> _Judged:
    result = check_claim(
        row["claim"],
        [provision_read(entry) for entry in row["context"]],
        question=row.get("question") or None,
        entailment=opinion_of,
    )
    return _Judged(
        label=row["label"],
        fault=row.get("fault") or "",
        is_refusal=bool(row.get("claim_is_refusal")),
        result=result,
        line=f"{row.get('id')} {row['claim']}",
    )


def _label_rows(pairs: Counter[tuple[str, str]]) -> tuple[tuple[str | float, ...], ...]:
    rows = []
    for label in Label:
        right = pairs[label, label]
        labelled = sum(count for (given, _said), count in pairs.items() if given == label)
        said = sum(count for (_given, said), count in pairs.items() if said == label)
        precision, recall, both = _ratio(right, said), _ratio(right, labelled), labelled + said
        rows.append((str(label), labelled, precision, recall, _ratio(2 * right, both)))
    return tuple(rows)


def _confusion(pairs: Counter[tuple[str, str]]) -> tuple[tuple[str | float, ...], ...]:
    return tuple((str(given), *(pairs[given, said] for said in Label)) for given in Label)


def _kind_rows(judged: Sequence[_Judged]) -> tuple[tuple[str | float, ...], ...]:
    kinds: dict[str, list[_Judged]] = defaultdict(list)
    for item in judged:
        kinds[item.kind].append(item)
    rows: list[tuple[str | float, ...]] = []
    for kind, items in sorted(kinds.items()):
        right = sum(item.is_right for item in items)
        row: tuple[str | float, ...] = (kind, len(items), right, right / len(items))
        if kind not in _REASONS:
            rows.append((*row, "", ""))
            continue
        named = sum(item.is_named and item.is_right for item in items)
        naming = sum(_names(item, kind) for item in judged if not item.result.supported)
        rows.append((*row, named / len(items), _ratio(named, naming)))
    return tuple(rows)


def _names(item: _Judged, kind: str) -> bool:
    return any(reason.kind in _REASONS[kind] for reason in item.result.reasons)


def _calibration(judged: Sequence[_Judged]) -> Plot:
    """How many of the claims with a score are faithful: on the diagonal a score is a probability."""
    groups: dict[int, list[_Judged]] = defaultdict(list)
    for item in judged:
        groups[min(int(item.result.score * _STEPS), _STEPS - 1)].append(item)
    return Plot(
        "calibration",
        "score",
        "share of faithful claims",
        tuple(
            (
                sum(item.result.score for item in items) / len(items),
                _share(items, lambda item: item.label == Label.SUPPORTED),
                len(items),
            )
            for _group, items in sorted(groups.items())
        ),
    )


def _share(items: Sequence[_Judged], holds: Callable[[_Judged], bool]) -> float:
    return _ratio(sum(map(holds, items)), len(items))


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _miss(item: _Judged) -> str:
    reasons = "; ".join(reason.text for reason in item.result.reasons)
    return f"{item.kind}: {item.line}\n  → {item.result.label} {item.result.score:.2f} {reasons}"


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--as-of", type=date.fromisoformat, default=None)
    parser.add_argument("--limit", type=int, help="at most so many sentences of the corpus")


KIND = Kind(
    "grounding",
    "verdicts on labelled claims (with a file), or on sentences of the corpus with one fact changed (without)",
    measure,
    _arguments,
    needs_file=False,
)
