"""Two volumes of one rulebook against each other, without the database: which regulations differ, and in what.

A regulation is found again by title and number, then by its title, then by its number where titles or texts are alike: a
renamed regulation is one regulation.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any

from regulations.reading.comparison import compare_parsed
from regulations.text.diffing import ChangeCounts, ChangeKind, Region, VersionComparison
from regulations.text.locators import normalize_name
from regulations.text.parser import ParsedRegulation

# Two texts under one number are one regulation when their titles, or their articles, agree this far.
_ALIKE_TITLE = 0.6
_ALIKE_TEXT = 0.5


class RegulationChange(StrEnum):
    """What became of a regulation from one volume to the next."""

    UNCHANGED = "unchanged"
    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"
    REPEALED = "repealed"


@dataclass(frozen=True, slots=True)
class RegulationPair:
    """One regulation in both volumes, or in one of them."""

    change: RegulationChange
    before: ParsedRegulation | None
    after: ParsedRegulation | None
    comparison: VersionComparison | None = None

    @property
    def title(self) -> str:
        """The present title, or the last one."""
        present = self.after or self.before
        return present.title if present else ""

    @property
    def code(self) -> str:
        """The present number, or the last one."""
        present = self.after or self.before
        return present.head.code if present else ""

    @property
    def needs_date(self) -> bool:
        """Whether the text differs and the day of enforcement does not: it cannot follow the former text in time."""
        if self.change is not RegulationChange.CHANGED or not (self.before and self.after):
            return False
        return self.before.enforcement_date == self.after.enforcement_date

    def differing(self, change: ChangeKind, region: Region = Region.ARTICLES) -> list[str]:
        """Labels of the articles that became this, each as the newer of the texts numbers it."""
        if self.comparison is None:
            return []
        return [
            (entry.after or entry.before).label  # type: ignore[union-attr]
            for entry in self.comparison.entries
            if entry.region is region and entry.change is change
        ]

    def to_json(self) -> dict[str, Any]:
        """The pair as JSON values."""
        counts = self.comparison.counts if self.comparison else ChangeCounts()
        return {
            "title": self.title,
            "former_title": self.before.title if self.before and self.is_renamed else None,
            "code": self.code,
            "change": self.change.value,
            "needs_date": self.needs_date,
            "enforcement_date": _iso(self.after.enforcement_date if self.after else None),
            "articles": {
                change.lower(): {
                    "count": getattr(counts, change.lower()),
                    "labels": [] if change is ChangeKind.UNCHANGED else self.differing(change),
                }
                for change in ChangeKind
            },
            "addenda_differing": self._differing(Region.ADDENDA),
            "attachments_differing": self._differing(Region.ATTACHMENTS),
        }

    @property
    def is_renamed(self) -> bool:
        """Whether the regulation has another title now."""
        both = self.before is not None and self.after is not None
        return both and normalize_name(self.before.title) != normalize_name(self.after.title)  # type: ignore[union-attr]

    def _differing(self, region: Region) -> int:
        return self.comparison.counts_of(region).differing if self.comparison else 0


@dataclass(frozen=True, slots=True)
class EditionComparison:
    """All regulations of both volumes in the order of the newer one; what is gone comes last."""

    pairs: tuple[RegulationPair, ...]

    @property
    def regulations(self) -> dict[str, int]:
        """How many regulations became what."""
        found = Counter(pair.change for pair in self.pairs)
        return {change.value: found[change] for change in RegulationChange}

    @property
    def articles(self) -> dict[str, int]:
        """How many articles of the main texts became what, those of whole regulations among them."""
        total: Counter[str] = Counter()
        for pair in self.pairs:
            if pair.comparison is not None:
                counts = pair.comparison.counts
                total.update(
                    {change.lower(): getattr(counts, change.lower()) for change in ChangeKind}
                )
        return {change.lower(): total[change.lower()] for change in ChangeKind}

    def to_json(self) -> dict[str, Any]:
        """The comparison as JSON values; regulations that did not change are only counted."""
        return {
            "regulations": self.regulations,
            "articles": self.articles,
            "without_new_date": [pair.title for pair in self.pairs if pair.needs_date],
            "differing": [
                pair.to_json()
                for pair in self.pairs
                if pair.change is not RegulationChange.UNCHANGED
            ],
        }


def editions_compare(
    before: Sequence[ParsedRegulation], after: Sequence[ParsedRegulation]
) -> EditionComparison:
    """Compare two volumes."""
    found = _matched(before, after)
    pairs = [
        _pair(before[found[j]] if j in found else None, regulation)
        for j, regulation in enumerate(after)
    ]
    kept = set(found.values())
    pairs += [_pair(regulation, None) for i, regulation in enumerate(before) if i not in kept]
    return EditionComparison(tuple(pairs))


def _pair(before: ParsedRegulation | None, after: ParsedRegulation | None) -> RegulationPair:
    if after is None or _is_gone(after):
        was_gone = before is None or _is_gone(before)
        if was_gone:
            return RegulationPair(RegulationChange.UNCHANGED, before, after)
        gone = RegulationChange.REMOVED if after is None else RegulationChange.REPEALED
        return RegulationPair(gone, before, after)
    if before is None or _is_gone(before):
        return RegulationPair(RegulationChange.ADDED, before, after, compare_parsed(None, after))
    comparison = compare_parsed(before, after)
    same = comparison.is_same and normalize_name(before.title) == normalize_name(after.title)
    change = RegulationChange.UNCHANGED if same else RegulationChange.CHANGED
    return RegulationPair(change, before, after, comparison)


def _is_gone(regulation: ParsedRegulation) -> bool:
    return regulation.is_repealed and not regulation.articles


def _matched(
    before: Sequence[ParsedRegulation], after: Sequence[ParsedRegulation]
) -> dict[int, int]:
    """Return for positions in the newer volume those in the older one."""
    found: dict[int, int] = {}
    keys: list[Callable[[ParsedRegulation], tuple[str, ...]]] = [
        lambda one: (normalize_name(one.title), one.head.code),
        lambda one: (normalize_name(one.title),),
    ]
    for key in keys:
        old = _alone(before, key, set(found.values()))
        new = _alone(after, key, set(found))
        found |= {new[name]: old[name] for name in old.keys() & new.keys()}
    by_code = _alone(before, lambda one: (one.head.code,), set(found.values()))
    for (code,), j in _alone(after, lambda one: (one.head.code,), set(found)).items():
        i = by_code.get((code,))
        if code and i is not None and _is_renamed_one(before[i], after[j]):
            found[j] = i
    return found


def _is_renamed_one(before: ParsedRegulation, after: ParsedRegulation) -> bool:
    titles = SequenceMatcher(None, normalize_name(before.title), normalize_name(after.title))
    return titles.ratio() >= _ALIKE_TITLE or _share_in_common(before, after) >= _ALIKE_TEXT


def _alone(
    regulations: Sequence[ParsedRegulation],
    key: Callable[[ParsedRegulation], tuple[str, ...]],
    taken: set[int],
) -> dict[tuple[str, ...], int]:
    """What bears a key alone among those not taken."""
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, regulation in enumerate(regulations):
        if place not in taken:
            places[key(regulation)].append(place)
    return {name: found[0] for name, found in places.items() if len(found) == 1}


def _share_in_common(before: ParsedRegulation, after: ParsedRegulation) -> float:
    counts = compare_parsed(before, after).counts
    kept = counts.unchanged + counts.renumbered + counts.changed / 2
    return kept / max(len(before.articles), len(after.articles), 1)


def lines_of(comparison: EditionComparison) -> Iterator[str]:
    """The comparison in sentences for a person (in Korean)."""
    yield "규정: " + _counted(comparison.regulations, _REGULATION_WORDS)
    yield "조: " + _counted(comparison.articles, _ARTICLE_WORDS)
    for pair in comparison.pairs:
        if pair.change is not RegulationChange.UNCHANGED:
            yield f"- {pair.title} {pair.code}{_details(pair)}"
    undated = [pair.title for pair in comparison.pairs if pair.needs_date]
    if undated:
        yield f"본문이 바뀌었지만 시행일이 그대로인 규정 {len(undated)}개: {', '.join(undated)}"


_REGULATION_WORDS = {
    "unchanged": "그대로",
    "changed": "바뀜",
    "added": "새로 생김",
    "removed": "없어짐",
    "repealed": "폐지",
}
_ARTICLE_WORDS = {
    "unchanged": "그대로",
    "changed": "변경",
    "added": "신설",
    "removed": "없어짐",
    "deleted": "삭제",
    "renumbered": "번호만 바뀜",
}


def _counted(counts: dict[str, int], words: dict[str, str]) -> str:
    return ", ".join(f"{words[name]} {count}" for name, count in counts.items())


def _details(pair: RegulationPair) -> str:
    renamed = f" (앞 이름 {pair.before.title})" if pair.is_renamed and pair.before else ""
    said = f"{renamed}: {_REGULATION_WORDS[pair.change]}"
    if pair.change is not RegulationChange.CHANGED:
        return said
    parts = [
        f"{_ARTICLE_WORDS[change.lower()]} {', '.join(labels)}"
        for change in ChangeKind
        if change is not ChangeKind.UNCHANGED and (labels := pair.differing(change))
    ]
    for region, word in ((Region.ADDENDA, "부칙"), (Region.ATTACHMENTS, "별표·서식")):
        if pair.comparison and (count := pair.comparison.counts_of(region).differing):
            parts.append(f"{word} {count}곳")
    return f"{said} — {'; '.join(parts)}" if parts else said


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None
