from __future__ import annotations

from datetime import date

import pytest

from regulations.text.parser import ParsedRegulation, is_rulebook, split_rulebook
from regulations.text.readers import SourceLine, SourceText

LINES = """
규 정 집
차   례
제 1 편  학  칙
가온대학교학칙 1-0-1
제 2 편  행  정
제 1 장  일반 행정
직제규정 2-1-1
주차관리규정【폐지】 2-1-2
학·석사연계규정 2-1-3
제 2 장  학생 행정
동아리규정【폐지】 2-2-1
동아리규정 2-2-2
셔틀버스규정【폐지】 2-2-3
찾아보기
<소관부서별>
기획팀
직제규정 2-1-1
학생팀
동아리규정 2-2-2
가온대학교학칙
제1조 (목적) 이 학칙은 교육을 정한다.
부  칙
1. 이 학칙은 2001년 3월 1일부터 시행한다.
2. 이 변경 학칙은 2020년 9월 1일부터 시행한다.
제 1 장  일반 행정
직제규정 2-1-1
주차관리규정【폐지】 2-1-2
직제규정
제1장  총칙
제1조 (목적) 이 규정은 직제를 정한다.
제2조 <삭제 2010. 3. 1.>
부칙
1. 이 규정은 2005년 3월 1일부터 시행한다.
주차관리규정
2018년 4월 1일자 폐지 → 주차장 운영 종료에 따른 폐지
학․석사연계규정
제1조 (목적) 이 규정은 연계를 정한다.
부칙
1. 이 규정은 2009년 3월 1일부터 시행한다.
동아리규정
2012년 3월 1일자 폐지 → 새 규정의 제정
동아리규정
제1조 (목적) 이 규정은 동아리를 정한다.
부칙
1. 이 규정은 2012년 3월 1일부터 시행한다.
"""


def source(text: str) -> SourceText:
    lines = tuple(SourceLine(line) for line in text.strip().splitlines())
    return SourceText(lines, "hwpx", "")


@pytest.fixture(scope="module")
def regulations() -> dict[str, ParsedRegulation]:
    return {one.head.code: one for one in split_rulebook(source(LINES))}


def test_every_entry_of_the_contents_is_found(regulations: dict[str, ParsedRegulation]) -> None:
    assert is_rulebook(source(LINES))
    assert {code: (one.title, one.is_repealed) for code, one in regulations.items()} == {
        "1-0-1": ("가온대학교학칙", False),
        "2-1-1": ("직제규정", False),
        "2-1-2": ("주차관리규정", True),
        "2-1-3": ("학·석사연계규정", False),
        "2-2-1": ("동아리규정", True),
        "2-2-2": ("동아리규정", False),
        "2-2-3": ("셔틀버스규정", True),
    }


def test_pages_between_chapters_belong_to_no_regulation(
    regulations: dict[str, ParsedRegulation],
) -> None:
    last = regulations["1-0-1"].addenda[0].units[-1]
    assert last.text == "이 변경 학칙은 2020년 9월 1일부터 시행한다."
    assert regulations["1-0-1"].enforcement_date == date(2020, 9, 1)


def test_chapter_and_department(regulations: dict[str, ParsedRegulation]) -> None:
    assert (regulations["2-1-1"].head.category, regulations["2-1-1"].head.department) == (
        "일반 행정",
        "기획팀",
    )
    assert regulations["2-2-2"].head.department == "학생팀"
    assert regulations["2-2-1"].head.department == ""


def test_repealed_page_says_when_and_why(regulations: dict[str, ParsedRegulation]) -> None:
    head = regulations["2-1-2"].head
    assert head.repealed_date == date(2018, 4, 1)
    assert "주차장 운영 종료" in head.reason


def test_name_with_and_without_the_university(regulations: dict[str, ParsedRegulation]) -> None:
    assert regulations["1-0-1"].aliases == ("학칙",)
    assert regulations["2-1-1"].aliases == ("가온대학교 직제규정",)


def test_nothing_is_lost(regulations: dict[str, ParsedRegulation]) -> None:
    for one in regulations.values():
        assert not one.report.unplaced_lines
        assert one.report.kept_characters == one.report.source_characters


def test_volume_without_contents() -> None:
    parts = split_rulebook(
        source("직제규정\n제1조(목적) 정한다.\n복무규정\n제1조(목적) 같다.\n제2조(끝) 끝.")
    )
    assert [(one.title, len(one.articles)) for one in parts] == [("직제규정", 1), ("복무규정", 2)]
    assert parts[0].report.notes == ()
    with_cover = split_rulebook(source("가온 규정집\n직제규정\n제1조(목적) 정한다."))
    assert "머리말·차례·찾아보기 1줄" in with_cover[0].report.notes[0]


def test_one_regulation_is_no_rulebook() -> None:
    assert not is_rulebook(source("직제규정\n제1장 총칙\n제1조(목적) 직제규정을 정한다."))


@pytest.mark.parametrize("ending", ["기준", "회칙", "요강", "방침"])
def test_a_regulation_by_another_name_begins_where_the_one_before_ends(ending: str) -> None:
    volume = source(
        "\n".join(
            f"{name} {ending}\n시행 2026. 3. 1.\n제1조(목적) 정한다.\n제2조(기간) {name} 기간은 7일이다.\n"
            "부칙\n이 규정은 2026년 3월 1일부터 시행한다.\n[별표 1] 심사 기준\n큰 방: 2만 원"
            for name in ("강의실 대여", "체육관 사용")
        )
    )
    assert is_rulebook(volume)
    parts = split_rulebook(volume)
    assert [(one.title, len(one.articles), len(one.attachments)) for one in parts] == [
        (f"강의실 대여 {ending}", 2, 1),
        (f"체육관 사용 {ending}", 2, 1),
    ]
