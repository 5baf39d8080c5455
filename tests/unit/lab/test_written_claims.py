"""Claims by hand are read as they were meant: every line is one or belongs to the provision."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.training.written.claims import is_own, own_claims

BLOCK = """학칙 | 휴학
① 휴학은 두 학기까지로 한다.
② 입영휴학은 제1항에 넣지 아니한다.
= 군대에 간 기간은 따로 칩니다.
! number: 휴학은 네 학기까지 됩니다.
? added_fact: 휴학원은 학과에 냅니다.
"""


def test_each_claim_has_its_label_and_the_whole_provision(tmp_path: Path) -> None:
    path = tmp_path / "claims.txt"
    path.write_text(BLOCK, encoding="utf-8")

    claims = list(own_claims(path))

    assert [(one["label"], one["fault"]) for one in claims] == [
        ("supported", "none"),
        ("contradicted", "number"),
        ("not_in_context", "added_fact"),
    ]
    assert {one["context"][0]["text"] for one in claims} == {
        "제1조(휴학) ① 휴학은 두 학기까지로 한다.\n② 입영휴학은 제1항에 넣지 아니한다."
    }


@pytest.mark.parametrize(
    "line", ["!number: 네 학기까지 됩니다.", "! 네 학기까지 됩니다.", "=따로 칩니다."]
)
def test_a_line_with_a_broken_mark_does_not_become_a_part_of_the_provision(
    tmp_path: Path, line: str
) -> None:
    path = tmp_path / "claims.txt"
    path.write_text(f"{BLOCK}{line}\n", encoding="utf-8")

    with pytest.raises(ValueError, match="is no claim"):
        list(own_claims(path))


def test_the_claims_of_the_project_can_all_be_read() -> None:
    claims = list(own_claims())
    assert len({one["id"] for one in claims}) == len(claims)
    assert all(is_own(one["id"]) for one in claims)
    assert {one["label"] for one in claims} == {"supported", "contradicted", "not_in_context"}
