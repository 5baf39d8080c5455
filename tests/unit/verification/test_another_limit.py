"""A limit with another figure than that of the words on which somebody's word for it rests."""

from __future__ import annotations

import pytest

from verification.grounding.guards import another_limit

LEAVE = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다."


@pytest.mark.parametrize(
    ("statement", "words", "known"),
    [
        ("네, 4년까지 휴학할 수 있습니다.", LEAVE, "휴학은 몇 년까지 되나요?"),
        ("네, 4년까지 휴학할 수 있습니다.", LEAVE, "4년까지 휴학할 수 있나요?"),
        ("전과는 두 번까지 신청하실 수 있어요.", "전과는 재학 중 1회에 한정한다.", ""),
        ("하루에 8시간을 넘을 수 없습니다.", "하루에 7시간을 넘을 수 없다.", ""),
        ("졸업예정일 30일 전까지 신청합니다.", "졸업예정일 35일 전까지 신청한다.", ""),
    ],
)
def test_another_figure_of_a_limit_is_seen(statement: str, words: str, known: str) -> None:
    assert another_limit(statement, [words], known=known)


@pytest.mark.parametrize(
    ("statement", "words", "known"),
    [
        ("네, 3년까지 휴학할 수 있습니다.", LEAVE, ""),
        ("모두 6학기까지 쉴 수 있어요.", LEAVE, ""),
        ("4년은 휴학할 수 없습니다.", LEAVE, "4년 휴학할 수 있나요?"),
        ("2년 휴학할 수 있습니다.", LEAVE, "2년 휴학할 수 있나요?"),
        # What the words make themselves, and what is counted from a day that is known.
        ("23학점까지 신청할 수 있습니다.", "21학점으로 하되, 2학점을 더한다.", ""),
        ("3월 20일까지 내시면 됩니다.", "발표일부터 10일 이내에 낸다.", "3월 10일에 발표됐어요."),
    ],
)
def test_what_the_words_have_or_make_is_no_other(statement: str, words: str, known: str) -> None:
    assert not another_limit(statement, [words], known=known)
