"""Texts from elsewhere: every citation with its state, the corrected text, and what cannot be checked."""

from __future__ import annotations

import io
import json
from contextlib import suppress
from typing import Any

import pytest
from django.core.management import call_command
from pytest_django import DjangoAssertNumQueries, Settings

from regulations.reading.names import regulation_names
from tests.corpus import TODAY, given_corpus, given_regulation
from verification.texts.checking import (
    LONGEST_TEXT,
    MOST_CITATIONS,
    TextStatus,
    TextVerification,
    UncheckableTextError,
    text_verify,
)

pytestmark = pytest.mark.django_db

LEAVE = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다."


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    given_corpus()


def verified(text: str) -> TextVerification:
    return text_verify(text=text, as_of=TODAY)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        pytest.param(f"「학칙」 제25조제2항에 따르면 {LEAVE}", "VERIFIED", id="true"),
        pytest.param(f"{LEAVE} (가온대학교 학칙 제25조)", "VERIFIED", id="after-the-full-stop"),
        pytest.param(f"{LEAVE}\n- 근거: 「학칙」 제25조제2항", "VERIFIED", id="on-the-next-line"),
        pytest.param(f"{LEAVE}[출처: 학칙 제25조]", "VERIFIED", id="wrapper"),
        pytest.param(
            "「학칙」 제25조제2항에 따르면 휴학기간은 통산하여 7년(14학기)을 초과할 수 없습니다.",
            "MISATTRIBUTED",
            id="wrong-number",
        ),
        pytest.param(f"「학칙」 제24조에 따르면 {LEAVE}", "MISATTRIBUTED", id="another-article"),
        pytest.param(f"「학칙」 제25조(휴학)에 따르면 {LEAVE}", "VERIFIED", id="its-title"),
        pytest.param(
            f"「학칙」 제25조(등록)제2항에 따르면 {LEAVE}", "MISATTRIBUTED", id="another-title"
        ),
        pytest.param(f"「학칙」 제999조에 따르면 {LEAVE}", "NOT_FOUND", id="no-such-article"),
        pytest.param(f"「학칙」 제25조제9항에 따르면 {LEAVE}", "NOT_FOUND", id="no-such-paragraph"),
        pytest.param(f"「학칙」 제27조에 따르면 {LEAVE}", "DELETED", id="deleted"),
        pytest.param(
            f"「학칙」 제27조제1항에 따르면 {LEAVE}", "DELETED", id="in-a-deleted-article"
        ),
        pytest.param(
            f"「교원 인사 규정」 제3조에 따르면 {LEAVE}", "UNKNOWN_REGULATION", id="unknown"
        ),
        pytest.param(
            f"서울대학교 학칙 제25조에 따르면 {LEAVE}", "UNKNOWN_REGULATION", id="elsewhere"
        ),
        pytest.param(f"제25조에 따르면 {LEAVE}", "AMBIGUOUS", id="of-which-regulation"),
        pytest.param("자세한 것은 「학칙」 제25조를 참고하세요.", "NOT_CHECKED", id="only-points"),
        pytest.param(f"{LEAVE}[†1]", "NOT_CHECKED", id="marker"),
        pytest.param("휴학은 「학칙」 제25조에 따르나요?", "NOT_CHECKED", id="question"),
    ],
)
def test_state_of_a_citation(text: str, status: str) -> None:
    [citation] = verified(text).citations

    assert citation.status == status
    assert text[citation.start : citation.end] == citation.check.written
    assert verified(text).status is (
        TextStatus.ALL_VERIFIED if status == "VERIFIED" else TextStatus.NOT_ALL_VERIFIED
    )


def test_a_text_without_citations_is_no_pass() -> None:
    verification = verified("휴학은 3년까지 가능합니다. 제2학기에 신청하세요.")

    assert verification.status is TextStatus.NO_CITATIONS
    assert verification.accuracy_rate is None


@pytest.mark.parametrize(
    ("text", "uncited"),
    [
        (
            f"「학칙」 제25조제2항에 따르면 {LEAVE} 전과는 10번까지 할 수 있다.",
            ["전과는 10번까지 할 수 있다."],
        ),
        (f"「학칙」 제25조제2항에 따르면 {LEAVE}\n## 전과 10번 허용", ["## 전과 10번 허용"]),
        (f"안녕하세요.\n## 휴학 안내\n{LEAVE}\n- 근거: 「학칙」 제25조제2항\n감사합니다.", []),
        (
            "규정에는 휴학에 관한 내용이 없습니다. 전과는 10번까지 할 수 있다.",
            ["규정에는 휴학에 관한 내용이 없습니다.", "전과는 10번까지 할 수 있다."],
        ),
    ],
    ids=["a-sentence", "a-heading", "a-source-below", "no-citation"],
)
def test_what_cites_nothing_is_listed_as_not_looked_at(text: str, uncited: list[str]) -> None:
    verification = verified(text)

    assert [one.text for one in verification.uncited] == uncited
    assert all(text[one.start : one.end] == one.text for one in verification.uncited)
    is_told = "1개는 조문과 대조하지 않았습니다" in verification.message
    assert is_told is (len(uncited) == 1)


def test_each_clause_is_held_against_its_own_citation() -> None:
    verification = verified(
        "「학칙」 제25조제2항에 따라 휴학기간은 통산하여 3년(6학기)을 초과할 수 없으며, "
        "「등록금에 관한 규정」 제5조에 따라 등록금은 9회 이내로 나누어 납부할 수 있습니다."
    )

    leave, tuition = verification.citations
    assert leave.status == "VERIFIED"
    assert tuition.status == "MISATTRIBUTED"
    assert verification.accuracy_rate == 0.5


def test_a_pair_that_is_named_twice_counts_once() -> None:
    verification = verified(
        f"「학칙」 제25조제2항에 따르면 {LEAVE.rstrip('.')}(「학칙」 제25조제2항). "
        "「등록금에 관한 규정」 제5조에 따라 등록금은 9회 이내로 나누어 납부할 수 있습니다."
    )

    assert [one.status for one in verification.citations] == [
        "VERIFIED",
        "VERIFIED",
        "MISATTRIBUTED",
    ]
    assert verification.accuracy_rate == 0.5


def test_corrected_text_keeps_the_rest_as_it_is() -> None:
    text = f"# 휴학 안내\n\n* 학칙 제25조제2항에 따르면 {LEAVE}\n* 「학칙」 제999조에 따르면 휴학은 자유입니다.\n\n    끝"

    assert verified(text).corrected_text == (
        f"# 휴학 안내\n\n* 「학칙」 제25조제2항에 따르면 {LEAVE}\n"
        "* 관련 규정에 따르면 휴학은 자유입니다. (확인 필요)\n\n    끝"
    )


def test_corrected_text_quotes_what_was_only_pointed_at() -> None:
    corrected = verified("학칙 제26조를 참고하세요.").corrected_text

    assert corrected.startswith("「학칙」 제26조: “휴학생은")


def test_a_regulation_named_alone_gets_the_provision_that_says_it() -> None:
    verification = verified(f"「학칙」에 따르면 {LEAVE}")

    [citation] = verification.citations
    assert citation.status == "NOT_CHECKED"
    assert citation.proposal is not None
    assert citation.proposal.label == "「학칙」 제25조"
    assert verification.corrected_text == f"「학칙」 제25조에 따르면 {LEAVE}"


def test_policy_to_propose_writes_the_provision_that_says_it(settings: Settings) -> None:
    settings.UNVERIFIED_CITATION_POLICY = "propose"

    corrected = verified(f"「학칙」 제999조에 따르면 {LEAVE}").corrected_text

    assert corrected.startswith("「학칙」 제25조에 따르면")


def test_a_title_that_the_provision_contradicts_is_said_in_words() -> None:
    [citation] = verified(f"「학칙」 제25조(등록)제2항에 따르면 {LEAVE}").citations

    assert citation.check.reason == "제25조의 제목은 ‘휴학’입니다."
    assert not citation.check.shown


def test_a_title_is_evidence_for_what_its_provision_is_about() -> None:
    given_regulation(
        "형법",
        "제347조(사기) 사람을 기망하여 재물의 교부를 받은 자는 10년 이하의 징역에 처한다.\n"
        "제350조(공갈) 사람을 공갈하여 재물의 교부를 받은 자는 10년 이하의 징역에 처한다.",
    )
    fraud = "사기죄는 형법 제{}조에 따라 처벌됩니다."

    assert [one.status for one in verified(fraud.format(347)).citations] == ["NOT_CHECKED"]
    assert [one.status for one in verified(fraud.format(350)).citations] == ["MISATTRIBUTED"]
    [wrong] = verified("형법 제350조의 사기죄는 10년 이하의 징역에 처합니다.").citations
    assert (wrong.status, wrong.check.reason) == (
        "MISATTRIBUTED",
        "제350조의 제목은 ‘공갈’입니다.",
    )


def test_an_existing_range_and_candidates_come_with_the_state() -> None:
    [citation] = verified("「학칙」 제99조에 따르면 휴학은 가능합니다.").citations

    assert citation.resolution.existing_range == "제1조–제28조"


def test_all_citations_take_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    regulation_names()
    text = "\n".join(f"「학칙」 제{number}조에 따라 처리합니다." for number in range(1, 60))

    with django_assert_num_queries(1):
        verification = verified(text)

    assert len(verification.citations) == 59


def test_too_much_is_an_error_that_says_so() -> None:
    with pytest.raises(
        UncheckableTextError, match=f"{MOST_CITATIONS}개까지.*{MOST_CITATIONS + 1}개"
    ):
        verified("학칙 제1조. " * (MOST_CITATIONS + 1))
    with pytest.raises(UncheckableTextError, match="100,000자"):
        verified("가" * (LONGEST_TEXT + 1))


def run_command(monkeypatch: pytest.MonkeyPatch, *lines: str) -> tuple[list[dict[str, Any]], int]:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    output, code = io.StringIO(), 1
    with suppress(SystemExit):
        call_command("verify_text", stdout=output)
        code = 0
    return [json.loads(line) for line in output.getvalue().splitlines()], code


def test_command_answers_every_line(monkeypatch: pytest.MonkeyPatch) -> None:
    answers, code = run_command(
        monkeypatch,
        json.dumps(
            {"id": "a", "text": f"학칙 제25조제2항에 따르면 {LEAVE}", "as_of": "2026-03-02"}
        ),
        json.dumps({"id": "b", "text": "인용이 없습니다."}),
    )

    assert code == 0
    first, second = answers
    assert first["id"] == "a"
    assert first["summary"]["status"] == "ALL_VERIFIED"
    assert first["corrected_text"].startswith("「학칙」 제25조제2항")
    [citation] = first["citations"]
    assert citation["provision"]["url"].endswith("#art-25/para-2")
    assert (citation["kind"], citation["article"], citation["verdict"]) == ("prose", 25, "accurate")
    assert (second["summary"]["status"], second["summary"]["passed"]) == ("NO_CITATIONS", False)


def test_command_says_which_lines_are_malformed_and_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers, code = run_command(
        monkeypatch,
        "not json",
        json.dumps({"id": "n", "text": 3}),
        json.dumps({"id": "d", "text": "학칙 제1조", "as_of": "2026-13-01"}),
        json.dumps({"id": "m", "text": "학칙 제1조. " * 251}),
        '{"id": "s", "text": "\\ud800"}',
        json.dumps({"id": "g", "text": "학칙 제1조"}),
    )

    assert code == 1
    assert [bool(answer.get("error")) for answer in answers] == [True] * 5 + [False]
    assert "250" in answers[3]["error"]


def test_a_pointing_word_that_nobody_can_look_up_does_not_pass_in_silence() -> None:
    result = verified(f"{LEAVE} 전항의 단서는 신입생에게 적용하지 않습니다.")

    [citation] = result.citations
    assert citation.status == "NOT_CHECKED"
    assert "알 수 없습니다" in citation.check.reason
    assert result.status is TextStatus.NOT_ALL_VERIFIED


@pytest.mark.parametrize(
    "text",
    [
        "휴학의 절차는 「학칙」 제25조에서 규정하고 있습니다.",
        "「학칙」 제25조에서는 휴학의 절차를 구체적으로 다루고 있습니다.",
        "등록에 관한 내용은 「학칙」 제24조와 「학칙」 제25조에서 확인할 수 있습니다.",
    ],
)
def test_a_sentence_that_only_names_the_topic_is_not_verified_but_quoted(text: str) -> None:
    result = verified(text)

    assert {citation.status for citation in result.citations} == {"NOT_CHECKED"}
    assert "휴학" in result.corrected_text


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("휴학은 「학칙」 제25조에 따릅니다.", "NOT_CHECKED"),
        ("「학칙」 제25조의 규정에 따른다.", "NOT_CHECKED"),
        ("장례식장 임대료는 「학칙」 제25조에 따릅니다.", "MISATTRIBUTED"),
        ("장례식장 임대료는 「학칙」 제25조에 규정되어 있습니다.", "MISATTRIBUTED"),
    ],
)
def test_a_sentence_that_points_names_a_provision_on_its_matter_or_a_wrong_one(
    text: str, status: str
) -> None:
    [citation] = verified(text).citations

    assert citation.status == status


def test_a_sentence_that_says_something_with_the_same_words_is_checked() -> None:
    result = verified("「학칙」 제25조제2항은 휴학기간을 통산 3년(6학기)으로 정하고 있습니다.")

    assert "가리키기만" not in result.citations[0].check.reason
