"""A claim beside its evidence for people: the words that differ marked in both, each with what kind of fact it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from verification.grounding.differences import DifferencePlace, differences
from verification.grounding.results import ReasonKind

_LABELS = {
    ReasonKind.NUMBER: _("수치"),
    ReasonKind.UNIT: _("단위"),
    ReasonKind.DATE: _("날짜·기간"),
    ReasonKind.COMPARATOR: _("한도"),
    ReasonKind.POLARITY: _("긍정·부정"),
    ReasonKind.MODALITY: _("의무·허용"),
    ReasonKind.SUBJECT: _("주체"),
}


@dataclass(frozen=True)
class LabelledRun:
    """A piece of a text; `label` says which fact differs in it, and is empty where none does."""

    text: str
    label: str = ""


@dataclass(frozen=True)
class DifferingFact:
    """A fact in words: what the answer says and what the provision says, empty where it says nothing of the kind."""

    label: str
    claimed: str
    given: str


@dataclass(frozen=True)
class ComparedTexts:
    """Both texts cut into runs, and their differences as a list."""

    claim: tuple[LabelledRun, ...]
    evidence: tuple[LabelledRun, ...]
    facts: tuple[DifferingFact, ...]


def compare(claim: str, evidence: str) -> ComparedTexts:
    """Lay a claim beside its evidence."""
    found = differences(claim, evidence)
    labels = [str(_LABELS.get(one.kind, "")) for one in found]
    return ComparedTexts(
        claim=_runs(claim, zip((one.claimed for one in found), labels, strict=True)),
        evidence=_runs(evidence, zip((one.given for one in found), labels, strict=True)),
        facts=tuple(
            DifferingFact(label, _words(one.claimed), _words(one.given))
            for one, label in zip(found, labels, strict=True)
        ),
    )


def _words(place: DifferencePlace | None) -> str:
    return place.text if place else ""


def _runs(
    text: str, marked: Iterable[tuple[DifferencePlace | None, str]]
) -> tuple[LabelledRun, ...]:
    return tuple(run for run in _cut(text, marked) if run.text)


def _cut(text: str, marked: Iterable[tuple[DifferencePlace | None, str]]) -> Iterator[LabelledRun]:
    at = 0
    places = [(place, label) for place, label in marked if place is not None]
    for place, label in sorted(places, key=lambda row: row[0].start):
        yield LabelledRun(text[at : place.start])
        yield LabelledRun(text[place.start : place.end], label)
        at = place.end
    yield LabelledRun(text[at:])
