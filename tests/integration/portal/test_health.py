"""Whether visitors may be sent here, who is told why not, and what a fault of each part makes of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pybreaker
import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import Http404
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from chat.asking.services import conversation_start, question_ask
from chat.models import Answer
from portal.accounts.models import User
from portal.health import State, parts, report
from portal.health.heartbeats import LATE_AFTER_SECONDS, heartbeat_record
from portal.health.views import metrics
from portal.llm import routing
from portal.tasks import heartbeat
from regulations.models import RegulationVersion
from tests.corpus import TODAY, given_regulation
from tests.people import admin_by_role, editor

pytestmark = pytest.mark.django_db

TOKEN = {"Authorization": "Bearer of-the-load-balancer"}
QUEUES = tuple(queue.name for queue in django_settings.CELERY_TASK_QUEUES)


@pytest.fixture
def ask(client: Client, settings: Settings) -> Callable[[], dict[str, Any]]:
    """What /readyz says to whoever has the token, with workers that are well."""
    settings.HEALTH_TOKEN = TOKEN["Authorization"].removeprefix("Bearer ")
    for queue in QUEUES:
        heartbeat(queue=queue)

    def asked() -> dict[str, Any]:
        found: dict[str, Any] = client.get("/readyz", headers=TOKEN).json()
        return found

    return asked


def state_of(said: dict[str, Any]) -> dict[str, str]:
    """The parts that are not fine."""
    return {
        name: part["state"] for name, part in said["parts"].items() if part["state"] != State.OK
    }


def test_a_portal_that_is_well_says_so_of_every_part(ask: Callable[[], dict[str, Any]]) -> None:
    said = ask()

    assert (said["status"], state_of(said)) == ("ok", {})
    assert set(said["parts"]) == {
        *("database", "migrations", "broker", "workers", "answers", "checks"),
        *("model", "embedding", "index", "files"),
    }


def test_strangers_and_students_are_told_a_word_and_the_office_why(
    client: Client, settings: Settings
) -> None:
    settings.HEALTH_TOKEN = "of-the-load-balancer"

    def says(person: User | None, **headers: str) -> set[str]:
        visitor = Client()
        if person:
            visitor.force_login(person)
        return set(visitor.get("/readyz", headers=headers).json())

    assert says(None) == says(User.objects.create_user("student")) == {"status"}
    assert says(None, Authorization="Bearer guessed") == {"status"}
    assert says(editor()) == says(None, **TOKEN) == {"status", "parts"}
    settings.HEALTH_TOKEN = ""
    assert says(None, Authorization="Bearer ") == {"status"}


def test_without_the_database_or_its_tables_no_visitor_is_sent_here(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'chat' AND name LIKE '0003%'")
    assert client.get("/readyz").json() == {"status": "down"}
    assert client.get("/readyz").status_code == 503
    assert "chat.0003_page" in report().parts[-1].detail

    def away() -> None:
        raise DatabaseError

    monkeypatch.setattr(connection, "cursor", away)

    assert client.get("/readyz").status_code == 503
    assert [part.name for part in report().parts] == ["database"]


def test_a_newer_release_that_has_migrated_already_does_not_stop_this_one() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('chat', '9999_next', now())"
        )

    assert parts.migrations().state is State.OK


def test_without_valkey_visitors_are_still_served(
    ask: Callable[[], dict[str, Any]], settings: Settings, client: Client
) -> None:
    broken = settings.CACHES["default"] | {"LOCATION": "unix:///nowhere/valkey.sock"}
    settings.CACHES = {"default": broken}

    assert client.get("/readyz").status_code == 200
    said = ask()
    assert said["status"] == "degraded"
    assert state_of(said)["broker"] == "degraded"


def test_a_queue_without_a_sign_of_life_and_its_age_are_named(
    ask: Callable[[], dict[str, Any]],
) -> None:
    waited = timedelta(seconds=7)
    heartbeat_record(queue="answers", waited=waited, now=timezone.now())
    assert ask()["parts"]["workers"]["answers_waited_seconds"] == 7.0
    long_ago = timezone.now() - timedelta(seconds=LATE_AFTER_SECONDS + 1)

    heartbeat_record(queue="index", waited=waited, now=long_ago)

    workers = ask()["parts"]["workers"]
    assert workers["state"] == "degraded"
    assert "index" in workers["detail"]
    assert "answers" not in workers["detail"]


def test_a_question_that_waits_too_long_is_told(ask: Callable[[], dict[str, Any]]) -> None:
    question_ask(
        conversation=conversation_start(user=None, session_key="s"),
        question="복학은 언제 하나요?",
        as_of=TODAY,
        in_background=False,
    )
    assert ask()["parts"]["answers"]["state"] == "ok"

    Answer.objects.update(created_at=timezone.now() - timedelta(seconds=121))

    assert state_of(ask()) == {"answers": "degraded"}


def test_a_dead_model_leaves_the_portal_ready_and_is_known_to_every_process(
    ask: Callable[[], dict[str, Any]], settings: Settings
) -> None:
    settings.LLM_BASE_URL = "http://127.0.0.1:1/v1"
    settings.LLM_FALLBACK_BASE_URL = "http://127.0.0.1:2/v1"
    assert state_of(ask()) == {}

    breaker = routing.breaker(settings.LLM_BASE_URL, settings.LLM_MODEL)
    breaker.open()
    said = ask()
    assert (said["status"], state_of(said)) == ("degraded", {"model": "degraded"})
    assert "예비 모델" in said["parts"]["model"]["detail"]
    # The object is of this process; the cache is of all.
    assert [key for key in (breaker.name,) if cache.get(key)]

    breaker.close()
    assert state_of(ask()) == {}
    assert breaker.current_state == pybreaker.STATE_CLOSED


def test_published_text_that_cannot_be_found_is_told(ask: Callable[[], dict[str, Any]]) -> None:
    version = given_regulation("사물함 규정", "제1조(목적) 이 규정은 사물함의 이용을 정한다.")
    assert "낱말로만" in ask()["parts"]["index"]["detail"]

    RegulationVersion.objects.filter(pk=version.pk).update(index_state="PENDING")

    said = ask()
    assert said["parts"]["index"]["words"] == 1
    assert state_of(said) == {"index": "degraded"}


def test_a_coming_embedding_model_is_told_with_what_is_left(
    ask: Callable[[], dict[str, Any]], settings: Settings
) -> None:
    given_regulation("사물함 규정", "제1조(목적) 이 규정은 사물함의 이용을 정한다.")
    settings.EMBEDDING_NEXT_MODEL = "larger-model"

    index = ask()["parts"]["index"]

    assert (index["coming_model"], index["passages_to_embed"]) == ("larger-model", 1.0)


def test_a_disk_that_fills_up_is_told(settings: Settings, shared_files: None) -> None:
    assert parts.files().state is State.OK
    settings.LEAST_FREE_DISK_BYTES = 10**18

    assert parts.files().state is State.DEGRADED


def test_the_page_of_the_admin_shows_the_same(client: Client) -> None:
    client.force_login(admin_by_role())

    html = client.get("/admin/controls/sitecontrols/status/").content.decode()

    for part in report().parts:
        assert part.label in html
        assert part.detail in html
    assert "운영 상태" in client.get("/admin/").content.decode()


def test_who_leads_the_review_sees_nothing_of_the_machine(client: Client) -> None:
    """The admin lets leads in, for the confirmed answers alone."""
    client.force_login(User.objects.create_user("lead", role=User.Role.LEAD, is_staff=True))

    assert client.get("/admin/controls/sitecontrols/status/").status_code == 403
    page = client.get("/admin/")
    assert page.status_code == 200
    assert "운영 상태" not in page.content.decode()


def test_the_page_of_the_admin_speaks_without_the_cache(client: Client, settings: Settings) -> None:
    client.force_login(admin_by_role())
    broken = settings.CACHES["default"] | {"LOCATION": "unix:///nowhere/valkey.sock"}
    settings.CACHES = {"default": broken}

    reply = client.get("/admin/controls/sitecontrols/status/")

    assert reply.status_code == 200
    assert "RedisError" in reply.content.decode() or "ConnectionError" in reply.content.decode()


def test_figures_are_for_who_comes_from_inside_or_has_the_token(
    rf: RequestFactory, settings: Settings
) -> None:
    settings.HEALTH_TOKEN = TOKEN["Authorization"].split()[1]
    through_the_proxy = {"X-Forwarded-For": "198.51.100.9"}

    assert b"python_gc" in metrics(rf.get("/metrics")).content
    with pytest.raises(Http404):
        metrics(rf.get("/metrics", headers=through_the_proxy))
    assert metrics(rf.get("/metrics", headers=through_the_proxy | TOKEN)).status_code == 200
