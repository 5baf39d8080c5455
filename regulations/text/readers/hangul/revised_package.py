"""A HWPX file as the library is to read it: changes accepted, and a mark where they, memos and hidden comments stand."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from lxml import etree

from regulations.text.readers.hangul.remarks import (
    DELETED,
    INSERTED,
    Remark,
    Remarks,
    without_marks,
)

# An element of lxml, which has no types of its own.
Element = Any

_SECTION = re.compile(r"Contents/section\d+\.xml")
_MAY_HOLD = re.compile(rb"(?:insert|delete)Begin\b|\bMEMO\b|memogroup|hiddenComment")
_PARAGRAPH_NAMES = "{http://www.hancom.co.kr/hwpml/2011/paragraph}"
_TEXT, _PARAGRAPH, _CONTROL, _FIELD, _COMMENT, _MEMO, _COMMAND = (
    f"{_PARAGRAPH_NAMES}{name}"
    for name in ("t", "p", "ctrl", "fieldBegin", "hiddenComment", "memo", "stringParam")
)
_NAMES = {"insert": INSERTED, "delete": DELETED}
_CHANGE = re.compile(rf"{re.escape(_PARAGRAPH_NAMES)}(insert|delete)(Begin|End)")


def revised_package(path: Path, remarks: Remarks) -> Path | bytes:
    """Return the file itself where nothing stands beside its text, else the bytes of one that is marked."""
    with zipfile.ZipFile(path) as package:
        names = [name for name in package.namelist() if _SECTION.fullmatch(name)]
        held = [name for name in names if _MAY_HOLD.search(package.read(name))]
        if not held:
            return path
        written = BytesIO()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as revised:
            for name in package.namelist():
                content = package.read(name)
                revised.writestr(name, _Section(content, remarks).xml if name in held else content)
    return written.getvalue()


class _Section:
    """One section: its text is walked through once, change by change."""

    def __init__(self, content: bytes, remarks: Remarks) -> None:
        self._remarks = remarks
        parser = etree.XMLParser(resolve_entities=False, huge_tree=True)
        self._root: Element = etree.fromstring(content, parser)
        # A change that never ends would take the rest of the text with it.
        self._ends = {
            (match[1], one.get("Id"))
            for one in self._root.iter(etree.Element)
            if (match := _CHANGE.fullmatch(one.tag)) and match[2] == "End"
        }
        self._open: dict[tuple[str, str | None], Remark] = {}
        beside = set(self._mark_comments())
        # The piece of text that stands before each paragraph from which something was taken.
        before: dict[Element, Element | None] = {}
        last: Element | None = None
        for text in self._root.iter(_TEXT):
            if text in beside:
                continue
            was_open = bool(self._open)
            self._read(text)
            if was_open or len(text):
                before.setdefault(next(text.iterancestors(_PARAGRAPH)), last)
            if _seen(text).strip():
                last = text
        for paragraph, earlier in before.items():
            self._leave_empty(paragraph, earlier)

    @property
    def xml(self) -> bytes:
        """The section as it is to be read."""
        xml: bytes = etree.tostring(self._root, encoding="UTF-8", xml_declaration=True)
        return xml

    def _read(self, text: Element) -> None:
        text.text = self._taken(text.text)
        for child in text:
            mark = ""
            if match := _CHANGE.fullmatch(str(child.tag)):
                key = (match[1], child.get("Id"))
                if match[2] == "End":
                    self._open.pop(key, None)
                elif key in self._ends:
                    self._open[key] = self._remarks.change(_NAMES[match[1]])
                    mark = self._open[key].mark
            child.tail = mark + self._taken(child.tail)

    def _taken(self, text: str | None) -> str:
        """What is left of a piece of text where it stands."""
        if not text or not self._open:
            return text or ""
        list(self._open.values())[-1].words.append(text)
        return "" if any(kind == "delete" for kind, _ in self._open) else text

    def _mark_comments(self) -> Iterator[Element]:
        """Mark each memo and hidden comment at its place; yield the pieces of their text, which is none of the regulation's."""
        memos = [one for one in self._root.iter(_MEMO) if _words(one)]
        fields = [one for one in self._root.iter(_FIELD, _COMMENT) if _is_comment(one)]
        for one in fields:
            yield from one.iter(_TEXT)
            control = one.getparent()
            # Older files keep the words apart from their place, in the same order.
            words = _words(one) or (_words(memos.pop(0)) if memos else "")
            if words and control.tag == _CONTROL:
                mark = etree.Element(_TEXT)
                mark.text = self._remarks.comment(words).mark
                control.addnext(mark)
                yield mark
        for memo in memos:
            self._remarks.comment(_words(memo))
        for memo in self._root.iter(_MEMO):
            yield from memo.iter(_TEXT)

    def _leave_empty(self, paragraph: Element, earlier: Element | None) -> None:
        """Move the marks out of a paragraph of which nothing is left: the word processor counts none that is empty."""
        texts = list(paragraph.iter(_TEXT))
        written = "".join(map(_seen, texts))
        if without_marks(written).strip():
            return
        for text in texts:
            etree.strip_elements(text, etree.Element)
            text.text = ""
        if earlier is not None:
            _append(earlier, written)


def _is_comment(element: Element) -> bool:
    if element.tag == _COMMENT or element.get("type") == "MEMO":
        return True
    return any((one.text or "").startswith("MEMO/") for one in element.iter(_COMMAND))


def _words(element: Element) -> str:
    paragraphs = ("".join(map(_seen, one.iter(_TEXT))) for one in element.iter(_PARAGRAPH))
    return " ".join(" ".join(paragraphs).split())


def _seen(text: Element) -> str:
    return "".join([text.text or "", *(child.tail or "" for child in text)])


def _append(text: Element, marks: str) -> None:
    if len(text):
        text[-1].tail = (text[-1].tail or "") + marks
    else:
        text.text = (text.text or "") + marks
