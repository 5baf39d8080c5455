"""The one row that a sentence names, with what belongs into the range of another."""

from __future__ import annotations

import pytest

from verification.grounding.guards.ranges import outside_range

GRADES = """등급과 평점은 다음 표와 같다.
| 등급 | 점수 | 평점 |
|---|---|---|
| A+ | 95점 이상 100점 이하 | 4.5 |
| A0 | 90점 이상 95점 미만 | 4.0 |
| B+ | 85점 이상 90점 미만 | 3.5 |
| F | 60점 미만 | 0 |
"""
DELAYS = """| 처분 | 벌점 |
|---|---|
| 경고 | 5점부터 9점까지 |
| 퇴사 | 15점 초과 |
"""


@pytest.mark.parametrize(
    ("said", "text", "is_another"),
    [
        ("90점을 받으면 등급은 B+입니다.", GRADES, True),
        ("90점을 받으면 등급은 A0입니다.", GRADES, False),
        ("89점이면 B+입니다.", GRADES, False),
        ("60점 미만이면 F입니다.", GRADES, False),
        ("90점 미만이면 B+를 넘지 못합니다.", GRADES, False),
        ("97점은 A0에 해당합니다.", GRADES, True),
        ("벌점이 7점이면 경고를 받습니다.", DELAYS, False),
        ("벌점이 7점이면 퇴사입니다.", DELAYS, True),
        ("벌점이 15점이면 퇴사입니다.", DELAYS, False),  # no row has it
        ("3학점을 들으면 됩니다.", GRADES, False),
    ],
)
def test_a_figure_lies_within_the_range_of_the_row_that_is_named(
    said: str, text: str, is_another: bool
) -> None:
    assert bool(outside_range(said, text)) is is_another
