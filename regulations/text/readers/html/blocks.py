"""The child process of the HTML reader: the lines and tables of a page, without navigation, scripts and what is hidden."""

from __future__ import annotations

import base64
import binascii
import re
import sys
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

import lxml.html
from lxml import etree

from regulations.text.readers.child import RefusedError, serve
from regulations.text.readers.html.tables import is_layout, rows_of
from regulations.text.readers.numerals import spell
from regulations.text.readers.pictures import PictureLimits, lost_picture
from regulations.text.readers.plaintext import decode
from regulations.text.readers.source import SourceLine, SourceWarning, UnreadableFileError

# An element of lxml, which has no types of its own.
Element = Any


def _tags(names: str) -> frozenset[str]:
    return frozenset(names.split())


_OTHER_FORMATS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF-")
_TAG = re.compile(
    r"<(?:!doctype\s+html|html|head|body|meta|div|p|h[1-6]|table|br|span|ul|ol|pre)\b",
    re.IGNORECASE,
)
_DROPPED = _tags(
    "script style noscript template head nav footer aside button select option textarea input "
    "iframe object embed svg canvas audio video dialog map"
)
_DROPPED_ROLES = frozenset({"navigation", "banner", "contentinfo", "search", "menu", "menubar"})
_HIDDEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*[01](?:\.\d+)?(?:px|pt)?\s*(?:;|$)"
    r"|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$)|mso-hide\s*:\s*all",
    re.IGNORECASE,
)
_BLOCKS = _tags(
    "address article blockquote body caption center dd details div dl dt fieldset figcaption "
    "figure form h1 h2 h3 h4 h5 h6 header hr html legend li main ol p pre section summary table "
    "tbody td tfoot th thead tr ul"
)
_CHANGES = {"del": "취소선", "s": "취소선", "strike": "취소선", "ins": "넣은 글"}
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LIST_FORMS = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
_LIST_STYLE = re.compile(
    r"list-style(?:-type)?\s*:[^;]*?\b(none|hangul|korean-hangul-formal|circle|disc|square)\b"
)
_DATA_ADDRESS = re.compile(r"data:image/[a-z+.-]+;base64,([A-Za-z0-9+/=\s]+)$", re.IGNORECASE)
_ELSEWHERE = "파일 밖에 있는 그림"
_WRITTEN_NUMBER = re.compile(r"\s*(?:제\s*\d|\d{1,3}\s*[.)의]|[가-하]\s*[.)]|[①-⑳㉑-㉟㊱-㊿])")


def read_lines(path: Path) -> Generator[SourceLine, None, Mapping[str, int]]:
    """Yield the lines of an HTML file; nothing that it shows is left out but what a page has around its text."""
    text = _decode(path)
    if not _TAG.search(text):
        raise RefusedError("not_html")
    # The parser is given UTF-8, so that what the file says of its own encoding no longer matters.
    parser = lxml.html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        root = lxml.html.document_fromstring(text.encode("utf-8"), parser=parser)
    except etree.ParserError as error:
        raise RefusedError("not_html") from error
    # The parser stops without an exception where elements are nested too deeply; what follows would be missing.
    if any(entry.level == etree.ErrorLevels.FATAL for entry in parser.error_log):
        raise RefusedError("too_deep")
    page = _PageReader()
    yield from page.lines(_main(root))
    return {}


def _decode(path: Path) -> str:
    """Decode as UTF-8 or CP949, whatever the page declares: Korean text is never valid in both, and declarations go stale."""
    with path.open("rb") as file:
        if file.read(8).startswith(_OTHER_FORMATS):
            raise RefusedError("not_html")
    try:
        return decode(path)
    except UnreadableFileError as error:
        raise RefusedError("encoding") from error


def _main(root: Element) -> Element:
    """The part of the page that it marks as its content, where it marks exactly one."""
    for query in ("//main", "//*[@role='main']", "//article"):
        found = root.xpath(query)
        if len(found) == 1 and found[0].text_content().strip():
            return found[0]
    body = root.find("body")
    return root if body is None else body


def _change(element: Element) -> Iterator[SourceWarning]:
    """What a page shows as taken out or put in; both are its text."""
    words = " ".join(element.text_content().split()) if element.tag in _CHANGES else ""
    if words:
        yield SourceWarning("tracked", f"{_CHANGES[element.tag]}: {words}")


class _PageReader:
    """Walks through a page once, without recursion, because pages nest deeply."""

    def __init__(self) -> None:
        self._limits = PictureLimits()
        self._pictures: list[SourceLine] = []
        self._pieces: list[str] = []
        self._changes: list[SourceWarning] = []
        self._level = 0
        self._label = ""
        self._preformatted = 0
        self._numbers: dict[Element, int] = {}

    def lines(self, root: Element) -> Iterator[SourceLine]:
        """The lines and tables below an element."""
        walker = etree.iterwalk(root, events=("start", "end"))
        for event, element in walker:
            if event == "end":
                yield from self._leave(element, is_root=element is root)
            elif _is_dropped(element):
                if unseen := _unseen_text(element):
                    self._changes.append(SourceWarning("hidden", unseen))
                    if not "".join(self._pieces).strip():
                        yield self._beside()
                walker.skip_subtree()
            elif element.tag == "table" and not is_layout(element):
                yield from self._flush()
                yield from self._table(element)
                walker.skip_subtree()
            else:
                yield from self._enter(element)
        yield from self._flush()
        if self._changes:
            yield self._beside()

    def _beside(self) -> SourceLine:
        """What is to be told where no text stands."""
        found = tuple(self._changes)
        self._changes.clear()
        return SourceLine(text="", warnings=found)

    def _enter(self, element: Element) -> Iterator[SourceLine]:
        tag = element.tag
        if tag in _BLOCKS or tag == "br":
            yield from self._flush()
        self._level = _HEADINGS.get(tag, self._level)
        self._preformatted += tag == "pre"
        if tag == "img":
            self._pictures.append(self._picture(element))
        self._changes += _change(element)
        if tag == "li":
            self._label = self._number(element)
        yield from self._add(element.text)

    def _leave(self, element: Element, *, is_root: bool) -> Iterator[SourceLine]:
        if not _is_dropped(element):
            if element.tag in _BLOCKS:
                yield from self._flush()
            if element.tag in _HEADINGS:
                self._level = 0
            self._preformatted -= element.tag == "pre"
        if not is_root:
            yield from self._add(element.tail)

    def _add(self, text: str | None) -> Iterator[SourceLine]:
        if self._preformatted and text and "\n" in text:
            for part in text.splitlines():
                self._pieces.append(part)
                yield from self._flush()
        elif text:
            self._pieces.append(text)

    def _flush(self) -> Iterator[SourceLine]:
        text = " ".join("".join(self._pieces).split())
        self._pieces.clear()
        if text:
            label = "" if _WRITTEN_NUMBER.match(text) else self._label
            self._label = ""
            yield SourceLine(
                text=text, level=self._level, label=label, warnings=tuple(self._changes)
            )
            self._changes.clear()
        yield from self._pictures
        self._pictures.clear()

    def _picture(self, element: Element) -> SourceLine:
        """A picture that the page itself holds; others stand in files that were not uploaded."""
        match = _DATA_ADDRESS.match(element.get("src") or "")
        if match is None:
            return lost_picture(_ELSEWHERE)
        try:
            return self._limits.line(base64.b64decode(match[1], validate=True))
        except binascii.Error:
            return lost_picture()

    def _table(self, table: Element) -> Iterator[SourceLine]:
        caption = table.find("caption")
        if caption is not None and (text := " ".join(caption.text_content().split())):
            yield SourceLine(text=text)
        self._pictures.extend(map(self._picture, table.iter("img")))
        self._changes += (one for element in table.iter(*_CHANGES) for one in _change(element))
        rows = rows_of(table, lambda cell: " ".join(self._cell_lines(cell)))
        if any(any(row) for row in rows):
            yield SourceLine(text="", kind="table", rows=rows, warnings=tuple(self._changes))
            self._changes.clear()
        yield from self._flush()

    def _cell_lines(self, cell: Element) -> Iterator[str]:
        for line in _CellReader().lines(cell):
            if line.picture is None:
                yield f"{line.label} {line.text}".strip()

    def _number(self, item: Element) -> str:
        """The number that a browser shows before an item of an ordered list."""
        parent = item.getparent()
        if parent is None or parent.tag != "ol":
            return ""
        last = self._numbers.get(parent, _integer(parent.get("start"), 1) - 1)
        number = self._numbers[parent] = _integer(item.get("value"), last + 1)
        style = _LIST_STYLE.search(parent.get("style") or "")
        if style is not None:
            return f"{spell(number, 'ganada')}." if "hangul" in style[1] else ""
        return f"{spell(number, _LIST_FORMS.get(parent.get('type') or '', 'decimal'))}."


class _CellReader(_PageReader):
    """Reads one cell: a table inside it gives its words in order."""

    def _table(self, table: Element) -> Iterator[SourceLine]:
        text = " ".join(" ".join(table.itertext()).split())
        if text:
            yield SourceLine(text=text)


def _unseen_text(element: Element) -> str:
    """The words of an element that is hidden by its style; what a page has around its text is none."""
    if not isinstance(element.tag, str) or element.tag in _DROPPED:
        return ""
    if element.get("hidden") is None and not _HIDDEN_STYLE.search(element.get("style") or ""):
        return ""
    return " ".join(element.text_content().split())


def _is_dropped(element: Element) -> bool:
    tag = element.tag
    if not isinstance(tag, str) or tag in _DROPPED:
        return True
    if tag == "header":
        return element.find(".//h1") is None
    return bool(
        element.get("role") in _DROPPED_ROLES
        or element.get("hidden") is not None
        or _HIDDEN_STYLE.search(element.get("style") or "")
    )


def _integer(value: str | None, default: int) -> int:
    return int(value) if value is not None and value.strip().isdecimal() else default


if __name__ == "__main__":
    sys.exit(serve(read_lines))
