"""The response of `POST /query/verified`: what was written, what is shown, what was taken out, and the row of each pair."""

from __future__ import annotations

from typing import Any

import pytest

from chat.api.responses import verified_response
from chat.api.views import answer_now
from chat.models import Answer
from chat.presenters.answers import answer_view
from tests.corpus import TODAY, given_corpus
from tests.stub_llm import StubLLM, StubReply
from verification.faithfulness.tasks import check_faithfulness
from verification.models import Verification

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
LEAVE = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다"
TOO_LONG = "휴학기간은 통산하여 7년(14학기)을 초과할 수 없습니다[†1]."
IN_OTHER_WORDS = "휴학은 모두 합해서 3년, 그러니까 여섯 학기까지만 쓸 수 있어요[†1]."


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    given_corpus(embed=True)


def answered(stub: StubLLM, text: str, **asked: Any) -> Answer:
    """The answer of a model that writes the same however often it is asked."""
    stub.default = StubReply(text)
    return answer_now(question=QUESTION, as_of=TODAY, **asked)


def test_what_was_written_is_kept_beside_what_is_shown_and_what_was_taken_out(
    use_stub: StubLLM,
) -> None:
    written = [f"{LEAVE}[†9].", "「학칙」 제999조에 따르면 신입생은 첫 학기에 휴학할 수 없습니다."]

    response = verified_response(answered(use_stub, " ".join(written)))

    assert response["original_answer"] == "\n".join(written)
    assert response["corrected_answer"].startswith(
        f"{LEAVE}[†1].\n관련 규정에 따르면 신입생은 첫 학기에 휴학할 수 없습니다."
    )
    assert "†9" not in response["corrected_answer"]
    assert "999" not in response["corrected_answer"]
    assert response["removed_citations"] == ["[†9]", "「학칙」 제999조"]


def test_a_pair_that_is_proved_is_accurate_and_says_where_it_stands(use_stub: StubLLM) -> None:
    [row] = verified_response(answered(use_stub, f"{LEAVE}[†1]."))["verification_log"]

    assert row == {
        "citation_number": 1,
        "citation": "[†1]",
        "statement": f"{LEAVE}.",
        "source_file": "학칙",
        "source_page": "art-25/para-2",
        "is_accurate": True,
        "confidence": 1.0,
        "explanation": "",
        "status": "accurate",
        "citation_status": "VERIFIED",
        "model_status": "not_run",
        "model_confidence": None,
        "model_explanation": "",
        "action": "KEPT",
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(
            TOO_LONG,
            {
                "status": "inaccurate",
                "is_accurate": False,
                "confidence": None,
                "explanation": "수치가 조문과 다릅니다. (답변 ‘7년(14학기)’, 조문 ‘3년을 초과할’)",
                "citation_status": "MISATTRIBUTED",
                "action": "REMOVED",
            },
            id="a fact speaks against it",
        ),
        pytest.param(
            IN_OTHER_WORDS,
            {
                "status": "uncertain",
                "is_accurate": None,
                "confidence": None,
                "explanation": "",
                "citation_status": "NOT_CHECKED",
                "action": "REMOVED",
            },
            id="open",
        ),
    ],
)
def test_a_pair_that_is_not_proved_is_inaccurate_or_uncertain(
    use_stub: StubLLM, text: str, said: dict[str, object]
) -> None:
    [row] = verified_response(answered(use_stub, text))["verification_log"]

    assert row | said == row
    assert row["citation_number"] == 1


@pytest.mark.parametrize(
    ("threshold", "outcome", "verdict", "of_pair"),
    [
        (0.7, "CONFIRMED", "SUPPORTED", "SUPPORTED"),
        (0.8, "BESIDE_SOURCE", "NOT_CHECKED", "NOT_IN_CONTEXT"),
    ],
)
def test_a_judge_counts_from_the_confidence_that_was_asked_for_in_every_reading(
    use_stub: StubLLM, threshold: float, outcome: str, verdict: str, of_pair: str
) -> None:
    judged = {
        "verdicts": [
            {
                "sentence": 1,
                "verdict": "supported",
                "confidence": 0.75,
                "source": 1,
                "quote": "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다",
            }
        ]
    }
    use_stub.judged = StubReply(judged)
    answer = answered(use_stub, IN_OTHER_WORDS, confidence_threshold=threshold)
    first = [sentence.outcome for sentence in answer_view(answer=answer).sentences]
    pair = {"pair": 1, "is_accurate": True, "confidence": 0.75, "explanation": ""}
    use_stub.say(judged, {"pairs": [pair]})

    check_faithfulness(answer_id=str(answer.pk))

    verification = Verification.objects.get(answer=answer)
    assert first == [outcome]
    assert verification.claim_checks.get().verdict == verdict
    assert verification.citation_checks.get().model_verdict == of_pair
    assert list(answer.sentences.values_list("outcome", flat=True)) == [outcome]
    assert (answer.confidence_threshold, verification.confidence_threshold) == (
        threshold,
        threshold,
    )
