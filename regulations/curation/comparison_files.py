"""The files for word processors in which comparisons can be had, by their suffix."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from regulations.curation.comparison_document import DOCX, ComparedRegulation, comparisons_docx
from regulations.curation.hwpx.comparisons import comparisons_hwpx

COMPARISON_FILES: dict[str, tuple[str, Callable[[Sequence[ComparedRegulation]], bytes]]] = {
    "docx": (DOCX, comparisons_docx),
    "hwpx": ("application/vnd.hancom.hwpx", comparisons_hwpx),
}
