"""The portal as in production on the present database, for a bench: web processes and, where wanted, workers and beat."""

from __future__ import annotations

import os
import socket
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import redis
from django.conf import settings

from portal.processes.supervising import SupervisedProcess, Supervisor

_QUEUES = ("answers", "checks")
_READY_SECONDS = 120.0
_LOOK_SECONDS = 0.25
# Pages go before answers where both want the processor; docker-compose.yml says the same by cpu_shares.
_WORKER_NICE = 10
_WEB = (
    *("gunicorn", "portal.asgi:application", "--config=python:portal.http.server"),
    "--graceful-timeout=2",
)
_WORKER = ("celery", "-A", "portal", "worker", "--without-gossip", "--without-mingle")
_BEAT = ("celery", "-A", "portal", "beat", "--pidfile=")


@dataclass(frozen=True)
class Site:
    """Where it answers, and its web processes."""

    address: str
    web: psutil.Process

    def web_megabytes(self) -> float:
        """Memory of the web processes without the one that only watches them."""
        return sum(float(child.memory_info().rss) for child in self.web.children()) / 1e6


@contextmanager
def running_site(*, web: int, answers: int = 0, checks: int = 0) -> Iterator[Site]:
    """Start everything, wait until pages are served, and end it; without workers nothing is answered."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="portal-bench-") as folder:
        commands: dict[str, tuple[str, ...]] = {
            "web": (*_WEB, f"--bind=127.0.0.1:{port}", f"--workers={web}")
        }
        for queue, count in {"answers": answers, "checks": checks}.items():
            if count:
                own = (f"--queues={queue}", f"--concurrency={count}", f"--hostname={queue}@bench")
                commands[queue] = (*_WORKER, *own)
        if answers:
            commands["beat"] = (*_BEAT, f"--schedule={folder}/beat")
        # Every visitor comes from an address of their own, which a proxy in front would name.
        environment = {**os.environ, "TRUSTED_PROXIES": "1"}  # noqa: TID251 - handed on to the processes
        processes = {
            name: SupervisedProcess(name, command, Path(folder) / f"{name}.log", environment)
            for name, command in commands.items()
        }
        supervisor = Supervisor(list(processes.values()), print)
        try:
            for name, process in processes.items():
                process.start()
                if name != "web":
                    psutil.Process(process.process.pid).nice(_WORKER_NICE)
            address = f"http://127.0.0.1:{port}"
            _wait_for(address, processes["web"])
            yield Site(address, psutil.Process(processes["web"].process.pid))
        finally:
            supervisor.stop()


def seconds_until_idle(*, at_most: float) -> float | None:
    """How long it takes until no answer and no check waits or is under way; None where that does not come."""
    begun = time.monotonic()
    with redis.Redis.from_url(settings.REDIS_URL, protocol=2) as valkey:
        while valkey.hlen("unacked") or any(valkey.llen(queue) for queue in _QUEUES):
            if time.monotonic() - begun > at_most:
                return None
            time.sleep(_LOOK_SECONDS)
    return time.monotonic() - begun


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(address: str, web: SupervisedProcess) -> None:
    """The socket is there before the application is: only an answer says that pages can be asked for."""
    deadline = time.monotonic() + _READY_SECONDS
    while True:
        try:
            urllib.request.urlopen(f"{address}/livez", timeout=_READY_SECONDS).close()  # noqa: S310 - our own
        except OSError:
            if web.has_ended or time.monotonic() > deadline:
                raise web.failure("serves no page") from None
            time.sleep(_LOOK_SECONDS)
        else:
            return
