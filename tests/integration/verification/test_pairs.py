"""The model's opinion of every (statement, citation) pair, asked over real HTTP after the answer was shown."""

from __future__ import annotations

from typing import Any
from unittest import mock
from uuid import uuid4

import pytest
from pytest_django import Settings

from chat.api.responses import verified_response
from chat.api.views import answer_now
from chat.models import Answer
from chat.presenters.answers import answer_view
from tests.corpus import TODAY, given_corpus
from tests.stub_llm import StubLLM, StubReply
from verification.faithfulness import pairs, tasks
from verification.faithfulness.pairs import whole_sentences
from verification.faithfulness.tasks import check_faithfulness
from verification.models import Flag, Verification

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
LEAVE = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다"
ENTRANTS = "신입생은 첫 학기에 휴학할 수 없습니다"
CLAIMS = {
    "verdicts": [
        {
            "sentence": 1,
            "verdict": "supported",
            "confidence": 0.95,
            "source": 1,
            "quote": "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다.",
        }
    ]
}


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    given_corpus(embed=True)


def pair(number: int, *, accurate: bool, confidence: float = 0.9, why: str = "") -> dict[str, Any]:
    return {"pair": number, "is_accurate": accurate, "confidence": confidence, "explanation": why}


def checked(
    stub: StubLLM, reply: StubReply | dict[str, Any], text: str = f"{LEAVE}[†1]."
) -> Verification:
    """Ask, and let the judge answer first about the claims, then about the pairs."""
    stub.say(text)
    answer = answer_now(question=QUESTION, as_of=TODAY)
    assert answer.status == Answer.Status.ANSWERED
    stub.say(CLAIMS, reply)
    check_faithfulness(answer_id=str(answer.pk))
    return Verification.objects.get(answer=answer)


def opinions(verification: Verification) -> list[tuple[str, float | None]]:
    rows = verification.citation_checks.order_by("position")
    return list(rows.values_list("model_verdict", "model_confidence"))


@pytest.mark.parametrize(
    ("accurate", "confidence", "verdict", "word"),
    [
        (True, 0.7, "SUPPORTED", "accurate"),
        (True, 0.69, "NOT_IN_CONTEXT", "uncertain"),
        (False, 0.7, "CONTRADICTED", "inaccurate"),
        (False, 0.69, "NOT_IN_CONTEXT", "uncertain"),
    ],
)
def test_an_opinion_counts_from_the_threshold_on(
    use_stub: StubLLM, accurate: bool, confidence: float, verdict: str, word: str
) -> None:
    verification = checked(use_stub, {"pairs": [pair(1, accurate=accurate, confidence=confidence)]})

    assert opinions(verification) == [(verdict, confidence)]
    assert verification.check_state == "DONE"
    [row] = verified_response(verification.answer)["verification_log"]
    assert verification.faithfulness == ("FAITHFUL" if verdict == "SUPPORTED" else "PARTLY")
    # What the rules have proved keeps its word beside the model's.
    assert (row["status"], row["model_status"]) == ("accurate", word)
    assert row["model_confidence"] == confidence


def test_all_pairs_of_an_answer_are_one_call_with_whole_provisions(use_stub: StubLLM) -> None:
    reply = {"pairs": [pair(1, accurate=True), pair(2, accurate=True)]}

    verification = checked(use_stub, reply, f"{LEAVE}[†1]. {ENTRANTS}[†1].")

    assert [verdict for verdict, _confidence in opinions(verification)] == [
        "SUPPORTED",
        "SUPPORTED",
    ]
    assert len(use_stub.requests) == 3
    prompt = use_stub.requests[-1]["messages"][0]["content"]
    assert LEAVE in prompt
    assert ENTRANTS in prompt
    assert "다만, 병역 의무를 위한 휴학기간은 이에 포함하지 아니한다." in prompt
    assert use_stub.requests[-1]["temperature"] == 0


def test_the_same_pair_is_asked_about_once(use_stub: StubLLM) -> None:
    reply = {"pairs": [pair(1, accurate=True, confidence=0.91)]}

    verification = checked(use_stub, reply, f"「학칙」 제25조제2항에 따르면 {LEAVE}[†1-2].")

    assert use_stub.requests[-1]["messages"][1]["content"] == "쌍 1개를 모두 판정하세요."
    assert opinions(verification) == [("SUPPORTED", 0.91), ("SUPPORTED", 0.91)]


def test_a_statement_too_short_to_judge_is_listed_as_not_checked(use_stub: StubLLM) -> None:
    reply = {"pairs": [pair(1, accurate=True)]}

    verification = checked(use_stub, reply, f"{LEAVE}[†1]. 안 됨[†1].")

    view = answer_view(answer=verification.answer)
    assert [LEAVE in sentence.text for sentence in view.sentences] == [True]
    assert opinions(verification)[1] == ("NOT_CHECKED", None)
    long, short = verified_response(verification.answer)["verification_log"]
    assert (long["status"], short["statement"], short["status"]) == (
        "accurate",
        "안 됨.",
        "not_run",
    )
    assert short["explanation"] == "문장이 짧아 대조하지 않았습니다."
    assert verification.accuracy_rate == 1.0


@pytest.mark.parametrize(
    ("text", "asked"),
    [("12345", 1), ("12345인", 1), ("12345인분", 2), ("休学期间合计不得超过三年", 2)],
)
def test_a_statement_of_less_than_two_letters_is_not_asked_about(
    use_stub: StubLLM, text: str, asked: int
) -> None:
    verification = checked(use_stub, {"pairs": []}, f"{LEAVE}[†1]. {text}[†1].")

    assert verification.citation_checks.count() == 2
    assert use_stub.requests[-1]["messages"][1]["content"] == f"쌍 {asked}개를 모두 판정하세요."


def test_a_pair_that_the_model_calls_inaccurate_is_flagged(use_stub: StubLLM) -> None:
    why = "조문은 재학 중 통산이라고 하지 않습니다."

    verification = checked(use_stub, {"pairs": [pair(1, accurate=False, why=why)]})

    [check] = verification.citation_checks.all()
    assert (check.verdict, check.model_verdict) == ("SUPPORTED", "CONTRADICTED")
    flag = Flag.objects.get(answer=verification.answer, reason=Flag.Reason.DISAGREEMENT)
    assert why in flag.detail
    [row] = answer_view(answer=verification.answer).log
    assert (row.model_label, row.model_reason) == ("근거와 다름", why)
    [said] = verified_response(verification.answer)["verification_log"]
    assert (said["status"], said["model_status"]) == ("accurate", "inaccurate")
    assert (said["explanation"], said["model_explanation"]) == ("", why)
    assert verification.faithfulness == "PARTLY"


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        pytest.param(StubReply(text="판정할 수 없습니다."), "Malformed", id="no-json"),
        pytest.param(StubReply(text={"pairs": [{"pair": 1}]}), "Malformed", id="bad-json"),
        pytest.param(
            StubReply(text={"pairs": [pair(1, accurate=True, confidence=7)]}),
            "Malformed",
            id="confidence",
        ),
        pytest.param(StubReply(refusal="no"), "Refused", id="refusal"),
        pytest.param(StubReply(status=503), "Unavailable", id="server-error"),
        pytest.param(StubReply(text={"pairs": []}, delay=2), "Timeout", id="timeout"),
    ],
)
def test_a_model_that_fails_leaves_the_pairs_not_run_and_visible(
    use_stub: StubLLM, settings: Settings, reply: StubReply, said: str
) -> None:
    if reply.delay:
        settings.LLM_TIMEOUT = 1.0

    verification = checked(use_stub, reply)

    assert opinions(verification) == [("NOT_CHECKED", None)]
    assert verification.pairs_error.startswith(said)
    assert verification.faithfulness == "PARTLY"
    assert Flag.objects.filter(answer=verification.answer, reason="CHECK_FAILED").exists()
    [row] = verified_response(verification.answer)["verification_log"]
    assert row["model_status"] == "not_run"


@pytest.mark.parametrize(
    ("pairs", "verdict"),
    [
        pytest.param([pair(9, accurate=True)], "NOT_CHECKED", id="left-out"),
        pytest.param(
            [pair(1, accurate=True), pair(1, accurate=False)], "NOT_IN_CONTEXT", id="both"
        ),
    ],
)
def test_a_pair_without_one_clear_verdict_is_not_accurate(
    use_stub: StubLLM, pairs: list[dict[str, Any]], verdict: str
) -> None:
    verification = checked(use_stub, {"pairs": pairs})

    assert opinions(verification) == [(verdict, None)]
    assert verification.citation_checks.get().model_reason
    assert verification.faithfulness == "PARTLY"


def test_without_a_model_no_pair_is_judged(use_stub: StubLLM, settings: Settings) -> None:
    use_stub.say(f"{LEAVE}[†1].")
    answer = answer_now(question=QUESTION, as_of=TODAY)
    settings.LLM_BASE_URL = ""

    check_faithfulness(answer_id=str(answer.pk))

    verification = Verification.objects.get(answer=answer)
    assert opinions(verification) == [("NOT_CHECKED", None)]
    assert verification.pairs_error == ""


def test_evidence_is_never_cut_in_mid_sentence() -> None:
    text = "첫 문장은 여기까지로 한다. 둘째 문장은 1.5배까지로 한다. 셋째 문장은 매우 길다."

    assert (
        whole_sentences(text, longest=40)
        == "첫 문장은 여기까지로 한다. 둘째 문장은 1.5배까지로 한다."
    )
    assert whole_sentences(text, longest=5) == "첫 문장은 여기까지로 한다."
    assert whole_sentences(text) == text


def test_the_verdict_of_a_deleted_answer_ends_its_stream_alone() -> None:
    with mock.patch("portal.jobs.progress.publish") as published:
        tasks._publish_verdict(str(uuid4()))

    published.assert_called_once()


def test_pairs_beyond_the_budget_of_a_prompt_are_not_checked(
    use_stub: StubLLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairs, "_LONGEST_PROMPT", 10)

    verification = checked(
        use_stub, {"pairs": [pair(1, accurate=True)]}, f"{LEAVE}[†1]. {ENTRANTS}[†1]."
    )

    assert [verdict for verdict, _confidence in opinions(verification)] == [
        "SUPPORTED",
        "NOT_CHECKED",
    ]
    request = use_stub.requests[-1]
    assert ENTRANTS not in request["messages"][0]["content"]
    assert request["max_tokens"] == 1_400
