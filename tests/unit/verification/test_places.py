"""Where a sentence is cited: at the 호 or 목 that says it, where one alone does; another one that its words name is wrong."""

from __future__ import annotations

import pytest

from regulations.reading.units import PassageUnit
from verification.checking.engine import check
from verification.checking.evidence import quoted_units
from verification.checking.values import Quote, Source, SourceUnit
from verification.citations.states import Verdict

LEAD = "다음 각 호의 어느 하나에 해당하는 사람은 해당 학기의 수업료를 면제한다."
LINES = {
    "art-8/para-1/subpara-1": "  1. 천재지변으로 집을 잃은 사람",
    "art-8/para-1/subpara-2": "  2. 협정에 따라 상대 대학에 수업료를 내는 학생",
    "art-8/para-1/subpara-3": "  3. 다음 각 목의 근로학생",
    "art-8/para-1/subpara-3/item-1": "    가. 도서관에서 주 12시간 이상 일하는 학생",
    "art-8/para-1/subpara-3/item-2": "    나. 실습실을 관리하는 대학원생",
}
TEXT = "\n".join([LEAD, *LINES.values()])
BELOW = tuple(PassageUnit(key, line) for key, line in LINES.items())
SOURCE = Source(
    number=1,
    passage_id=1,
    version_id=1,
    version_number=1,
    regulation_id=1,
    regulation_title="등록금 규정",
    slug="fees",
    locator_key="art-8",
    title="면제",
    text=TEXT,
    units=(PassageUnit("art-8/para-1", TEXT, BELOW),),
    score=1.0,
    relevance=1.0,
)
UNIT = SourceUnit(SOURCE, "art-8/para-1", TEXT, below=BELOW)


@pytest.mark.parametrize(
    ("quotes", "place"),
    [
        (["협정에 따라 상대 대학에 수업료를 내는 학생"], "art-8/para-1/subpara-2"),
        (["해당 학기의 수업료를 면제한다", "천재지변으로 집을 잃은"], "art-8/para-1/subpara-1"),
        (["도서관에서 주 12시간 이상"], "art-8/para-1/subpara-3/item-1"),
        (["다음 각 목의 근로학생"], "art-8/para-1/subpara-3"),
        (["다음 각 목의 근로학생", "관리하는 대학원생"], "art-8/para-1/subpara-3/item-2"),
        (["해당 학기의 수업료를 면제한다"], "art-8/para-1"),
        (["천재지변으로 집을 잃은", "수업료를 내는 학생"], "art-8/para-1"),
    ],
)
def test_a_quote_is_cited_where_it_stands(quotes: list[str], place: str) -> None:
    [unit] = quoted_units([Quote(1, words) for words in quotes], [SOURCE])

    assert unit.place == place


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        (
            "천재지변으로 집을 잃은 사람은 해당 학기의 수업료를 면제합니다.",
            "art-8/para-1/subpara-1",
        ),
        (
            "협정에 따라 상대 대학에 수업료를 내는 학생은 해당 학기의 수업료를 면제합니다.",
            "art-8/para-1/subpara-2",
        ),
        ("도서관에서 주 12시간 이상 일하는 학생", "art-8/para-1/subpara-3/item-1"),
        (TEXT, "art-8/para-1"),
    ],
)
def test_what_a_part_alone_carries_is_cited_there(statement: str, place: str) -> None:
    found = check(statement, [UNIT])

    assert found.verdict is Verdict.SUPPORTED
    assert [unit.place for unit in found.units] == [place]
    # The whole paragraph is what the sentence was held against.
    assert [unit.text for unit in found.units] == [TEXT]


def test_what_is_read_of_a_part_is_its_lead_and_itself() -> None:
    [unit] = check("협정에 따라 상대 대학에 수업료를 내는 학생", [UNIT]).units

    assert unit.cut_to_part().text.split("\n") == [LEAD, LINES["art-8/para-1/subpara-2"]]


def test_an_item_of_several_lines_is_taken_out_whole() -> None:
    lines = ("  1. 신입생\n다만, 편입생은 제외한다.", "  2. 졸업생")
    below = tuple(PassageUnit(f"art-8/para-1/subpara-{n + 1}", one) for n, one in enumerate(lines))
    unit = SourceUnit(SOURCE, "art-8/para-1", "\n".join([LEAD, *lines]), below=below)

    assert unit.text_without(below[0]) == "\n".join([LEAD, lines[1]])
    assert unit.text_with(None) == LEAD


TABLE = "\n".join(
    [
        "등록금 반환은 다음 표에 따른다.",
        "| 자퇴한 때 | 반환 비율 |",
        "| 수업일수 30일까지 | 등록금의 6분의 5 |",
        "| 수업일수 60일까지 | 등록금의 3분의 2 |",
        "| 수업일수 90일까지 | 등록금의 2분의 1 |",
    ]
)


@pytest.mark.parametrize(
    ("statement", "lines"),
    [
        ("수업일수 60일까지 자퇴한 때에는 등록금의 3분의 2를 반환합니다.", [0, 1, 3]),
        ("등록금 반환은 다음 표에 따릅니다.", [0, 1, 2, 3, 4]),
        (
            "| 수업일수 60일까지 | 등록금의 3분의 2 |\n| 수업일수 90일까지 | 등록금의 2분의 1 |",
            [0, 1, 2, 3, 4],
        ),
    ],
)
def test_of_a_table_the_row_that_alone_says_it_is_shown_under_its_head(
    statement: str, lines: list[int]
) -> None:
    [found] = check(statement, [SourceUnit(SOURCE, "art-9", TABLE)]).units

    assert found.place == "art-9"
    assert found.cut_to_part().text == "\n".join(TABLE.split("\n")[line] for line in lines)
