"""Sentences of provisions held against each other: what is a pair, and what only looks like one."""

from __future__ import annotations

import pytest

from verification.contradictions.pairing import StatementConflict, statement_pairs
from verification.contradictions.statements import RuleText, statements

CREDITS = "간호학과 노인전문간호사과정은 38학점으로 한다."
SEATS = "평의원회의 학생 평의원은 재직기간 중 복무규정을 따른다."


def pairs(first: str, second: str, *, related: bool = False) -> list[StatementConflict]:
    """Two provisions of two regulations, among others in which the usual names stand."""
    texts = {1: first, 2: second} | {
        number: f"제{number}연구소의 운영위원회 위원의 임기는 {number}년으로 한다."
        for number in range(3, 40)
    }
    rules = [
        RuleText(number, f"이름{number}", f"art-{number}", text) for number, text in texts.items()
    ]
    found = statement_pairs(
        list(statements(rules)), texts=texts, related={(1, 2)} if related else set()
    )
    return [one for one in found if one.first.rule.regulation_id < 3]


@pytest.mark.parametrize(
    ("first", "second", "differing"),
    [
        (CREDITS, CREDITS.replace("38", "37"), ("38학점", "37학점")),
        (CREDITS, f"| {CREDITS.removesuffix('으로 한다.').replace('38', '37')} 이상 |", ("38학점", "37학점")),
        (
            "현장실습지원센터는 결과보고서를 30일 이내에 제출하여야 한다.",
            "현장실습지원센터는 결과보고서를 60일 이내에 제출하여야 한다.",
            ("30일", "60일"),
        ),
        (
            "등록금이월자는 휴학연장을 할 수 있다.",
            "등록금이월자는 휴학연장을 할 수 없다.",
            ("휴학연장을 할 수 있다"[-12:], "휴학연장을 할 수 없다"[-12:]),
        ),
    ],
)  # fmt: skip
def test_two_rules_on_one_matter_that_do_not_fit_are_a_pair(
    first: str, second: str, differing: tuple[str, str]
) -> None:
    (pair,) = pairs(first, second)

    assert all(
        said in found or found in said
        for said, found in zip(differing, pair.differing, strict=True)
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(CREDITS, CREDITS, id="the same"),
        pytest.param(
            "운영위원회 위원의 임기는 1년으로 한다.",
            "운영위원회 위원의 임기는 2년으로 한다.",
            id="every institute has one",
        ),
        pytest.param(
            "제30조제1항의 노인전문휴직기간은 3개월로 한다.",
            "제44조제1항의 노인전문휴직기간은 3년으로 한다.",
            id="other provisions are meant",
        ),
        pytest.param(
            "물품구매추정가격이 100만 원 이하인 경우에는 생략한다.",
            "물품구매추정가격이 10억 원 미만인 경우에는 생략한다.",
            id="an amount that tells the case",
        ),
        pytest.param(CREDITS, SEATS, id="another matter"),
    ],
)
def test_rules_that_are_only_alike_are_no_pair(first: str, second: str) -> None:
    assert pairs(first, second) == []


def test_a_name_that_more_regulations_use_tells_where_one_refers_to_the_other() -> None:
    terms = ("운영위원회 위원의 임기는 91년으로 한다.", "운영위원회 위원의 임기는 92년으로 한다.")

    assert pairs(*terms) == []
