"""A backup is one only if it can be restored: rows, vectors and the constraints that hold the promise."""

from __future__ import annotations

import errno
import shutil
from datetime import date
from pathlib import Path

import pytest
from dbbackup import settings as dbbackup_settings
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from pytest_django import Settings

from regulations.models import PassageEmbedding, Regulation, RegulationVersion
from tests.corpus import given_corpus

# django-dbbackup leaves its files to the garbage collector.
pytestmark = pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)


@pytest.mark.django_db(transaction=True)
def test_what_was_lost_comes_back_from_the_backup(tmp_path: Path) -> None:
    backup = str(tmp_path / "portal.psql.bin")
    given_corpus(embed=True)
    before = _contents()
    call_command("dbbackup", output_path=backup, interactive=False, verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE regulations_regulation CASCADE")
    assert not Regulation.objects.exists()

    call_command("dbrestore", input_path=backup, interactive=False, verbosity=0)

    assert _contents() == before
    version = RegulationVersion.objects.filter(state="PUBLISHED").order_by("pk").first()
    assert version is not None
    with pytest.raises(IntegrityError), transaction.atomic():
        RegulationVersion.objects.create(
            regulation=version.regulation,
            number=99,
            state="PUBLISHED",
            enforcement_date=date(2026, 3, 2),
        )


@pytest.mark.parametrize("names", [(), ("규정집.txt", "imports/그림.png")], ids=["none yet", "two"])
def test_uploaded_files_come_back_from_their_backup(
    tmp_path: Path, settings: Settings, names: tuple[str, ...]
) -> None:
    backend = "django.core.files.storage.FileSystemStorage"
    folder = tmp_path / "media"
    options = {"location": str(folder)}
    settings.STORAGES = settings.STORAGES | {"default": {"BACKEND": backend, "OPTIONS": options}}
    for name in names:
        storages["default"].save(name, ContentFile(name.encode()))
    backup = str(tmp_path / "files.tar")
    call_command("mediabackup", output_path=backup, interactive=False, verbosity=0)
    shutil.rmtree(folder)

    call_command("mediarestore", input_path=backup, interactive=False, verbosity=0)

    found = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert found == set(names)
    assert all((folder / name).read_bytes() == name.encode() for name in names)


def _full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("command", ["dbbackup", "mediabackup"])
@pytest.mark.django_db(transaction=True)
def test_a_full_disk_leaves_no_part_of_a_backup(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    backend = "django.core.files.storage.FileSystemStorage"
    folders = {"default": tmp_path / "media", "dbbackup": tmp_path / "backups"}
    settings.STORAGES = settings.STORAGES | {
        name: {"BACKEND": backend, "OPTIONS": {"location": str(folder)}}
        for name, folder in folders.items()
    }
    options = {"location": str(folders["dbbackup"])}
    monkeypatch.setattr(dbbackup_settings, "STORAGE", backend)
    monkeypatch.setattr(dbbackup_settings, "STORAGE_OPTIONS", options)

    with monkeypatch.context() as full:
        full.setattr("portal.stores.backups.os.fsync", _full)
        with pytest.raises(CommandError, match="No space left"):
            call_command(command, interactive=False, verbosity=0)

    assert list(folders["dbbackup"].iterdir()) == []
    call_command(command, interactive=False, verbosity=0)
    assert len([path for path in folders["dbbackup"].iterdir() if "metadata" not in path.name]) == 1


@pytest.mark.parametrize("kept", [0.99, 0.5, 0.0])
@pytest.mark.django_db(transaction=True)
def test_a_backup_that_was_cut_off_is_not_restored(tmp_path: Path, kept: float) -> None:
    backup = tmp_path / "portal.psql.bin"
    given_corpus(embed=True)
    before = _contents()
    call_command("dbbackup", output_path=str(backup), interactive=False, verbosity=0)
    whole = backup.read_bytes()
    backup.write_bytes(whole[: int(len(whole) * kept)])

    with pytest.raises(CommandError, match="no whole backup"):
        call_command("dbrestore", input_path=str(backup), interactive=False, verbosity=0)

    assert _contents() == before
    backup.write_bytes(whole[:-200])
    call_command("dbrestore", input_path=str(backup), interactive=False, verbosity=0, unmarked=True)


def _contents() -> list[object]:
    vectors = PassageEmbedding.objects.order_by("pk").values_list("pk", "vector")
    return [
        list(Regulation.objects.order_by("pk").values_list("pk", "title")),
        [(pk, list(vector)) for pk, vector in vectors],
    ]
