"""What became of a regulation in a volume, and which one that is gone goes on under another title or number. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import StrEnum

from regulations.text.locators import normalize_name

# A title of which so much stayed, or a text of so many equal lines, is the same regulation where the number is the same.
_ALIKE_TITLE = 0.6
_ALIKE_TEXT = 0.5
# Where the number is another one, too, only the text speaks for it.
_SURE_TEXT = 0.7
_NUMBERS = re.compile(r"\d+|\D+")


class VolumeKind(StrEnum):
    """What became of a regulation from what is in force to the volume."""

    NEW = "new"
    AMENDED = "amended"
    RENAMED = "renamed"
    RENUMBERED = "renumbered"
    SAME = "same"
    GONE = "gone"
    REPEALED = "repealed"
    DISCARDED = "discarded"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """What is known of one regulation of the volume."""

    is_stored: bool = True
    is_repealed: bool = False
    has_former: bool = False
    has_same_words: bool = False
    former_title: str = ""
    former_code: str = ""
    title: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class VolumeCandidate:
    """A regulation that may be another one under a new name; `lines` are the words of its provisions."""

    pk: int
    title: str
    code: str
    lines: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class Continuation:
    """A regulation that is gone and the one in the volume that seems to be the same; shares are from 0 to 1."""

    gone: int
    new: int
    kind: VolumeKind
    title_share: float
    text_share: float

    @property
    def percent(self) -> int:
        """How much of the text is the same, for a person."""
        return round(self.text_share * 100)


def code_order(code: str) -> tuple[tuple[int, int, str], ...]:
    """The order of 규정번호 as numbers: 3-1-5, 3-1-6, 3-1-50; what has none comes last."""
    if not code:
        return ((2, 0, ""),)
    parts = _NUMBERS.findall(code)
    return tuple((0, int(one), "") if one.isdigit() else (1, 0, one) for one in parts)


def kind_of(facts: EntryFacts) -> VolumeKind:
    """What became of one regulation of the volume."""
    if not facts.is_stored:
        return VolumeKind.FAILED
    if facts.is_repealed:
        return VolumeKind.REPEALED
    if facts.former_title and normalize_name(facts.former_title) != normalize_name(facts.title):
        return VolumeKind.RENAMED
    if facts.former_code and facts.code and facts.former_code != facts.code:
        return VolumeKind.RENUMBERED
    if facts.has_same_words:
        return VolumeKind.SAME
    return VolumeKind.AMENDED if facts.has_former else VolumeKind.NEW


def continuations(
    new: Sequence[VolumeCandidate], gone: Sequence[VolumeCandidate]
) -> list[Continuation]:
    """The pairs that seem to be one regulation, each regulation in one pair at most, the surest first."""
    pairs = [found for one in gone for other in new if (found := _continuation(one, other))]
    pairs.sort(key=lambda one: (-one.title_share - one.text_share, one.gone, one.new))
    taken_gone: set[int] = set()
    taken_new: set[int] = set()
    chosen: list[Continuation] = []
    for pair in pairs:
        if pair.gone not in taken_gone and pair.new not in taken_new:
            taken_gone.add(pair.gone)
            taken_new.add(pair.new)
            chosen.append(pair)
    return chosen


def covered_chapters(codes: Iterable[str]) -> frozenset[str]:
    """The chapters of which a file holds regulations: 3-1 of 3-1-65."""
    return frozenset(head for code in codes if (head := code.rpartition("-")[0]))


def _continuation(gone: VolumeCandidate, new: VolumeCandidate) -> Continuation | None:
    titles = normalize_name(gone.title), normalize_name(new.title)
    title = SequenceMatcher(None, *titles).ratio()
    text = len(gone.lines & new.lines) / max(len(gone.lines), len(new.lines), 1)
    same_code = bool(gone.code) and gone.code == new.code
    is_same = (
        titles[0] == titles[1]
        or (same_code and (title >= _ALIKE_TITLE or text >= _ALIKE_TEXT))
        or text >= _SURE_TEXT
    )
    if not is_same:
        return None
    kind = VolumeKind.RENUMBERED if titles[0] == titles[1] else VolumeKind.RENAMED
    return Continuation(gone.pk, new.pk, kind, title + same_code, text)
