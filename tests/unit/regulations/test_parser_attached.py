"""Numbered lines and rows of a 별표 become provisions of their own: 별표 1 제3호가목."""

from __future__ import annotations

import pytest

from regulations.text.locators import Locator
from regulations.text.parser.attached import attachment_units

TABLE = Locator(attachment_kind="table", attachment=1)


def keys(text: str, locator: Locator = TABLE) -> list[str]:
    return [one.locator.key for unit in attachment_units(locator, text) for one in unit.walk()]


def test_running_text() -> None:
    text = "납부 방법\n1. 신입생\n가. 일시 납부\n1) 은행\n나. 분할 납부\n  두 번까지 한다.\n2. 재학생\n2의2. 복학생"
    units = attachment_units(TABLE, text)
    assert keys(text) == [
        "table-1/subpara-1",
        "table-1/subpara-1/item-1",
        "table-1/subpara-1/item-1/subitem-1",
        "table-1/subpara-1/item-2",
        "table-1/subpara-2",
        "table-1/subpara-2-2",
    ]
    assert units[0].units[1].text == "분할 납부\n두 번까지 한다."
    assert units[0].units[1].locator.label == "별표 1 제1호나목"


@pytest.mark.parametrize("numbers", [("1.", "2.", "2의2."), ("1호", "제2호", "2호의2")])
def test_rows_of_a_table_carry_its_head(numbers: tuple[str, str, str]) -> None:
    rows = [f"| {number} | 항목 {number} | 10만 원 |" for number in numbers]
    units = attachment_units(TABLE, "\n".join(["| 호 | 항목 | 금액 |", *rows]))
    assert [unit.locator.subparagraph for unit in units][:2] == [1, 2]
    assert units[1].text == f"| 호 | 항목 | 금액 |\n{rows[1]}"


def test_a_row_without_a_number_belongs_to_the_one_above() -> None:
    units = attachment_units(
        TABLE, "| 호 | 금액 |\n| 1. | 1만 원 |\n|  | 2만 원 |\n| 2. | 3만 원 |"
    )
    assert units[0].text.endswith("| 1. | 1만 원 |\n|  | 2만 원 |")


def test_other_lines_end_a_row_but_not_running_text() -> None:
    text = "| 호 | 금액 |\n| 1. | 1만 원 |\n| 합계 | 9만 원 |\n덧붙이는 말"
    assert attachment_units(TABLE, text)[0].text == "| 호 | 금액 |\n| 1. | 1만 원 |"
    text = "1. 학과\n| 학과 | 정원 |\n| 수학과 | 30 |\n덧붙이는 말"
    assert attachment_units(TABLE, text)[0].text.endswith("| 수학과 | 30 |\n덧붙이는 말")


def test_notes_count_anew_and_are_not_rows() -> None:
    assert keys("1. 하나\n2. 둘\n비고\n1. 참고\n3. 참고") == [
        "table-1/subpara-1",
        "table-1/subpara-2",
    ]


def test_a_list_that_begins_anew_has_no_citable_numbers() -> None:
    assert keys("Ⅰ. 학부\n1. 하나\n2. 둘\nⅡ. 대학원\n1. 하나\n2. 둘\n3. 셋") == []
    assert keys("1. 학부\n가. 하나\n나. 둘\n가. 셋\n2. 대학원\n가. 넷") == [
        "table-1/subpara-1",
        "table-1/subpara-2",
        "table-1/subpara-2/item-1",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "2025. 3. 1. 기준",
        "| 101호 | 강의실 |",
        "12. 열두째부터 적었다",
        "| 연번 | 학과 |\n| 1 | 수학과 |",
        "",
    ],
)
def test_what_is_no_number_of_the_table(text: str) -> None:
    assert keys(text) == []


def test_blanks_of_a_form_are_not_cited() -> None:
    assert keys("1. 성명", Locator(attachment_kind="form", attachment=1)) == []


def test_deleted_row_is_kept_as_deleted() -> None:
    [_, deleted] = attachment_units(TABLE, "1. 하나\n2. 삭제")
    assert deleted.is_deleted
