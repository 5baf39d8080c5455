"""A scanner that speaks clamd's protocol is asked before an uploaded file is read; without its word nothing is."""

from __future__ import annotations

import socketserver
import struct
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from portal.controls.models import scanner_validate
from portal.stores.scanner import scanner_version
from regulations.importing.runs import run_read
from regulations.importing.uploads import upload_create, upload_retry
from regulations.models import ImportRun, RegulationVersion
from tests.controls import controls_set

pytestmark = pytest.mark.django_db
# It does no harm, and every scanner knows it; put together here, so that this file is not taken for it.
BAD = b"X5O!P%@AP[4\\PZX54(P^)7CC)7}$" + b"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
GOOD = "사물함 규정\n시행일: 2025. 3. 1.\n제1조(목적) 사물함의 이용을 정한다.\n".encode()


@dataclass
class Clamd:
    """A server of the protocol, as far as the portal speaks it."""

    address: str = ""
    says: bytes | None = None
    looked_at: list[bytes] = field(default_factory=list)


@pytest.fixture
def clamd() -> Iterator[Clamd]:
    scanner = Clamd()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            command = b""
            while not command.endswith(b"\0"):
                command += self.rfile.read(1)
            if command == b"zVERSION\0":
                self.wfile.write(b"ClamAV 1.4.3/27800\0")
                return
            content = b""
            while length := struct.unpack("!I", self.rfile.read(4))[0]:
                content += self.rfile.read(length)
            scanner.looked_at.append(content)
            found = b"stream: Eicar-Test-Signature FOUND" if BAD in content else b"stream: OK"
            self.wfile.write((found if scanner.says is None else scanner.says) + b"\0")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        scanner.address = f"127.0.0.1:{server.server_address[1]}"
        controls_set(virus_scanner=scanner.address)
        cache.clear()
        yield scanner
        server.shutdown()


def read(content: bytes) -> ImportRun:
    run = upload_create(upload=SimpleUploadedFile("사물함.txt", content), by=None)
    run_read(run_id=run.pk, now=timezone.now(), seconds=60)
    run.refresh_from_db()
    return run


def test_a_file_is_looked_at_whole_and_then_read(clamd: Clamd) -> None:
    content = GOOD + "제2조(반납) 비운다.\n".encode() * 20_000

    run = read(content)

    assert run.state == ImportRun.State.DONE, run.error
    assert clamd.looked_at == [content]


def test_a_file_with_a_virus_is_refused_and_not_kept(clamd: Clamd) -> None:
    run = read(GOOD + BAD)

    assert run.state == ImportRun.State.REFUSED
    assert "Eicar-Test-Signature" in run.error
    assert (bool(run.file), RegulationVersion.objects.count()) == (False, 0)


@pytest.mark.parametrize("says", [b"", b"INSTREAM size limit exceeded. ERROR", b"stream: OK?"])
def test_a_file_that_was_not_looked_at_is_held_until_it_was(clamd: Clamd, says: bytes) -> None:
    clamd.says = says

    held = read(GOOD)

    assert held.state == ImportRun.State.FAILED
    assert "검사기" in held.error
    assert (bool(held.file), RegulationVersion.objects.count()) == (True, 0)
    clamd.says = None
    upload_retry(run=held)
    run_read(run_id=held.pk, now=timezone.now(), seconds=60)
    held.refresh_from_db()
    assert held.state == ImportRun.State.DONE


def test_a_scanner_that_is_away_holds_files_too(client: Client) -> None:
    controls_set(virus_scanner="127.0.0.1:1")
    cache.clear()

    assert read(GOOD).state == ImportRun.State.FAILED
    page = client.post("/check/", {"file": SimpleUploadedFile("답.txt", GOOD)})
    assert (page.status_code, "검사기가 답하지 않아" in page.content.decode()) == (422, True)


def test_a_file_to_be_checked_is_looked_at(client: Client, clamd: Clamd) -> None:
    good = client.post("/check/", {"file": SimpleUploadedFile("답.txt", GOOD)})
    bad = client.post("/check/", {"file": SimpleUploadedFile("답.txt", BAD)})

    assert (good.status_code, bad.status_code) == (303, 422)
    assert "바이러스 검사에서 걸린" in bad.content.decode()
    assert clamd.looked_at == [GOOD, BAD]


def test_the_scanner_says_who_it_is_and_its_address_is_one(clamd: Clamd) -> None:
    assert scanner_version(clamd.address) == "ClamAV 1.4.3/27800"
    for address in ("clamav:3310", "[fd00::1]:3310"):
        scanner_validate(address)
    for address in ("clamav", "clamav:", "http://clamav:3310", "clamav:0"):
        with pytest.raises(ValidationError):
            scanner_validate(address)
