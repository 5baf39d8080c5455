"""The spellings that real rulebooks have, one by one: headings, history marks, addenda, attachments, head matter."""

from __future__ import annotations

from datetime import date

import pytest

from regulations.text.parser import ParsedArticle, ParsedRegulation, parse_regulation
from regulations.text.parser.headmatter import HeadMatter, absorb_line
from regulations.text.parser.marks import dates_in, take_out_marks


def parsed(text: str) -> ParsedRegulation:
    found = parse_regulation(f"가온 규정\n제1조(목적) 정한다.\n{text}")
    assert found.report.kept_share == 1.0
    assert not found.report.unplaced_lines
    return found


def second(text: str) -> ParsedArticle:
    return parsed(text).articles[1]


@pytest.mark.parametrize(
    ("line", "key", "title", "text"),
    [
        ("제2조 (납부방법) ① 나누어 낸다.", "art-2", "납부방법", ""),
        ("제2조(납부방법) 나누어 낸다.", "art-2", "납부방법", "나누어 낸다."),
        ("제 2 조 (납부 방법) 나누어 낸다.", "art-2", "납부 방법", "나누어 낸다."),
        ("제2 조(납부방법) 나누어 낸다.", "art-2", "납부방법", "나누어 낸다."),
        ("제1조의 2(특례) 따로 정한다.", "art-1-2", "특례", "따로 정한다."),
        ("제1조의1 (특례) 따로 정한다.", "art-1-1", "특례", "따로 정한다."),
        ("제2조(인·허가 관리 및 범위) <신설 2022. 11. 1> 한다.", "art-2", "인·허가 관리 및 범위", "한다."),
        ("제2조 나누어 낸다.", "art-2", "", "나누어 낸다."),
    ],
)  # fmt: skip
def test_headings_of_articles(line: str, key: str, title: str, text: str) -> None:
    article = second(line)
    assert (article.locator.key, article.title, article.text) == (key, title, text)


@pytest.mark.parametrize(
    "line",
    [
        "제2조 <삭제 2007. 11. 1.>",
        "제2조 (삭제 2006.11.06.)",
        "제2조 삭제 <2013.8.13>",
        "제2조(삭제)",
        "제2조 <조 삭제 2020. 1. 1.>",
        "제2조 삭제",
    ],
)
def test_deleted_articles_keep_their_number(line: str) -> None:
    article = second(line)
    assert article.is_deleted
    assert article.locator.key == "art-2"
    assert article.text == "삭제"


@pytest.mark.parametrize(
    ("line", "title", "code", "promulgated", "enforced"),
    [
        ("특례 운영 규정 [제정 2010.3.1] [개정 2024.2.20]", "특례 운영 규정", "", date(2024, 2, 20), None),
        ("휴게 규정 (제정 2010. 3. 1. 개정 2024. 2. 20.)", "휴게 규정", "", date(2024, 2, 20), None),
        ("3-2-15 휴게 규정", "휴게 규정", "3-2-15", None, None),
        ("3 - 2 - 15. 휴게 운영안(2024. 2. 20.)", "휴게 운영안", "3-2-15", None, None),
        ("휴게 규정 [시행 2024. 3. 1.]", "휴게 규정", "", None, date(2024, 3, 1)),
        ("학칙(대학원)", "학칙(대학원)", "", None, None),
        ("전과(전공) 규정(특례)", "전과(전공) 규정(특례)", "", None, None),
        ("2024 휴게 규정", "2024 휴게 규정", "", None, None),
    ],
)  # fmt: skip
def test_a_title_is_the_name_without_its_code_and_history(
    line: str, title: str, code: str, promulgated: date | None, enforced: date | None
) -> None:
    parsed = parse_regulation(f"{line}\n제1조(목적) 같다.")
    head = parsed.head
    assert (parsed.title, head.code) == (title, code)
    assert (head.promulgated_date, parsed.enforcement_date) == (promulgated, enforced)
    assert parsed.report.is_complete


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("제2조부터 제4조까지 삭제 <2015.3.1>", ["art-2", "art-3", "art-4"]),
        ("제2조 내지 제4조 삭제 <2015. 3. 1.>", ["art-2", "art-3", "art-4"]),
        ("제2조 ~ 제4조 (삭제) <2016.3.1.>", ["art-2", "art-3", "art-4"]),
        ("제2조 및 제3조 삭제", ["art-2", "art-3"]),
        ("제2조, 제3조 삭제 <2016. 1. 1.>", ["art-2", "art-3"]),
        ("제2조의2부터 제2조의4까지 삭제", ["art-2-2", "art-2-3", "art-2-4"]),
        ("제2조, 제4조부터 제6조까지 및 제8조 <삭제 2016. 1. 1.>", ["art-2", "art-4", "art-5", "art-6", "art-8"]),
    ],
)  # fmt: skip
def test_one_line_deletes_several_articles(line: str, keys: list[str]) -> None:
    parsed = parse_regulation(f"시험 규정\n제1조(목적) 같다.\n{line}\n제9조(끝) 끝이다.")
    found = [one for one in parsed.articles if one.is_deleted]

    assert [one.locator.key for one in found] == keys
    assert {one.text for one in found} == {"삭제"}
    assert [one.title for one in parsed.articles if not one.is_deleted] == ["목적", "끝"]
    assert parsed.articles[0].full_text == "같다."


@pytest.mark.parametrize(
    "line",
    [
        "제2조 및 제3조를 각각 삭제한다.",
        "제5조부터 제2조까지 삭제",
        "제2조 및 제3조의 삭제는 없다.",
    ],
)
def test_a_sentence_about_articles_deletes_none(line: str) -> None:
    parsed = parse_regulation(f"시험 규정\n제1조(목적) 같다.\n{line}")
    assert [one.locator.key for one in parsed.articles] == ["art-1"]
    assert line in parsed.articles[0].text


def test_deleted_units_keep_their_number() -> None:
    first, deleted, third = second(
        "제2조(서류) ① 낸다.\n② <삭제 2007. 11. 1.>\n③ 다음과 같다.\n1. <삭제 2015. 8. 10>\n2. 원서"
    ).units
    assert (first.is_deleted, deleted.is_deleted) == (False, True)
    assert [unit.is_deleted for unit in third.units] == [True, False]


@pytest.mark.parametrize(
    "mark",
    [
        "<개정 2005.12.1., 2017. 2. 1, 2018. 1. 1>",
        "<조 신설 2024. 3. 1.>",
        "<단서조항삽입 2005. 9. 15>",
        "<단서신설 2005. 9. 15>",
        "〈개정 2019.07.02.〉",
        "＜개정 2019.07.02.＞",
        "<개정 2023. 2 .1>",
        "<개정 2024. 1. 1..>",
        "<개정 2016년 10월10일>",
        "(개정 2006.11.06.)",
        "[본조신설 2007. 11. 1.]",
        "[전문개정 2011.7.21]",
        "[제목개정 2011.7.21]",
        "[종전 제3조는 제4조로 이동 <2009.1.30>]",
        "[제3조에서 이동 <2009.1.30>]",
    ],
)
def test_history_marks_are_taken_out_and_kept(mark: str) -> None:
    article = second(f"제2조(기간) 두 해로 한다. {mark}")
    assert article.text == "두 해로 한다."
    assert mark in f"{article.marks} {article.title_marks}"


@pytest.mark.parametrize(
    "text", ["[별표 1]과 같다", "<표 1>을 본다", "(이하 “위원회”라 한다)", "<부칙 제2조>를 본다"]
)
def test_other_brackets_are_no_marks(text: str) -> None:
    assert take_out_marks(text).text == text


def test_dates_of_marks() -> None:
    said = "<개정 2005.12.1., 2017. 2. 1, 2023. 2 .1, 1996년 4월 1일, 2020. 2. 30., 0000. 1. 1.>"
    assert dates_in(said) == (
        date(2005, 12, 1),
        date(2017, 2, 1),
        date(2023, 2, 1),
        date(1996, 4, 1),
    )


def test_part_chapter_section_and_subsection() -> None:
    found = parse_regulation(
        "가온 정관\n제1편 총칙\n제1장  총  칙\n제1조(목적) 정한다.\n제2장 기관 <신설 2009.11.1>\n제1절 이사회\n제1관  임 명\n"
        "제2조(임명) 임명한다.\n제2관  신분보장\n제3조(보장) 보장한다.\n제3장 보칙\n제1절 회계\n제4조(회계) 정한다."
    )
    assert [one.heading_path for one in found.articles] == [
        ("제1편 총칙", "제1장 총칙"),
        ("제1편 총칙", "제2장 기관", "제1절 이사회", "제1관 임명"),
        ("제1편 총칙", "제2장 기관", "제1절 이사회", "제2관 신분보장"),
        ("제1편 총칙", "제3장 보칙", "제1절 회계"),
    ]
    assert found.report.heading_marks == ("<신설 2009.11.1>",)
    assert found.report.kept_share == 1.0


def test_paragraphs_that_begin_with_the_second_and_a_branch_without_its_neighbor() -> None:
    found = parsed("제1조의1(보칙) ② 둘째만 있다.\n③ 셋째다.")
    assert [unit.locator.key for unit in found.articles[1].units] == [
        "art-1-1/para-2",
        "art-1-1/para-3",
    ]
    assert found.report.gaps[-1] == "처음 → 제1조의1제2항"


def test_items_go_on_after_the_last_letter() -> None:
    letters = "가나다라마바사아자차카타파하거너"
    lines = "\n".join(f"{letter}. 항목" for letter in letters)
    [unit] = second(f"제2조(목록) 다음과 같다.\n1. 목록\n{lines}").units
    assert [one.locator.item for one in unit.units] == list(range(1, 17))
    assert unit.units[-1].locator.label.endswith("제1호너목")


@pytest.mark.parametrize("mark", ["(1)", "ㄱ.", "-", "○", "가)"])
def test_older_marks_below_an_item_stay_in_its_text(mark: str) -> None:
    [unit] = second(f"제2조(목록) 다음과 같다.\n1. 목록\n{mark} 덧붙임").units
    assert unit.text == f"목록\n{mark} 덧붙임"


def test_the_proviso_stays_with_its_main_clause() -> None:
    article = second("제2조(기간) ① 두 해로 한다. 다만, 한 해를 늘릴 수 있다.\n② 끝낸다.")
    assert article.units[0].text == "두 해로 한다. 다만, 한 해를 늘릴 수 있다."


@pytest.mark.parametrize(
    ("head", "title", "day"),
    [
        ("부  칙", "", None),
        ("부                  칙", "", None),
        ("부칙", "", None),
        ("부칙(2003년 6월 18일)", "(2003년 6월 18일)", date(2003, 6, 18)),
        ("부 칙 (2020.7.7. 공포)", "(2020.7.7. 공포)", date(2020, 7, 7)),
        ("부칙 <제15665호,1998.2.24>", "<제15665호,1998.2.24>", date(1998, 2, 24)),
        ("부칙 <2024. 2. 1.>", "", date(2024, 2, 1)),
        ("부칙 제2437호(2001. 3. 5.)", "제2437호(2001. 3. 5.)", date(2001, 3, 5)),
    ],
)
def test_heads_of_addenda(head: str, title: str, day: date | None) -> None:
    found = parsed(
        f"{head}\n제1조(시행일) 이 규정은 2024년 3월 1일부터 시행한다.\n제2조(경과조치) 종전에 따른다."
    )
    [addenda] = found.addenda
    assert addenda.promulgated_date == day
    assert addenda.title == title
    assert [(one.locator.key, one.title) for one in addenda.articles] == [
        ("add-1/art-1", "시행일"),
        ("add-1/art-2", "경과조치"),
    ]
    assert [one.locator.key for one in found.articles] == ["art-1"]


@pytest.mark.parametrize(
    "lines",
    [
        "1. 이 규정은 1996년 4월 1일부터 시행한다.\n2. (경과조치) 제7조 (보칙) 제3항은 1999학년도부터 적용한다.",
        "① 이 규정은 1996년 4월 1일부터 시행한다.\n② (경과조치) 종전에 따른다.",
    ],
)
def test_running_lists_of_addenda(lines: str) -> None:
    [addenda] = parsed(f"부  칙\n{lines}").addenda
    assert [unit.locator.key for unit in addenda.units] == ["add-1/para-1", "add-1/para-2"]
    assert addenda.units[1].text.startswith("(경과조치)")


def test_a_single_sentence_of_addenda() -> None:
    found = parsed("부칙 <2024. 2. 1.>\n이 규정은 공포한 날부터 시행한다.")
    assert found.addenda[0].text == "이 규정은 공포한 날부터 시행한다."
    assert found.enforcement_date == date(2024, 2, 1)


@pytest.mark.parametrize(
    ("head", "key"),
    [
        ("[별표 1] <개정 2012. 3. 1>", "table-1"),
        ("<별표 1>", "table-1"),
        ("별표3", "table-3"),
        ("별표 1의2", "table-1-2"),
        ("별표 2-1", "table-2-1"),
        ("[별표 제4호]", "table-4"),
        ("【별지 제5호 서식】<개정 2015. 2. 1., 2016. 6. 20.>", "form-5"),
        ("[별지 제1호의2서식]", "form-1-2"),
        ("<별지 2호 서식>", "form-2"),
        ("[별지 제4-4호 서식]", "form-4-4"),
        ("［별표 7］", "table-7"),
    ],
)
def test_heads_of_attachments(head: str, key: str) -> None:
    found = parsed(f"부칙\n이 규정은 2024년 3월 1일부터 시행한다.\n{head}\n수수료 기준\n내용")
    [attachment] = found.attachments
    assert (attachment.locator.key, attachment.title) == (key, "수수료 기준")


@pytest.mark.parametrize(
    "line", ["별표 1과 같이 정한다.", "[별표 1]에 따른다.", "별표 2의 기준을 따른다."]
)
def test_mentions_of_attachments_open_none(line: str) -> None:
    assert parsed(f"제2조(기준)\n{line}").attachments == ()


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("제정 2013.03.01.", date(2013, 3, 1)),
        ("개정 2013.09.01.  개정 2014.03.01.", date(2014, 3, 1)),
        ("제정 1972년 3월1일", date(1972, 3, 1)),
        ("전문개정 2003년 6월 18일", date(2003, 6, 18)),
        ("[가온대학교학교규정 제1316호, 2023.12.27, 타법개정]", date(2023, 12, 27)),
        ("제 1 차: 2004. 11. 18.", date(2004, 11, 18)),
        ("<규정 명칭 변경 2013. 1. 1>", date(2013, 1, 1)),
    ],
)
def test_head_matter(line: str, day: date) -> None:
    head = absorb_line(HeadMatter(), line)
    assert head is not None
    assert head.promulgated_date == day


def test_national_head_matter_states_the_day_of_enforcement() -> None:
    head = absorb_line(HeadMatter(), "[시행 2024.1.1] [가온규정 제12호, 2023.12.27, 일부개정]")
    assert head is not None
    assert (head.enforcement_date, head.promulgated_date) == (date(2024, 1, 1), date(2023, 12, 27))


def test_every_heading_like_line_is_accounted_for() -> None:
    report = parsed(
        "제2조(정의) 같다.\n제2조(비용) 없다.\n제3조부터 제5조까지 삭제 <2020. 1. 1.>\n제7조에 따라 정한다.\n"
        "부칙\n제1조(시행일) 오늘부터 시행한다.\n[별지 제1호 서식]\n제1조에 따라 신청합니다."
    ).report
    assert report.headings_in_source == 7
    assert report.articles_in_provisions == 6
    assert [(one.reason, one.number) for one in report.heading_differences] == [
        ("repeated", 4),
        ("deleted_range", 5),
        ("mention", 6),
        ("in_attachment", 10),
    ]
    without = len(report.articles_without_heading)
    differences = len(report.heading_differences)
    assert report.articles_in_provisions == report.headings_in_source - differences + without
