"""A figure of the asker's that a sentence sets beside a limit before it says what follows."""

from __future__ import annotations

import pytest

from verification.grounding.facts.own_figures import sets_own_figure_beside_limit

QUESTION = "출석률 70%에 평점 3.4이고 결석은 12시간이에요. 어떻게 되나요?"


@pytest.mark.parametrize(
    ("statement", "is_set"),
    [
        ("출석률 70%는 65% 이상 90% 미만이므로 지각으로 처리됩니다.", True),
        ("평점 3.4는 기준인 3.2를 넘으므로 신청하실 수 있습니다.", True),
        ("12시간은 14시간 이내라서 성적을 받습니다.", True),
        ("출석률 70%는 75% 이상이므로 출석입니다.", False),
        ("12시간은 10시간 이내라서 성적을 받습니다.", False),
        ("출석률이 65% 이상이므로 지각입니다.", False),
        ("출석률 80%는 65% 이상이므로 지각입니다.", False),
        ("출석률 70%이므로 지각입니다.", False),
        ("출석률 70%는 지각으로 처리합니다. 65% 이상이면 그렇습니다.", False),
    ],
)
def test_the_reason_names_the_figure_and_a_limit_that_it_keeps(
    statement: str, is_set: bool
) -> None:
    assert sets_own_figure_beside_limit(statement, QUESTION) is is_set


def test_a_figure_that_nobody_asked_with_is_none_of_the_askers() -> None:
    assert not sets_own_figure_beside_limit(
        "출석률 70%는 65% 이상이므로 지각입니다.", "지각인가요?"
    )
