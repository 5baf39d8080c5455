"""The text of a provision as a page sets it: paragraphs, tables and links. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

_SPACES_A_STEP = 2
# A date (2025. 3. 1.) and a decimal begin with no mark.
_MARKS = (
    re.compile(r"\d{1,2}(?:의\d{1,2})?\.\s(?!\d)"),
    re.compile(r"[가나다라마바사아자차카타파하]\.\s"),
    re.compile(r"\d{1,2}\)\s"),
)


@dataclass(frozen=True, slots=True)
class TextLink:
    """Words of a provision, by their offsets, and the address that they lead to."""

    start: int
    end: int
    href: str


@dataclass(frozen=True, slots=True)
class TextPart:
    """A run of text; `href` is empty where it leads nowhere."""

    text: str
    href: str = ""


@dataclass(frozen=True)
class TextBlock:
    """A paragraph of text, or the rows of a table; `indent` is how deep 호 and 목 stand in a text of several lines.

    `parts` are the text cut at its links, empty where it has none.
    """

    text: str = ""
    indent: int = 0
    parts: tuple[TextPart, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def text_blocks(text: str, links: Sequence[TextLink] = ()) -> tuple[TextBlock, ...]:
    """Split a text at its lines; neighboring lines of cells between vertical bars become one table.

    `links` are offsets into the text; they are set in lines, not in cells.
    """
    blocks: list[TextBlock] = []
    rows: list[tuple[str, ...]] = []
    end = 0
    for whole in [*text.splitlines(keepends=True), ""]:
        start, end = end, end + len(whole)
        stripped = whole.strip()
        if stripped.startswith("|") or " | " in stripped:
            cells = tuple(cell.strip() for cell in stripped.strip("|").split("|"))
            if any(cell.strip("-: ") for cell in cells):
                rows.append(cells)
            continue
        if rows:
            blocks.append(TextBlock(rows=tuple(rows)))
            rows = []
        if stripped:
            margin = len(whole) - len(whole.lstrip())
            begins = start + margin
            parts = parts_between(text, links, begins, begins + len(stripped)) if links else ()
            blocks.append(TextBlock(text=stripped, indent=margin // _SPACES_A_STEP, parts=parts))
    return tuple(blocks)


def quoted_blocks(text: str) -> tuple[TextBlock, ...]:
    """The blocks of a quoted provision, its 호, 목 and 세목 indented also where the text has lost their margins."""
    blocks: list[TextBlock] = []
    outermost: int | None = None
    for block in text_blocks(text):
        depth = 0 if block.rows else _depth(block.text)
        outermost = depth if outermost is None else min(outermost, depth)
        blocks.append(replace(block, indent=max(block.indent, depth - outermost)))
    return tuple(blocks)


def _depth(line: str) -> int:
    """How deep the mark at the beginning of a line stands: 1. is a 호, 가. a 목, 1) a 세목; 0 without one."""
    return next((depth for depth, mark in enumerate(_MARKS, start=1) if mark.match(line)), 0)


def parts_between(
    text: str, links: Sequence[TextLink], start: int, end: int
) -> tuple[TextPart, ...]:
    """Cut `text[start:end]` at its links; () where it has none. Of links that overlap the first one counts."""
    parts: list[TextPart] = []
    position = start
    for link in links:
        if link.start < position or link.end > end:
            continue
        if link.start > position:
            parts.append(TextPart(text[position : link.start]))
        parts.append(TextPart(text[link.start : link.end], link.href))
        position = link.end
    if parts and position < end:
        parts.append(TextPart(text[position:end]))
    return tuple(parts)
