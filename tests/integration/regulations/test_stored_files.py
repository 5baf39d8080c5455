"""Files in the store that no row names go after a day; what anything names, or is about to name, stays."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import Settings

from regulations.importing import stored_files
from regulations.importing.provision_rows import provisions_create
from regulations.importing.stored_files import files_sweep
from regulations.models import Attachment, ImportRun, Picture, RegulationVersion
from regulations.tasks import sweep_files_task
from regulations.text.parser.headmatter import HeadMatter
from regulations.text.parser.nodes import ParsedPicture, ParsedRegulation
from regulations.text.parser.report import LossReport
from regulations.text.readers.source import SourcePicture
from tests.corpus import given_regulation
from tests.faults import until_somebody_waits

pytestmark = pytest.mark.django_db

DAYS_LATER = timedelta(days=2)
TEXT = "제1조(목적) 이 규정은 사물함의 이용을 정한다.\n"


@pytest.fixture(params=["folder", "memory"])
def _store(request: pytest.FixtureRequest, settings: Settings, tmp_path: Path) -> None:
    backends = {"folder": "FileSystemStorage", "memory": "InMemoryStorage"}
    settings.MEDIA_ROOT = tmp_path
    backend = f"django.core.files.storage.{backends[request.param]}"
    settings.STORAGES = {**settings.STORAGES, "default": {"BACKEND": backend}}


def stored(name: str) -> str:
    return storages["default"].save(name, ContentFile(b"content"))


def there(name: str) -> bool:
    return storages["default"].exists(name)


def given_picture(version: RegulationVersion, name: str) -> Picture:
    return Picture.objects.create(
        version=version, number=1, media_type="image/png", width=1, height=1, content=name
    )


@pytest.mark.usefixtures("_store")
def test_an_orphan_goes_and_what_a_row_names_or_is_young_stays() -> None:
    version = given_regulation("사물함 규정", TEXT)
    original, form = stored("imports/original.hwp"), stored("attachments/form.hwp")
    shared = stored("pictures/ab/abc.png")
    ImportRun.objects.create(file_name="사물함.hwp", file=original)
    given_picture(version, shared)
    orphans = [stored("imports/orphan.hwp"), stored("pictures/cd/orphan.png")]
    foreign = [stored("backup.dump"), stored("backups/backup.dump"), form]

    assert files_sweep(now=timezone.now()) == 0
    assert all(map(there, orphans))
    assert files_sweep(now=timezone.now() + DAYS_LATER) == 2

    assert not any(map(there, orphans))
    assert all(map(there, [original, shared, *foreign]))
    assert files_sweep(now=timezone.now() + DAYS_LATER) == 0


@pytest.mark.usefixtures("_store")
def test_a_store_without_files_is_swept() -> None:
    sweep_files_task()


@pytest.mark.usefixtures("_store")
def test_the_files_of_another_database_are_left(caplog: pytest.LogCaptureFixture) -> None:
    files = [stored(f"imports/{number}.hwp") for number in range(11)]
    run = ImportRun.objects.create(file_name="사물함.hwp", file=files[0])

    assert files_sweep(now=timezone.now() + DAYS_LATER) is None
    assert all(map(there, files))
    assert "files_not_swept" in caplog.text
    assert "files_swept" not in caplog.text

    ImportRun.objects.create(file_name="사물함.hwp", file=files[1])
    assert files_sweep(now=timezone.now() + DAYS_LATER) == 9
    assert there(run.file.name or "")


def test_every_column_that_names_files_is_known() -> None:
    version = given_regulation("사물함 규정", TEXT)
    ImportRun.objects.create(file_name="x", file="imports/x.hwp")
    given_picture(version, "pictures/x.png")
    Attachment.objects.create(
        version=version, locator_key="form-1", position=99, kind="form", source_file="attachments/x"
    )

    assert stored_files._named() == {"imports/x.hwp", "pictures/x.png", "attachments/x"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_store")
def test_a_picture_that_is_just_being_named_again_stays() -> None:
    version = given_regulation("사물함 규정", TEXT)
    picture = ParsedPicture(None, SourcePicture("image/png", b"content", 1, 1))
    parsed = ParsedRegulation(
        "사물함 규정", HeadMatter(), (), (), (), LossReport(), pictures=(picture,)
    )
    digest = sha256(b"content").hexdigest()
    name = stored(f"pictures/{digest[:2]}/{digest}.png")
    ImportRun.objects.create(file_name="x", file=stored("imports/x.hwp"))

    def sweep() -> int | None:
        try:
            return files_sweep(now=timezone.now() + DAYS_LATER)
        finally:
            connection.close()

    with ThreadPoolExecutor() as beat:
        with transaction.atomic():
            provisions_create(version=version, parsed=parsed)
            sweeping = beat.submit(sweep)
            until_somebody_waits()
        assert sweeping.result() == 0

    assert Picture.objects.get().content.name == name
    assert there(name)
