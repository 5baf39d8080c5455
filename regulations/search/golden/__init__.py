"""Golden sets: questions kept in the database, run against the search, and runs compared with one another."""

from __future__ import annotations

from regulations.search.golden.comparing import Comparison, runs_compare
from regulations.search.golden.previews import (
    Preview,
    draft_previews,
    drafts_previews,
    preview_start,
    run_compared,
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
    golden_runs_give_up,
    previous_run,
)

__all__ = [
    "Comparison",
    "GoldenGold",
    "InvalidGoldenRowError",
    "Preview",
    "UnknownSettingError",
    "draft_previews",
    "drafts_previews",
    "golden_export",
    "golden_import",
    "golden_question_add",
    "golden_run_execute",
    "golden_run_start",
    "golden_runs_give_up",
    "preview_start",
    "previous_run",
    "run_compared",
    "runs_compare",
]
