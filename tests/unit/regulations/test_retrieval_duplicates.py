"""Short sources that say the same are one source."""

from __future__ import annotations

import pytest

from regulations.search.retrieval.duplicates import SHORT, are_near_duplicates

RULE = "이 규정에 정하지 아니한 사항은 총장이 따로 정하는 바에 따른다."


@pytest.mark.parametrize(
    ("other", "is_repeat"),
    [
        (RULE, True),
        ("이 규정에 정하지 아니한 사항은, 총장이 따로 정하는 바에 따른다", True),
        ("이 규정에 정하지 아니한 사항은 총장이 따로 정하는 바에 의한다.", False),
        ("휴학원을 내지 아니한 학생은 제적한다.", False),
        ("", False),
    ],
)
def test_nearly_the_same_letters_say_the_same(other: str, is_repeat: bool) -> None:
    assert are_near_duplicates(RULE, other) is is_repeat


def test_another_number_is_another_rule() -> None:
    assert not are_near_duplicates(
        "휴학은 통산하여 3년을 넘을 수 없다.", "휴학은 통산하여 4년을 넘을 수 없다."
    )


def test_long_texts_are_never_merged() -> None:
    text = "가나다라마" * SHORT
    assert not are_near_duplicates(text, text)
