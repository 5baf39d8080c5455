"""Which regulations a written name can mean."""

from __future__ import annotations

import pytest

from regulations.reading.names import RegulationNames
from regulations.text.locators import normalize_name

TITLES = {
    1: "가온대학교 학칙",
    2: "가온대학교 대학원 학칙",
    3: "등록금에 관한 규정",
    4: "졸업논문 또는 졸업실적 심사 규정",
    5: "난민법",
    6: "도서관 운영 규정",
    7: "생활관 운영 규정",
    8: "학·석사 연계과정 규정",
}
ALIASES = {"등록금 규정": 3}


def names(university: str = "가온대학교") -> RegulationNames:
    by_name: dict[str, set[int]] = {}
    for name, pk in [*((title, pk) for pk, title in TITLES.items()), *ALIASES.items()]:
        by_name.setdefault(normalize_name(name), set()).add(pk)
    frozen = {name: frozenset(ids) for name, ids in by_name.items()}
    return RegulationNames(corpus_version="", by_name=frozen, titles=TITLES, university=university)


@pytest.mark.parametrize(
    ("written", "found"),
    [
        pytest.param("등록금에 관한 규정", {3}, id="title"),
        pytest.param("등록금에관한규정", {3}, id="without-spaces"),
        pytest.param("「등록금에 관한 규정」", {3}, id="brackets"),
        pytest.param("등록금 규정", {3}, id="alias"),
        pytest.param("학ㆍ석사 연계과정 규정", {8}, id="another-middle-dot"),
        pytest.param("학칙", {1}, id="without-the-university"),
        pytest.param("가온대학교 등록금에 관한 규정", {3}, id="with-the-university"),
        pytest.param("가온대 학칙", {1}, id="short-name-of-the-university"),
        pytest.param("대학원 학칙", {2}, id="the-graduate-school-is-another-text"),
        pytest.param("졸업실적 심사 규정", {4}, id="unique-end-at-a-word"),
        pytest.param("서울대학교 학칙", set(), id="another-university"),
        pytest.param("민법", set(), id="never-within-a-word"),
        pytest.param("운영 규정", set(), id="end-of-two-titles"),
        pytest.param("관한 규정", set(), id="a-cut-title-is-no-name"),
        pytest.param("규정", set(), id="too-short"),
        pytest.param("", set(), id="empty"),
    ],
)
def test_candidates(written: str, found: set[int]) -> None:
    assert names().candidates(written) == found


def test_any_university_is_taken_where_the_own_is_not_known() -> None:
    assert names(university="").candidates("나래대학교 등록금 규정") == {3}


def test_every_bearer_of_a_name_is_a_candidate() -> None:
    two = RegulationNames(
        corpus_version="",
        by_name={"장학내규": frozenset({1, 2})},
        titles={1: "장학 내규", 2: "장학내규"},
    )

    assert two.candidates("장학 내규") == {1, 2}
