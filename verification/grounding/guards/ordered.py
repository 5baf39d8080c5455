"""Where a sentence has two of the items that are to follow one another in the other order. Pure.

다음 각 호의 순서에 따라 선발한다: 1. 취득학점이 많은 학생, 2. 평점평균이 높은 학생, told as 평점평균을 먼저 보고, 그다음에 취득학점을. An order within one
sentence is read by `turned`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from verification.grounding.guards.words import words_in

_IN_ORDER = re.compile(r"각\s?[호목]의?\s(?:우선\s?)?순(?:서|위)")
_ITEM = re.compile(r"^[ \t]{0,8}(?P<number>\d{1,3})\.[ \t]{0,8}(?P<what>[^\n]+)$", re.MULTILINE)
_FOLLOWS = re.compile(r"먼저|그것도|그래도|그\s?다음|다음으로|이어|우선|→")
_PARTS = re.compile(
    r"먼저(?:이고|고)?|그것도|그래도|그\s?다음|다음으로|이어서?\s|같으면|순으로|순서|우선(?:이고|하고)|,\s|→|>"
)


def another_order_of_items(statement: str, provision: str) -> str:
    """The words that give a provision's items their order, where a statement has two of them in the other one; empty where it has not."""
    introduced = _IN_ORDER.search(provision) if _FOLLOWS.search(statement) else None
    if introduced is None:
        return ""
    own = _own_words(dict(_items(provision[introduced.end() :])))
    told = [number for part in _PARTS.split(statement) if (number := _meant(part, own))]
    is_turned = any(one > other for one, other in pairwise(told))
    return introduced[0] if is_turned else ""


def _items(text: str) -> Iterator[tuple[int, frozenset[str]]]:
    """The items of the list that comes first, by number."""
    last = 0
    for found in _ITEM.finditer(text):
        number = int(found["number"])
        if number <= last:
            return
        last = number
        yield number, words_in(found["what"])


def _own_words(items: Mapping[int, frozenset[str]]) -> Mapping[int, frozenset[str]]:
    """The words that an item has and no other one."""
    return {
        number: words.difference(*(other for place, other in items.items() if place != number))
        for number, words in items.items()
    }


def _meant(part: str, own: Mapping[int, frozenset[str]]) -> int:
    """The number of the item of which a part of a statement has the most words of its own; 0 where it is none, or two."""
    said = words_in(part)
    shared = {number: len(said & words) for number, words in own.items()}
    most = max(shared.values(), default=0)
    meant = [number for number, count in shared.items() if count == most > 0]
    return meant[0] if len(meant) == 1 else 0
