"""What strangers may have under way on the page for texts, and behind whom nobody waits."""

from __future__ import annotations

from datetime import date

import pytest
from celery import current_app
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from portal.accounts.models import User
from portal.http.limits import Caller
from portal.processes.supervising import pool_commands
from portal.stores.places import place_take
from regulations.text.readers import SourceText, sandbox
from verification.checked_texts import files, places, running
from verification.checked_texts.places import CheckBusyError, file_place
from verification.checked_texts.running import (
    text_check_fail,
    text_check_get,
    text_check_run,
    text_check_start,
)

pytestmark = pytest.mark.django_db

LONG = "휴학기간은 통산하여 7년을 초과할 수 없습니다. " * 25
ADDRESS = "127.0.0.1"


@pytest.fixture(autouse=True)
def _fresh(db: None) -> None:
    cache.clear()


def file_sent(client: Client) -> tuple[int, str]:
    file = SimpleUploadedFile("a.txt", "학칙 제25조".encode())
    response = client.post("/check/", {"file": file, "as_of": "2026-03-02"})
    return response.status_code, response.content.decode()


def test_the_files_of_an_address_leave_places_to_others(client: Client) -> None:
    for number in range(3):
        assert place_take({f"check-files:at:{ADDRESS}": 3}, seconds=60), number

    status, page = file_sent(client)

    assert status == 429
    assert "지금 다른 파일을 읽고 있습니다." in page
    client.force_login(User.objects.create_user("student"))
    assert file_sent(client)[0] == 303


def test_so_many_files_are_read_at_a_time_by_site(client: Client) -> None:
    tokens = [place_take({"check-files:site": 4}, seconds=60) for _ in range(4)]
    assert all(tokens)

    client.force_login(User.objects.create_user("student"))

    assert file_sent(client)[0] == 429


def test_a_visitor_has_one_file_at_a_time_and_its_place_is_given_back() -> None:
    caller = Caller("session:one", ADDRESS)

    for _ in range(2):
        with file_place(caller), pytest.raises(CheckBusyError), file_place(caller):
            pass


def test_strangers_read_under_limits_of_their_own(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def read(path: object) -> SourceText:
        seen.append(sandbox._limits.get())
        return SourceText((), "txt", "")

    monkeypatch.setattr(files, "read", read)
    file_sent(client)

    assert seen == [sandbox.FOR_STRANGERS]
    assert sandbox._limits.get() is None


def started(caller: Caller) -> str:
    token, is_over = text_check_start(text=LONG, as_of=date(2026, 3, 2), caller=caller)
    assert not is_over
    return token


@pytest.mark.parametrize("ended", [text_check_run, text_check_fail])
def test_a_visitor_has_so_many_long_texts_under_way_until_they_end(ended: object) -> None:
    caller = Caller("session:two", ADDRESS)
    tokens = [started(caller) for _ in range(2)]

    with pytest.raises(CheckBusyError, match="먼저 보낸 글"):
        started(caller)
    ended(token=tokens[0])  # type: ignore[operator]
    started(caller)


def test_new_sessions_of_an_address_have_no_places_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(places, "_TEXTS_AT_AN_ADDRESS", 2)
    for number in range(2):
        started(Caller(f"session:{number}", ADDRESS))

    with pytest.raises(CheckBusyError):
        started(Caller("session:new", ADDRESS))
    started(Caller("user:1", ADDRESS))


def test_no_question_waits_behind_a_text_that_anybody_brought() -> None:
    texts = (
        "verification.check_text",
        "verification.verify_text",
        "verification.verify_report",
        "verification.verify_answer",
    )
    route = current_app.amqp.router.route

    assert {route({}, name)["queue"].name for name in texts} == {"texts"}
    assert route({}, "chat.answer_call")["queue"].name == "calls"
    pools = pool_commands(answers=1, checks=1, host="h").values()
    [consumed] = [
        one for command in pools for one in command if "texts" in one and "--queues" in one
    ]
    assert consumed == "--queues=texts"


def test_a_check_that_breaks_off_ends_and_gives_its_place_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caller = Caller("session:three", ADDRESS)
    tokens = [started(caller) for _ in range(2)]

    def broken(**_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(running, "text_report", broken)
    with pytest.raises(ZeroDivisionError):
        text_check_run(token=tokens[0])

    check = text_check_get(token=tokens[0])
    assert check is not None
    assert "확인을 끝내지 못했습니다" in check.problem
    started(caller)
