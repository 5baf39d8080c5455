"""What the verification of an answer may cost: nothing is worked out twice, and what no time is left for has not passed."""

from __future__ import annotations

import pytest

from tests.unit.verification.layer_samples import CONTEXT, GOOD, QUESTION
from verification.answer_verifier import AnswerVerifier, VerificationLayer
from verification.answer_verifier.claims import validate_answer
from verification.grounding.proof import proving
from verification.grounding.proof.alignment import Alignment, align

RULE = "학생은 3년 이상 휴학할 수 있다. 다만 총장이 허가하면 그러하지 아니하다. "
FALSE = "휴학은 5년까지 한다."


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of words of each statement that a claim is compared with."""
    found: list[int] = []

    def counted(claim: object, given: object, context: object) -> Alignment:
        found.append(len(given.words))  # type: ignore[attr-defined]
        return align(claim, given, context)  # type: ignore[arg-type]

    monkeypatch.setattr(proving, "align", counted)
    return found


def verify(answer: str, *contents: str) -> int:
    rows = [{"section_title": "", "section_content": content} for content in contents]
    return len(AnswerVerifier(use_llm=False).verify("", answer, rows).issues)


def test_a_statement_that_a_context_repeats_is_compared_once(compared: list[int]) -> None:
    issues = verify(FALSE, RULE)
    once = len(compared)
    compared.clear()

    assert verify(FALSE, RULE * 100) == issues
    assert 0 < len(compared) <= once + 2


def test_a_sentence_that_an_answer_repeats_is_judged_once(compared: list[int]) -> None:
    verify(FALSE, RULE)
    once = len(compared)
    compared.clear()

    verify(f"{FALSE} " * 20, RULE)
    # Once at the beginning, and once below its own line: an item of a list says what the line above it makes it say.
    assert len(compared) <= 2 * once


def test_a_sentence_is_held_once_against_the_only_section_that_there_is(
    compared: list[int],
) -> None:
    verify("학생은 3년 이상 상담 후 휴학할 수 있다.", "학생은 3년 이상 휴학할 수 있다.")

    assert len(compared) == 1


def test_a_run_of_words_that_is_no_sentence_is_compared_with_nothing(compared: list[int]) -> None:
    assert verify("휴학은 통산하여 9년을 초과할 수 없다.", "휴학기간, 통산, 총장, 학생 3년 " * 500)
    assert max(compared, default=0) < 500


def test_what_no_time_was_left_for_has_not_run_and_never_passes() -> None:
    result = AnswerVerifier(use_llm=False, seconds=0).verify(QUESTION, GOOD, CONTEXT)

    assert not result.verified
    assert [(one.layer, one.reason) for one in result.not_run] == [
        (VerificationLayer.SIGNALS, "시간 안에 문맥과 대조하지 못한 주장이 있습니다")
    ]
    assert "환불은 결제 후 7일 이내에 신청할 수 있습니다." in " ".join(result.issues)
    assert "✓ 불확실한 표현이" not in result.reasoning
    assert AnswerVerifier(use_llm=False).verify(QUESTION, GOOD, CONTEXT).verified


def test_a_refusal_that_no_time_was_left_for_is_not_right() -> None:
    refusal = "제공된 규정에서 해당 정보를 찾을 수 없습니다."

    assert not AnswerVerifier(use_llm=False, seconds=0).verify(QUESTION, refusal, CONTEXT).verified


def test_the_score_of_faithfulness_has_no_such_limit() -> None:
    assert validate_answer(FALSE, [RULE]).score == 0
