"""What does not fit in a corpus: found in the tables, kept with what the office said of it, decided on its page."""

from __future__ import annotations

from datetime import date

import pytest
from celery import current_app
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.corpus import TODAY, given_regulation
from tests.people import editor, publisher
from verification.contradictions.finding import contradictions_find
from verification.contradictions.tasks import find_contradictions
from verification.models import Contradiction

pytestmark = pytest.mark.django_db

GRADUATE = """제1조(목적) 이 세칙은 대학원의 수료를 정한다.
제2조(수료학점) 간호학과 노인전문간호사과정은 38학점으로 한다.
제3조(교육과정) 세부사항은 「교육과정 편성 운영 규정」으로 정한다.
제4조(준용) 제9조의 절차와 「교육과정편성운영에관한규정」 제2조(개설)를 준용한다.
"""
CURRICULUM = """제1조(목적) 이 규정은 교육과정의 편성을 정한다.
제2조(수료학점) 간호학과 노인전문간호사과정은 37학점 이상으로 한다.
제3조(개설) 과목은 학기마다 개설한다.
"""


def given_texts() -> None:
    given_regulation("교육과정편성운영에관한규정", CURRICULUM)
    given_regulation("대학원수료에관한세칙", GRADUATE)


def kinds() -> dict[str, Contradiction]:
    return {one.kind: one for one in contradictions_find(day=TODAY)}


def test_what_does_not_fit_is_found_and_a_decision_holds_until_the_text_changes(
    client: Client,
) -> None:
    given_texts()

    found = kinds()
    assert set(found) == {"AMOUNT", "ABSENT", "TITLE"}
    assert "제9조" in found["ABSENT"].why
    assert "제3조" in found["TITLE"].why
    row = found["AMOUNT"]
    assert ("38학점" in row.quote + row.other_quote, "37학점" in row.why) == (True, True)

    page = reverse("admin:verification_contradiction_changelist")
    decide = reverse("admin:verification_contradiction_decide", args=[row.pk])
    client.force_login(editor())
    assert row.why in client.get(page).content.decode().replace("&#x27;", "'")
    client.post(decide, {"state": "DISMISSED", "reason": ""})
    row.refresh_from_db()
    assert row.state == Contradiction.State.OPEN
    client.post(decide, {"state": "DISMISSED", "reason": "과정이 다릅니다."})
    assert set(kinds()) == {"ABSENT", "TITLE"}
    assert "과정이 다릅니다." in client.get(page, {"state": "DISMISSED"}).content.decode()

    amended = GRADUATE.replace("38학점", "39학점")
    given_regulation("대학원수료에관한세칙", amended, enforcement_date=date(2026, 1, 1))
    assert set(kinds()) == {"AMOUNT", "ABSENT", "TITLE"}


def test_who_may_not_see_versions_sees_none_of_it_and_the_command_lists_them(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    given_texts()
    page = reverse("admin:verification_contradiction_changelist")
    assert client.get(page).status_code == 302

    call_command("find_contradictions", "--json", "--on", TODAY.isoformat())
    assert "노인전문간호사과정" in capsys.readouterr().out
    client.force_login(publisher())
    assert client.get(page).status_code == 200


def test_pressing_again_orders_nothing_while_it_is_being_found(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ordered: list[int] = []
    monkeypatch.setattr(find_contradictions, "delay", lambda: ordered.append(1))
    client.force_login(editor())
    find = reverse("admin:verification_contradictions_find")

    for _ in range(3):
        assert client.post(find).status_code == 302
    assert ordered == [1]
    find_contradictions()

    client.post(find)
    assert ordered == [1, 1]


def test_letters_and_calls_wait_behind_nothing_that_takes_longer_than_others() -> None:
    """Whatever has a limit of its own takes minutes; what is short waits in no queue behind it."""
    app, usual = current_app, settings.CELERY_TASK_TIME_LIMIT
    long = [task.name for task in app.tasks.values() if (task.time_limit or 0) > usual]
    route = app.amqp.router.route

    assert set(long) >= {"chat.rerun_draft", "verification.find_contradictions"}
    assert {route({}, name)["queue"].name for name in long} == {"vectors"}
