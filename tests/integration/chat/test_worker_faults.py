"""A worker that dies in the middle of its work: after a restart the work is done, once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from chat import pipeline
from chat.asking.services import conversation_start, question_ask
from chat.models import Answer
from chat.tasks import compose_answer
from portal.llm import routing
from portal.tasks import repair_work
from tests.answering import answer_question
from tests.corpus import TODAY, given_corpus
from tests.faults import connection_cut
from tests.processes import PortalProcess
from tests.stub_llm import StubLLM, StubReply
from verification.faithfulness import tasks as checks
from verification.faithfulness.recording import faithfulness_record
from verification.faithfulness.tasks import check_faithfulness
from verification.models import ClaimCheck, Flag, Verification

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
ANSWER = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1]."
JUDGEMENT = {
    "verdicts": [
        {
            "sentence": 1,
            "verdict": "supported",
            "confidence": 0.95,
            "source": 1,
            "quote": "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다.",
            "reason": "제2항에 그대로 있습니다.",
        }
    ]
}


PAIRS = {"pairs": [{"pair": 1, "is_accurate": True, "confidence": 0.95, "explanation": "-"}]}


def _judged(request: dict[str, Any]) -> StubReply:
    """What the judge says of the sentences, and of the pairs of sentence and citation."""
    return StubReply(text=PAIRS if "pairs" in str(request.get("response_format")) else JUDGEMENT)


def _until(condition: Callable[[], bool], what: str, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(0.1)


def _verification(answer: Answer) -> Verification:
    return Verification.objects.get(answer_id=answer.pk)


def _asked() -> Answer:
    given_corpus(embed=True)
    return question_ask(
        conversation=conversation_start(user=None, session_key="s"), question=QUESTION, as_of=TODAY
    )


def test_a_check_whose_worker_was_killed_is_done_after_a_restart_and_once(
    use_stub: StubLLM, worker_starter: Callable[..., PortalProcess]
) -> None:
    use_stub.say(ANSWER, StubReply(text=JUDGEMENT, delay=30))
    use_stub.default = _judged
    environment = {"TEST_LLM_BASE_URL": use_stub.base_url, "TEST_LEASE_SECONDS": "3"}
    first = worker_starter(queues="checks", **environment)
    answer = answer_question(_asked().pk)
    assert answer is not None
    _until(lambda: _verification(answer).check_state == "RUNNING", "the check began")
    _until(lambda: len(use_stub.requests) == 2, "the judge was asked")

    first.kill()
    worker_starter(queues="checks", **environment)
    time.sleep(3)
    repair_work.delay()
    repair_work.delay()

    _until(lambda: _verification(answer).check_state == "DONE", "the check was done")
    verification = _verification(answer)
    assert verification.faithfulness == "FAITHFUL"
    assert verification.attempts == 2
    assert ClaimCheck.objects.filter(verification=verification).count() == 1


def test_a_finished_check_is_not_done_again(use_stub: StubLLM) -> None:
    use_stub.say(ANSWER, StubReply(text=JUDGEMENT))
    answer = answer_question(_asked().pk)
    assert answer is not None

    check_faithfulness(answer_id=str(answer.pk))
    asked = len(use_stub.requests)
    check_faithfulness(answer_id=str(answer.pk))

    assert len(use_stub.requests) == asked
    assert _verification(answer).attempts == 1


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(StubReply(status=400), id="refused-request"),
        pytest.param(StubReply(text="이것은 JSON이 아닙니다"), id="malformed"),
        pytest.param(StubReply(text={"verdicts": []}), id="no-claims"),
        pytest.param(StubReply(refusal="no"), id="refusal"),
    ],
)
def test_a_check_that_did_not_run_never_reads_as_passed(
    use_stub: StubLLM, reply: StubReply
) -> None:
    use_stub.say(ANSWER)
    use_stub.default = reply
    answer = answer_question(_asked().pk)
    assert answer is not None

    check_faithfulness(answer_id=str(answer.pk))

    verification = _verification(answer)
    assert verification.faithfulness == "NOT_CHECKED"
    assert verification.score is None
    assert verification.check_state in ("FAILED", "PENDING")
    assert verification.error
    flagged = Flag.objects.filter(answer=answer, reason=Flag.Reason.CHECK_FAILED).exists()
    assert flagged == (verification.check_state == "FAILED")


def test_evidence_that_the_judge_made_up_does_not_count(use_stub: StubLLM) -> None:
    invented = JUDGEMENT["verdicts"][0] | {"quote": "휴학은 언제나 가능하다."}
    use_stub.say(ANSWER, StubReply(text={"verdicts": [invented]}))
    answer = answer_question(_asked().pk)
    assert answer is not None

    check_faithfulness(answer_id=str(answer.pk))

    verification = _verification(answer)
    assert verification.faithfulness == "NOT_CHECKED"
    assert verification.claim_checks.get().verdict == "NOT_CHECKED"


@pytest.mark.parametrize("step", ["sources_of", "answer_store"])
def test_a_database_connection_cut_in_the_middle_of_an_answer_loses_and_doubles_nothing(
    use_stub: StubLLM, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    use_stub.default = StubReply(text=ANSWER)
    asked = _asked()
    done = getattr(pipeline, step)
    cuts: list[str] = []

    def cut_once(*arguments: Any, **options: Any) -> Any:
        if not cuts:
            cuts.append(step)
            connection_cut()
        return done(*arguments, **options)

    monkeypatch.setattr(pipeline, step, cut_once)
    compose_answer.apply(kwargs={"answer_id": str(asked.pk)})

    answer = Answer.objects.get(pk=asked.pk)
    assert (answer.status, answer.attempts, cuts) == ("ANSWERED", 2, [step])
    assert answer.message.citations.count() == 1
    assert Verification.objects.filter(answer=answer).count() == 1


def test_a_database_connection_cut_in_the_middle_of_a_check_is_made_up_for_once(
    use_stub: StubLLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_stub.say(ANSWER)
    use_stub.default = StubReply(text=JUDGEMENT)
    answer = answer_question(_asked().pk)
    assert answer is not None

    def cut_once(**options: Any) -> Any:
        monkeypatch.setattr(checks, "faithfulness_record", faithfulness_record)
        connection_cut()
        return faithfulness_record(**options)

    monkeypatch.setattr(checks, "faithfulness_record", cut_once)
    check_faithfulness.apply(kwargs={"answer_id": str(answer.pk)})
    connection.close()
    assert _verification(answer).check_state == "RUNNING"
    assert _verification(answer).faithfulness == "NOT_CHECKED"

    Verification.objects.update(lease_until=timezone.now())
    check_faithfulness.apply(kwargs={"answer_id": str(answer.pk)})
    check_faithfulness.apply(kwargs={"answer_id": str(answer.pk)})

    verification = _verification(answer)
    assert (verification.check_state, verification.attempts) == ("DONE", 2)
    assert ClaimCheck.objects.filter(verification=verification).count() == 1


def test_a_model_that_stays_away_makes_the_answer_an_excerpt_and_the_next_one_at_once(
    use_stub: StubLLM, settings: Settings
) -> None:
    use_stub.default = StubReply(status=503)
    asked = _asked()
    compose_answer.apply(kwargs={"answer_id": str(asked.pk)})

    answer = Answer.objects.get(pk=asked.pk)
    assert (answer.status, answer.composer) == ("ANSWERED", Answer.Composer.EXTRACTIVE)
    assert len(use_stub.requests) == 1
    assert answer.error.startswith("Unavailable")
    routing.breaker(use_stub.base_url, settings.LLM_MODEL).open()
    asked_again = question_ask(
        conversation=conversation_start(user=None, session_key="s"), question=QUESTION, as_of=TODAY
    )
    compose_answer.apply(kwargs={"answer_id": str(asked_again.pk)})

    asked_again.refresh_from_db()
    assert (asked_again.status, asked_again.attempts) == ("ANSWERED", 1)
    assert len(use_stub.requests) == 1


def test_an_answer_whose_worker_was_killed_is_composed_after_a_restart(
    use_stub: StubLLM, worker_starter: Callable[..., PortalProcess]
) -> None:
    use_stub.say(StubReply(text=ANSWER, delay=30))
    use_stub.default = StubReply(text=ANSWER)
    environment = {"TEST_LLM_BASE_URL": use_stub.base_url, "TEST_LEASE_SECONDS": "3"}
    first = worker_starter(queues="answers", **environment)
    asked = _asked()
    compose_answer.delay(answer_id=str(asked.pk))
    _until(lambda: len(use_stub.requests) == 1, "the model was asked")

    first.kill()
    time.sleep(3)
    worker_starter(queues="answers,checks", **environment)
    repair_work.delay()

    _until(lambda: Answer.objects.get(pk=asked.pk).status == "ANSWERED", "the answer was composed")
    answer = Answer.objects.get(pk=asked.pk)
    assert answer.attempts == 2
    assert answer.message.citations.count() == 1
    connection.close()
