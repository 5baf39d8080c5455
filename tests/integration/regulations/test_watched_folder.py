"""The folder where rules live: what is new or changed comes in as drafts, and nothing else is ever read."""

from __future__ import annotations

import os
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from portal.controls.folders import FolderOutsideError, watched_folder, watched_folder_validate
from portal.controls.models import SiteControls
from regulations.importing import uploads
from regulations.importing.watching import WatchOutcome, watched_import
from regulations.models import ImportRun, RegulationVersion, WatchedFile
from regulations.tasks import read_upload_task

TEXT = """{title}
시행일: 2025. 3. 1.
제1조(목적) 이 규정은 {title}을 정한다.
제2조(기간) 기간은 {weeks}주로 한다.
"""


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    """A root with a watched folder in it, and something beside the root."""
    settings.WATCHED_ROOT = tmp_path / "incoming"
    made = tmp_path / "incoming" / "rules"
    made.mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("비밀")
    return made


def look() -> WatchOutcome:
    outcome = watched_import(now=timezone.now() + timedelta(hours=1))
    for run in outcome.runs:
        read_upload_task(run_id=run.pk)
    return outcome


@pytest.mark.django_db
def test_only_new_and_changed_files_come_in_and_as_drafts(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    SiteControls(watched_folder="rules").save()
    (folder / "대여 규정.txt").write_text(TEXT.format(title="대여 규정", weeks=2))
    (folder / "그림.png").write_bytes(b"x")
    with zipfile.ZipFile(folder / "묶음.zip", "w") as package:
        package.writestr("안/주차 규정.txt", TEXT.format(title="주차 규정", weeks=3))
    (folder / "link.txt").symlink_to(folder.parent.parent / "secret.txt")

    assert len(look().runs) == 2
    versions = RegulationVersion.objects.values_list("regulation__title", "state")
    assert sorted(versions) == [("대여 규정", "DRAFT"), ("주차 규정", "DRAFT")]
    assert set(WatchedFile.objects.values_list("name", flat=True)) == {
        "대여 규정.txt",
        "묶음.zip/안/주차 규정.txt",
    }
    again = look()
    assert (len(again.runs), again.unchanged) == (0, 2)

    (folder / "대여 규정.txt").write_text(TEXT.format(title="대여 규정", weeks=4))
    assert watched_import(now=timezone.now()).runs == (), "a file may still be written"
    (changed,) = look().runs
    assert (changed.file_name, ImportRun.objects.count()) == ("대여 규정.txt", 3)

    (folder / "broken.zip").write_bytes(b"PK")
    os.utime(folder / "broken.zip", (0, 0))
    with pytest.raises(Exception, match="broken"):
        call_command("import_watched", "--json")
    assert '"unchanged"' in capsys.readouterr().out


@pytest.mark.django_db
def test_a_file_that_found_no_room_is_looked_at_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SiteControls(watched_folder="rules").save()
    (folder / "대여 규정.txt").write_text(TEXT.format(title="대여 규정", weeks=2))

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(uploads, "_file_stored", lambda *_: False)
        for _ in range(2):
            watched_import(now=timezone.now() + timedelta(hours=1))
    assert [run.error for run in ImportRun.objects.all()] == [uploads.NO_ROOM]
    (run,) = look().runs

    assert (run.error, RegulationVersion.objects.count()) == ("", 1)


@pytest.mark.parametrize("name", ["../secret.txt", "/etc", "rules/../../secret.txt", "missing"])
def test_nothing_outside_the_root_is_named(folder: Path, name: str) -> None:
    with pytest.raises(FolderOutsideError):
        watched_folder(name)
    with pytest.raises(ValidationError):
        watched_folder_validate(name)


def test_no_folder_is_watched_unless_one_is_named(folder: Path) -> None:
    assert watched_folder("") is None
    assert watched_folder("rules") == folder.resolve()
