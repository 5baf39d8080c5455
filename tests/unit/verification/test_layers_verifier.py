"""The layers together, without a model: arithmetic, verdict and words. The model is in tests/contract."""

from __future__ import annotations

import pytest

from tests.unit.verification.layer_samples import (
    CONTEXT,
    GOOD,
    QUESTION,
    REFUND,
    REFUSALS,
    answer_with,
)
from verification.answer_verifier import AnswerKind, AnswerVerifier, VerificationLayer, quick_verify
from verification.answer_verifier.verifier import confidence_of

NOT_ASKED = "⚠ LLM 검증을 실행하지 않았습니다: 요청되지 않았습니다"


@pytest.mark.parametrize(
    ("valid", "signals", "judged", "confidence", "passes"),
    [
        (True, 0, 0.95, 0.975, True),
        (True, 2, 0.95, 0.825, True),
        (True, 2, None, 0.7, True),
        (True, 3, None, 0.55, False),
        (False, 0, None, 0.7, True),
        (False, 0, 0.95, 0.825, True),
        (False, 2, 0.5, 0.45, False),
        (False, 6, None, 0.0, False),
        (True, 1, 0.4, 0.625, False),
        (True, 0, 0.4, 0.7, True),
        (False, 6, 1.0, 0.4, False),
    ],
)
def test_arithmetic_of_the_specification(
    *, valid: bool, signals: int, judged: float | None, confidence: float, passes: bool
) -> None:
    found = confidence_of(citations_valid=valid, signals=signals, judged=judged)

    assert float(found) == confidence
    assert (float(found) >= 0.7) is passes


@pytest.mark.parametrize(
    ("valid", "signals", "confidence", "meets", "verified"),
    [
        (True, 0, 1.0, True, True),
        (True, 2, 0.7, True, False),
        (True, 3, 0.55, False, False),
        (False, 0, 0.7, True, False),
        (False, 6, 0.0, False, False),
    ],
)
def test_confidence_alone_verifies_nothing(
    *, valid: bool, signals: int, confidence: float, meets: bool, verified: bool
) -> None:
    result = AnswerVerifier(use_llm=False).verify(
        QUESTION, answer_with(signals=signals, valid=valid), CONTEXT
    )

    assert (result.confidence, result.meets_threshold) == (confidence, meets), result.issues
    assert result.citations_valid is valid
    assert result.verified is verified
    assert len(result.issues) == signals + (not valid)


def test_reasoning_names_every_layer() -> None:
    result = AnswerVerifier(use_llm=False).verify(QUESTION, GOOD, CONTEXT)

    assert result.reasoning == (
        f"✓ 출처 인용이 유효합니다 | ✓ 불확실한 표현이 감지되지 않았습니다 | {NOT_ASKED}"
    )
    assert result.not_run == ()


def test_reasoning_names_what_failed() -> None:
    result = AnswerVerifier(use_llm=False).verify(
        QUESTION, answer_with(signals=1, valid=False), CONTEXT
    )

    assert result.reasoning == (
        "✗ 출처 인용이 유효하지 않습니다: ‘제4조’: 문맥에 없는 조문입니다"
        f" | ✗ 의심스러운 곳이 1개 감지되었습니다: 불확실한 표현: ‘일반적으로’ | {NOT_ASKED}"
    )


def test_a_layer_that_was_asked_for_and_did_not_run_verifies_nothing() -> None:
    result = AnswerVerifier().verify(QUESTION, GOOD, CONTEXT)

    assert (result.verified, result.confidence, result.issues) == (False, 1.0, [])
    assert [row.layer for row in result.not_run] == [VerificationLayer.MODEL]
    assert result.reasoning.endswith(
        "⚠ LLM 검증을 실행하지 않았습니다: 언어 모델이 설정되어 있지 않습니다"
    )


@pytest.mark.parametrize(
    ("true", "false"), [("7일", "70일"), ("7일", "7주"), ("있습니다", "없습니다")]
)
def test_a_claim_that_the_context_denies_is_not_verified(true: str, false: str) -> None:
    result = AnswerVerifier(use_llm=False).verify(QUESTION, GOOD.replace(true, false), CONTEXT)

    assert result.citations_valid
    assert not result.verified
    assert result.issues[0].startswith("문맥과 다른 주장")
    assert result.confidence == 0.85


def test_a_claim_that_nobody_confirmed_is_not_verified() -> None:
    answer = GOOD.replace("이내에", "안에만 학과의 추천을 받아")

    result = AnswerVerifier(use_llm=False).verify(QUESTION, answer, CONTEXT)

    assert not result.verified
    assert result.issues[0].startswith("문맥으로 확인하지 못한 주장")


def test_citations_are_required_unless_they_are_not() -> None:
    answer = GOOD.partition(" [")[0]

    required = AnswerVerifier(use_llm=False).verify(QUESTION, answer, CONTEXT)
    waived = AnswerVerifier(use_llm=False, require_citations=False).verify(
        QUESTION, answer, CONTEXT
    )

    assert (required.verified, required.confidence) == (False, 0.7)
    assert required.issues == ["출처 인용이 없습니다"]
    assert (waived.verified, waived.confidence) == (True, 1.0)


def test_the_threshold_is_its_own() -> None:
    result = AnswerVerifier(use_llm=False, confidence_threshold=0.71).verify(
        QUESTION, answer_with(signals=2, valid=True), CONTEXT
    )

    assert not result.meets_threshold


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_right_refusal_needs_no_citation(refusal: str) -> None:
    result = AnswerVerifier(use_llm=False).verify("기숙사 식단은 무엇인가요?", refusal, CONTEXT)

    assert result.kind is AnswerKind.REFUSAL
    assert (result.verified, result.confidence, result.issues) == (True, 1.0, [])


def test_a_refusal_of_what_the_context_answers_is_not_verified() -> None:
    result = AnswerVerifier(use_llm=False).verify(
        "환불은 결제 후 며칠 이내에 신청할 수 있나요?",
        "제공된 규정에서는 환불 신청 기간을 찾을 수 없습니다.",
        CONTEXT,
    )

    assert result.kind is AnswerKind.REFUSAL
    assert not result.verified


def test_a_refusal_with_an_invented_contact_is_not_verified() -> None:
    answer = (
        "제공된 규정에서 해당 정보를 찾을 수 없습니다. 교무팀(02-999-9999)에 문의하시기 바랍니다."
    )

    result = AnswerVerifier(use_llm=False).verify("기숙사 식단은 무엇인가요?", answer, CONTEXT)

    assert not result.verified
    assert len(result.issues) == 2


@pytest.mark.parametrize(
    "said",
    [
        "환불 기간은 제한이 없으므로 신청 날짜만 확인하면 됩니다.",
        "\n# 환불은 10년까지 가능합니다",
        "\n**환불 무제한**",
        "\n환불 기간 무제한 허용 안내",
        "이용료를 전부 돌려받으시겠네요.",
    ],
)
def test_a_rule_in_the_dress_of_a_title_or_a_courtesy_is_told_as_unproved(said: str) -> None:
    result = AnswerVerifier(use_llm=False).verify(QUESTION, f"{GOOD} {said}", CONTEXT)

    assert not result.verified
    assert any(said.strip(" \n#*") in issue for issue in result.issues)


@pytest.mark.parametrize("answer", ["", "안녕하세요.", "무엇이 궁금하신가요?"])
def test_an_answer_that_claims_nothing_is_not_verified_and_has_no_score(answer: str) -> None:
    result = AnswerVerifier(use_llm=False, require_citations=False).verify(
        QUESTION, answer, CONTEXT
    )

    assert result.kind is AnswerKind.NO_CLAIMS
    assert (result.verified, result.confidence, result.meets_threshold) == (False, None, False)


@pytest.mark.parametrize("context", [[], [{"section_title": "제3조(환불)", "section_content": ""}]])
def test_without_context_nothing_is_verified(context: list[dict[str, str]]) -> None:
    for require_citations in (True, False):
        verifier = AnswerVerifier(use_llm=False, require_citations=require_citations)
        assert not verifier.verify(QUESTION, GOOD, context).verified


def test_quick_verify_asks_no_model() -> None:
    assert quick_verify(GOOD, [REFUND])
    assert not quick_verify(GOOD.replace("제3조", "제3조의2"), [REFUND])
    assert not quick_verify(answer_with(signals=2, valid=True), [REFUND])
    assert AnswerVerifier(require_citations=False).quick_verify(GOOD.partition(" [")[0], [REFUND])
