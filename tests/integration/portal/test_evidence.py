"""`manage.py evidence` says what it saw: what is wrong ends it with an error, what it could not look at is never well."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from dbbackup import settings as dbbackup_settings
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from chat.models import Conversation
from portal.accounts.models import User
from portal.controls.models import ApiKey
from portal.health.evidence.endpoints import place_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings(
        "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
    ),
]


@pytest.fixture
def _folder_of_backups(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    backend, options = "django.core.files.storage.FileSystemStorage", {"location": str(tmp_path)}
    settings.STORAGES = settings.STORAGES | {"dbbackup": {"BACKEND": backend, "OPTIONS": options}}
    monkeypatch.setattr(dbbackup_settings, "STORAGE", backend)
    monkeypatch.setattr(dbbackup_settings, "STORAGE_OPTIONS", options)


def seen(site: str = "") -> dict[tuple[str, str], tuple[str, str]]:
    """What the command writes, by area and subject; here something is always wrong: these are no production settings."""
    out = io.StringIO()
    with pytest.raises(CommandError, match=r"\d+ wrong, \d+ not checked"):
        call_command("evidence", site=site, json=True, stdout=out)
    rows: list[dict[str, Any]] = json.loads(out.getvalue())["rows"]
    return {(row["area"], row["subject"]): (row["state"], row["said"]) for row in rows}


@pytest.mark.usefixtures("_folder_of_backups")
def test_it_sees_backups_and_the_last_restore(tmp_path: Path) -> None:
    assert seen()["backups", "database"] == ("wrong", "there is none")
    call_command("dbbackup", interactive=False, verbosity=0)
    call_command("dbrestore", interactive=False, verbosity=0)

    found = seen()

    assert found["backups", "database"][0] == found["backups", "newest dump is whole"][0] == "ok"
    assert found["backups", "last restore"][0] == "ok"
    [dump] = [
        file for file in tmp_path.iterdir() if file.suffix != ".json" and ".meta" not in file.name
    ]
    dump.write_bytes(dump.read_bytes()[:-50])
    assert seen()["backups", "newest dump is whole"][0] == "wrong"


@pytest.mark.usefixtures("_folder_of_backups")
def test_it_sees_open_doors_and_what_should_be_gone(settings: Settings) -> None:
    settings.LLM_BASE_URL = "http://127.0.0.1:9/v1"
    for name, word, role in (
        ("demo", "demo-password", User.Role.STUDENT),
        ("chief", "chief-password", User.Role.LEAD),
        ("lead", "demo-lead", User.Role.LEAD),
    ):
        User.objects.create_user(name, password=word, role=role)
    ApiKey.objects.create_key(name="끝없는 열쇠")
    old = Conversation.objects.create(session_key="a")
    Conversation.objects.filter(pk=old.pk).update(updated_at=timezone.now() - timedelta(days=400))

    found = seen()

    lacking = found["accounts", "password and no second factor"]
    assert lacking == ("wrong", "2 of 2 people with rights: chief, lead")
    assert found["accounts", "well-known passwords"][1].endswith("demo: lead")
    assert "끝없는 열쇠" in found["accounts", "API keys"][1]
    assert found["retention", "conversations"][0] == "wrong"
    assert found["models", "LLM_BASE_URL"] == ("told", "stub at 127.0.0.1: this machine")
    assert (
        found["site", "headers"][0] == found["retention", "logs of processes"][0] == "not checked"
    )
    assert found["versions", "pgvector"][0] == "told"


@pytest.mark.usefixtures("_folder_of_backups")
def test_it_reads_what_the_running_site_says(live_server: LiveServer) -> None:
    found = seen(f"{live_server.url}/")

    assert found["site", "HTTPS"][0] == found["site", "Strict-Transport-Security"][0] == "wrong"
    assert found["site", "X-Frame-Options"] == ("ok", "DENY")
    assert found["site", "Content-Security-Policy"][0] == found["site", "page"][0] == "ok"
    assert seen("http://127.0.0.1:1/")["site", "headers"][0] == "not checked"


def test_a_place_is_the_farthest_of_its_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    def answers(*addresses: str) -> str:
        monkeypatch.setattr(
            "socket.getaddrinfo", lambda *_: [(0, 0, 0, "", (one, 0)) for one in addresses]
        )
        return place_of("model.example")

    assert answers("127.0.0.1", "::1") == "this machine"
    assert answers("127.0.0.1", "10.1.2.3").startswith("a private network")
    assert answers("10.1.2.3", "198.41.0.4").startswith("outside, at 198.41.0.4")
