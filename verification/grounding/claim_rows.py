"""Read the provisions of a JSON line as the grounding check takes them; every field is looked at before it is trusted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verification.grounding import GroundingProvision


def provision_read(entry: Mapping[str, Any]) -> GroundingProvision:
    """Read one provision; raises KeyError, TypeError or ValueError where the entry is none."""
    branch = entry.get("branch", entry.get("article_sub"))
    return GroundingProvision(
        regulation=text_read(entry.get("regulation") or ""),
        article=_number(entry.get("article")),
        branch=_number(branch),
        paragraph=_number(entry.get("paragraph")),
        text=text_read(entry["text"]),
        title=entry.get("title") or None,
    )


def text_read(value: object) -> str:
    """Read a text; raises TypeError for anything else."""
    if not isinstance(value, str):
        raise TypeError(f"text expected, not {type(value).__name__}")
    return value


def _number(value: object) -> int | None:
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise TypeError(f"number expected, not {type(value).__name__}")
    return int(value)
