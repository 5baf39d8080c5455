"""What 이 규정, 같은 법, 전항, a bare number mean: from the text so far and from the place it stands in."""

from __future__ import annotations

import pytest

from tests.unit.verification.citation_notation import read
from verification.citations import RegulationSource, extract_citations

IN_REGULATION = {"regulation": "휴학규정", "article": 7, "paragraph": 3}
IN_DECREE = {"regulation": "평생교육법 시행령"}
IN_RULES = {"regulation": "평생교육법 시행규칙"}

SELF = [
    ("이 규정 제5조제1항", IN_REGULATION, ["휴학규정 제5조제1항"]),
    ("본 규정 제9조", IN_REGULATION, ["휴학규정 제9조"]),
    ("본규정 제9조", IN_REGULATION, ["휴학규정 제9조"]),
    ("이 학칙 제9조", {"regulation": "한빛대학교 학칙"}, ["한빛대학교 학칙 제9조"]),
    ("본 학칙 제9조에 따릅니다.", IN_REGULATION, ["학칙 제9조"]),
    ("개정학칙의 부칙 제3조", {"regulation": "한빛대학교 학칙"}, ["한빛대학교 학칙 부칙 제3조"]),
    ("현행 학칙 제3조", {}, ["학칙 제3조"]),
    ("이 영 제3조", IN_DECREE, ["평생교육법 시행령 제3조"]),
    ("규정 제5조에 따라", IN_REGULATION, ["휴학규정 제5조"]),
    ("관련 규정 제5조", IN_REGULATION, ["휴학규정 제5조"]),
    ("제5조에 따라", IN_REGULATION, ["휴학규정 제5조"]),
    ("제5조에 따라", {}, ["? 제5조"]),
    ("별표 1과 같다", IN_REGULATION, ["휴학규정 별표 1"]),
]
NEIGHBORS = [
    ("전조의 규정", IN_REGULATION, ["휴학규정 제6조"]),
    ("전 조 제2호", IN_REGULATION, ["휴학규정 제6조제2호"]),
    ("전조 2호, 3호 및 5호", IN_REGULATION, [f"휴학규정 제6조제{n}호" for n in (2, 3, 5)]),
    ("전항의 단서", IN_REGULATION, ["휴학규정 제7조제2항"]),
    ("전항", {"regulation": "휴학규정", "article": 7, "paragraph": 1}, []),
    (
        "전항",
        {"regulation": "휴학규정", "article": 2, "paragraph": 2, "addenda": True},
        ["휴학규정 부칙 제2조제1항"],
    ),
    ("전조", {"regulation": "휴학규정", "article": 7, "branch": 3}, ["휴학규정 제7조의2"]),
    ("전조와 전항에 따라", {}, []),
    ("전각호의 규정", IN_REGULATION, []),
    ("본조 제1항", IN_REGULATION, ["휴학규정 제7조제1항"]),
    ("이 조 제2항", IN_REGULATION, ["휴학규정 제7조제2항"]),
    ("이 항에 따라", IN_REGULATION, ["휴학규정 제7조제3항"]),
    ("(이하 이 조에서 “장학생”이라 한다)", IN_REGULATION, []),
    ("(이하 이 조 및 제9조에서 “장학생”이라 한다)", IN_REGULATION, ["휴학규정 제9조"]),
    ("제2항에 따라", IN_REGULATION, ["휴학규정 제7조제2항"]),
    ("제2항 및 제4항의", IN_REGULATION, ["휴학규정 제7조제2항", "휴학규정 제7조제4항"]),
    ("제1호에 해당하는", IN_REGULATION, ["휴학규정 제7조제3항제1호"]),
    ("제2항제1호의 사유", IN_REGULATION, ["휴학규정 제7조제2항제1호"]),
    ("제2항에 따라", {"regulation": "휴학규정"}, ["휴학규정 제2항"]),
    ("제1호에 해당하는", {}, []),
]
SAME = [
    ("제6조제3항 및 같은 조 제4항", {}, ["? 제6조제3항", "? 제6조제4항"]),
    ("학칙 제6조제3항을 준용하고, 동조 제1항은", {}, ["학칙 제6조제3항", "학칙 제6조제1항"]),
    ("학칙 제6조제3항의 사람 및 같은 항 제2호", {}, ["학칙 제6조제3항", "학칙 제6조제3항제2호"]),
    ("학칙 제6조제3항제1호와 동호 단서", {}, ["학칙 제6조제3항제1호", "학칙 제6조제3항제1호"]),
    ("학칙 제6조제3항, 같은 조 같은 항 제2호", {}, ["학칙 제6조제3항", "학칙 제6조제3항제2호"]),
    (
        "제1항에 따른 선발은 제9조제3항제1호 및 같은 항 제2호",
        IN_REGULATION,
        ["휴학규정 제7조제1항", "휴학규정 제9조제3항제1호", "휴학규정 제9조제3항제2호"],
    ),
    ("「가상교육법」 제3조와 같은 법 제5조", {}, ["가상교육법 제3조", "가상교육법 제5조"]),
    ("가상교육법 제3조와 동법 제5조", {}, ["가상교육법 제3조", "가상교육법 제5조"]),
    (
        "「가상교육법」 제3조와 같은 법 시행령 제5조",
        {},
        ["가상교육법 제3조", "가상교육법 시행령 제5조"],
    ),
    (
        "가상교육법 제3조, 동법시행령 제4조 및 동법 시행규칙 제5조",
        {},
        ["가상교육법 제3조", "가상교육법 시행령 제4조", "가상교육법 시행규칙 제5조"],
    ),
    (
        "「가상교육법 시행령」 제3조 및 같은 법 제5조",
        {},
        ["가상교육법 시행령 제3조", "가상교육법 제5조"],
    ),
    (
        "「가상교육법 시행령」 제3조 및 같은 영 제5조",
        {},
        ["가상교육법 시행령 제3조", "가상교육법 시행령 제5조"],
    ),
    ("「가상교육법」 제3조 및 시행령 제5조", {}, ["가상교육법 제3조", "가상교육법 시행령 제5조"]),
    ("장학규정 제3조 및 위 규정 제5조", {}, ["장학규정 제3조", "장학규정 제5조"]),
    ("학칙 제3조와 동 규정 제5조", IN_REGULATION, ["학칙 제3조", "휴학규정 제5조"]),
    ("장학규정 제3조에 따르며, 해당 규정 제5조는", {}, ["장학규정 제3조", "장학규정 제5조"]),
    (
        "대학원 학칙 제3조 및 동 시행세칙 제5조",
        {},
        ["대학원 학칙 제3조", "대학원 학칙 시행세칙 제5조"],
    ),
    (
        "제3조제1항 중 “갑”을 고치고, 같은 조에 제4항을 신설한다.",
        {},
        ["? 제3조제1항", "? 제3조제4항"],
    ),
    ("학칙 제6조의 요건 중 제4항은", IN_REGULATION, ["학칙 제6조", "학칙 제6조제4항"]),
    ("학칙 제6조(제4항은 제외한다)는", IN_REGULATION, ["학칙 제6조", "학칙 제6조제4항"]),
    (
        "학칙 제6조에 따른다. 제1항의 교수는",
        {"regulation": "휴학규정"},
        ["학칙 제6조", "휴학규정 제1항"],
    ),
    ("학칙 제3조에 의하고 동 제5조에", {"regulation": "휴학규정"}, ["학칙 제3조", "학칙 제5조"]),
]
PARENT_LAW = [
    ("법 제4조제2항에 따라", IN_DECREE, ["평생교육법 제4조제2항"]),
    ("법 제4조에 따라", IN_RULES, ["평생교육법 제4조"]),
    ("영 제4조제1호에 따라", IN_RULES, ["평생교육법 시행령 제4조제1호"]),
    ("영 제4조", {"regulation": "장학금 규정 시행규칙"}, ["장학금 규정 제4조"]),
    ("법 제4조", {}, ["? 제4조"]),
    (
        "「가상교육법」(이하 “법”이라 한다) 제3조의 학교는 법 제9조에",
        {"regulation": "등록금 규칙"},
        ["가상교육법 제3조", "가상교육법 제9조"],
    ),
    (
        "「가상의 교육에 관한 법률」(이하 “가상교육법”이라 한다) 제3조와 가상교육법 제4조",
        {},
        ["가상의 교육에 관한 법률 제3조", "가상의 교육에 관한 법률 제4조"],
    ),
]
STYLES = [
    # A regulation means itself by a bare number, an answer what it named before.
    (
        "「가상교육법」 제34조에 따라 뽑힌 사람은 제5조의 절차를 거친다.",
        {"regulation": "휴학규정"},
        ["가상교육법 제34조", "휴학규정 제5조"],
    ),
    (
        "「학칙」 제34조에 따라 뽑히면 제5조의 절차를 거칩니다.",
        {"regulation": "휴학규정"},
        ["학칙 제34조", "학칙 제5조"],
    ),
    (
        "학칙 제25조에 정해져 있습니다. 제2항에서는 기간을 정합니다.",
        {},
        ["학칙 제25조", "학칙 제25조제2항"],
    ),
    ("휴학은 「휴학규정」에 따릅니다. 제3조가 기간을 정합니다.", {}, ["휴학규정 제3조"]),
    ("휴학은 휴학규정에 따르며 제3조가 기간을 정합니다.", {}, ["휴학규정 제3조"]),
    (
        "동의 서식은 개인정보법 제3조에 따라 별지 제1호서식으로 한다.",
        {"regulation": "발급규정"},
        ["개인정보법 제3조", "발급규정 별지 제1호서식"],
    ),
]


@pytest.mark.parametrize(
    ("text", "context", "expected"),
    [*SELF, *NEIGHBORS, *SAME, *PARENT_LAW, *STYLES],
    ids=lambda value: None,
)
def test_carry_over(text: str, context: dict[str, object], expected: list[str]) -> None:
    assert read(text, **context) == expected


def test_headings_set_the_article_in_hand() -> None:
    text = "제3조(휴학) ① 휴학은 1년으로 한다.\n② 제1항의 기간은 늘릴 수 있다.\n제4조(복학) 전조에 따라 복학한다."

    assert read(text, regulation="휴학규정") == ["휴학규정 제3조제1항", "휴학규정 제3조"]


def test_the_head_of_the_addenda_sets_them_in_hand() -> None:
    text = "제5조(시행) 따로 정한다.\n부 칙\n제2조(경과조치) ① 있다.\n② 제1항은 제5조에 적용한다."

    assert read(text, regulation="휴학규정") == ["휴학규정 부칙 제2조제1항", "휴학규정 제5조"]


def test_source_of_the_name_is_told() -> None:
    citations = extract_citations("「학칙」 제3조 및 같은 조 제2항에 따릅니다.")

    assert [citation.regulation_source for citation in citations] == [
        RegulationSource.WRITTEN,
        RegulationSource.CARRIED,
    ]
