"""The portal as in production, started for the bench: web processes behind one address, two worker pools, one beat."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import psutil
import redis
from django.conf import settings
from django.db import connection

from portal.demo.processes import die_with_parent

WEB, WORKERS, DATABASE, VALKEY, BENCH = "web", "workers", "database", "valkey", "load generator"
_QUEUES = ("answers", "checks")
_READY_SECONDS = 120.0
_STOP_SECONDS = 30.0
# Pages go before answers where both want the processor; docker-compose.yml says the same by cpu_shares.
_WORKER_NICE = "10"


@dataclass(frozen=True)
class Site:
    """The running processes by what they are."""

    address: str
    processes: dict[str, list[psutil.Process]]
    valkey: redis.Redis

    def processor_seconds(self) -> dict[str, float]:
        """Processor time used so far by each kind of process, of all that ever ran in it."""
        used = {
            kind: sum(map(_seconds, _tree(roots)))
            for kind, roots in self.processes.items()
            if roots
        }
        facts = self.valkey.info("cpu")
        return used | {VALKEY: float(facts["used_cpu_user"]) + float(facts["used_cpu_sys"])}

    def megabytes(self) -> dict[str, float]:
        """Memory by kind of process; what several share is divided among them."""
        used = {
            kind: sum(map(_bytes, _tree(roots))) / 1e6
            for kind, roots in self.processes.items()
            if roots
        }
        return used | {VALKEY: float(self.valkey.info("memory")["used_memory_rss"]) / 1e6}

    def waiting(self) -> int:
        """Answers and checks that no worker has begun."""
        return sum(self.valkey.llen(queue) for queue in _QUEUES)

    def is_idle(self) -> bool:
        """Whether nothing waits and nothing is under way."""
        return self.waiting() == 0 and self.valkey.hlen("unacked") == 0


@contextmanager
def running_site(*, web: int, answers: int, checks: int) -> Iterator[Site]:
    """Start everything on the present database, and end it."""
    port = _free_port()
    worker = ["celery", "-A", "portal", "worker", "--without-gossip", "--without-mingle"]
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        roots = {
            WEB: [stack.enter_context(_process(_web_command(port, web)))],
            WORKERS: [
                stack.enter_context(_process(command, nice=_WORKER_NICE))
                for command in (
                    [*worker, "-Q", "answers", f"--concurrency={answers}", "-n", "answers@bench"],
                    [*worker, "-Q", "checks", f"--concurrency={checks}", "-n", "checks@bench"],
                    ["celery", "-A", "portal", "beat", "--pidfile=", f"--schedule={folder}/beat"],
                )
            ],
            DATABASE: _database_root(),
            BENCH: [psutil.Process()],
        }
        address = f"http://127.0.0.1:{port}"
        _wait_for(address)
        valkey = redis.Redis.from_url(settings.REDIS_URL, protocol=2)
        stack.callback(valkey.close)
        yield Site(address, roots, valkey)


def _web_command(port: int, processes: int) -> Sequence[str]:
    return (
        "gunicorn",
        "portal.asgi:application",
        "--worker-class=portal.http.server.PortalWorker",
        f"--bind=127.0.0.1:{port}",
        f"--workers={processes}",
        "--graceful-timeout=2",
    )


@contextmanager
def _process(arguments: Sequence[str], *, nice: str = "0") -> Iterator[psutil.Process]:
    # Every visitor comes from an address of their own, which a proxy in front would name.
    before = (
        [shutil.which("nice") or "nice", "-n", nice, "env", "TRUSTED_PROXIES=1"]
        if nice != "0"
        else ["env", "TRUSTED_PROXIES=1"]
    )
    process = subprocess.Popen(
        [*before, sys.executable, "-m", *arguments],
        cwd=settings.BASE_DIR,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # A bench that is killed leaves nothing running.
        preexec_fn=die_with_parent,  # noqa: PLW1509 - calls one function of the kernel
    )
    try:
        yield psutil.Process(process.pid)
    finally:
        process.terminate()
        try:
            process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _database_root() -> list[psutil.Process]:
    """The server, where it runs on this machine and is seen from here."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [backend] = cursor.fetchone()
    try:
        process = psutil.Process(backend)
        return [process.parent()] if "postgres" in process.name() else []
    except psutil.Error:
        return []


def _tree(roots: Sequence[psutil.Process]) -> Iterator[psutil.Process]:
    own = psutil.Process()
    for root in roots:
        yield root
        # The other processes are children of this one, and are counted by themselves.
        if root != own:
            yield from root.children(recursive=True)


def _seconds(process: psutil.Process) -> float:
    """What it used itself; what its ended children used counts for it, too."""
    try:
        times = process.cpu_times()
    except psutil.Error:
        return 0.0
    own = float(times.user + times.system)
    if process == psutil.Process():
        return own
    return own + float(times.children_user + times.children_system)


def _bytes(process: psutil.Process) -> int:
    try:
        return int(process.memory_full_info().pss)
    except (psutil.Error, AttributeError):
        return 0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(address: str) -> None:
    """The socket is there before the application is: only an answer says that pages can be asked for."""
    deadline = time.monotonic() + _READY_SECONDS
    while True:
        try:
            urllib.request.urlopen(f"{address}/livez", timeout=_READY_SECONDS).close()  # noqa: S310 - our own
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        else:
            return
