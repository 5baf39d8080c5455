"""The day from which a text is in force: that of the newest addenda's main sentence; other days are told."""

from __future__ import annotations

from datetime import date

import pytest

from regulations.text.loss import loss_of
from regulations.text.parser import ParsedRegulation, parse_regulation

BODY = "이용 규정\n제1조(목적) 이용을 정한다.\n제2조(등록금) 4회까지 나누어 낸다.\n"
FORMER = "부칙\n이 규정은 2022년 3월 1일부터 시행한다.\n"
AUTUMN, SPRING = date(2026, 9, 1), date(2027, 3, 1)


def read(addenda: str, body: str = BODY) -> ParsedRegulation:
    return parse_regulation(f"{body}{addenda}")


def told(parsed: ParsedRegulation) -> list[tuple[str, str]]:
    return [(one.kind, one.said) for one in parsed.report.warnings]


@pytest.mark.parametrize(
    "addenda",
    [
        "부칙\n이 규정은 2026년 9월 1일부터 시행한다. 다만, 제2조의 개정규정은 2027년 3월 1일부터 시행한다.",
        "부칙\n이 규정은 2026. 9. 1.(화)부터 시행한다. 단, 제2조는 2027. 3. 1.(월)부터 적용한다.",
        "부칙\n제1조(시행일) 이 규정은 2026년 9월 1일부터 시행하되, 제2조의 개정규정은 2027년 3월 1일부터 시행한다.",
        "부칙 <2026. 8. 20.>\n제1조(시행일) 이 규정은 2026년 9월 1일부터 시행한다.\n제2조(적용례) 제2조는 2027년 3월 1일부터 적용한다.",
        "부칙\n① (시행일) 이 변경 규정은 2026년 9월 1일부터 시행한다.\n② 제2조는 2027년 3월 1일부터 시행한다.",
        "부칙 <2026. 9. 1.>\n이 규정은 공포한 날부터 시행한다. 다만, 제2조는 2027년 3월 1일부터 시행한다.",
        "부칙\n제1조(시행일) 이 규정은 2026년 9월 1일부터 시행한다. 다만, 다음 각 호는 그 구분에 따른 날부터 시행한다.\n1. 제2조의 개정규정: 2027년 3월 1일",
    ],
)
def test_a_part_that_enters_into_force_later_is_told_and_is_not_the_day(addenda: str) -> None:
    parsed = read(FORMER + addenda)
    loss = loss_of(parsed.report.to_json())

    assert parsed.enforcement_date == AUTUMN
    assert [kind for kind, _ in told(parsed)] == ["other_day"]
    assert loss.other_days == (SPRING,)
    assert loss.needs_reason
    assert loss.summary == "다른 시행일 1"


def test_the_head_says_the_day_and_the_proviso_is_told_all_the_same() -> None:
    body = BODY.replace("\n", "\n시행 2026. 9. 1.\n", 1)
    proviso = (
        "부칙\n이 규정은 2026년 9월 1일부터 시행한다. 다만, 제2조는 2027년 3월 1일부터 시행한다."
    )
    parsed = read(proviso, body)

    assert parsed.enforcement_date == AUTUMN
    assert told(parsed) == [
        ("other_day", "2027. 3. 1.: 다만, 제2조는 2027년 3월 1일부터 시행한다.")
    ]


@pytest.mark.parametrize(
    "addenda",
    [
        "부칙(2026. 9. 1. 개정)\n1. 이 규정은 2026학년도 2학기부터 시행한다.",
        "부칙\n이 규정은 2026학년도 2학기부터 시행한다.",
        "부칙\n이 규정은 0026년 9월 1일부터 시행한다.",
        "부칙\n이 규정은 총장의 결재를 받은 날부터 시행한다.",
        "부칙\n1. 이 규정은 2024년 3월 1일부터 시행한다.\n2. 이 변경 규정은 2026학년도 2학기부터 시행한다.",
    ],
)
def test_the_day_of_older_addenda_does_not_stand_in_for_one_that_cannot_be_read(
    addenda: str,
) -> None:
    parsed = read(FORMER + addenda)

    assert parsed.enforcement_date is None
    assert [kind for kind, _ in told(parsed)] == ["no_day"]
    assert not loss_of(parsed.report.to_json()).needs_reason


@pytest.mark.parametrize(
    ("addenda", "day"),
    [
        ("부칙\n1. 이 규정은 2024년 3월 1일부터 시행한다.\n2. 이 변경 규정은 2026년 9월 1일부터 적용한다.", AUTUMN),
        ("부칙\n제1조(시행일) 본 개정규정은 2026년 9월 1일부터 시행한다.\n제2조(경과조치) 2020년 3월 1일부터 시행한 규정은 폐지한다.", AUTUMN),
        ("부칙 <2026. 9. 1.>\n이 개정 규정은 개정일로부터 시행한다.", AUTUMN),
        ("부칙\n이 규정의 시행일은 2026년 9월 1일로 한다.", AUTUMN),
        ("부칙\n이 규정은 2026년 9월 1일부터 시행하고, 제2조는 2026년 3월 1일부터 소급하여 적용한다.", AUTUMN),
        ("부칙\n이 규정은 2026년 9월 1일부터 시행한다.\n부칙\n이 규정은 2024년 3월 1일부터 시행한다.", AUTUMN),
    ],
)  # fmt: skip
def test_the_main_sentence_of_the_newest_addenda_says_the_day(addenda: str, day: date) -> None:
    parsed = read(addenda)

    assert parsed.enforcement_date == day
    assert told(parsed) == []
