"""Titles that a citation states, and their comparison with the provision's own."""

from __future__ import annotations

import pytest

from regulations.text.citations import TitleMatch, compare_titles, extract_citations

STATED = [
    ("제255조(사기)", "사기"),
    ("형법 제255조(예비, 음모)에 따라", "예비, 음모"),
    ("제255조의 사기죄", "사기죄"),
    ("형법 제347조 사기죄에 따라", "사기죄"),
    ("형법 제347조제1항의 사기죄", "사기죄"),
    ("형법 제347조에 규정된 사기죄는", "사기죄"),
    ("형법 제356조의 업무상 횡령죄", "업무상 횡령죄"),
    ("학칙 제25조 [휴학] 제1항", "휴학"),
    ("학칙 제25조 【휴학】", "휴학"),
    ('학칙 제25조 "휴학"에 따르면', "휴학"),
    ("학칙 제25조 '휴학 및 복학'에 따르면", "휴학 및 복학"),
    ('학칙 제25조의 제목은 "휴학"입니다', "휴학"),
]
NOT_STATED = [
    "학칙 제25조의 휴학 기간",
    "학칙 제25조의 사죄",
    '학칙 제25조 "휴학은 2년을 초과할 수 없다"',
    '학칙 제2조 "재학생"이란',
    '제3조 중 "제21조"를 "제32조"로 한다',
    "학칙 제2조 '휴학'을 '복학'으로 한다",
    "학칙 제25조 [본조신설 2020. 3. 1.]",
    "학칙 제25조 [별표 1]",
    "학칙 제25조 [†1]",
]


@pytest.mark.parametrize(("text", "title"), STATED)
def test_a_stated_title_is_kept(text: str, title: str) -> None:
    (citation,) = extract_citations(text)

    assert citation.title == title


@pytest.mark.parametrize("text", NOT_STATED)
def test_other_words_are_no_title(text: str) -> None:
    assert {citation.title for citation in extract_citations(text)} == {None}


@pytest.mark.parametrize(
    ("stated", "actual", "match"),
    [
        ("휴학", "휴학", TitleMatch.EQUAL),
        ("예비ㆍ음모", "예비, 음모", TitleMatch.EQUAL),
        ("휴학및복학", "휴학 및 복학", TitleMatch.EQUAL),
        ("사기죄", "사기", TitleMatch.EQUAL),
        ("휴학의 허가", "휴학 허가", TitleMatch.EQUAL),
        ("휴학", "휴학 및 복학", TitleMatch.CONTAINED),
        ("음모죄", "예비, 음모", TitleMatch.CONTAINED),
        ("휴학 절차", "휴학 기간", TitleMatch.CONTAINED),
        ("사기", "예비, 음모", TitleMatch.CONTRADICTING),
        ("휴학", "복학", TitleMatch.CONTRADICTING),
        ("휴학 절차", "복학 절차", TitleMatch.CONTRADICTING),
        ("장학금의 지급", "등록금의 지급", TitleMatch.CONTRADICTING),
        ("", "휴학", None),
        ("휴학", "", None),
    ],
)
def test_titles_are_compared(stated: str, actual: str, match: TitleMatch | None) -> None:
    assert compare_titles(stated, actual) is match


def test_a_subject_that_the_text_speaks_of_contradicts_no_title() -> None:
    text = "사람을 기망하여 재물의 교부를 받은 자는 사기죄로 처벌한다."

    assert compare_titles("사기죄", "재산에 대한 죄") is TitleMatch.CONTRADICTING
    assert compare_titles("사기죄", "재산에 대한 죄", text=text) is TitleMatch.CONTAINED
