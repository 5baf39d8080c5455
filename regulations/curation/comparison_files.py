"""The files for word processors in which comparisons can be had, by their suffix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from portal.processes.deferring import DeferredModule
from regulations.curation.comparison_table import ComparedRegulation
from regulations.curation.hwpx.comparisons import comparisons_hwpx

if TYPE_CHECKING:
    from regulations.curation import comparison_document
else:
    comparison_document = DeferredModule("regulations.curation.comparison_document")

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def _docx(regulations: Sequence[ComparedRegulation]) -> bytes:
    return comparison_document.comparisons_docx(regulations)


COMPARISON_FILES: dict[str, tuple[str, Callable[[Sequence[ComparedRegulation]], bytes]]] = {
    "docx": (DOCX, _docx),
    "hwpx": ("application/vnd.hancom.hwpx", comparisons_hwpx),
}
