"""A bucket on a real S3 server: files go in, are read, swept, backed up and come back; a store that is away is told in words."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from moto.server import ThreadedMotoServer
from pytest_django import Settings

from portal.health.parts import files as files_part
from portal.settings import services
from regulations.importing.runs import run_read
from regulations.importing.stored_files import files_sweep
from regulations.importing.uploads import NO_ROOM, upload_create, upload_retry
from regulations.models import ImportRun, Picture
from tests.corpus import given_regulation
from tests.people import editor

pytestmark = [
    pytest.mark.django_db(transaction=True),
    # django-dbbackup and django-storages leave their files to the garbage collector, which the fixture therefore calls.
    pytest.mark.filterwarnings(
        "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
    ),
]

REGULATION = "사물함 규정\n시행일: 2025. 3. 1.\n제1조(목적) 사물함의 이용을 정한다.\n".encode()
AWAY = "파일 저장소가 답하지 않습니다"


@pytest.fixture
def server(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[ThreadedMotoServer]:
    """An S3 server with an empty bucket, which the portal keeps its files in."""
    running = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    host, port = running.get_host_and_port()
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "of-the-test")
    # What the server of an earlier test was given is in this process still.
    bucket = f"portal-{uuid4().hex}"
    monkeypatch.setattr(services, "FILES_BUCKET", bucket)
    monkeypatch.setattr(services, "FILES_ENDPOINT_URL", f"http://{host}:{port}")
    settings.STORAGES = {**settings.STORAGES, "default": services.file_store()}
    store: Any = storages["default"]
    connection = store.connection
    connection.create_bucket(Bucket=bucket)
    yield running
    connection.meta.client.close()
    taken_away(running)
    gc.collect()


def taken_away(server: ThreadedMotoServer) -> None:
    server.stop()
    assert server._server is not None
    server._server.server_close()


def uploaded(content: bytes = REGULATION) -> ImportRun:
    return upload_create(upload=SimpleUploadedFile("사물함.txt", content), by=None)


def read(run: ImportRun) -> ImportRun:
    run_read(run_id=run.pk, now=timezone.now(), seconds=60)
    run.refresh_from_db()
    return run


def test_a_file_is_kept_read_swept_and_restored_in_a_bucket(
    server: ThreadedMotoServer, client: Client, tmp_path: Path
) -> None:
    store = storages["default"]
    run = read(uploaded())
    assert (run.state, run.file.read()) == (ImportRun.State.DONE, REGULATION)
    version = given_regulation("우산 규정", "제1조(목적) 이 규정은 우산의 대여를 정한다.")
    shown = store.save("pictures/ab/abc.png", ContentFile(b"picture"))
    Picture.objects.create(
        version=version, number=1, media_type="image/png", width=1, height=1, content=shown
    )
    page = reverse("regulations:picture", args=(version.regulation.slug, version.number, 1))
    assert picture_of(client, page) == b"picture"
    assert files_part().state == "ok"

    store.save("imports/orphan.hwp", ContentFile(b"nobody's"))
    assert files_sweep(now=timezone.now() + timedelta(days=2)) == 1
    assert not store.exists("imports/orphan.hwp")

    backup = str(tmp_path / "files.tar")
    call_command("mediabackup", output_path=backup, interactive=False, verbosity=0)
    for name in (str(run.file.name), shown):
        store.delete(name)
    assert client.get(page).status_code == 404
    call_command("mediarestore", input_path=backup, interactive=False, verbosity=0)
    assert picture_of(client, page) == b"picture"
    assert store.open(str(run.file.name)).read() == REGULATION


def test_a_bucket_that_is_away_is_told_in_words_and_nothing_is_lost(
    server: ThreadedMotoServer, client: Client, tmp_path: Path
) -> None:
    waiting = uploaded()
    client.force_login(editor())
    client.raise_request_exception = False
    port = server.get_host_and_port()[1]
    taken_away(server)

    assert uploaded().error == NO_ROOM
    failed = read(waiting)
    assert (failed.state, AWAY in failed.error) == (ImportRun.State.FAILED, True)
    page = client.get(reverse("admin:regulations_import_file", args=(waiting.pk,)))
    assert (page.status_code, AWAY in page.content.decode()) == (503, True)
    assert (files_part().state, AWAY in files_part().detail) == ("degraded", True)
    with pytest.raises(CommandError, match=AWAY):
        call_command("mediabackup", output_path=str(tmp_path / "x"), interactive=False, verbosity=0)
    assert list(tmp_path.iterdir()) == []

    again = ThreadedMotoServer(ip_address="127.0.0.1", port=port, verbose=False)
    again.start()
    try:
        assert read(upload_retry(run=waiting)).state == ImportRun.State.DONE
    finally:
        taken_away(again)


def picture_of(client: Client, page: str) -> bytes:
    reply = client.get(page)
    return b"".join(reply.streaming_content)  # type: ignore[attr-defined]
