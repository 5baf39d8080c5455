"""A passage in parts that the cross-encoder can read beside a question: whole paragraphs, items and rows of a table. Pure.

The model takes about 110 pieces of a passage, and a provision of five paragraphs has three times as many: what stands in the last
paragraph would never be read. Five windows are about 800 characters; what stands behind them is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

# Characters of a window: with a question of 20 pieces and the head of a passage the model has room for these.
WINDOW = 170
# So many characters of the line above that an item or a row belongs to are read with it.
_LEAD = 60
MOST_WINDOWS = 5

_SENTENCE_END = re.compile(r"(?<=[다음함]\.)\s+")
_ITEM = re.compile(r"^(?:\d{1,2}\.|[가-하]\.|\d{1,2}\))")
_CELLS = re.compile(r"^\||\s\|\s")
_LETTERS = re.compile(r"[가-힣a-z0-9]+")


def windows_of(text: str) -> list[str]:
    """The parts of a passage in their order, at least one; the last ones of a very long passage are left out."""
    found: list[list[str]] = [[]]
    paragraph = table_head = ""
    for line in _lines(text):
        is_item, is_row = bool(_ITEM.match(line)), bool(_CELLS.search(line))
        if found[-1] and sum(map(len, found[-1])) + len(line) > WINDOW:
            above = paragraph if is_item else table_head if is_row else ""
            found.append([above[:_LEAD]] if above else [])
        found[-1].append(line)
        table_head = (table_head or line) if is_row else ""
        paragraph = paragraph if is_item else line
    return ["\n".join(lines) for lines in found[:MOST_WINDOWS]]


def likest_first(question: str, windows: list[str]) -> list[str]:
    """The windows by how many pairs of letters they share with a question; of several the first one first."""
    asked = _letter_pairs(question)
    return sorted(windows, key=lambda window: -len(asked & _letter_pairs(window)))


def _lines(text: str) -> Iterator[str]:
    """The lines of a text; a longer one than a window in whole sentences."""
    for line in filter(None, map(str.strip, text.split("\n"))):
        taken = ""
        for sentence in _sentences(line):
            if taken and len(taken) + len(sentence) > WINDOW:
                yield taken
                taken = ""
            taken = f"{taken} {sentence}".strip()
        yield taken


def _sentences(line: str) -> Iterator[str]:
    if len(line) <= WINDOW:
        yield line
        return
    for sentence in _SENTENCE_END.split(line):
        # The model takes no more of one; without this a table that was read as one line would be cut into pieces whole.
        yield from [sentence] if len(sentence) <= 2 * WINDOW else wrap(sentence, WINDOW)


def _letter_pairs(text: str) -> set[str]:
    letters = "".join(_LETTERS.findall(text.lower()))
    return {letters[at : at + 2] for at in range(len(letters) - 1)}
