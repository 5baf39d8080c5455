"""Which provision of the new text is which of the former one: by number where the text agrees, by text where it moved.

The same on every level: articles in a text, 항 in an article, 호 and 목 in a 항.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

Pair = tuple[int | None, int | None]

# Under the same number little likeness is enough; under another one only a text that is nearly the same was moved.
_ALIKE_IN_PLACE = 0.35
_ALIKE_ELSEWHERE = 0.6
_TITLE_SHARE = 0.25
_IN_PLACE_BONUS = 0.2
# From here on only provisions that share words are held against each other.
_ALL_PAIRS = 900
_NEAREST = 6


@dataclass(frozen=True)
class Alignable:
    """What is known of a provision when its counterpart is looked for; texts are squeezed."""

    key: str
    text: str
    title: str = ""
    is_deleted: bool = False

    @cached_property
    def features(self) -> frozenset[str]:
        """The pairs of neighboring syllables, by which likeness is measured."""
        pairs = frozenset(map("".join, zip(self.text, self.text[1:], strict=False)))
        return pairs or frozenset((self.text,))


def align(before: Sequence[Alignable], after: Sequence[Alignable]) -> list[Pair]:
    """Return pairs of positions in the order of the new text; what is gone stands where it stood."""
    found = _in_place(before, after)
    _pair_moved(before, after, found)
    _pair_alike(before, after, found)
    _pair_rewritten(before, after, found)
    return _in_order(len(before), len(after), found)


def _in_place(before: Sequence[Alignable], after: Sequence[Alignable]) -> dict[int, int]:
    """Pair what has the same number and the same text."""
    places = {one.key: place for place, one in enumerate(before)}
    return {
        places[one.key]: place
        for place, one in enumerate(after)
        if one.key in places and _content(before[places[one.key]]) == _content(one)
    }


def _pair_moved(
    before: Sequence[Alignable], after: Sequence[Alignable], found: dict[int, int]
) -> None:
    """Pair the same text under another number, where it stands once on either side."""
    old = _once(before, _open(before, found))
    new = _once(after, _open(after, found.values()))
    found |= {old[content]: new[content] for content in old.keys() & new.keys()}


def _pair_alike(
    before: Sequence[Alignable], after: Sequence[Alignable], found: dict[int, int]
) -> None:
    """Pair the rest by likeness, the most alike first."""
    old, new = _open(before, found), _open(after, found.values())
    scored = []
    for i, j in _candidates(before, after, old, new):
        same_key = before[i].key == after[j].key
        likeness = _likeness(before[i], after[j])
        if likeness >= (_ALIKE_IN_PLACE if same_key else _ALIKE_ELSEWHERE):
            scored.append((-likeness - _IN_PLACE_BONUS * same_key, abs(i - j), i, j))
    taken_old: set[int] = set()
    taken_new: set[int] = set()
    for _score, _distance, i, j in sorted(scored):
        if i not in taken_old and j not in taken_new:
            taken_old.add(i)
            taken_new.add(j)
            found[i] = j


def _pair_rewritten(
    before: Sequence[Alignable], after: Sequence[Alignable], found: dict[int, int]
) -> None:
    """Pair what is left under one number: it was deleted, or written anew."""
    new = {after[place].key: place for place in _open(after, found.values())}
    for place in _open(before, found):
        if before[place].key in new:
            found[place] = new[before[place].key]


def _in_order(before: int, after: int, found: Mapping[int, int]) -> list[Pair]:
    back = {new: old for old, new in found.items()}
    gone: dict[int, list[int]] = defaultdict(list)
    anchor = -1
    for old in range(before):
        if old in found:
            anchor = found[old]
        else:
            gone[anchor].append(old)
    pairs: list[Pair] = [(old, None) for old in gone[-1]]
    for new in range(after):
        pairs.append((back.get(new), new))
        pairs.extend((old, None) for old in gone[new])
    return pairs


def _candidates(
    before: Sequence[Alignable],
    after: Sequence[Alignable],
    old: Sequence[int],
    new: Sequence[int],
) -> Iterable[tuple[int, int]]:
    if len(old) * len(new) <= _ALL_PAIRS:
        return [(i, j) for i in old for j in new]
    holders: dict[str, list[int]] = defaultdict(list)
    for i in old:
        for feature in before[i].features:
            holders[feature].append(i)
    keys = {before[i].key: i for i in old}
    rare = max(len(old) // 10, 3)
    pairs: set[tuple[int, int]] = set()
    for j in new:
        shared = Counter(
            i
            for feature in after[j].features
            if len(holders.get(feature, ())) <= rare
            for i in holders.get(feature, ())
        )
        pairs.update((i, j) for i, _count in shared.most_common(_NEAREST))
        if after[j].key in keys:
            pairs.add((keys[after[j].key], j))
    return pairs


def _likeness(old: Alignable, new: Alignable) -> float:
    if old.is_deleted or new.is_deleted:
        return 0.0
    common = len(old.features & new.features)
    text = 2 * common / (len(old.features) + len(new.features))
    if not (old.title and new.title):
        return text
    return (1 - _TITLE_SHARE) * text + _TITLE_SHARE * (old.title == new.title)


def _content(one: Alignable) -> tuple[str, str, bool]:
    return one.title, one.text, one.is_deleted


def _open(all_of: Sequence[Alignable], taken: Iterable[int]) -> list[int]:
    known = set(taken)
    return [place for place in range(len(all_of)) if place not in known]


def _once(all_of: Sequence[Alignable], places: Iterable[int]) -> dict[tuple[str, str, bool], int]:
    counted: dict[tuple[str, str, bool], list[int]] = defaultdict(list)
    for place in places:
        if all_of[place].text and not all_of[place].is_deleted:
            counted[_content(all_of[place])].append(place)
    return {content: found[0] for content, found in counted.items() if len(found) == 1}
