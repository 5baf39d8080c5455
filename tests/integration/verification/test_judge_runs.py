"""The judge asked several times, and its budget: what is not judged is not checked, and is judged later."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone
from pytest_django import Settings

from chat.api.views import answer_now
from chat.models import Answer
from chat.presenters.answers import answer_view
from portal.tasks import repair_work
from tests.corpus import TODAY, given_corpus
from tests.stub_llm import StubLLM
from verification.faithfulness.tasks import check_faithfulness
from verification.models import Verification

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
LEAVE = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다"
EVIDENCE = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다."
PAIRS = {"pairs": [{"pair": 1, "is_accurate": True, "confidence": 0.9, "explanation": ""}]}


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    cache.clear()
    given_corpus(embed=True)


def verdict(value: str, evidence: str = EVIDENCE, sentence: int = 1) -> dict[str, Any]:
    return {
        "verdicts": [
            {
                "sentence": sentence,
                "verdict": value,
                "confidence": 0.9,
                "source": 1,
                "quote": evidence,
            }
        ]
    }


def answered(stub: StubLLM) -> Answer:
    stub.say(f"{LEAVE}[†1].")
    answer = answer_now(question=QUESTION, as_of=TODAY)
    assert answer.status == Answer.Status.ANSWERED
    return answer


def state(answer: Answer) -> Verification:
    return Verification.objects.get(answer=answer)


@pytest.mark.parametrize(
    ("replies", "faithfulness"),
    [
        (["supported", "supported", "contradicted"], "FAITHFUL"),
        (["supported", "contradicted", "contradicted"], "UNFAITHFUL"),
        (["supported", "contradicted", "not_enough"], "NOT_CHECKED"),
    ],
)
def test_the_majority_of_three_runs_counts(
    use_stub: StubLLM, settings: Settings, replies: list[str], faithfulness: str
) -> None:
    settings.JUDGE_RUNS = 3
    answer = answered(use_stub)
    use_stub.say(*[verdict(reply) for reply in replies], PAIRS)

    check_faithfulness(answer_id=str(answer.pk))

    verification = state(answer)
    assert verification.faithfulness == faithfulness
    assert all((answer.prompt_hash, verification.prompt_hash, verification.pairs_prompt_hash))
    assert [request["temperature"] for request in use_stub.requests[1:4]] == [0.0, 0.3, 0.3]


def test_a_run_that_leaves_the_claim_out_or_invents_its_evidence_has_no_vote(
    use_stub: StubLLM, settings: Settings
) -> None:
    settings.JUDGE_RUNS = 3
    answer = answered(use_stub)
    use_stub.say(
        verdict("supported"),
        verdict("supported", sentence=7),
        verdict("supported", evidence="휴학은 언제나 할 수 있다."),
        PAIRS,
    )

    check_faithfulness(answer_id=str(answer.pk))

    assert state(answer).faithfulness == "NOT_CHECKED"
    assert state(answer).claim_checks.get().verdict == "NOT_CHECKED"


def test_a_run_that_fails_leaves_the_whole_check_to_be_done_again(
    use_stub: StubLLM, settings: Settings
) -> None:
    settings.JUDGE_RUNS = 2
    answer = answered(use_stub)
    use_stub.say(verdict("supported"), "이것은 JSON이 아닙니다", "이것도 아닙니다", "역시 아닙니다")

    check_faithfulness(answer_id=str(answer.pk))

    assert state(answer).faithfulness == "NOT_CHECKED"
    assert state(answer).error
    assert not state(answer).claim_checks.exists()


def test_over_the_budget_nothing_is_checked_until_the_next_hour(
    use_stub: StubLLM, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.JUDGE_CALLS_PER_HOUR = 3
    sent: list[str] = []
    monkeypatch.setattr(check_faithfulness, "delay", lambda *, answer_id: sent.append(answer_id))
    ten = timezone.now().replace(minute=10) + timedelta(hours=1)
    with time_machine.travel(ten, tick=False):
        first, second = answered(use_stub), answered(use_stub)
        use_stub.say(verdict("supported"), PAIRS)
        check_faithfulness(answer_id=str(first.pk))
        asked = len(use_stub.requests)

        check_faithfulness(answer_id=str(second.pk))

    put_off = state(second)
    assert len(use_stub.requests) == asked
    assert (put_off.faithfulness, put_off.check_state) == ("NOT_CHECKED", "PENDING")
    assert put_off.attempts == 0
    assert answer_view(answer=Answer.objects.get(pk=second.pk)).check_state == "DEFERRED"
    with time_machine.travel(ten + timedelta(minutes=40), tick=False):
        repair_work()
    assert sent == []
    with time_machine.travel(ten + timedelta(minutes=51), tick=False):
        repair_work()
        use_stub.say(verdict("supported"), PAIRS)
        check_faithfulness(answer_id=str(second.pk))
    assert sent == [str(second.pk)]
    assert state(second).faithfulness == "FAITHFUL"
