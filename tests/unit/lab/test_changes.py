"""Sentences said politely, and with one fact changed: what the benchmark over the corpus is made of."""

from __future__ import annotations

from random import Random

import pytest

from lab.grid.changes import CHANGES, politely


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("총장의 허가를 받아야 한다.", "총장의 허가를 받아야 합니다."),
        ("휴학할 수 있다.", "휴학할 수 있습니다."),
        ("위원장 1명을 둔다", "위원장 1명을 둡니다."),
        ("성적을 인정하지 않는다.", "성적을 인정하지 않습니다."),
        ("등록금의 2분의 1이다.", "등록금의 2분의 1입니다."),
        ("그러하지 아니하다.", "그러하지 아니합니다."),
        ("이미 공손합니다.", "이미 공손합니다."),
        ("제출할 것", "제출할 것"),
    ],
)
def test_politely(written: str, said: str) -> None:
    assert politely(written) == said


@pytest.mark.parametrize("kind", sorted(CHANGES))
def test_a_change_changes_one_thing_or_nothing(kind: str) -> None:
    sentence = "학생은 14일 이내에 신청서를 제출하여야 합니다."

    changed = CHANGES[kind](sentence, Random(1))

    assert changed is None or (changed != sentence and changed.startswith("학생은"))
