"""Notices of offices: checked again when they or their rules change, and what an amendment made wrong in them."""

from __future__ import annotations

import json
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client

from portal.accounts.models import User
from portal.controls.models import SiteControls
from portal.mailing.models import Webhook, WebhookDelivery
from tests.controls import controls_set
from tests.corpus import given_regulation
from verification.models import Announcement
from verification.tasks import check_notices

pytestmark = pytest.mark.django_db
RULES = """
제1조(목적) 이 규정은 휴학과 등록금에 관한 사항을 정함을 목적으로 한다.
제2조(휴학) 휴학기간은 통산하여 {years}년을 초과할 수 없다.
제3조(등록금) 등록금은 4회 이내로 나누어 납부할 수 있다.
"""
LEAVE = "휴학기간은 통산하여 3년을 초과할 수 없습니다(「휴학 규정」 제2조)."
FEES = "등록금은 4회 이내로 나누어 납부할 수 있습니다(「휴학 규정」 제3조)."
BEFORE, AFTER = "2026-03-02", "2026-09-02"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    given_regulation("휴학 규정", RULES.format(years=3), enforcement_date=date(2024, 3, 1))
    base = tmp_path / "notices"
    base.mkdir()
    (base / "휴학 안내.md").write_text(f"# 휴학 안내\n\n{LEAVE}\n", encoding="utf-8")
    (base / "등록금 안내.txt").write_text(FEES, encoding="utf-8")
    (base / "표.xlsx").write_bytes(b"PK")
    (tmp_path / "밖.txt").write_text(LEAVE, encoding="utf-8")
    (base / "링크.txt").symlink_to(tmp_path / "밖.txt")
    return base


def run(source: Path, *options: str, on: str = BEFORE) -> dict[str, Any]:
    """Run the command and return what it reports."""
    written = StringIO()
    call_command("check_notices", source, "--as-of", on, "--json", *options, stdout=written)
    found: dict[str, Any] = json.loads(written.getvalue())
    found["checked"] = [Path(path).name for path in found["checked"]]
    return found


def amended() -> None:
    """Let 휴학 last four years from the autumn on."""
    given_regulation("휴학 규정", RULES.format(years=4), enforcement_date=date(2026, 9, 1))


def test_an_amendment_makes_a_notice_wrong_and_only_that_one_is_checked(folder: Path) -> None:
    first = run(folder)
    assert first["checked"] == ["등록금 안내.txt", "휴학 안내.md"]
    assert first["findings"] == []
    assert run(folder)["checked"] == []

    amended()
    events = [Webhook.Event.NOTICE_WRONG.value]
    Webhook.objects.create(name="a", address="https://hooks.example.ac.kr/", events=events)
    later = run(folder, on=AFTER)

    assert later["checked"] == ["휴학 안내.md"]
    [found] = later["findings"]
    assert (found["sentence"], found["state"], found["right_on"]) == (LEAVE, "DIFFERS", BEFORE)
    assert found["provision"] == "「휴학 규정」 제2조"
    assert found["right_words"] == "휴학기간은 통산하여 4년을 초과할 수 없다."
    assert "수치가 조문과 다릅니다" in found["differs"][0]
    assert run(folder, on="2026-09-03")["checked"] == []
    [again] = run(folder, "--all", on="2026-09-03")["findings"]
    assert (again["right_on"], again["wrong_since"]) == (BEFORE, AFTER)
    [told] = WebhookDelivery.objects.all()
    assert told.payload["data"]["sentence"] == LEAVE

    (folder / "휴학 안내.md").write_text(LEAVE.replace("3년", "4년"), encoding="utf-8")
    (folder / "등록금 안내.txt").unlink()
    assert run(folder, on="2026-09-03")["checked"] == ["휴학 안내.md"]
    assert list(Announcement.objects.values_list("wrong", "outdated")) == [(0, 0)]


def test_a_notice_whose_event_could_not_be_kept_is_checked_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(folder)
    amended()

    def broken(**_given: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as away:
        away.setattr("verification.checked_texts.announcements.webhooks_send", broken)
        with pytest.raises(RuntimeError):
            run(folder, on=AFTER)

    assert run(folder, on=AFTER)["checked"] == ["휴학 안내.md"]


def test_a_list_names_files_and_what_cannot_be_read_is_said(folder: Path) -> None:
    listed = folder.parent / "notices.list"
    listed.write_text("notices/휴학 안내.md\n없는 공지.pdf\n", encoding="utf-8")

    found = run(listed)

    assert found["checked"] == ["휴학 안내.md", "없는 공지.pdf"]
    assert [Path(path).name for path in found["unreadable"]] == ["없는 공지.pdf"]
    with pytest.raises(CommandError, match="폴더나 목록이 없습니다"):
        run(folder / "없음")


def test_the_folder_of_the_controls_is_checked_by_schedule_and_shown(
    folder: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verification.tasks.send_on_commit", lambda task, **values: task(**values))
    check_notices()
    assert not Announcement.objects.exists()
    controls_set(notices_folder=str(folder))
    run(folder)
    amended()

    check_notices()

    client.force_login(User.objects.create_superuser("office"))
    listed = client.get("/admin/verification/announcement/").content.decode()
    assert "휴학 안내.md" in listed
    row = Announcement.objects.get(path__endswith="휴학 안내.md")
    shown = client.get(f"/admin/verification/announcement/{row.pk}/change/").content.decode()
    assert LEAVE in shown


@pytest.mark.parametrize("path", ["notices", "/", "/etc", "/srv/../etc/x"])
def test_a_folder_that_is_none_of_its_own_is_refused(path: str) -> None:
    with pytest.raises(ValidationError, match="서버의 폴더"):
        controls_set(notices_folder=path)
    assert not SiteControls.objects.exclude(notices_folder="").exists()
