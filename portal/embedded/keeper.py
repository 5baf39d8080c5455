"""The keeper: one small process that runs one embedded server for as long as any process uses it.

`python -m portal.embedded postgres FOLDER`. Users hold a shared lock on a file; the keeper ends when it can
lock that file for itself. A user that is killed loses its lock with its life, so nothing has to be counted. The
keeper leaves the terminal's process group: Ctrl-C ends the users first and the servers after them.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from pathlib import Path
from types import FrameType

import psutil

from portal.embedded.errors import EmbeddedServiceError
from portal.embedded.folders import Folders
from portal.embedded.locks import FileLock
from portal.embedded.postgres import Postgres
from portal.embedded.servers import Server, is_alive
from portal.embedded.valkey import Valkey

SERVERS: dict[str, type[Server]] = {server.name: server for server in (Postgres, Valkey)}
POLL_SECONDS = 0.2
MOST_RESTARTS = 5
RESTARTS_WITHIN_SECONDS = 60.0


class Keeper:
    """Starts the server, or adopts one that was left behind, restarts it when it dies, stops it when unused."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.users = FileLock(server.folders.locks / f"{server.name}.users")
        self.stop_requested = False
        self._restarts: list[float] = []

    def run(self) -> None:
        """Keep the server until nobody uses it."""
        signal.signal(signal.SIGTERM, self._note_signal)
        process = self.server.find_running()
        if process is None or not self.server.is_ready():
            if process is not None:
                self.server.stop(process)
            process = self._start()
        while not self.stop_requested and not self.users.try_acquire():
            if not is_alive(process):
                process.wait()
                process = self._restart()
            time.sleep(POLL_SECONDS)
        self.server.stop(process)

    def _start(self) -> psutil.Process:
        self.server.prepare()
        try:
            return self.server.start()
        except EmbeddedServiceError:
            # Killed while it started: that says nothing about the next time.
            return self._restart()

    def _restart(self) -> psutil.Process:
        now = time.monotonic()
        self._restarts = [at for at in self._restarts if now - at < RESTARTS_WITHIN_SECONDS] + [now]
        if len(self._restarts) > MOST_RESTARTS:
            raise EmbeddedServiceError(
                f"The embedded {self.server.name} keeps dying, see {self.server.log}."
            )
        _say(f"{self.server.name} died and is started again")
        self.server.prepare()
        return self.server.start()

    def _note_signal(self, number: int, frame: FrameType | None) -> None:
        self.stop_requested = True


def _say(text: str) -> None:
    sys.stderr.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {text}\n")
    sys.stderr.flush()


def main() -> None:
    """Run one keeper; a second one for the same server waits a moment and gives up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server", choices=sorted(SERVERS))
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--not-durable", action="store_true", help="for tests: do not wait for the disk"
    )
    options = parser.parse_args()
    os.umask(0o077)
    server = SERVERS[options.server](Folders(options.folder), durable=not options.not_durable)
    with FileLock(server.folders.locks / f"{server.name}.keeper") as lock:
        try:
            lock.acquire(timeout=5)
            Keeper(server).run()
        except (EmbeddedServiceError, OSError) as error:
            _say(str(error))
            sys.exit(1)
