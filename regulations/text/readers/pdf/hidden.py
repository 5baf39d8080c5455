"""Text of a PDF page that nobody sees: white with nothing behind it, of two points, or not painted at all."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any

import pypdfium2
from pypdfium2 import raw

_TINY = 2.0
_WHITE = 250
_INVISIBLE = (
    3  # the mode of text that is there to be searched, as below the picture of a scanned page
)
_DEEPEST = 5

Bounds = tuple[float, float, float, float]


def hidden_objects(page: pypdfium2.PdfPage) -> frozenset[int]:
    """The addresses of the pieces of text that a reader of the page does not see."""
    drawn = list(page.get_objects(max_depth=_DEEPEST))
    texts = [one for one in drawn if one.type == raw.FPDF_PAGEOBJ_TEXT]
    behind = [one.get_bounds() for one in drawn if _covers(one)]
    is_scanned = any(one.type == raw.FPDF_PAGEOBJ_IMAGE for one in drawn)
    return frozenset(
        address_of(one.raw)
        for one in texts
        if _is_tiny(one.raw)
        or (_is_white(one.raw) and not _is_within(one.get_bounds(), behind))
        or (not is_scanned and raw.FPDFTextObj_GetTextRenderMode(one.raw) == _INVISIBLE)
    )


def address_of(pointer: Any) -> int:
    """Where an object of pdfium lies, by which it is known again; 0 for none."""
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0


def _covers(drawn: pypdfium2.PdfObject) -> bool:
    """Whether an object may be what white letters stand on: a picture, a shading, or a surface that is not white."""
    if drawn.type in (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_SHADING):
        return True
    return drawn.type == raw.FPDF_PAGEOBJ_PATH and _is_filled(drawn.raw)


def _is_filled(pointer: Any) -> bool:
    filled, is_stroked = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(pointer, ctypes.byref(filled), ctypes.byref(is_stroked))
    return bool(filled.value) and not _is_white(pointer)


def _is_white(pointer: Any) -> bool:
    return all(part >= _WHITE for part in _color(pointer))


def _color(pointer: Any) -> Iterator[int]:
    parts = [ctypes.c_uint(0) for _ in range(4)]
    raw.FPDFPageObj_GetFillColor(pointer, *map(ctypes.byref, parts))
    yield from (part.value for part in parts[:3])


def _is_tiny(pointer: Any) -> bool:
    size = ctypes.c_float()
    matrix = raw.FS_MATRIX()
    if not raw.FPDFTextObj_GetFontSize(pointer, ctypes.byref(size)):
        return False
    raw.FPDFPageObj_GetMatrix(pointer, ctypes.byref(matrix))
    return 0 < size.value * hypot(matrix.c, matrix.d) <= _TINY


def _is_within(box: Bounds, others: Sequence[Bounds]) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return any(left <= x <= right and bottom <= y <= top for left, bottom, right, top in others)
