"""Which questions an answer offers that are made of the titles of articles."""

from __future__ import annotations

import pytest

from chat.composing.fallback import titles_a_matter


@pytest.mark.parametrize(
    "title",
    ["휴학", "재입학 특례", "학칙의 개정", "과목의 폐지", "휴학의 시행 절차", "등록금의 반환 기준"],
)
def test_a_title_that_names_a_matter_is_asked_about(title: str) -> None:
    assert titles_a_matter(title)


@pytest.mark.parametrize(
    "title",
    [
        *("목적", "정의", "용어의 정의", "적용 범위", "시행세칙", "시행일", "준용", "위임 규정"),
        *(
            "학사경고 제적에 관한 적용례",
            "휴학기간에 관한 경과조치",
            "다른 규정의 개정",
            "다른 규정과의 관계",
        ),
    ],
)
def test_a_title_that_says_only_what_kind_of_article_it_is_is_not(title: str) -> None:
    assert not titles_a_matter(title)
