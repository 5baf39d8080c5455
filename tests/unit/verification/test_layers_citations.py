"""Layer 1: which citations are of the context."""

from __future__ import annotations

import pytest

from tests.unit.verification.layer_samples import BRANCH, CONTEXT, GUIDE, REFUND
from verification.answer_verifier.citations import (
    MISSING,
    NO_PARAGRAPH,
    NO_REGULATION,
    NO_ROW,
    NO_TITLE,
    NOT_IN_CONTEXT,
    OTHER_REGULATION,
    check_citations,
)
from verification.checking.hallucinations.context import read_rows


@pytest.mark.parametrize(
    "citation",
    [
        "[참조: 제3조]",
        "[출처: 제 3 조]",
        "[참조: 제3조 2항]",
        "【출처： 제3조】",
        "제3조에 따릅니다",
        "제3조(환불)",
        "[출처: 환불]",
        "[출처: 제25조의2]",
        "「가람대학교 학칙」 제25조의2",
        "학칙 제25조의2",
        "본교 학칙 제25조의2에 따릅니다",
        "[출처: 휴학복학 절차안내]",
        "[출처: 제3조, 휴학·복학 절차 안내]",
        "「휴학·복학 절차 안내」에 있습니다",
        "[†3]",
    ],
)
def test_citations_of_the_context_are_valid(citation: str) -> None:
    finding = check_citations(f"그렇습니다. {citation}", read_rows(CONTEXT))

    assert (finding.valid, finding.cited) == (True, True), finding.issues


@pytest.mark.parametrize(
    ("citation", "reason"),
    [
        ("[참조: 제3조의2]", NOT_IN_CONTEXT),
        ("[참조: 제33조]", NOT_IN_CONTEXT),
        ("[참조: 제25조]", NOT_IN_CONTEXT),
        ("제9조에 따르면 안 됩니다", NOT_IN_CONTEXT),
        ("부칙 제3조에 따릅니다", NOT_IN_CONTEXT),
        ("[참조: 제3조 4항]", NO_PARAGRAPH),
        ("「가람대학교 대학원 학칙」 제25조의2", OTHER_REGULATION),
        ("「나루대학교 학칙」 제25조의2", OTHER_REGULATION),
        ("「환불규정」 제3조", OTHER_REGULATION),
        ("[출처: 학칙]", NO_TITLE),
        ("[출처: 가람대학교 학칙]", NO_TITLE),
        ("[출처: 절차 안내]", NO_TITLE),
        ("[출처: 없는 안내, 제3조]", NO_TITLE),
        ("「없는 규정」에 따르면 됩니다", NO_REGULATION),
        ("제3조(휴학)에 따라 환불합니다", "제3조의 제목은 ‘환불’입니다"),
        ("[†4]", NO_ROW),
        ("[†0]", NO_ROW),
    ],
)
def test_citations_of_something_else_are_not(citation: str, reason: str) -> None:
    finding = check_citations(f"그렇습니다. {citation}", read_rows(CONTEXT))

    assert not finding.valid
    assert [issue.rpartition(": ")[2] for issue in finding.issues] == [reason]


def test_a_heading_in_an_answer_is_held_to_the_context_too() -> None:
    answer = "제77조(환불)\n환불은 결제 후 7일 이내에 신청할 수 있습니다."

    assert check_citations(answer, read_rows(CONTEXT)).issues == (
        f"‘제77조(환불)’: {NOT_IN_CONTEXT}",
    )


def test_a_wrong_citation_beside_a_right_one_is_found() -> None:
    finding = check_citations("[참조: 제3조] [출처: 제4조]", read_rows(CONTEXT))

    assert finding.issues == (f"‘제4조’: {NOT_IN_CONTEXT}",)


def test_a_provision_that_the_context_itself_refers_to_is_no_source() -> None:
    answer = "제9조에 따라 정지된 자는 환불을 신청할 수 없습니다."

    assert check_citations(answer, read_rows(CONTEXT), required=False).issues == ()
    assert check_citations(answer, read_rows(CONTEXT)).issues == (MISSING,)


def test_articles_are_found_in_the_text_of_a_row() -> None:
    row = {
        "section_title": "학칙 제2장",
        "section_content": "제8조(등록) 등록한다.\n제9조(휴학) ① 휴학한다.",
    }
    context = read_rows([row])

    assert check_citations("[출처: 학칙 제9조제1항]", context).valid
    assert not check_citations("[출처: 학칙 제9조제2항]", context).valid


def test_where_paragraphs_are_not_marked_none_is_refused() -> None:
    row = {"section_title": "제3조 이용조건", "section_content": "..."}

    assert check_citations("[참조: 제3조 2항]", read_rows([row])).valid


@pytest.mark.parametrize("rows", [[], [GUIDE], [REFUND, BRANCH]])
def test_without_a_citation(rows: list[dict[str, str]]) -> None:
    context = read_rows(rows)

    assert check_citations("환불할 수 있습니다.", context).issues == (MISSING,)
    assert check_citations("환불할 수 있습니다.", context, required=False).valid
