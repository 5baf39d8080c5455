"""What differs between two versions of a regulation, down to the words. Pure: neither Django nor the database is imported here.

`compare` takes the provisions of both versions in the order of their texts and answers with a `VersionComparison`.
"""

from __future__ import annotations

from regulations.text.diffing.comparing import compare
from regulations.text.diffing.model import (
    ChangeCounts,
    ChangeKind,
    ComparedEntry,
    ComparedHeading,
    ComparedLine,
    ComparedRow,
    LinePair,
    Region,
    Segment,
    TextLine,
    VersionComparison,
)

__all__ = [
    "ChangeCounts",
    "ChangeKind",
    "ComparedEntry",
    "ComparedHeading",
    "ComparedLine",
    "ComparedRow",
    "LinePair",
    "Region",
    "Segment",
    "TextLine",
    "VersionComparison",
    "compare",
]
