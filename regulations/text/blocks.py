"""The text of a provision as a page sets it: paragraphs, tables and links. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_SPACES_A_STEP = 2


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
