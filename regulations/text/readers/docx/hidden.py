"""Text of a Word document that nobody sees: hidden by its format, white on white, or in letters of two points."""

from __future__ import annotations

from typing import Any

from docx.oxml.ns import qn

# An element of lxml, which has no types of its own.
Element = Any

_TINY = 4  # in half points
_NO_FILL = frozenset({None, "", "auto", "FFFFFF", "ffffff"})
_OFF = frozenset({"0", "false"})
_TEXT = frozenset({qn("w:t"), qn("w:delText")})


def written(element: Element) -> str:
    """The words below an element, those of deletions too."""
    return " ".join("".join(one.text or "" for one in element.iter(*_TEXT)).split())


class HiddenText:
    """Knows which runs of a document are hidden, by themselves or by their style."""

    def __init__(self, styles: Element) -> None:
        self._hiding = {
            style.get(qn("w:styleId"))
            for style in styles.iterchildren(qn("w:style"))
            if _says_hidden(style.find(qn("w:rPr")))
        }

    def is_hidden(self, run: Element) -> bool:
        """Whether a reader of the document sees nothing of a run."""
        properties = run.find(qn("w:rPr"))
        if properties is None:
            return False
        style = properties.find(qn("w:rStyle"))
        if style is not None and style.get(qn("w:val")) in self._hiding:
            return True
        return _says_hidden(properties) or _is_tiny(properties) or _is_white(run, properties)


def _says_hidden(properties: Element | None) -> bool:
    vanish = None if properties is None else properties.find(qn("w:vanish"))
    return vanish is not None and vanish.get(qn("w:val")) not in _OFF


def _is_tiny(properties: Element) -> bool:
    size = properties.find(qn("w:sz"))
    value = "" if size is None else size.get(qn("w:val"), "")
    return value.isdecimal() and int(value) <= _TINY


def _is_white(run: Element, properties: Element) -> bool:
    """White letters, unless something behind them is filled: the run, its paragraph, its cell, or a table by its style."""
    color = properties.find(qn("w:color"))
    if color is None or color.get(qn("w:val"), "").upper() != "FFFFFF":
        return False
    if properties.find(qn("w:highlight")) is not None or _is_filled(properties):
        return False
    for above in run.iterancestors(qn("w:p"), qn("w:tc"), qn("w:tbl"), qn("w:txbxContent")):
        if above.tag in {qn("w:tbl"), qn("w:txbxContent")}:
            return False
        of_above = above.find(qn("w:pPr" if above.tag == qn("w:p") else "w:tcPr"))
        if of_above is not None and _is_filled(of_above):
            return False
    return True


def _is_filled(properties: Element) -> bool:
    shading = properties.find(qn("w:shd"))
    return shading is not None and shading.get(qn("w:fill")) not in _NO_FILL
