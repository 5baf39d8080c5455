"""The one row that a sentence names, with what belongs into the range of another, or into the column of others than were told of."""

from __future__ import annotations

import pytest

from verification.grounding.guards.columns import column_of_nobody
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


SHARES = """① 더 다니는 학생은 다음 표의 금액을 낸다.

| 신청학점 | 낮 학부 | 등불야간대학 | 모두의 합계 |
|---|---|---|---|
| 1학점 이상 3학점 이하 | 수업료의 18% | 수업료의 15% | 수업료의 33% |
| 4학점 이상 6학점 이하 | 수업료의 37% | 수업료의 28% | 수업료의 65% |
| 청강 | 면제 | 수업료의 5% | 없음 |

② 실습을 다시 하는 학생은 수업료의 28%를 더 낸다.
"""
ALONE = SHARES[: SHARES.index("②")]


@pytest.mark.parametrize(
    ("said", "text", "known", "is_of_others"),
    [
        ("5학점이면 수업료의 28%를 냅니다.", ALONE, "5학점만 더 들으면 얼마 내요?", True),
        ("5학점이면 수업료의 28%를 냅니다.", ALONE, "등불대 다니는데 얼마 내요?", False),
        ("5학점이면 야간 학생은 수업료의 28%를 냅니다.", ALONE, "", False),
        ("5학점이면 수업료의 37%를 냅니다.", ALONE, "5학점만 더 들으면 얼마 내요?", False),
        ("5학점이면 수업료의 37%나 28%를 냅니다.", ALONE, "", False),
        ("5학점이면 수업료의 65%입니다.", ALONE, "", False),  # a sum is nobody's
        ("수업료의 28%를 냅니다.", ALONE, "", False),  # no row is named
        ("5학점이면 수업료의 28%를 냅니다.", SHARES, "", False),  # it stands beside the table, too
        ("청강하면 수업료의 5%를 냅니다.", ALONE, "", False),  # no other cell is like it
        ("등록금을 냅니다.", ALONE, "", False),
        ("5학점이면 수업료의 28%를 냅니다.", GRADES, "", False),
        ("90점이면 4.0입니다.", "| 점수 | 평점 |\n| 90점 이상 | 4.0 |", "", False),
    ],
)
def test_the_value_of_a_later_column_is_for_whom_its_head_names(
    said: str, text: str, known: str, is_of_others: bool
) -> None:
    assert bool(column_of_nobody(said, text, known)) is is_of_others
