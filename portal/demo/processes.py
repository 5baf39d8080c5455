"""Starting, watching and ending the demo's processes."""

from __future__ import annotations

import ctypes
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from portal.embedded.servers import last_lines

# Of `python -m`; host and port follow. By itself uvicorn believes what whoever connects from this machine says of the address.
WEB_SERVER = ("uvicorn", "portal.asgi:application", "--no-proxy-headers", "--lifespan", "off")
PROJECT = Path(__file__).resolve().parents[2]
POLL_SECONDS = 0.2
MOST_RESTARTS = 3
RESTARTS_WITHIN_SECONDS = 60.0
STOP_SECONDS = 5.0
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux


class DemoProcessFailed(Exception):
    """A process ended that the demo cannot go on without; the message holds the end of its log."""


@dataclass
class DemoProcess:
    """One process of the demo and its log."""

    name: str
    arguments: Sequence[str]
    log: Path
    environment: Mapping[str, str]
    essential: bool = False
    restarts: list[float] = field(default_factory=list)

    def start(self) -> None:
        """Start it in a session of its own, so that Ctrl-C reaches the supervisor alone."""
        self.process = started(["-m", *self.arguments], log=self.log, environment=self.environment)

    @property
    def has_ended(self) -> bool:
        """Whether the process is gone."""
        return self.process.poll() is not None

    def failure(self, what: str) -> DemoProcessFailed:
        """An error that shows the end of the log."""
        return DemoProcessFailed(
            f"{self.name} {what}. The end of {self.log}:\n{last_lines(self.log)}"
        )


class Supervisor:
    """Restarts processes that end, until a signal asks it to stop; then ends all of them."""

    def __init__(self, processes: Sequence[DemoProcess], say: Callable[[str], None]) -> None:
        self.processes = processes
        self.say = say
        self.stopping = False

    def start(self) -> None:
        """Start all processes; from now on a signal ends them instead of this process."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: setattr(self, "stopping", True))
        for process in self.processes:
            process.start()

    def wait_until(self, ready: Callable[[], bool], *, seconds: float) -> None:
        """Wait for the portal to answer, watching the processes meanwhile."""
        deadline = time.monotonic() + seconds
        while not self.stopping and not ready():
            self._check_processes()
            if time.monotonic() > deadline:
                raise self.processes[0].failure(f"does not answer after {seconds:.0f} s")
            time.sleep(POLL_SECONDS)

    def watch(self) -> None:
        """Watch until a stop is requested."""
        while not self.stopping:
            self._check_processes()
            time.sleep(POLL_SECONDS)

    def stop(self) -> None:
        """Ask every process to end, and kill those that do not: a task that is cut off is repaired later."""
        running = [process for process in self.processes if hasattr(process, "process")]
        for process in running:
            if not process.has_ended:
                process.process.terminate()
        deadline = time.monotonic() + STOP_SECONDS
        for process in running:
            try:
                process.process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.process.kill()
                process.process.wait()

    def _check_processes(self) -> None:
        for process in self.processes:
            if not self.stopping and process.has_ended:
                self._replace(process)

    def _replace(self, process: DemoProcess) -> None:
        if process.essential:
            raise process.failure(f"ended with status {process.process.returncode}")
        now = time.monotonic()
        process.restarts = [at for at in process.restarts if now - at < RESTARTS_WITHIN_SECONDS] + [
            now
        ]
        if len(process.restarts) > MOST_RESTARTS:
            raise process.failure("keeps ending")
        self.say(
            f"{process.name} ended with status {process.process.returncode} and is started again."
        )
        process.start()


def started(
    arguments: Sequence[str], *, log: Path, environment: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    """Start Python in a session of its own, which ends with this process and writes to a log."""
    with log.open("ab") as output:
        return subprocess.Popen(
            [sys.executable, *arguments],
            cwd=PROJECT,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            preexec_fn=die_with_parent,  # noqa: PLW1509 - one thread
        )


def die_with_parent() -> None:
    """Between fork and exec: have the kernel end this process when its parent is killed and cannot do it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGTERM)
