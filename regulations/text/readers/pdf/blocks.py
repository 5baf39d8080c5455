"""The child process of the PDF reader: the paragraphs and tables of a PDF that has a layer of text."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Generator, Mapping, Set
from dataclasses import replace
from pathlib import Path

import pdfplumber
import pypdfium2
from pypdfium2 import raw

from regulations.text.readers.child import RefusedError, serve
from regulations.text.readers.pdf.layout import PageLayout, read_page
from regulations.text.readers.pdf.text import paragraphs
from regulations.text.readers.pictures import PictureLimits, lost_picture
from regulations.text.readers.source import SourceLine

_MAGIC = b"%PDF-"
_MAGIC_WITHIN = 1024
_ENCRYPTED = frozenset({raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY})
# Fewer characters than this on a page with an image: the page is a picture of text.
_MIN_CHARACTERS = 10
_MAX_UNREADABLE = 0.2
_MIN_REPEATED = 3
_EMBLEMS = "쪽마다 되풀이되는 그림"


def read_lines(path: Path) -> Generator[SourceLine, None, Mapping[str, int]]:
    """Yield the lines of a PDF; return how many pictures stand on most pages, as emblems do, and are left out."""
    with path.open("rb") as file:
        if _MAGIC not in file.read(_MAGIC_WITHIN):
            raise RefusedError("not_pdf")
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        raise RefusedError("encrypted" if error.err_code in _ENCRYPTED else "broken") from error
    with pdfplumber.open(path) as plumber:
        pages = [read_page(document[index], plumber, index) for index in range(len(document))]
    _check_text(pages)
    times = Counter(content for page in pages for content in {one.content for one in page.pictures})
    repeated = {content for content, count in times.items() if count >= _MIN_REPEATED}
    limits = PictureLimits()
    for line in paragraphs([_without(page, repeated) for page in pages]):
        if line.picture is None:
            yield line
        else:
            yield limits.line(line.picture.content) if line.picture.content else lost_picture()
    return {_EMBLEMS: len(repeated)} if repeated else {}


def _without(page: PageLayout, repeated: Set[bytes]) -> PageLayout:
    return replace(
        page, pictures=tuple(one for one in page.pictures if one.content not in repeated)
    )


def _check_text(pages: list[PageLayout]) -> None:
    scanned = sum(1 for page in pages if page.images and page.characters < _MIN_CHARACTERS)
    characters = sum(page.characters for page in pages)
    if characters < _MIN_CHARACTERS or scanned * 2 > len(pages):
        raise RefusedError("scanned")
    if sum(page.unreadable for page in pages) > _MAX_UNREADABLE * characters:
        raise RefusedError("no_letters")


if __name__ == "__main__":
    sys.exit(serve(read_lines))
