"""Whoever makes a language model work is allowed to ask, and is counted, whichever door they take."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from portal.accounts.models import User
from portal.controls.models import ApiKey
from tests.controls import controls_set
from tests.stub_llm import StubLLM, StubReply
from tests.unit.verification.layer_samples import CONTEXT, GOOD, QUESTION
from verification.answer_verifier.verifier import NOT_PERMITTED

pytestmark = pytest.mark.django_db
BODY = {"question": QUESTION, "answer": GOOD, "context": CONTEXT}


@pytest.fixture(autouse=True)
def _model(use_stub: StubLLM) -> None:
    cache.clear()
    use_stub.default = StubReply({"verified": True, "confidence": 0.95})


def turn(**changes: object) -> None:
    controls_set(**changes)
    cache.clear()


def judge(client: Client, **more: object) -> tuple[int, dict[str, object]]:
    headers = {"Authorization": f"Api-Key {more.pop('key')}"} if "key" in more else {}
    reply = client.post("/verify/answer", BODY | more, "application/json", headers=headers)
    return reply.status_code, reply.json()


def test_who_may_not_ask_does_not_spend(client: Client, use_stub: StubLLM) -> None:
    turn(allows_anonymous=False)

    status, body = judge(client)

    assert (status, use_stub.requests) == (200, [])
    assert body["not_run"] == [{"layer": "model", "reason": NOT_PERMITTED}]
    assert body["verified"] is False


def test_who_is_signed_in_and_a_key_with_the_scope_spend(client: Client, use_stub: StubLLM) -> None:
    turn(allows_anonymous=False)
    _row, secret = ApiKey.objects.create_key(name="학사 시스템", may_verify=True)
    assert judge(client, key=secret)[1]["verified"] is True
    client.force_login(User.objects.create_user("student"))

    assert judge(client)[1]["verified"] is True
    assert len(use_stub.requests) == 2


@pytest.mark.parametrize(
    "limit",
    [
        "questions_a_minute",
        "questions_a_day",
        "address_questions_a_minute",
        "site_questions_a_minute",
    ],
)
def test_a_judgement_counts_as_a_question_in_every_window(
    client: Client, use_stub: StubLLM, limit: str
) -> None:
    turn(**{limit: 2})

    assert client.post("/", {"question": "휴학은 몇 년까지 됩니까?"}).status_code == 303
    statuses = [judge(client)[0] for _ in range(3)]

    assert statuses == [200, 429, 429]
    assert len(use_stub.requests) == 1


def test_a_key_has_an_account_of_its_own(client: Client, use_stub: StubLLM) -> None:
    turn(questions_a_minute=1)
    _row, secret = ApiKey.objects.create_key(name="학사 시스템", may_verify=True)

    assert [judge(client, key=secret)[0] for _ in range(2)] == [200, 429]
    assert judge(client)[0] == 200


def test_new_sessions_from_one_address_do_not_get_a_further_budget(use_stub: StubLLM) -> None:
    turn(address_questions_a_minute=3)
    statuses = []
    for number in range(3):
        visitor = Client()
        visitor.force_login(User.objects.create_user(f"student{number}"))
        statuses += [judge(visitor)[0] for _ in range(2)]

    assert statuses == [200, 200, 200, 429, 429, 429]
    assert len(use_stub.requests) == 3


def test_rules_alone_cost_nothing(client: Client, use_stub: StubLLM) -> None:
    turn(questions_a_minute=0, allows_anonymous=False)

    assert judge(client, use_llm=False)[0] == 200
    assert use_stub.requests == []
