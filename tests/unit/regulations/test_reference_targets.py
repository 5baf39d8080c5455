"""Which names are those of statutes, and what a delegated text can be called."""

from __future__ import annotations

import pytest

from regulations.publishing.reference_targets import delegated_names, is_statute


@pytest.mark.parametrize(
    ("name", "statute"),
    [
        ("고등교육법", True),
        ("전염병예방법", True),
        ("개인정보 보호법 시행령", True),
        ("공무원 여비 규정", True),
        ("이용 방법", False),
        ("도서관 운영 규정", False),
        ("대학원 시행세칙", False),
    ],
)
def test_statutes_are_told_by_their_names(name: str, statute: bool) -> None:
    assert is_statute(name) is statute


@pytest.mark.parametrize(
    ("title", "instrument", "names"),
    [
        ("가온법", "대통령령", ["가온법시행령"]),
        ("가온법", "교육부령", ["가온법시행규칙"]),
        ("가온법 시행령", "교육부령", ["가온법시행규칙"]),
        ("장학 규정", "시행세칙", ["장학규정시행세칙", "장학시행세칙"]),
        ("장학 규정", "학칙", ["학칙"]),
        ("장학 규정", "총장", []),
    ],
)
def test_a_delegated_text_is_called_after_its_own(
    title: str, instrument: str, names: list[str]
) -> None:
    assert delegated_names(title=title, instrument=instrument) == names
