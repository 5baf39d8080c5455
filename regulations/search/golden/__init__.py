"""Golden sets: questions kept in the database, run against the search, and runs compared with one another."""

from __future__ import annotations

from regulations.search.golden.comparing import RunComparison, runs_compare
from regulations.search.golden.previews import (
    GoldenPreview,
    compare_with_previous,
    draft_previews,
    preview_start,
    previews_by_draft,
)
from regulations.search.golden.questions import (
    GoldenGold,
    InvalidGoldenRowError,
    golden_export,
    golden_import,
    golden_question_add,
)
from regulations.search.golden.running import (
    UnknownSettingError,
    golden_run_execute,
    golden_run_start,
    previous_run,
    with_figures_before,
)

__all__ = [
    "GoldenGold",
    "GoldenPreview",
    "InvalidGoldenRowError",
    "RunComparison",
    "UnknownSettingError",
    "compare_with_previous",
    "draft_previews",
    "golden_export",
    "golden_import",
    "golden_question_add",
    "golden_run_execute",
    "golden_run_start",
    "preview_start",
    "previews_by_draft",
    "previous_run",
    "runs_compare",
    "with_figures_before",
]
