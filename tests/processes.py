"""Processes of the portal that a test starts for real: a Celery worker, a web server."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from portal.processes.forking import die_with_parent
from portal.processes.supervising import WEB_SERVER

PROJECT = Path(__file__).resolve().parents[1]
READY_SECONDS = 60.0
STOP_SECONDS = 15.0


@dataclass
class PortalProcess:
    """A running process, with what it prints kept for the failure message."""

    arguments: list[str]
    environment: Mapping[str, str]
    output: IO[bytes] = field(default_factory=tempfile.TemporaryFile)

    def __post_init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", *self.arguments],
            cwd=PROJECT,
            env={**os.environ, **self.environment},
            stdin=subprocess.DEVNULL,
            stdout=self.output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_parent,  # noqa: PLW1509 - a test run that is killed leaves no worker behind
        )

    @property
    def printed(self) -> str:
        """All that the process has printed."""
        self.output.seek(0)
        return self.output.read().decode(errors="replace")

    def wait_until(self, condition: Callable[[], bool], what: str) -> None:
        """Wait for the process to be ready, or fail with what it printed."""
        deadline = time.monotonic() + READY_SECONDS
        while not condition():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"{' '.join(self.arguments)}: no {what}\n{self.printed}")
            time.sleep(0.05)

    def kill(self) -> None:
        """End the process and its children at once, as a crash or the kernel would."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End the process as an operator would."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
        self.output.close()

    def discard(self) -> None:
        """End the process where nothing is asked of it any more: a worker takes seconds to leave in good order."""
        self.kill()
        self.output.close()


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
