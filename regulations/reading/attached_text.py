"""별표, 별지서식 and pictures as a page shows them: every numbered line and row with its anchor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from regulations.models import Picture, Provision
from regulations.text.blocks import TextLink, TextPart, parts_between
from regulations.text.locators import is_within


@dataclass(frozen=True)
class AttachedLine:
    """A line of running text, or a row of a table; `key` is its locator key where it can be cited by itself."""

    text: str = ""
    cells: tuple[str, ...] = ()
    parts: tuple[TextPart, ...] = ()
    key: str = ""
    is_cited: bool = False
    begins_citation: bool = False


@dataclass(frozen=True)
class AttachedBlock:
    """One line of text, or the rows of one table."""

    line: AttachedLine | None = None
    rows: tuple[AttachedLine, ...] = ()


@dataclass(frozen=True)
class ShownPicture:
    """A picture of the source file and the provision it stands in."""

    number: int
    locator_key: str
    width: int
    height: int


def attached_blocks(
    text: str, units: Sequence[Provision], *, cited_key: str, links: Sequence[TextLink] = ()
) -> tuple[AttachedBlock, ...]:
    """Split the text of an attachment at its lines and give those the anchors that begin one of its units.

    `links` are offsets into the text; they are set in lines, not in cells.
    """
    waiting = sorted(units, key=lambda unit: (unit.position, unit.pk))
    blocks: list[AttachedBlock] = []
    rows: list[AttachedLine] = []
    inside: Provision | None = None
    belonging: set[str] = set()
    end = 0
    for whole in [*text.splitlines(keepends=True), ""]:
        start, end = end, end + len(whole)
        line = whole.strip()
        unit = waiting[0] if waiting and _begins(waiting[0], line) else None
        if unit is not None:
            waiting.pop(0)
            inside, belonging = unit, set(unit.text.split("\n"))
        belongs = unit is not None or line in belonging
        shown = AttachedLine(
            text=line,
            cells=_cells(line),
            parts=_linked_parts(text, links, start, whole),
            key=unit.locator_key if unit else "",
            is_cited=belongs and inside is not None and is_within(inside.locator_key, cited_key),
            begins_citation=unit is not None and unit.locator_key == cited_key,
        )
        if shown.cells:
            if any(cell.strip("-: ") for cell in shown.cells):
                rows.append(shown)
            continue
        if rows:
            blocks.append(AttachedBlock(rows=tuple(rows)))
            rows = []
        if line:
            blocks.append(AttachedBlock(line=shown))
    return tuple(blocks)


def shown_pictures(pictures: Iterable[Picture], key: str) -> tuple[ShownPicture, ...]:
    """Return the pictures that stand in a provision or below it; with an empty key those before the first."""
    return tuple(
        ShownPicture(one.number, one.locator_key, one.width, one.height)
        for one in pictures
        if one.locator_key == key or is_within(one.locator_key, key)
    )


def _linked_parts(
    text: str, links: Sequence[TextLink], start: int, whole: str
) -> tuple[TextPart, ...]:
    begins = start + len(whole) - len(whole.lstrip())
    return parts_between(text, links, begins, begins + len(whole.strip())) if links else ()


def _begins(unit: Provision, line: str) -> bool:
    """Whether a line is the one that a unit was made of."""
    if line.startswith("|"):
        return line in unit.text.split("\n")[:2] and _starts_with(_cells(line)[0], unit.label)
    own = unit.text.partition("\n")[0]
    return _starts_with(line, unit.label) and line.endswith(own)


def _starts_with(text: str, label: str) -> bool:
    return "".join(text.split()).startswith("".join(label.split()))


def _cells(line: str) -> tuple[str, ...]:
    if not line.startswith("|"):
        return ()
    return tuple(cell.strip() for cell in line.strip("|").split("|"))
