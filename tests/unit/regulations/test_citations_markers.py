"""Markers of sources in answers."""

from __future__ import annotations

import pytest

from regulations.text.citations import CitationKind, extract_markers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("가능합니다[†1].", [1]),
        ("가능합니다.[†1]", [1]),
        ("가능합니다. [†1] 다음", [1]),
        ("가능합니다 [† 1].", [1]),
        ("가능합니다 [†1,2].", [1, 2]),
        ("가능합니다 [†1, †3].", [1, 3]),
        ("가능합니다 [†1][†3].", [1, 3]),
        ("가능합니다 [†2-4].", [2, 3, 4]),
        ("가능합니다 【†1】.", [1]),
        ("가능합니다 ［†１］.", [1]),
        ("가능합니다 (†12).", [12]),
        ("가능합니다†7.", [7]),
        ("가능합니다[^1].", [1]),
        ("[^1]: 학칙", []),
        ("가능합니다 [1].", []),
        ("가능합니다 [†9-1].", [9, 1]),
        ("가능합니다 [†].", []),
    ],
)
def test_markers(text: str, numbers: list[int]) -> None:
    markers = extract_markers(text)

    assert [marker.marker for marker in markers] == numbers
    assert all(marker.kind is CitationKind.MARKER for marker in markers)
    assert all(text[marker.start : marker.end] == marker.text for marker in markers)
