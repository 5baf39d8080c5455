from __future__ import annotations

import unicodedata
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulations.text.parser import ParsedArticle, ParsedRegulation, parse_regulation
from regulations.text.readers import SourceLine, SourceText

TEXT = """
가온대학교 실습실 규정
제정 2011. 3. 2.
개정 2019. 8. 20.

제1장  총  칙
제1조(목적) 이 규정은 실습실의 사용을 정한다.
제 2 조 (사용 신청) ① 사용하려는 사람은 다음 각 호의 서류를 낸다. <개정 2015. 3. 1., 2019. 8. 20.>
1. 신청서
2. <삭제 2015. 3. 1.>
2의2. 다음 각 목의 확인서
가. 안전교육 확인서
1) 온라인 교육
2) 집합 교육
나. 지도교수 확인서
② 신청은 사용일 3일 전까지 한다. 다만, 급한 경우에는 그러하지 아니하다. <단서신설 2019. 8. 20.>
제2조의2(보증금) 보증금은 다음 표와 같다.
[본조신설 2019. 8. 20.]
제2절 사용의 제한 <신설 2015. 3. 1.>
제3조(제한) 음식물의 반입은
제한한다.
제4조 삭제 <2015. 3. 1.>
제5조 <삭제 2015. 3. 1.>
제6조(폐지된 조) (삭제 2019.08.20.)

부  칙
1. 이 규정은 2011년 3월 2일부터 시행한다.
2. (경과조치) 종전의 신청은 이 규정에 따른 것으로 본다.

부칙 <2019. 8. 20.>
제1조(시행일) 이 규정은 2019년 9월 1일부터 시행한다. 다만, 제3조는 공포한 날부터 시행한다.
제2조(적용례) 제2조제2항 단서는 2019학년도 제2학기 신청부터 적용한다.

[별표 1] 보증금 (제2조의2 관련) <개정 2019. 8. 20.>
【별지 제2호의3 서식】
"""


@pytest.fixture(scope="module")
def regulation() -> ParsedRegulation:
    return parse_regulation(TEXT)


def article(parsed: ParsedRegulation, key: str) -> ParsedArticle:
    return next(one for one in parsed.all_articles if one.locator.key == key)


def keys(text: str) -> list[str]:
    parsed = parse_regulation(f"규정\n{text}")
    found = []
    for one in parsed.all_articles:
        found += [one.locator.key, *(unit.locator.key for unit in one.walk())]
    return found


def test_head(regulation: ParsedRegulation) -> None:
    assert regulation.title == "가온대학교 실습실 규정"
    assert regulation.head.promulgated_date == date(2019, 8, 20)
    assert regulation.enforcement_date == date(2019, 9, 1)


def test_articles_branches_and_headings(regulation: ParsedRegulation) -> None:
    found = [(one.locator.key, one.title, one.heading_path) for one in regulation.articles]
    assert found[:4] == [
        ("art-1", "목적", ("제1장 총칙",)),
        ("art-2", "사용 신청", ("제1장 총칙",)),
        ("art-2-2", "보증금", ("제1장 총칙",)),
        ("art-3", "제한", ("제1장 총칙", "제2절 사용의 제한")),
    ]


def test_units_and_their_words(regulation: ParsedRegulation) -> None:
    units = {unit.locator.key: unit for unit in article(regulation, "art-2").walk()}
    assert list(units) == [
        "art-2/para-1",
        "art-2/para-1/subpara-1",
        "art-2/para-1/subpara-2",
        "art-2/para-1/subpara-2-2",
        "art-2/para-1/subpara-2-2/item-1",
        "art-2/para-1/subpara-2-2/item-1/subitem-1",
        "art-2/para-1/subpara-2-2/item-1/subitem-2",
        "art-2/para-1/subpara-2-2/item-2",
        "art-2/para-2",
    ]
    assert units["art-2/para-1"].text == "사용하려는 사람은 다음 각 호의 서류를 낸다."
    assert units["art-2/para-1"].marks == "<개정 2015. 3. 1., 2019. 8. 20.>"
    assert units["art-2/para-1/subpara-2"].is_deleted
    assert units["art-2/para-2"].text.endswith("그러하지 아니하다.")


def test_full_text_has_the_numbers_and_no_marks(regulation: ParsedRegulation) -> None:
    lines = article(regulation, "art-2").full_text.split("\n")
    assert lines[0].startswith("① 사용하려는")
    assert lines[3:5] == ["2의2. 다음 각 목의 확인서", "가. 안전교육 확인서"]
    assert not any("<" in line for line in lines)


def test_a_broken_line_stays_in_its_article(regulation: ParsedRegulation) -> None:
    assert article(regulation, "art-3").text == "음식물의 반입은\n제한한다."


def test_deleted_articles_are_nodes(regulation: ParsedRegulation) -> None:
    deleted = [one.locator.key for one in regulation.articles if one.is_deleted]
    assert deleted == ["art-4", "art-5", "art-6"]
    assert {article(regulation, key).text for key in deleted} == {"삭제"}


def test_mark_of_the_whole_article(regulation: ParsedRegulation) -> None:
    assert article(regulation, "art-2-2").marks == "[본조신설 2019. 8. 20.]"


def test_addenda_count_for_themselves(regulation: ParsedRegulation) -> None:
    first, second = regulation.addenda
    assert [unit.locator.key for unit in first.units] == ["add-1/para-1", "add-1/para-2"]
    assert [one.locator.key for one in second.articles] == ["add-2/art-1", "add-2/art-2"]
    assert second.promulgated_date == date(2019, 8, 20)


def test_attachments(regulation: ParsedRegulation) -> None:
    table, form = regulation.attachments
    assert (table.locator.key, table.title) == ("table-1", "보증금 (제2조의2 관련)")
    assert form.locator.key == "form-2-3"


def test_nothing_is_lost(regulation: ParsedRegulation) -> None:
    report = regulation.report
    assert report.kept_share == 1.0
    assert [*report.unplaced_lines, *report.lost_lines, *report.repeats, *report.gaps] == []
    assert report.counts.deleted_articles == 3


def test_a_table_belongs_to_the_paragraph_it_stands_in() -> None:
    lines = (
        SourceLine("납부 규정"),
        SourceLine("제1조(금액) ① 금액은 다음과 같다."),
        SourceLine("", kind="table", rows=(("구분", "금액"), ("방", "3만\n원"))),
        SourceLine("② 금액은 미리 낸다."),
    )
    parsed = parse_regulation(SourceText(lines, "hwpx", ""))
    first, second = parsed.articles[0].units
    assert first.text == "금액은 다음과 같다.\n| 구분 | 금액 |\n| 방 | 3만 원 |"
    assert second.text == "금액은 미리 낸다."
    assert parsed.report.rows_kept == parsed.report.rows_in_source == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("제1조【목적】 정한다.\n제2조[정의] 정한다.", ["art-1", "art-2"]),
        ("제１조（목적） 정한다.", ["art-1"]),
        ("제1조 ((목적))\n정한다.\n제2조(정의(용어)) 뜻은 같다.", ["art-1", "art-2"]),
        ("제1조(목적) 정한다.\n제1조 2(보칙) 정한다.", ["art-1", "art-1-2"]),
        ("제1조(목적) 정한다.\n제2조제1항에 따라 한다.", ["art-1"]),
        ("제1조(목적) 정한다.\n제2조 및 제3조를 준용한다.", ["art-1"]),
        ("제1조(목적) 정한다.\n제2조(정의)에 따라 정한다.", ["art-1"]),
        ("제1조(목적) 정한다.\n제2조 이 규정은 모두에게 적용한다.", ["art-1", "art-2"]),
        ("제1조(목적) ② 둘째 항이다.", ["art-1", "art-1/para-2"]),
        ("제1조(목적) 정한다.\n2019. 2. 1. 고친다.", ["art-1"]),
        ("제1조(목록) 같다.\n가. 하나\n나. 둘", ["art-1", "art-1/item-1", "art-1/item-2"]),
        (
            "제1조(목적) 정한다.\n제2조부터 제4조까지 삭제 <2020. 1. 1.>",
            ["art-1", "art-2", "art-3", "art-4"],
        ),
        ("제1조(목적) &lt;개정 2023.09.26.&gt;\n정한다.", ["art-1"]),
    ],
)
def test_spellings(text: str, expected: list[str]) -> None:
    assert keys(text) == expected


def test_text_from_macos_is_composed() -> None:
    parsed = parse_regulation(unicodedata.normalize("NFD", "시험 규정\n제1조(목적) 시험을 정한다."))
    assert (parsed.title, parsed.articles[0].title) == ("시험 규정", "목적")


def test_circled_numbers_go_on_beyond_twenty() -> None:
    text = "제1조(많은 항) ① 하나\n" + "\n".join(f"{mark} 더" for mark in "②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳㉑㉒")
    assert keys(text)[-1] == "art-1/para-22"


def test_private_use_characters_and_running_heads_are_left_out() -> None:
    parsed = parse_regulation(
        "도서 규정\n\U000f080f\U000f080f\n제1조(목적) \ue000정한다.\n도서 규정 3—2—33～\n제2조(정의) 같다."
    )
    assert [one.text for one in parsed.articles] == ["정한다.", "같다."]
    assert [line.text for line in parsed.report.ignored_lines] == ["도서 규정 3—2—33～"]


def test_table_of_contents_is_no_text() -> None:
    parsed = parse_regulation(
        "복무 규정\n목 차\n제1장 총칙\n제1조(목적)\n제2조(정의)\n제1장 총칙\n제1조(목적) 정한다.\n제2조(정의) 같다."
    )
    assert [one.text for one in parsed.articles] == ["정한다.", "같다."]
    assert parsed.report.repeats == ()


def test_contract_in_a_form_has_no_articles() -> None:
    parsed = parse_regulation(
        "협약 규정\n제1조(목적) 정한다.\n부칙\n이 규정은 2020년 1월 1일부터 시행한다.\n"
        "[별지 제1호 서식]\n제1조(목적) 두 기관이 협력한다.\n제2조(기간) 1년으로 한다."
    )
    assert len(parsed.articles) == 1
    assert "제2조(기간)" in parsed.attachments[0].text
    assert parsed.report.heading_lines == {"article": 1, "in_attachment": 2}


def test_repeated_number_is_reported_and_kept() -> None:
    parsed = parse_regulation(
        "연수 규정\n제1조(목적) 정한다.\n제2조(기간) 한 달이다.\n제2조(비용) 없다.\n제3조(끝) 끝이다."
    )
    assert [one.locator.key for one in parsed.articles] == ["art-1", "art-2", "art-3"]
    assert "제2조(비용) 없다." in parsed.articles[1].full_text
    assert parsed.report.repeats == ("제2조",)
    assert parsed.report.kept_share == 1.0


def test_gaps_are_reported() -> None:
    report = parse_regulation("점검 규정\n제1조(목적) 정한다.\n제4조(끝) ① 하나\n③ 셋").report
    assert report.gaps == ("제1조 → 제4조", "제4조제1항 → 제4조제3항")


def test_lines_without_a_place_are_listed() -> None:
    parsed = parse_regulation("안내 규정\n이 글은 담당자가 붙인 안내입니다.\n제1조(목적) 정한다.")
    assert [line.text for line in parsed.report.unplaced_lines] == [
        "이 글은 담당자가 붙인 안내입니다."
    ]
    assert not parsed.report.is_complete


def test_lost_automatic_numbers_are_said() -> None:
    parsed = parse_regulation("입학 규정\n(목적) 이 규정은 입학을 정한다.\n(정의) 뜻은 같다.")
    assert not parsed.articles
    assert any("자동 번호" in note for note in parsed.report.notes)


@given(st.text(alphabet="제1조2항①②호.가나목(){}<>[] 삭부칙별표\n개정2020년|", max_size=200))
def test_any_text_is_parsed_without_loss(text: str) -> None:
    parsed = parse_regulation(f"이름\n제1조(목적) 정한다.\n{text}", title="이름")
    units = [unit.locator.key for one in parsed.all_articles for unit in one.walk()]
    assert len(units) == len(set(units))
    assert parsed.report.kept_share == 1.0


def test_a_table_with_a_head_of_its_own_ends_no_article() -> None:
    parsed = parse_regulation(
        """제20조(휴학)
① 휴학의 종류는 다음 별표 2와 같다.
[별표 2] 휴학의 종류
| 종류 | 기간 |
| 일반휴학 | 2학기 |
② 편입학한 사람은 첫 학기에 휴학을 할 수 없다.
③ 휴학은 별표 2에 따른다.
제21조(복학)
① 복학은 개강 전에 신청한다.
부칙
① 이 규정은 공포한 날부터 시행한다.
[별표 3] 서류
| 종류 | 기한 |
② 서류는 돌려주지 아니한다.""",
        title="학칙",
    )

    assert [unit.locator.paragraph for unit in parsed.articles[0].units] == [1, 2, 3]
    assert [unit.locator.paragraph for unit in parsed.articles[1].units] == [1]
    assert [(one.label, len(one.text.splitlines())) for one in parsed.attachments] == [
        ("별표 2", 2),
        ("별표 3", 2),
    ]
