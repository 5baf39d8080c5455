"""The Markdown that models write: lists, tables and bold words for a page, everything else of it taken out. Pure.

Only what a line can hold is read: a sentence of an answer is a line of a list, a row of a table or plain text. Nothing here
makes HTML: the template does, and escapes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from regulations.text.blocks import text_blocks

_ITEM = re.compile(r"^(?:[-*+•]\s+|(?P<number>\d{1,2})[.)]\s+)(?=\S)")
_HEADING = re.compile(r"^#{1,6}\s+")
_QUOTED = re.compile(r"^>\s?")
_RULE = re.compile(r"^(?:-{3,}|\*{3,}|_{3,}|`{3,}\w*)$")
_BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_ITALIC = re.compile(r"(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])")
_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"!?\[([^\]\n†]+)\]\((?:https?:)?[^)\s]*\)")
# What is left of a pair whose other half stands in the next sentence.
_STRAY = re.compile(r"\*\*|__")


class Words(NamedTuple):
    """A run of text."""

    text: str
    is_strong: bool = False


@dataclass(frozen=True)
class MarkedBlock:
    """A line in runs or the rows of a table; `bullet` is what stands before an item of a list, empty elsewhere."""

    runs: tuple[Words, ...] = ()
    bullet: str = ""
    indent: int = 0
    rows: tuple[tuple[str, ...], ...] = ()


def marked_blocks(text: str) -> tuple[MarkedBlock, ...]:
    """Split a text into lines, items and tables."""
    found = []
    for block in text_blocks(text):
        if block.rows:
            rows = tuple(tuple(plain(cell) for cell in row) for row in block.rows)
            found.append(MarkedBlock(rows=rows))
        elif not _RULE.match(block.text):
            line = _line(block.text)
            item = _ITEM.match(line)
            bullet = "" if item is None else f"{item['number']}." if item["number"] else "•"
            runs = _runs(line[item.end() :] if item else line)
            found.append(MarkedBlock(runs, bullet, block.indent))
    return tuple(found)


def plain(text: str) -> str:
    """The text without its Markdown; line breaks stay, and so do the numbers of a list."""
    lines = [line for line in text.splitlines() if not _RULE.match(line.strip())]
    return "\n".join(_plain_line(line) for line in lines).strip()


def _plain_line(line: str) -> str:
    stripped = _line(line.strip())
    item = _ITEM.match(stripped)
    if item is not None and not item["number"]:
        stripped = stripped[item.end() :]
    return "".join(run.text for run in _runs(stripped))


def _line(line: str) -> str:
    return _HEADING.sub("", _QUOTED.sub("", line))


def _runs(line: str) -> tuple[Words, ...]:
    line = _CODE.sub(r"\1", _LINK.sub(r"\1", line))
    runs: list[Words] = []
    at = 0
    for match in _BOLD.finditer(line):
        runs += [Words(_bare(line[at : match.start()])), Words(_bare(match[2]), is_strong=True)]
        at = match.end()
    return tuple(run for run in (*runs, Words(_bare(line[at:]))) if run.text)


def _bare(text: str) -> str:
    return _STRAY.sub("", _ITALIC.sub(r"\1", text))
