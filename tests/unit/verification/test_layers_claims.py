"""The score of faithfulness: claims that the context supports among all claims."""

from __future__ import annotations

import pytest

from tests.unit.verification.layer_samples import REFUSAL
from verification.answer_verifier import ValidationStatus, validate_answer

CONTEXT = [
    "「가람대학교 학칙」 제3조(환불)\n① 환불은 결제 후 7일 이내에 신청할 수 있다.\n② 이용을 시작한 뒤에는 환불하지 아니한다.",
    "제7조(대출) 학부생은 10권을 14일 동안 대출할 수 있다. 참고도서는 대출하지 아니한다.",
]
TRUE = [
    "환불은 결제 후 7일 이내에 신청할 수 있습니다.",
    "이용을 시작한 뒤에는 환불하지 않습니다.",
    "학부생은 10권을 14일 동안 대출할 수 있습니다.",
]
FALSE = [
    "환불은 결제 후 70일 이내에 신청할 수 있습니다.",
    "참고도서는 대출합니다.",
    "사물함은 무료입니다.",
]


@pytest.mark.parametrize(
    ("good", "bad", "acceptable"), [(3, 0, True), (3, 2, True), (2, 3, False), (0, 1, False)]
)
def test_score_is_the_share_of_grounded_claims(good: int, bad: int, acceptable: bool) -> None:
    result = validate_answer(" ".join(TRUE[:good] + FALSE[:bad]), CONTEXT)

    assert result.grounded_claims == TRUE[:good]
    assert result.ungrounded_claims == FALSE[:bad]
    assert result.score == good / (good + bad)
    assert result.is_acceptable is acceptable
    assert result.status is ValidationStatus.SCORED


def test_the_suggestion_names_what_is_wrong_and_why() -> None:
    suggestion = validate_answer(FALSE[0], CONTEXT).suggestion

    assert FALSE[0] in suggestion
    assert "조문 ‘7일" in suggestion


def test_a_citation_of_the_right_article_does_not_hurt() -> None:
    answer = "「가람대학교 학칙」 제3조에 따르면 환불은 결제 후 7일 이내에 신청할 수 있습니다."

    assert validate_answer(answer, CONTEXT).score == 1.0


@pytest.mark.parametrize("answer", ["", "안녕하세요.", "무엇이 궁금하신가요?"])
def test_a_text_without_claims_has_no_score(answer: str) -> None:
    result = validate_answer(answer, CONTEXT)

    assert (result.score, result.is_acceptable) == (None, False)
    assert result.status is ValidationStatus.NO_CLAIMS


def test_a_refusal_is_a_status_of_its_own() -> None:
    result = validate_answer(REFUSAL, CONTEXT)

    assert (result.score, result.is_acceptable) == (None, True)
    assert result.status is ValidationStatus.REFUSAL
    assert result.ungrounded_claims == []


def test_a_refusal_of_what_the_context_answers_is_not_acceptable() -> None:
    result = validate_answer(
        "제공된 규정에서는 환불 신청 기간을 찾을 수 없습니다.",
        CONTEXT,
        question="환불은 결제 후 며칠 이내에 신청할 수 있나요?",
    )

    assert (result.score, result.is_acceptable) == (None, False)
    assert result.status is ValidationStatus.REFUSAL


def test_a_refusal_beside_claims_changes_no_rate() -> None:
    alone = validate_answer(" ".join(TRUE[:1] + FALSE[:1]), CONTEXT)
    beside = validate_answer(" ".join([*TRUE[:1], *FALSE[:1], REFUSAL]), CONTEXT)

    assert alone.score == beside.score == 0.5


@pytest.mark.parametrize("context", [[], ["", " "]])
def test_without_context_there_is_no_score_and_nothing_is_grounded(context: list[str]) -> None:
    result = validate_answer(TRUE[0], context)

    assert (result.score, result.is_acceptable) == (None, False)
    assert result.status is ValidationStatus.NO_CONTEXT
    assert result.ungrounded_claims == TRUE[:1]
