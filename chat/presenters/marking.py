"""Which words of a quoted provision carry a sentence. Pure; compared as written, by the beginnings of words.

Korean endings change (초과할, 초과하지), so two words agree where they begin alike. Of a provision that is quoted word for
word everything would be marked; then only its figures are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_PIECES = re.compile(r"\s+|\S+")
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_FIGURE = re.compile(r"\d")
_SHORTEST = 2
_SHARE = 0.6
_EVERYTHING = 0.85


class MarkedRun(NamedTuple):
    """Neighboring words that are all marked, or all not."""

    text: str
    is_marked: bool


def marked_runs(text: str, statement: str) -> tuple[MarkedRun, ...]:
    """Split a line of a provision into runs; those that carry the statement are marked."""
    pieces = _PIECES.findall(text)
    said = [_bare(word) for word in statement.split()]
    words = [piece for piece in pieces if len(_bare(piece)) >= _SHORTEST]
    carrying = {word for word in words if _agrees(_bare(word), said)}
    if words and sum(word in carrying for word in words) >= _EVERYTHING * len(words):
        carrying = {word for word in words if _FIGURE.search(word)}
    return _merged([(piece, piece in carrying) for piece in pieces])


def word_runs(text: str, words: Sequence[str]) -> tuple[MarkedRun, ...]:
    """Split a line of a provision into runs, with every place marked where a word begins with words of these.

    One of a single syllable is marked where it stands alone or goes on what is marked: the 일 of 개강일 is in no 일정.
    """
    pattern = _beginnings(words)
    if pattern is None:
        return (MarkedRun(text, is_marked=False),)
    pieces = pattern.split(text)
    # Between two matches stands what matches nothing, empty where they touch.
    return _merged([(piece, at % 2 == 1) for at, piece in enumerate(pieces) if piece])


def exact_runs(text: str, quotes: Sequence[str]) -> tuple[MarkedRun, ...]:
    """Split a line of a provision into runs; what stands in it of quotes that may go over several lines is marked."""
    lines = {line.strip() for quote in quotes for line in quote.splitlines()}
    places = sorted((text.find(line), len(line)) for line in lines if line and line in text)
    runs, done = [], 0
    for start, length in places:
        if start >= done:
            runs += [MarkedRun(text[done:start], is_marked=False)] if start > done else []
            runs.append(MarkedRun(text[start : start + length], is_marked=True))
            done = start + length
    rest = [MarkedRun(text[done:], is_marked=False)] if text[done:] or not runs else []
    return (*runs, *rest)


def _beginnings(words: Sequence[str]) -> re.Pattern[str] | None:
    longest_first = [re.escape(word) for word in sorted(filter(None, words), key=len, reverse=True)]
    if not longest_first:
        return None
    every = "|".join(longest_first)
    return re.compile(rf"(?<!\w)((?:{every}){{2,}}|(?:{every})(?!\w)|(?:{every})(?<=\w\w))")


def _agrees(word: str, said: Sequence[str]) -> bool:
    if _FIGURE.search(word):
        return any(len(_figures(other)) > 0 and _figures(other) <= _figures(word) for other in said)
    if len(word) < _SHORTEST:
        return False
    needed = max(_SHORTEST, round(len(word) * _SHARE))
    return any(other[:needed] == word[:needed] for other in said)


def _figures(word: str) -> set[str]:
    return set(re.findall(r"\d+", word))


def _merged(pieces: Sequence[tuple[str, bool]]) -> tuple[MarkedRun, ...]:
    """Join neighbors; the space between two marked words is marked, any other is not."""
    runs: list[MarkedRun] = []
    for index, (piece, is_carrying) in enumerate(pieces):
        is_marked = is_carrying
        if piece.isspace():
            is_marked = (
                bool(runs)
                and runs[-1].is_marked
                and any(carries for _text, carries in pieces[index + 1 : index + 2])
            )
        if runs and runs[-1].is_marked == is_marked:
            runs[-1] = MarkedRun(runs[-1].text + piece, is_marked)
        else:
            runs.append(MarkedRun(piece, is_marked))
    return tuple(runs)


def _bare(word: str) -> str:
    return _EDGES.sub("", word)
