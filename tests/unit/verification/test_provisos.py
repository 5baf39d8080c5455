"""The proviso behind a rule: kept with its words, and named where an answer leaves it out."""

from __future__ import annotations

import pytest

from verification.grounding.guards import proviso_behind, proviso_left_out

RULE = "호실 변경은 학기마다 1회에 한하여 신청할 수 있다."
PROVISO = "다만, 룸메이트와의 갈등이 심하다고 사감이 인정하는 경우에는 수시로 변경할 수 있다."
PARAGRAPH = f"① 호실은 전산으로 배정한다.\n② {RULE} {PROVISO}"
SAID = "호실 변경은 학기마다 한 번 신청할 수 있습니다."


@pytest.mark.parametrize("words", [RULE, "1회에 한하여 신청할 수 있다"])
def test_words_that_end_a_rule_have_its_proviso(words: str) -> None:
    assert proviso_behind(words, PARAGRAPH) == PROVISO


@pytest.mark.parametrize(
    "words", ["호실 변경은 학기마다 1회", PROVISO, f"{RULE} {PROVISO}", "", "."]
)
def test_words_within_a_rule_and_those_of_the_proviso_have_none(words: str) -> None:
    assert proviso_behind(words, PARAGRAPH) == ""


def test_who_tells_the_rule_alone_leaves_its_proviso_out() -> None:
    assert proviso_left_out(SAID, PARAGRAPH, SAID) == PROVISO


@pytest.mark.parametrize(
    ("statement", "further"),
    [
        pytest.param("호실은 전산으로 배정합니다.", "", id="another rule"),
        pytest.param("룸메이트와 갈등이 심하면 수시로 변경할 수 있습니다.", "", id="the proviso"),
        pytest.param(
            SAID,
            "다만 룸메이트와 갈등이 심하다고 사감이 인정하면 언제든 변경할 수 있어요.",
            id="after it",
        ),
    ],
)
def test_what_tells_the_proviso_leaves_nothing_out(statement: str, further: str) -> None:
    assert proviso_left_out(statement, PARAGRAPH, f"{statement}\n{further}") == ""


def test_a_figure_of_the_proviso_is_told_whatever_the_words() -> None:
    limits = "휴학은 통산 6개 학기로 한다. 다만, 편입한 사람은 통산 3개 학기로 한다."

    assert proviso_left_out("통산 한도: 3개 학기", limits, "") == ""
    assert proviso_left_out("통산 한도: 6개 학기", limits, "") != ""
