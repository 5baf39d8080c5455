"""Answers of models, headings, things that are no citations, and offsets."""

from __future__ import annotations

import unicodedata

import pytest

from regulations.text.citations import CitationKind, extract_citations
from tests.unit.regulations.citation_notation import read

ANSWERS = [
    ("휴학할 수 있습니다. [참조: 학칙 제25조 2항]", ["학칙 제25조제2항"]),
    ("나눠 낼 수 있습니다. [출처: 「등록금 규정」 제4조 제2항]", ["등록금 규정 제4조제2항"]),
    ("(출처: 장학규정 제5조 제1항 제3호)", ["장학규정 제5조제1항제3호"]),
    ("(규정: 장학규정 제4조 1항 가.)", ["장학규정 제4조제1항가목"]),
    ("• 출처: 「한빛대학교학칙」 제19조", ["한빛대학교학칙 제19조"]),
    ("반환됩니다(등록금규정 제5조, 제8조 준용).", ["등록금규정 제5조", "등록금규정 제8조"]),
    ("제25조(휴학)에 따르면 가능합니다.", ["? 제25조"]),
    ("**교원규정** 제6조 ④항에 따르면 됩니다.", ["교원규정 제6조제4항"]),
    ("1. **복학규정 제6조**에서는 절차를 다룹니다.", ["복학규정 제6조"]),
    ("학칙 > 제3장 > 제25조 (휴학) > ①", ["학칙 제25조제1항"]),
    ("대학원세칙 > 제4조 장학생의 종류 > 2. 협정장학생", ["대학원세칙 제4조"]),
    ('"대학원세칙 제13조"에서 다룹니다.', ["대학원세칙 제13조"]),
    (
        "| 구분 | 근거 |\n|---|---|\n| 휴학 | 학칙 제18조 |\n| 반환 | 등록금규정 제5조제3항 |",
        ["학칙 제18조", "등록금규정 제5조제3항"],
    ),
    ("| 학칙 | 제18조, 제19조 |", ["학칙 제18조", "학칙 제19조"]),
    ("관련 조문:\n- 학칙 제25조(휴학)\n- 제26조(복학)\n입니다.", ["학칙 제25조", "학칙 제26조"]),
    (
        "1. 휴학원 작성 (휴학규정 별지 제1호서식)\n2. 허가 (학칙 제18조)",
        ["휴학규정 별지 제1호서식", "학칙 제18조"],
    ),
    (
        "① 제출(학칙 제25조), ② 상담(휴학규정 제6조), ③ 허가 순서입니다.",
        ["학칙 제25조", "휴학규정 제6조"],
    ),
    ("학칙 제25조[†1] 및 제26조[†2]를 보세요.", ["학칙 제25조", "학칙 제26조"]),
]
HEADINGS = [
    ("제5조(목적) 이 규정은 필요한 사항을 정한다.", []),
    ("제5조 (정의) ① 이 규정에서 쓰는 말은 다음과 같다.", []),
    ("제5조(신청) 8학기 이상 등록한 사람", []),
    ("### 제5조(목적)", []),
    ("**제5조(목적)** 이 규정은", []),
    ("제5조 <삭제 2007. 11. 1.>", []),
    ("제2조(경과조치) 제45조 제1항은 다음 해부터 적용한다.", ["휴학규정 제45조제1항"]),
    ("제5조(목적)에 따라", ["휴학규정 제5조"]),
    ("제5조(목적) 및 제6조(정의)에 따라", ["휴학규정 제5조", "휴학규정 제6조"]),
    ("제5조, 제6조 1항은 다음 해부터 적용한다.", ["휴학규정 제5조", "휴학규정 제6조제1항"]),
    ("휴학규정\n\n제1조(목적) 이 규정은", []),
    ("[별표 1] 장학금의 종류", []),
    ("[별표 1]에 따라 지급한다", ["휴학규정 별표 1"]),
]
NEGATIVES = """제3회 토론대회 · 제2학기 등록금 · 제1차 모집 · 3조원의 예산 · 제1조원 · 1조 2천억 원 · 제1전공과 제2전공 · 제2외국어 · 조교 임용
제3자 제공 · 제2호관 앞 · 제7호 태풍 · 제3호기 · 1호봉 · 제5호선 · 제1항공대 · 제1항목 · 항목 · 교과목 · 제2유형 · 제3장 학적변동은 · 제3편 제2장
「학칙」에 따르면 · 학칙에 따라 · 정관 제10장 · 규정 제2437호 · 교육부고시 제2024-1호 · 법률 제21423호 · 대통령령 제32921호 · (교육부 훈령 제463호)
<개정 2005. 12. 1.> · [본조신설 2007. 11. 1.] · [전문개정 2011.7.21] · [종전 제3조는 제4조로 이동 <2009.1.30>] · [제3조에서 이동 <2009.1.30>]
[시행일 : 2020.3.31] 제2조 · (개정 2012. 3. 1., 제5조) · 제12권 제3호 · 통권 제5호 · 특별지원위원회 · 특별표창 · 개별표시 · 부칙에 따라 · 부칙적 규정
조항을 신설하고 2개 조문을 삭제 · 다음 각 호의 사항 · 4.5점 만점에 3.5 이상 · 2024. 3. 1. · 1.5배 · 3조로 나누어 · 2인 1조 · 조별과제 2조 · 문제 3조 · 방법에 따라 · [†1]
조합 제3조합원 · 제5조직 · 제3조례 · 동호회 · 동조하는 · 같은 조건 · 이 조건 · 안전조치 · 오전 조회""".replace(
    "\n", " · "
).split(" · ")


@pytest.mark.parametrize(("text", "expected"), ANSWERS, ids=lambda value: None)
def test_answer(text: str, expected: list[str]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(("text", "expected"), HEADINGS, ids=lambda value: None)
def test_heading(text: str, expected: list[str]) -> None:
    assert read(text, regulation="휴학규정") == expected


@pytest.mark.parametrize("text", NEGATIVES)
def test_no_citation(text: str) -> None:
    assert read(text, regulation="휴학규정") == []
    assert read(f"신청은 {text} 입니다.") == []


def test_wrappers_are_told() -> None:
    inside, outside = extract_citations("가능합니다 [출처: 학칙 제3조]. 제5조도 보세요.")

    assert (inside.kind, outside.kind) == (CitationKind.REFERENCE, CitationKind.PROSE)


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("은 「학칙」 제25조 제1항에", ["「학칙」 제25조 제1항"]),
        ("은 「학칙」 제3조 및 제5조에", ["「학칙」 제3조", "제5조"]),
        ("은 학칙(제25조)에", ["학칙(제25조)"]),
        ("은 `학칙` 제25조에", ["`학칙` 제25조"]),
        ("은 「규정」 [별표 2]에", ["「규정」 [별표 2]"]),
        ("은 본교 학칙 제25조(휴학)에", ["학칙 제25조(휴학)"]),
        ("은 제２５조 ②항에", ["제２５조 ②항"]),
    ],
)
def test_offsets_are_those_of_the_original_text(text: str, spans: list[str]) -> None:
    citations = extract_citations(text)

    assert [citation.text for citation in citations] == spans
    assert [text[citation.start : citation.end] for citation in citations] == spans


def test_offsets_hold_for_decomposed_text() -> None:
    text = unicodedata.normalize("NFD", "근거는 「학칙」 제25조제1항입니다.")

    (citation,) = extract_citations(text)

    assert citation.text == text[citation.start : citation.end]
    assert unicodedata.normalize("NFC", citation.text) == "「학칙」 제25조제1항"
    assert citation.regulation == "학칙"
