"""A Kakao channel's skill, by requests as its public specification gives them: answered in time, by callback or by a link."""

from __future__ import annotations

import json
from typing import Any
from unittest import mock

import pytest
from django.test import Client
from redis.exceptions import RedisError

from chat.api import kakao
from chat.api.views import answer_now
from chat.asking import callbacks
from chat.asking.callbacks import callback_send, is_callback
from chat.models import Answer
from chat.presenters.answers import answer_view
from chat.presenters.kakao import answer_reply
from chat.tasks import compose_answer
from portal.controls.models import ApiKey
from portal.controls.services import controls_changed
from portal.mailing.webhooks.addresses import NotTaken
from tests.controls import controls_set
from tests.corpus import TODAY, given_corpus
from tests.stored_answers import Written, given_answer
from verification.citations.states import CitationStatus, SentenceOutcome

pytestmark = pytest.mark.django_db
QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
CALLBACK = "https://bot-api.kakao.com/v1/bots/5f/callback/abc"


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    given_corpus()


@pytest.fixture
def key() -> str:
    _row, secret = ApiKey.objects.create_key(name="channel", may_ask=True)
    return str(secret)


def payload(utterance: str = QUESTION, *, callback: str = "", user: str = "one") -> dict[str, Any]:
    request: dict[str, Any] = {
        "timezone": "Asia/Seoul",
        "params": {"ignoreMe": "true"},
        "block": {"id": "5c2e0a1b", "name": "규정 묻기"},
        "utterance": utterance,
        "lang": None,
        "user": {"id": user, "type": "accountId", "properties": {"botUserKey": user}},
    }
    if callback:
        request["callbackUrl"] = callback
    return {
        "intent": {"id": "5c2e0a1c", "name": "규정 묻기"},
        "userRequest": request,
        "bot": {"id": "5f", "name": "가온대학교"},
        "action": {
            "name": "ask",
            "clientExtra": None,
            "params": {},
            "id": "7a",
            "detailParams": {},
        },
    }


def sent(client: Client, key: str, **more: Any) -> Any:
    return client.post(
        "/query/kakao",
        json.dumps(payload(**more)),
        content_type="application/json",
        headers={"Authorization": f"Api-Key {key}"} if key else {},
    )


def text_of(reply: dict[str, Any]) -> str:
    assert reply["version"] == "2.0"
    outputs = reply["template"]["outputs"]
    assert 1 <= len(outputs) <= 3
    said: str = outputs[0]["simpleText"]["text"]
    assert len(said) <= 1000
    return said


def test_an_answer_in_time_says_the_states_word_for_word(
    client: Client, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    composed = answer_now(question=QUESTION, as_of=TODAY)
    monkeypatch.setattr(kakao, "question_ask", lambda **_asked: composed)

    reply = sent(client, key).json()

    view = answer_view(answer=Answer.objects.get())
    said = text_of(reply)
    for sentence in view.sentences:
        assert sentence.text in said
        for one in sentence.citations:
            assert f"[{one.status_label}] {one.label}" in said
    card = reply["template"]["outputs"][1]["textCard"]
    assert card["description"] == view.state_line
    address = card["buttons"][0]["webLinkUrl"].removeprefix("http://testserver")
    assert client.get(address).status_code == 200
    assert all(len(one["label"]) <= 14 for one in reply["template"].get("quickReplies", ()))


def test_what_takes_longer_follows_once_at_the_callback(
    client: Client, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    posted: list[tuple[str, dict[str, Any]]] = []

    def post(address: str, *, body: bytes, **_more: Any) -> int:
        posted.append((address, json.loads(body)))
        return 200

    monkeypatch.setattr(callbacks, "post", post)
    waiting = sent(client, key, callback=CALLBACK).json()
    assert waiting["useCallback"] is True
    assert waiting["data"]["text"]

    answer = Answer.objects.get()
    monkeypatch.setattr("chat.tasks.send_kakao_reply.delay", callback_send)
    compose_answer(answer_id=str(answer.pk))

    [(address, reply)] = posted
    assert address == CALLBACK
    assert "3년(6학기)" in text_of(reply)
    assert not callback_send(answer_id=answer.pk)

    def refuse(*_args: Any, **_more: Any) -> int:
        raise NotTaken("HTTP 400")

    monkeypatch.setattr(callbacks, "post", refuse)
    sent(client, key, callback=CALLBACK, user="two")
    assert not callback_send(answer_id=Answer.objects.latest("created_at").pk)


def test_a_fault_is_told_at_the_callback_as_well(
    client: Client, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def delay(*, answer_id: str) -> None:
        told.append(answer_id)

    monkeypatch.setattr("chat.tasks.send_kakao_reply.delay", delay)
    sent(client, key, callback=CALLBACK)
    answer = Answer.objects.get()

    def broken(**_given: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("chat.tasks.compose_or_excerpt", broken)
    with pytest.raises(RuntimeError):
        compose_answer(answer_id=str(answer.pk))

    assert told == [str(answer.pk)]
    answer.refresh_from_db()
    assert answer.status == Answer.Status.ERROR_INTERNAL


def test_without_a_callback_a_link_waits_and_elsewhere_nothing_is_sent(
    client: Client, key: str
) -> None:
    for callback in ("", "https://elsewhere.example.com/", "http://bot-api.kakao.com/"):
        reply = sent(client, key, callback=callback).json()
        card = reply["template"]["outputs"][0]["textCard"]
        address = card["buttons"][0]["webLinkUrl"].removeprefix("http://testserver")
        assert client.get(address).status_code == 200
    assert not is_callback("https://kakao.com.example.com/")
    assert not is_callback("https://evilkakao.com/")
    assert not is_callback("https://[")


def test_who_may_not_ask_is_turned_away_and_a_person_reads_why(client: Client, key: str) -> None:
    _row, other = ApiKey.objects.create_key(name="other", may_verify=True)
    assert sent(client, "").status_code == 401
    assert sent(client, "none").status_code == 401
    assert sent(client, str(other)).status_code == 403
    broken = client.post(
        "/query/kakao",
        "{}",
        content_type="application/json",
        headers={"Authorization": f"Api-Key {key}"},
    )
    assert broken.status_code == 400
    assert "입력" in text_of(sent(client, key, utterance=" ").json())
    controls_set(questions_a_minute=1)
    controls_changed()
    sent(client, key)
    assert "초 뒤에" in text_of(sent(client, key).json())
    assert "textCard" in sent(client, key, user="another").json()["template"]["outputs"][0]


def test_what_is_not_confirmed_never_reads_as_confirmed() -> None:
    beside = Written(
        "휴학원은 온라인으로 냅니다.", ("art-25/para-1",), SentenceOutcome.BESIDE_SOURCE
    )
    answer = given_answer(beside, *[Written("가" * 300, ("art-26",))] * 6)

    said = text_of(answer_reply(answer_view(answer=answer), address="https://rules.example.ac.kr"))

    first = said.split("\n\n")[0]
    assert f"[{SentenceOutcome.BESIDE_SOURCE.label}]" in first
    assert str(CitationStatus.VERIFIED.label) not in first
    assert said.endswith("나머지는 아래에서 볼 수 있습니다.")


def test_a_callback_that_cannot_be_kept_leaves_a_link(
    client: Client, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> None:
        raise RedisError

    monkeypatch.setattr(kakao, "_is_finished_in_time", lambda _asked: False)
    monkeypatch.setattr(callbacks, "cache", mock.Mock(set=away))

    reply = sent(client, key, callback=CALLBACK)

    assert reply.status_code == 200
    assert "잠시 뒤에 아래에서" in json.dumps(reply.json(), ensure_ascii=False)
