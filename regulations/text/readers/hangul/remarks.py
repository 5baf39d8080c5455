"""What a Hangul file says beside its text: changes that nobody accepted yet, memos and hidden comments.

The library passes over them, so each is carried through it by a mark in the text, made of characters that no text may hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from regulations.text.readers.source import SourceLine, SourceWarning

_OPENS, _CLOSES = "\ufdd0", "\ufdd1"
_MARK = re.compile(f"{_OPENS}(\\d{{1,7}}){_CLOSES}")
_OF_MARKS = re.compile(f"{_MARK.pattern}|[{_OPENS}{_CLOSES}]")
INSERTED, DELETED = "넣은 글", "지운 글"


@dataclass(slots=True)
class Remark:
    """One of them: its words, and the mark that stands at its place."""

    kind: str
    mark: str
    name: str = ""
    words: list[str] = field(default_factory=list)

    @property
    def said(self) -> str:
        """Its words in one line, empty where it has none."""
        words = " ".join("".join(self.words).split())
        return f"{self.name}: {words}" if self.name and words else words


class Remarks:
    """The remarks of one file."""

    def __init__(self) -> None:
        self._all: list[Remark] = []

    def change(self, name: str) -> Remark:
        """Note a change: words that were put in or taken out."""
        return self._add("tracked", name)

    def comment(self, words: str) -> Remark:
        """Note a memo or a hidden comment."""
        remark = self._add("comment", "")
        remark.words.append(words)
        return remark

    def _add(self, kind: str, name: str) -> Remark:
        remark = Remark(kind, f"{_OPENS}{len(self._all)}{_CLOSES}", name)
        self._all.append(remark)
        return remark

    def placed(self, lines: Iterable[SourceLine]) -> Iterator[SourceLine]:
        """The lines without marks, with what the marks stand for; what has no place comes last."""
        seen: set[int] = set()
        for line in lines:
            written = "\n".join([line.text, *(cell for row in line.rows for cell in row)])
            numbers = [int(number) for number in _MARK.findall(written)]
            if not numbers:
                yield line
                continue
            seen.update(numbers)
            rows = tuple(tuple(without_marks(cell) for cell in row) for row in line.rows)
            warnings = (*line.warnings, *self._warnings(numbers))
            yield replace(line, text=without_marks(line.text), rows=rows, warnings=warnings)
        rest = (number for number in range(len(self._all)) if number not in seen)
        if warnings := tuple(self._warnings(rest)):
            yield SourceLine("", warnings=warnings)

    def _warnings(self, numbers: Iterable[int]) -> Iterator[SourceWarning]:
        for number in dict.fromkeys(numbers):
            if number < len(self._all) and (said := self._all[number].said):
                yield SourceWarning(self._all[number].kind, said)


def without_marks(text: str) -> str:
    """The text as it is read, without any mark."""
    return _OF_MARKS.sub("", text)
