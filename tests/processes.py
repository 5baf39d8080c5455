"""Processes of the portal that a test starts for real: a Celery worker, a web server."""

from __future__ import annotations

import multiprocessing
import os
import runpy
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from portal.processes.forking import die_with_parent
from portal.processes.supervising import WEB_SERVER

PROJECT = Path(__file__).resolve().parents[1]
READY_SECONDS = 180.0
STOP_SECONDS = 15.0

_FORKED = multiprocessing.get_context("forkserver")
_FORKED.set_forkserver_preload(["tests.preloaded"])


@dataclass
class PortalProcess:
    """A running process, with what it prints kept for the failure message.

    It is a fork of one that has the libraries loaded (`tests.preloaded`), which is most of what a start costs.
    """

    arguments: list[str]
    environment: Mapping[str, str]
    output: IO[bytes] = field(default_factory=tempfile.NamedTemporaryFile)

    def __post_init__(self) -> None:
        environment = {**os.environ, **self.environment}
        self.process = _FORKED.Process(
            target=_run_module, args=(self.arguments, environment, self.output.name)
        )
        self.process.start()

    @property
    def printed(self) -> str:
        """All that the process has printed."""
        self.output.seek(0)
        return self.output.read().decode(errors="replace")

    def wait_until(self, condition: Callable[[], bool], what: str) -> None:
        """Wait for the process to be ready, or fail with what it printed."""
        deadline = time.monotonic() + READY_SECONDS
        while not condition():
            if self.process.exitcode is not None or time.monotonic() > deadline:
                raise AssertionError(f"{' '.join(self.arguments)}: no {what}\n{self.printed}")
            time.sleep(0.05)

    def kill(self) -> None:
        """End the process and its children at once, as a crash or the kernel would."""
        pid = self.process.pid
        if self.process.exitcode is None and pid is not None:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            # It leads no group yet where it has only just been forked.
            self.process.kill()
        self.process.join()

    def stop(self) -> None:
        """End the process as an operator would."""
        self.process.terminate()
        self.process.join(STOP_SECONDS)
        self.kill()
        self.output.close()

    def discard(self) -> None:
        """End the process where nothing is asked of it any more: a worker takes seconds to leave in good order."""
        self.kill()
        self.output.close()


def _run_module(arguments: list[str], environment: Mapping[str, str], output: str) -> None:
    """What `python -m` does, in a process and a session of its own."""
    os.setsid()
    die_with_parent()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(PROJECT)
    printed = os.open(output, os.O_WRONLY | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(printed, stream)
    sys.argv = list(arguments)
    runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)


def start_worker(
    environment: Mapping[str, str],
    *,
    queues: str = "answers,checks,calls,mail,index,reading,vectors",
) -> PortalProcess:
    """A real worker with one child process, ready to take tasks."""
    arguments = [
        "celery",
        "-A",
        "portal",
        "worker",
        "-Q",
        queues,
        "--concurrency=1",
        "--loglevel=INFO",
    ]
    worker = PortalProcess(
        [*arguments, "--without-gossip", "--without-mingle", "--without-heartbeat"], environment
    )
    worker.wait_until(lambda: " ready." in worker.printed, "line that says it is ready")
    return worker


def start_beat(environment: Mapping[str, str], *, schedule: Path) -> PortalProcess:
    """A real beat with a schedule file of its own, as on another machine."""
    return PortalProcess(
        ["celery", "-A", "portal", "beat", "-s", str(schedule), "--pidfile="], environment
    )


def start_web(environment: Mapping[str, str]) -> tuple[PortalProcess, str]:
    """A real ASGI server on a free port, and its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = [*WEB_SERVER, "--port", str(port)]
    web = PortalProcess([*arguments, "--timeout-graceful-shutdown", "2"], environment)
    web.wait_until(lambda: _accepts(port), "connection accepted")
    return web, f"http://127.0.0.1:{port}"


def _accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
