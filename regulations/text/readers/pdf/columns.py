"""Pages of two columns: which line stands in which, and where a table or a picture comes among them.

Lines come in the order in which they were printed, one column after the other; tables and pictures come apart from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from regulations.text.readers.pdf.layout import PageLayout, PageLine, PagePicture, PageTable

WHOLE_PAGE, LEFT, RIGHT = range(3)
# Lines in each column of a page that shows that its document is printed in two.
_MIN_LINES = 8
# Of the lines of a page, those over both columns: titles, running heads.
_SHARE_OF_WIDE_LINES = 0.25
# Of the width of the page: how far a column may reach over its middle.
_OVERHANG = 0.01

Figure = PageTable | PagePicture
Block = PageLine | Figure


def in_order(pages: Sequence[PageLayout]) -> Iterator[list[Block]]:
    """Yield the blocks of each page in reading order, each line with its column."""
    sides = [[_side(line, page.width) for line in page.lines] for page in pages]
    printed_in_two = {
        round(page.width)
        for page, of_lines in zip(pages, sides, strict=True)
        if _may_have_columns(of_lines)
        and min(of_lines.count(LEFT), of_lines.count(RIGHT)) >= _MIN_LINES
    }
    for page, of_lines in zip(pages, sides, strict=True):
        figures: list[Figure] = [*page.tables, *page.pictures]
        if round(page.width) in printed_in_two and _may_have_columns(of_lines):
            lines = [
                replace(line, column=side) for line, side in zip(page.lines, of_lines, strict=True)
            ]
            placed = [(_side(figure, page.width), figure) for figure in figures]
        else:
            lines, placed = list(page.lines), [(WHOLE_PAGE, figure) for figure in figures]
        yield list(_with_figures(lines, placed))


def _side(block: Block, width: float) -> int:
    if block.right <= width * (0.5 + _OVERHANG):
        return LEFT
    return RIGHT if block.left >= width * (0.5 - _OVERHANG) else WHOLE_PAGE


def _may_have_columns(sides: Sequence[int]) -> bool:
    return sides.count(WHOLE_PAGE) <= _SHARE_OF_WIDE_LINES * len(sides)


def _with_figures(
    lines: Sequence[PageLine], figures: Sequence[tuple[int, Figure]]
) -> Iterator[Block]:
    """A figure stands before the first line that is below its top, in its column or in the next one."""
    waiting = sorted(figures, key=lambda one: (one[0], one[1].top))
    for line in lines:
        before = [one for one in waiting if _stands_before(*one, line)]
        yield from (figure for _, figure in before)
        waiting = [one for one in waiting if one not in before]
        yield line
    yield from (figure for _, figure in waiting)


def _stands_before(side: int, figure: Figure, line: PageLine) -> bool:
    if side in (line.column, WHOLE_PAGE) or line.column == WHOLE_PAGE:
        return figure.top < line.middle
    return side < line.column
