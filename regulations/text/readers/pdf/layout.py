"""What stands where on a page of a PDF: characters, the lines they make, and the cells of tables.

Characters come from pdfium, which is fast and keeps the blank at the end of a line; the borders of tables come from pdfplumber.
"""

from __future__ import annotations

import ctypes
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import attrgetter

import pypdfium2
from pdfplumber.page import Page as PlumberPage
from pdfplumber.pdf import PDF
from pypdfium2 import raw

from regulations.text.readers.pdf.hidden import address_of, hidden_objects
from regulations.text.readers.pdf.notes import notes_on

Box = tuple[float, float, float, float]

# A page with this many ruled lines may hold a table; with far more of them it is a drawing.
MIN_RULES, MAX_PATHS = 4, 5000
_RULE_LENGTH = 8.0
# In widths of the widest character: gaps between words, and how near to the border of its cell a full line ends.
_WORD_GAP = (0.15, 0.8)
_FULL_LINE = 1.5
# Pictures of one page; a page with more is drawn of small pieces.
_MAX_PICTURES, _SMALLEST_PICTURE, _LARGEST_PICTURE = 20, 16, 50_000_000
# `경 영 학 과` is one word whose letters are spread out.
_HANGUL = re.compile("[가-힣]")
_MIN_SPREAD, _SHARE_OF_SPREAD = 3, 0.8
_NOT_TEXT = {0x00: "", 0x02: "-", 0xFFFE: "", 0xFFFF: ""} | dict.fromkeys(range(0xD800, 0xE000), "")


@dataclass(frozen=True, slots=True)
class PageCharacter:
    """One character with its box, origin at the top left of the page as it is shown; `is_filler` where pdfium added it."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    is_filler: bool
    is_hidden: bool = False

    @property
    def middle(self) -> float:
        """How far below the top of the page it stands."""
        return (self.top + self.bottom) / 2

    def is_in(self, box: Box) -> bool:
        """Whether its middle lies in a box (left, top, right, bottom)."""
        center = (self.left + self.right) / 2
        return box[0] <= center <= box[2] and box[1] <= self.middle <= box[3]


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line of text. `first_word` is the width of its first word, by which one sees whether it would have fitted above.

    `column` is 0 on a page without columns, 1 in the left of two and 2 in the right one.
    """

    text: str
    left: float
    right: float
    middle: float
    first_word: float
    column: int = 0


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table with borders: its rows and where it stands."""

    rows: tuple[tuple[str, ...], ...]
    top: float
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A picture as PNG and where it stands; without content where it cannot be had."""

    content: bytes
    top: float
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The lines of a page in the order in which they were printed, and its tables."""

    lines: tuple[PageLine, ...]
    tables: tuple[PageTable, ...]
    width: float
    images: int
    characters: int
    unreadable: int
    pictures: tuple[PagePicture, ...] = ()
    hidden: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def read_page(page: pypdfium2.PdfPage, plumber: PDF, index: int) -> PageLayout:
    """Read one page; pdfplumber looks only at pages on which lines are drawn."""
    paths, rules, images = _drawings(page)
    everything = list(_characters(page, hidden_objects(page)))
    characters = [one for one in everything if not one.is_hidden]
    unseen = (
        "".join(one.text for one in run).strip()
        for is_hidden, run in groupby(everything, key=attrgetter("is_hidden"))
        if is_hidden
    )
    tables: list[PageTable] = []
    if rules >= MIN_RULES and paths <= MAX_PATHS:
        tables, characters = _take_out_tables(plumber.pages[index], characters)
    visible = [one.text for one in characters if one.text.strip()]
    return PageLayout(
        lines=tuple(_lines(characters)),
        tables=tuple(tables),
        width=page.get_width(),
        images=len(images),
        pictures=tuple(_placed_picture(page, image) for image in images[:_MAX_PICTURES]),
        characters=len(visible) + sum(len(table.rows) for table in tables),
        unreadable=sum(1 for text in visible if _is_unreadable(text)),
        hidden=tuple(text for text in unseen if text),
        notes=tuple(notes_on(page)),
    )


def _characters(page: pypdfium2.PdfPage, hidden: frozenset[int]) -> Iterator[PageCharacter]:
    textpage = page.get_textpage()
    handle = textpage.raw
    # The loose box is as high as the font, so that all characters of a line stand at one height.
    box = raw.FS_RECTF()
    place = _placing(page)
    for index in range(textpage.count_chars()):
        code = raw.FPDFText_GetUnicode(handle, index)
        raw.FPDFText_GetLooseCharBox(handle, index, ctypes.byref(box))
        yield PageCharacter(
            _NOT_TEXT.get(code, chr(code)),
            *place(box.left, box.bottom, box.right, box.top),
            raw.FPDFText_IsGenerated(handle, index) == 1,
            bool(hidden) and address_of(raw.FPDFText_GetTextObject(handle, index)) in hidden,
        )
    textpage.close()


class _Placing:
    """Turns boxes of a page's own space (origin at the bottom left) into boxes of the page as it is shown."""

    def __init__(self, rotation: int, media: Box) -> None:
        self._rotation = rotation
        self._media = media

    def __call__(self, left: float, bottom: float, right: float, top: float) -> Box:
        x0, y0, x1, y1 = self._media
        match self._rotation:
            case 90:
                return bottom - y0, left - x0, top - y0, right - x0
            case 180:
                return x1 - right, bottom - y0, x1 - left, top - y0
            case 270:
                return y1 - top, x1 - right, y1 - bottom, x1 - left
            case _:
                return left - x0, y1 - top, right - x0, y1 - bottom


def _placing(page: pypdfium2.PdfPage) -> _Placing:
    # Pdfium looks for the media box on the page alone; where it stands above all pages, only the bounding box knows it.
    return _Placing(page.get_rotation(), page.get_mediabox(fallback_ok=False) or page.get_bbox())


def _drawings(page: pypdfium2.PdfPage) -> tuple[int, int, list[pypdfium2.PdfImage]]:
    """Count the paths of a page and those among them that could be borders of cells; gather the images."""
    paths = rules = 0
    images: list[pypdfium2.PdfImage] = []
    for drawn in page.get_objects(max_depth=5):
        if drawn.type == raw.FPDF_PAGEOBJ_IMAGE:
            images.append(drawn)
        elif drawn.type == raw.FPDF_PAGEOBJ_PATH:
            left, bottom, right, top = drawn.get_bounds()
            paths += 1
            rules += max(right - left, top - bottom) >= _RULE_LENGTH
    return paths, rules, images


def _placed_picture(page: pypdfium2.PdfPage, image: pypdfium2.PdfImage) -> PagePicture:
    """A picture in its place; one that is part of a drawing only knows its place there, so it comes last on the page."""
    if image.level:
        return PagePicture(_picture(image), top=page.get_height(), left=0, right=page.get_width())
    left, bottom, right, top = image.get_bounds()
    box = _placing(page)(left, bottom, right, top)
    return PagePicture(_picture(image), top=box[1], left=box[0], right=box[2])


def _picture(image: pypdfium2.PdfImage) -> bytes:
    """The picture as PNG; nothing where it is a dot, far too large, or not to be drawn."""
    try:
        width, height = image.get_px_size()
        if min(width, height) < _SMALLEST_PICTURE or width * height > _LARGEST_PICTURE:
            return b""
        written = io.BytesIO()
        image.get_bitmap().to_pil().save(written, "PNG")
    except (pypdfium2.PdfiumError, ValueError, OSError):
        return b""
    return written.getvalue()


def _take_out_tables(
    page: PlumberPage, characters: list[PageCharacter]
) -> tuple[list[PageTable], list[PageCharacter]]:
    """Split the characters of a page into the cells of tables and what stands outside them."""
    tables = []
    for found in page.find_tables():
        cells = [
            [None if box is None else _upright(box) for box in row.cells] for row in found.rows
        ]
        if sum(box is not None for row in cells for box in row) < 2:
            continue
        rows = tuple(tuple(_cell_text(characters, box) for box in row) for row in cells)
        if not any(any(row) for row in rows):
            continue
        tables.append(
            PageTable(rows=rows, top=found.bbox[1], left=found.bbox[0], right=found.bbox[2])
        )
        boxes = [box for row in cells for box in row if box is not None]
        characters = [
            one
            for one in characters
            if one.text in "\r\n" or not any(one.is_in(box) for box in boxes)
        ]
    page.close()
    return tables, characters


def _upright(box: Sequence[float]) -> Box:
    left, top, right, bottom = box
    return left, top, right, bottom


def _cell_text(characters: Iterable[PageCharacter], box: Box | None) -> str:
    """The text of a cell; a line that does not fill the cell ends with a blank, because a new one was begun."""
    if box is None:
        return ""
    inside = [one for one in characters if not one.is_filler and one.text and one.is_in(box)]
    lines: list[list[PageCharacter]] = []
    for one in sorted(inside, key=lambda one: one.middle):
        if lines and one.middle - lines[-1][0].middle < (one.bottom - one.top) / 2:
            lines[-1].append(one)
        else:
            lines.append([one])
    text = ""
    for line in lines:
        line.sort(key=lambda one: one.left)
        em = max(one.right - one.left for one in line)
        written, is_spread = _spaced(line, em)
        is_full = box[2] - line[-1].right < _FULL_LINE * em and not is_spread
        text += written if is_full else written + " "
    return " ".join(text.split())


def _spaced(line: Sequence[PageCharacter], em: float) -> tuple[str, bool]:
    """The text of a line with blanks between words, and whether its letters are spread over the width of the cell."""
    text, is_spread = line[0].text, False
    for before, one in pairwise(line):
        gap = (one.left - before.right) / em if em else 0.0
        is_spread |= gap >= _WORD_GAP[1]
        text += (" " if _WORD_GAP[0] < gap < _WORD_GAP[1] else "") + one.text
    words = text.split()
    single = sum(len(word) == 1 for word in words)
    if (
        len(words) >= _MIN_SPREAD
        and single >= _SHARE_OF_SPREAD * len(words)
        and _HANGUL.search(text)
    ):
        return "".join(words), True
    return text, is_spread


def _lines(characters: Iterable[PageCharacter]) -> Iterator[PageLine]:
    line: list[PageCharacter] = []
    for one in characters:
        if one.text not in {"\r", "\n"}:
            line.append(one)
        elif line:
            yield from _line(line)
            line = []
    yield from _line(line)


def _line(characters: list[PageCharacter]) -> Iterator[PageLine]:
    visible = [one for one in characters if one.text.strip()]
    if not visible:
        return
    text = "".join(one.text for one in characters).lstrip()
    length = len(text.split(maxsplit=1)[0])
    first_word = visible[: max(1, length)]
    yield PageLine(
        text=text,
        left=min(one.left for one in visible),
        right=max(one.right for one in visible),
        middle=visible[0].middle,
        first_word=first_word[-1].right - first_word[0].left,
    )


def _is_unreadable(text: str) -> bool:
    return text == "\ufffd" or "\ue000" <= text <= "\uf8ff" or text < " "
