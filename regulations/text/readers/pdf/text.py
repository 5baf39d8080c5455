"""From the lines of pages to paragraphs: running heads go, and what a page broke is joined again.

A PDF knows no paragraphs. A line goes on in the next one where the next one does not begin like a provision and where its first
word would not have fitted on the line above.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from regulations.text.readers.line_starts import ITEM, PROVISION, SIGN, SUBPARAGRAPH
from regulations.text.readers.pdf.columns import Block, in_order
from regulations.text.readers.pdf.layout import PageLayout, PageLine, PagePicture, PageTable
from regulations.text.readers.source import SourceLine, SourcePicture, SourceWarning

# Lines at the top and at the bottom of a page among which running heads are looked for.
_EDGE_LINES = 3
_SHARE_OF_PAGES = 0.6
_MIN_PAGES = 3
_LONGEST_HEAD = 40
_PAGE_NUMBER = re.compile(
    r"(?:[-–—(<\[]\s*)?(?:\d{1,4}\s*[-–—]\s*){0,3}[～~]?\s*\d{1,4}(?:\s*/\s*\d{1,4})?\s*(?:[-–—)>\]]|쪽)?"
)
# `학칙 2-1-1~3`, `2-1-1～4 학칙`: the code of a regulation with the number of its page.
_HEAD_CODE = re.compile(
    r"^(?:\S.{0,40}\s)?\d+\s*[-—–]\s*\d+\s*[-—–]\s*\d+\s*[～~∼]\s*\d*(?:\s.{0,40})?$"
)
_DIGITS = re.compile(r"\d+")

_ITEMS = "가나다라마바사아자차카타파하"
# `…하여야 한` + `다. 다만` is a broken sentence and no item 다.
_STEM = re.compile(r"[한된있없않같란는는함인은]$")
_SENTENCE_END = re.compile(r"[다함음임]\.\s*$")


def paragraphs(pages: Sequence[PageLayout]) -> Iterator[SourceLine]:
    """Yield the paragraphs, tables and pictures in order; a picture comes after the paragraph or table that it stands in."""
    heads = _heads(pages)
    bodies = [_without_running_lines(blocks, heads) for blocks in in_order(pages)]
    joiner = _Joiner(keeps_blanks=_keeps_blanks(bodies))
    margins = _margins(pages, bodies)
    for page, body in zip(pages, bodies, strict=True):
        joiner.turn_page(margins[round(page.width)])
        for block in body:
            yield from joiner.add(block)
        found = [SourceWarning("hidden", one) for one in page.hidden]
        found += [SourceWarning("comment", one) for one in page.notes]
        if found:
            yield SourceLine("", warnings=tuple(found))
    yield from joiner.finish()


def _heads(pages: Sequence[PageLayout]) -> set[str]:
    """What stands at the edge of most pages, as it is written and with its digits left open.

    The outermost lines of a volume change with its regulations, and from left to right pages: there a few pages are enough,
    unless the line could be text.
    """
    counts: Counter[str] = Counter()
    outermost: Counter[str] = Counter()
    for page in pages:
        edges = _edges(page.lines)
        counts.update({_pattern(line.text) for line in edges})
        counts.update({line.text.strip() for line in edges})
        outer = {_pattern(line.text) for line in (*edges[:1], *edges[-1:])}
        outermost.update(one for one in outer if "#" in one and not _could_be_text(one))
    needed = max(_MIN_PAGES, _SHARE_OF_PAGES * len(pages))
    found = {text for text, count in counts.items() if count >= needed}
    return found | {text for text, count in outermost.items() if count >= _MIN_PAGES}


def _could_be_text(pattern: str) -> bool:
    text = pattern.replace("#", "1")
    begins = PROVISION.match(text) or SUBPARAGRAPH.match(text) or ITEM.match(text)
    long = len(text) > _LONGEST_HEAD
    return bool(long or begins or _SENTENCE_END.search(text) or text.endswith((",", ">")))


def _edges(blocks: Sequence[Block]) -> list[PageLine]:
    lines = sorted((one for one in blocks if isinstance(one, PageLine)), key=lambda one: one.middle)
    return lines[:_EDGE_LINES] + lines[_EDGE_LINES:][-_EDGE_LINES:]


def _pattern(text: str) -> str:
    return _DIGITS.sub("#", " ".join(text.split()))


def _without_running_lines(blocks: Sequence[Block], heads: set[str]) -> list[Block]:
    """Leave out page numbers and heads; what begins like a provision goes only where it is the same on every page."""
    doomed = set()
    edges = _edges(blocks)
    for number, line in enumerate(edges):
        text = line.text.strip()
        is_head = text in heads or (_pattern(text) in heads and not PROVISION.match(text))
        is_outermost = number in {0, len(edges) - 1}
        if is_head or (is_outermost and (_PAGE_NUMBER.fullmatch(text) or _HEAD_CODE.search(text))):
            doomed.add(id(line))
    return [block for block in blocks if id(block) not in doomed]


def _keeps_blanks(bodies: Iterable[Sequence[Block]]) -> bool:
    """Whether the program that made the file wrote the blanks at which it broke lines: some drop all of them."""
    lines = [block.text for body in bodies for block in body if isinstance(block, PageLine)]
    return sum(text.endswith(" ") for text in lines) >= max(1, len(lines) // 50)


def _margins(
    pages: Sequence[PageLayout], bodies: Sequence[Sequence[Block]]
) -> dict[int, dict[int, float]]:
    """Where full lines end, for each width of page that occurs and each column."""
    ends: dict[int, dict[int, list[float]]] = {}
    for page, body in zip(pages, bodies, strict=True):
        of_width = ends.setdefault(round(page.width), {})
        for block in body:
            if isinstance(block, PageLine):
                of_width.setdefault(block.column, [page.width]).append(block.right)
    # Not the very last: a few lines may hang over.
    return {
        width: {
            column: sorted(rights)[int((len(rights) - 1) * 0.95)]
            for column, rights in of_width.items()
        }
        for width, of_width in ends.items()
    }


class _Joiner:
    """Takes the blocks of a document one after another and gives out whole paragraphs."""

    def __init__(self, *, keeps_blanks: bool) -> None:
        self._keeps_blanks = keeps_blanks
        self._margins: Mapping[int, float] = {}
        self._margin = 0.0
        self._is_page_top = True
        self._text = ""
        self._last: PageLine | None = None
        self._item = -1
        self._table: PageTable | None = None
        self._pictures: list[SourceLine] = []

    def turn_page(self, margins: Mapping[int, float]) -> None:
        """Begin a page; `margins` says where full lines end in each of its columns."""
        self._margins = margins
        self._is_page_top = True

    def add(self, block: Block) -> Iterator[SourceLine]:
        """Take the next block; yield what is finished by it."""
        if isinstance(block, PagePicture):
            picture = SourcePicture(content=block.content)
            self._pictures.append(SourceLine(text="", kind="picture", picture=picture))
            return
        is_page_top, self._is_page_top = self._is_page_top, False
        if isinstance(block, PageTable):
            yield from self._end_paragraph()
            if is_page_top and self._table is not None and _goes_on(self._table, block):
                rows = block.rows[1:] if block.rows[0] == self._table.rows[0] else block.rows
                self._table = replace(self._table, rows=self._table.rows + rows)
                return
            yield from self._end_table()
            self._table = block
            return
        yield from self._end_table()
        if self._last is not None and self._continues(block):
            self._text += self._blank_before(block) + block.text
        else:
            yield from self._end_paragraph()
            self._text = block.text
            self._note_item(block.text)
        self._last, self._margin = block, self._margins[block.column]

    def finish(self) -> Iterator[SourceLine]:
        """Yield what is still open."""
        yield from self._end_paragraph()
        yield from self._end_table()

    def _end_paragraph(self) -> Iterator[SourceLine]:
        if self._text.strip():
            yield SourceLine(text=" ".join(self._text.split()))
        self._text, self._last = "", None
        if self._table is None:
            yield from self._take_pictures()

    def _end_table(self) -> Iterator[SourceLine]:
        if self._table is not None:
            yield SourceLine(text="", kind="table", rows=self._table.rows)
            yield from self._take_pictures()
        self._table = None

    def _take_pictures(self) -> Iterator[SourceLine]:
        yield from self._pictures
        self._pictures.clear()

    def _continues(self, line: PageLine) -> bool:
        if self._last is None or PROVISION.match(line.text):
            return False
        if self._text.count("<") + self._text.count("〈") > self._text.count(
            ">"
        ) + self._text.count("〉"):
            return True
        is_full = self._margin - self._last.right < line.first_word
        if not is_full or SIGN.match(line.text) or SUBPARAGRAPH.match(line.text):
            return False
        item = ITEM.match(line.text)
        if item is None:
            return True
        return _ITEMS.index(item[1]) != self._item + 1 or bool(_STEM.search(self._text))

    def _blank_before(self, line: PageLine) -> str:
        if self._text.endswith(" ") or not self._keeps_blanks:
            return " "
        return " " if _SENTENCE_END.search(self._text) and not line.text[0].isdigit() else ""

    def _note_item(self, text: str) -> None:
        item = ITEM.match(text)
        if item is not None:
            self._item = _ITEMS.index(item[1])
        elif PROVISION.match(text) or SUBPARAGRAPH.match(text):
            self._item = -1


def _goes_on(table: PageTable, following: PageTable) -> bool:
    """Whether a table at the top of a page is the rest of the one above: only heads stood between them."""
    return len(table.rows[0]) == len(following.rows[0])
