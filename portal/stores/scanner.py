"""A virus scanner that speaks clamd's protocol over TCP: what it has not looked at, or finds fault with, is not read.

Where no scanner is named in the operator's controls, files are taken as they are.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from django.utils.translation import gettext as _

from portal.controls.selectors import controls_get
from portal.llm.waiting import waiting

# A large file is unpacked before the scanner says a word.
_SECONDS = 60.0
_PIECE_BYTES = 64 * 1024
_LONGEST_REPLY = 4096


class RefusedByScannerError(ValueError):
    """The scanner finds something in the file; the message is for a person."""


class ScannerSilentError(Exception):
    """The scanner has not looked at the file, which must not be read until it has; the message is for a person."""


def file_scan(file: IO[bytes]) -> None:
    """Let the scanner look at a whole file, if there is one. Raises RefusedByScannerError or ScannerSilentError."""
    address = controls_get().virus_scanner
    if not address:
        return
    try:
        with waiting(), _asked(address, b"zINSTREAM\0") as connection:
            while piece := file.read(_PIECE_BYTES):
                connection.sendall(struct.pack("!I", len(piece)) + piece)
            connection.sendall(struct.pack("!I", 0))
            reply = _reply(connection)
    except OSError:
        reply = ""
    if reply.endswith(" FOUND"):
        found = reply.removesuffix(" FOUND").partition(": ")[2]
        raise RefusedByScannerError(
            _("바이러스 검사에서 걸린 파일입니다(%s). 읽지 않았습니다.") % found[:100]
        )
    if reply != "stream: OK":
        raise ScannerSilentError(
            _(
                "바이러스 검사기가 답하지 않아 파일을 읽지 않고 세워 두었습니다. 잠시 뒤에 다시 시도해 주십시오."
            )
        )


def scanner_version(address: str) -> str:
    """What the scanner says of itself and its signatures; raises OSError."""
    with _asked(address, b"zVERSION\0") as connection:
        return _reply(connection)


@contextmanager
def _asked(address: str, command: bytes) -> Iterator[socket.socket]:
    host, _colon, port = address.rpartition(":")
    with socket.create_connection((host.strip("[]"), int(port)), timeout=_SECONDS) as connection:
        connection.sendall(command)
        yield connection


def _reply(connection: socket.socket) -> str:
    said = b""
    while b"\0" not in said and len(said) < _LONGEST_REPLY:
        if not (piece := connection.recv(_LONGEST_REPLY)):
            break
        said += piece
    return said.partition(b"\0")[0].decode(errors="replace").strip()
