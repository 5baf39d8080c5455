"""A whole installation in a folder that is thrown away: PostgreSQL, Valkey, web, worker and beat as processes that may be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psutil
import psycopg
from psycopg import sql

from lab.benchmarks.site import free_port
from portal.embedded import Folders
from portal.embedded.postgres import DATABASE, ROLE, Postgres
from portal.embedded.servers import Server, last_lines
from portal.embedded.valkey import Valkey
from portal.processes.supervising import WEB_SERVER, started

_REGULATION = "samples/regulations/1-1-1_학칙.md"
_WORKER = ("celery", "-A", "portal", "worker", "--concurrency=1", "--without-gossip")
_BEAT = ("celery", "-A", "portal", "beat", "--pidfile=")
_QUEUES = "answers,checks,calls,mail,index,reading,vectors"
# Also on a machine that is busy with something else.
READY_SECONDS = 600.0


@dataclass
class Installation:
    """The running installation; every part is started and killed by its name."""

    folders: Folders
    port: int
    environment: Mapping[str, str]
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    servers: dict[str, tuple[Server, psutil.Process]] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Of the web server."""
        return f"http://127.0.0.1:{self.port}"

    def start(self, name: str) -> None:
        """Start a part: postgres, valkey, web, worker, work or beat (any name that begins so).

        `worker` is one process for all queues, `work` the workers of a real installation, each with its queues.
        """
        if name in ("postgres", "valkey"):
            kind = Postgres if name == "postgres" else Valkey
            server = kind(self.folders)
            server.prepare()
            self.servers[name] = (server, server.start())
            return
        commands = {
            "web": ["-m", *WEB_SERVER, "--port", str(self.port)],
            "work": ["manage.py", "work", f"--schedule={self.folders.root / name}"],
            "worker": ["-m", *_WORKER, f"--queues={_QUEUES}", f"--hostname={name}@bench"],
            "beat": ["-m", *_BEAT, f"--schedule={self.folders.root / name}"],
        }
        self.processes[name] = self._process(commands[name.partition("-")[0]])

    def kill(self, name: str) -> None:
        """End a part at once, with its children, as a crash or the kernel would."""
        if name in self.servers:
            _server, process = self.servers.pop(name)
            for one in [*process.children(recursive=True), process]:
                with suppress(psutil.NoSuchProcess):
                    one.kill()
            process.wait()
            return
        process_of = self.processes.pop(name)
        os.killpg(process_of.pid, signal.SIGKILL)
        process_of.wait()

    def command(self, *arguments: str) -> None:
        """Run a command of the portal to its end."""
        self.begin(*arguments)
        self.end(arguments[0])

    def begin(self, *arguments: str) -> None:
        """Start a command of the portal."""
        self.processes[arguments[0]] = self._process(["manage.py", *arguments])

    def end(self, name: str) -> None:
        """Wait for the end of a command that was started."""
        if self.processes.pop(name).wait() != 0:
            end = last_lines(self.folders.logs / "processes.log")
            raise RuntimeError(f"{name} failed:\n{end}")

    @contextmanager
    def unwritable(self, table: str) -> Iterator[None]:
        """Nobody writes into a table meanwhile: whoever comes to it waits in the middle of its work."""
        with self._database() as database:
            lock = sql.SQL("LOCK TABLE {} IN SHARE ROW EXCLUSIVE MODE")
            database.execute(lock.format(sql.Identifier(table)))
            yield

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What the database says; none while it is away."""
        try:
            with self._database() as database:
                return database.execute(query).fetchall()
        except psycopg.OperationalError:
            return []

    def stop(self) -> None:
        """End everything."""
        for name in [*self.processes]:
            self.kill(name)
        for name in [*self.servers]:
            self.kill(name)

    @contextmanager
    def _database(self) -> Iterator[psycopg.Connection]:
        connection = psycopg.connect(host=str(self.folders.sockets), user=ROLE, dbname=DATABASE)
        with closing(connection):
            yield connection

    def _process(self, arguments: list[str]) -> subprocess.Popen[bytes]:
        log = self.folders.logs / "processes.log"
        return started(arguments, log=log, environment=self.environment)


@contextmanager
def installation(root: Path) -> Iterator[Installation]:
    """One with a regulation in it, ready to answer; everything is ended at the end."""
    folders = Folders(root)
    for folder in (folders.logs, folders.locks, folders.sockets):
        folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    port = free_port()
    environment = {
        **os.environ,  # noqa: TID251 - handed on to the processes
        "PORTAL_DATA_DIR": str(root),
        "DATABASE_URL": f"postgres://{ROLE}@/{DATABASE}?host={quote(str(folders.sockets))}",
        "REDIS_URL": f"unix://{folders.valkey_socket}?db=0",
    }
    found = Installation(folders, port, environment)
    try:
        for name in ("postgres", "valkey"):
            found.start(name)
        found.command("migrate", "--verbosity=0", "--noinput")
        found.command("import_regulations", _REGULATION, "--publish", "--accept-loss", "bench")
        for name in ("web", "worker", "beat"):
            found.start(name)
        yield found
    finally:
        found.stop()


def seconds_until(condition: Callable[[], Any], *, at_most: float = READY_SECONDS) -> float:
    """How long it takes until something holds."""
    begun = time.monotonic()
    while not condition():
        if time.monotonic() - begun > at_most:
            raise TimeoutError(f"not within {at_most:.0f} s")
        time.sleep(0.02)
    return time.monotonic() - begun
