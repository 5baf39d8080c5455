"""What people wrote on a page of a PDF without changing it: notes, and remarks beside what they marked."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

import pypdfium2
from pypdfium2 import raw

_WRITTEN = frozenset(
    {
        raw.FPDF_ANNOT_TEXT,
        raw.FPDF_ANNOT_FREETEXT,
        raw.FPDF_ANNOT_HIGHLIGHT,
        raw.FPDF_ANNOT_UNDERLINE,
        raw.FPDF_ANNOT_SQUIGGLY,
        raw.FPDF_ANNOT_STRIKEOUT,
        raw.FPDF_ANNOT_CARET,
    }
)
_MOST = 500


def notes_on(page: pypdfium2.PdfPage) -> Iterator[str]:
    """The words of the notes on a page."""
    for number in range(min(raw.FPDFPage_GetAnnotCount(page.raw), _MOST)):
        note = raw.FPDFPage_GetAnnot(page.raw, number)
        if raw.FPDFAnnot_GetSubtype(note) in _WRITTEN and (words := _words(note)):
            yield words
        raw.FPDFPage_CloseAnnot(note)


def _words(note: raw.FPDF_ANNOTATION) -> str:
    size = raw.FPDFAnnot_GetStringValue(note, b"Contents", None, 0)
    content = ctypes.create_string_buffer(size)
    target = ctypes.cast(content, ctypes.POINTER(raw.FPDF_WCHAR))
    raw.FPDFAnnot_GetStringValue(note, b"Contents", target, size)
    return " ".join(content.raw.decode("utf-16-le", "replace").rstrip("\0").split())
