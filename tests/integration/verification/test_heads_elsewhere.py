"""Items of texts from elsewhere, and of answers that others send, are held against the rules with the line that they stand under."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import pytest
from django.test import Client
from docx import Document

from chat.mcp.shapes import verification_shape
from tests.corpus import TODAY, given_regulation
from verification.answer_verifier import AnswerVerifier, validate_answer
from verification.answer_verifier.claims import judge_claims
from verification.api.responses import text_response
from verification.checked_texts.checking import text_report
from verification.checked_texts.exports import report_docx, report_markdown
from verification.checked_texts.reports import ReportedSentence, report_read
from verification.checking.hallucinations.context import read_texts
from verification.citations.states import Verdict
from verification.texts.checking import text_verify

pytestmark = pytest.mark.django_db

LEAVES = """
제1조(목적) 이 규정은 휴학에 관한 사항을 정함을 목적으로 한다.
제2조(휴학) ① 휴학하려는 사람은 휴학원을 제출하여 허가를 받아야 한다.
② 휴학의 종류별 기간은 다음 각 호와 같다.
1. 일반휴학 : 통산 3년(6학기) 이내
2. 육아휴학 : 통산 2년(4학기) 이내
3. 창업휴학 : 통산 1년(2학기) 이내
제3조(군휴학) ① 군휴학의 기간은 복무기간으로 한다.
② 군휴학은 1회 1년 이내로 한다.
"""
RULES = LEAVES.partition("② ")[2]
PLACE = "「휴학 규정」 제2조제2항"
ITEMS = ["통산 3년(6학기) 이내", "통산 1년(2학기) 이내"]
FORMS = {
    "numbers": "1. 일반휴학:\n   - {0}\n2. 창업휴학:\n   - {1}",
    "bold": "**일반휴학**\n- {0}\n\n**창업휴학**\n- {1}",
    "headings": "# 휴학 안내\n## 일반휴학\n- {0}\n## 창업휴학\n1) {1}",
    "names": "- 일반휴학\n  - {0}\n- 창업휴학\n  - {1}",
    "plain": "일반휴학\n- {0}\n창업휴학\n- {1}",
    "leads": "일반휴학은 다음과 같습니다.\n- {0}\n창업휴학은 다음과 같습니다:\n- {1}",
    "notice": "□ 일반휴학\n ㅇ {0}\n□ 창업휴학\n ㅇ {1}",
    "brackets": "[일반휴학]\n- {0}\n【창업휴학】\n- {1}",
    "nested": "휴학 기간은 다음과 같습니다.\n1. 일반휴학:\n   - {0}\n2. 창업휴학:\n   - {1}",
}
PROSE = "휴학하려는 사람은 휴학원을 제출하여 허가를 받아야 합니다. 일반휴학은 통산 3년(6학기) 이내입니다."


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    given_regulation("휴학 규정", LEAVES)


def written(form: str, *, cited: str = "") -> tuple[str, str]:
    """A list as it is right, and with the head of another leave over its first item."""
    right = FORMS[form].format(*(f"{one}{cited}" for one in ITEMS))
    return right, right.replace("일반휴학", "육아휴학")


def items_of(sentences: Sequence[ReportedSentence]) -> list[ReportedSentence]:
    return [one for one in sentences if "통산" in one.text]


@pytest.mark.parametrize("form", FORMS)
def test_an_item_of_a_text_is_confirmed_with_its_own_head_alone(form: str) -> None:
    right, wrong = written(form)

    states = [
        [one.state for one in items_of(text_report(text=text, as_of=TODAY).sentences)]
        for text in (right, wrong)
    ]

    assert states[0] == ["CONFIRMED", "CONFIRMED"]
    assert states[1][0] != "CONFIRMED"
    assert states[1][1] == "CONFIRMED"


@pytest.mark.parametrize(
    ("item", "cited", "right", "wrong"),
    [
        pytest.param("- 1회 1년 이내", "제3조제2항", "군휴학은 다음과 같습니다:", "일반휴학은 다음과 같습니다:", id="lead"),
        pytest.param("- 1회 1년 이내", "제3조제2항", "**군휴학**", "**일반휴학**", id="bold"),
        pytest.param("- 1회 1년 이내", "제3조제2항", "군휴학", "대학원생", id="plain"),
        pytest.param("- 육아휴학: 통산 2년(4학기) 이내", "제2조제2항", "**휴학**", "**대학원생**", id="whom"),
        pytest.param("1. 육아휴학: 통산 2년(4학기) 이내", "제2조제2항", "## 휴학 기간", "## 대학원생", id="heading"),
    ],
)  # fmt: skip
def test_what_a_rule_says_of_one_matter_it_says_under_no_other_head(
    item: str, cited: str, right: str, wrong: str
) -> None:
    for head, is_right in ((right, True), (wrong, False)):
        report = text_report(text=f"{head}\n{item}", as_of=TODAY)
        found = text_verify(text=f"{head}\n{item}(「휴학 규정」 {cited})", as_of=TODAY)
        [claim] = judge_claims(f"{head}\n{item}", read_texts([RULES]))

        assert (report.sentences[-1].state == "CONFIRMED") is is_right
        assert (found.citations[0].status == "VERIFIED") is is_right
        assert (claim.verdict is Verdict.SUPPORTED) is is_right


@pytest.mark.parametrize("form", FORMS)
def test_a_report_has_each_line_as_it_was_written_and_its_head_beside_it(form: str) -> None:
    text, _wrong = written(form)

    report = text_report(text=text, as_of=TODAY)

    lines = [line.strip() for line in text.splitlines() if line.strip()]
    assert [one.text for one in report.sentences] == lines
    assert [text[one.start : one.end] for one in report.sentences] == lines
    assert [one.head for one in items_of(report.sentences)] == ["일반휴학", "창업휴학"]
    others = [one for one in report.sentences if "통산" not in one.text]
    assert {(one.state, one.head) for one in others} == {("NO_CLAIM", "")}
    assert report_read(report.as_json()) == report


@pytest.mark.parametrize("form", FORMS)
def test_a_citation_of_an_item_holds_with_its_own_head_alone(form: str) -> None:
    right, wrong = (
        text_verify(text=text, as_of=TODAY) for text in written(form, cited=f"({PLACE})")
    )

    assert [one.status.value for one in right.citations] == ["VERIFIED", "VERIFIED"]
    assert [one.status.value == "VERIFIED" for one in wrong.citations] == [False, True]
    assert [right.text[one.start : one.end] for one in right.citations] == [PLACE, PLACE]
    assert "일반휴학: 통산" in right.citations[0].check.statement
    assert right.corrected_text == right.text
    assert right.uncited == ()


@pytest.mark.parametrize("form", FORMS)
def test_an_item_of_an_answer_is_supported_with_its_own_head_alone(form: str) -> None:
    right, wrong = written(form)

    claims = judge_claims(right, read_texts([RULES]))
    first, second = judge_claims(wrong, read_texts([RULES]))

    assert [(one.text.lstrip("-1)ㅇ "), one.verdict) for one in claims] == [
        (f"일반휴학: {ITEMS[0]}", Verdict.SUPPORTED),
        (f"창업휴학: {ITEMS[1]}", Verdict.SUPPORTED),
    ]
    assert first.verdict is not Verdict.SUPPORTED
    assert "육아휴학" in first.text
    assert second.verdict is Verdict.SUPPORTED


def test_an_answer_whose_item_stands_under_another_head_does_not_pass() -> None:
    rows = [{"section_title": "「휴학 규정」 제2조(휴학)", "section_content": RULES}]
    right, wrong = written("bold")
    verifier = AnswerVerifier(use_llm=False, require_citations=False)

    passed, failed = (verifier.verify("휴학 기간은?", text, rows) for text in (right, wrong))

    assert passed.verified
    assert not failed.verified
    assert any(f"육아휴학: {ITEMS[0]}" in issue for issue in failed.issues)
    scored = validate_answer(wrong, [RULES])
    assert [f"육아휴학: {ITEMS[0]}" in one for one in scored.ungrounded_claims] == [True]
    assert scored.score == 0.5


def test_prose_stands_under_nothing() -> None:
    for text in (PROSE, f"**휴학**\n{PROSE}"):
        report = text_report(text=text, as_of=TODAY)
        assert {one.head for one in report.sentences} == {""}
        assert [one.state for one in report.sentences][-2:] == ["CONFIRMED", "CONFIRMED"]
    assert {one.verdict for one in judge_claims(PROSE, read_texts([LEAVES]))} == {Verdict.SUPPORTED}


def test_a_name_that_lines_stand_under_is_held_against_the_rules_where_it_says_something() -> None:
    names, says = (
        text_report(text=f"- {name}\n  - {ITEMS[0]}", as_of=TODAY).sentences[0]
        for name in ("일반휴학", "일반휴학 무제한")
    )

    assert (names.state, says.state == "NO_CLAIM") == ("NO_CLAIM", False)


def test_the_head_of_a_table_stands_under_nothing_and_its_rows_do() -> None:
    text = "**육아휴학**\n| 구분 | 기간 |\n|---|---|\n| 통산 | 3년(6학기) 이내 |"

    _head, names, row = text_report(text=text, as_of=TODAY).sentences

    assert (names.head, row.head) == ("", "육아휴학")
    assert row.state != "CONFIRMED"


def test_an_item_is_held_against_what_its_head_cites_and_each_citation_is_told_once() -> None:
    text = f"{PLACE}에 따르면 휴학 기간은 다음과 같습니다.\n- 일반휴학: {ITEMS[0]}"

    lead, item = text_report(text=text, as_of=TODAY).sentences

    assert item.state == "CONFIRMED"
    assert ([one.written for one in lead.citations], item.citations) == ([PLACE], ())
    assert item.proposal is None


def test_a_source_below_an_item_speaks_of_the_item_with_its_head() -> None:
    text = f"**{{0}}**\n- {ITEMS[0]}\n- 근거: {PLACE}"

    right, wrong = (
        text_report(text=text.format(head), as_of=TODAY).sentences[-1]
        for head in ("일반휴학", "육아휴학")
    )

    assert [right.state == "CONFIRMED", wrong.state == "CONFIRMED"] == [True, False]


def test_a_report_is_shown_and_taken_along_with_heads(client: Client) -> None:
    text, _wrong = written("bold")
    address = client.post("/check/", {"text": text, "as_of": TODAY.isoformat()})["Location"]
    report = text_report(text=text, as_of=TODAY)

    page = client.get(address).content.decode()
    assert page.count('<p class="check-head">일반휴학</p>') == 1
    assert f"일반휴학: {ITEMS[0]}" in report_markdown(report, base_url="")
    document = Document(BytesIO(report_docx(report, base_url="")))
    assert any(f"일반휴학: {ITEMS[0]}" in one.text for one in document.comments)
    assert "일반휴학" not in [one.head for one in report.without(lambda _text: "○○").sentences]


def test_programs_are_told_the_head_beside_what_was_written() -> None:
    text, _wrong = written("bold")

    whole = text_response(text_verify(text=text, as_of=TODAY))
    shape = verification_shape(whole, text_report(text=text, as_of=TODAY))

    expected = [(f"- {ITEMS[0]}", "일반휴학"), (f"- {ITEMS[1]}", "창업휴학")]
    assert [(one["text"], one["head"]) for one in whole["uncited"]] == expected
    assert [(one["text"], one["head"]) for one in shape["sentences"] if one["head"]] == expected
