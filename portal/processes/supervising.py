"""Starting, watching and ending the processes of one machine."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from portal.embedded.servers import last_lines
from portal.processes.forking import ForkedProcess, die_with_parent, module_run

# Of `python -m`; host and port follow. By itself uvicorn believes what whoever connects from this machine says of the address.
WEB_SERVER = ("uvicorn", "portal.asgi:application", "--no-proxy-headers", "--lifespan", "off")
PROJECT = Path(__file__).resolve().parents[2]
POLL_SECONDS = 0.2
MOST_RESTARTS = 3
RESTARTS_WITHIN_SECONDS = 60.0
STOP_SECONDS = 5.0


class ProcessFailedError(Exception):
    """A process ended that the others cannot go on without; the message holds the end of its log."""


@dataclass
class SupervisedProcess:
    """One process and its log: started, or forked where settings are given that it has instead of an environment."""

    name: str
    arguments: Sequence[str]
    log: Path | None
    environment: Mapping[str, str] = field(default_factory=dict)
    essential: bool = False
    forked_with: Mapping[str, Any] | None = None
    restarts: list[float] = field(default_factory=list)

    def start(self) -> None:
        """Start it in a session of its own, so that Ctrl-C reaches the supervisor alone."""
        self.process: subprocess.Popen[bytes] | ForkedProcess
        if self.forked_with is not None:
            work = partial(module_run, self.name, self.arguments, self.forked_with)
            self.process = ForkedProcess(work, log=self.log)
        elif self.log is not None:
            self.process = started(
                ["-m", *self.arguments], log=self.log, environment=self.environment
            )

    @property
    def has_ended(self) -> bool:
        """Whether the process is gone."""
        return self.process.poll() is not None

    def failure(self, what: str) -> ProcessFailedError:
        """An error that shows the end of the log."""
        if self.log is None:
            return ProcessFailedError(f"{self.name} {what}.")
        return ProcessFailedError(
            f"{self.name} {what}. The end of {self.log}:\n{last_lines(self.log)}"
        )


class Supervisor:
    """Restarts processes that end, until a signal asks it to stop; then ends all of them."""

    def __init__(self, processes: Sequence[SupervisedProcess], say: Callable[[str], None]) -> None:
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

    def stop(self, seconds: float = STOP_SECONDS) -> None:
        """Ask every process to end, and kill those that do not: a task that is cut off is repaired later."""
        running = [process for process in self.processes if hasattr(process, "process")]
        for process in running:
            if not process.has_ended:
                process.process.terminate()
        deadline = time.monotonic() + seconds
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

    def _replace(self, process: SupervisedProcess) -> None:
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


def _pool_command(queues: str, *, processes: int, host: str) -> list[str]:
    return [
        *("celery", "--skip-checks", "-A", "portal", "worker", "--loglevel=INFO"),
        *("--without-gossip", "--without-mingle"),
        *(f"--concurrency={processes}", f"--queues={queues}", f"--hostname={host}"),
    ]


def pool_commands(*, answers: int, checks: int, host: str) -> dict[str, list[str]]:
    """The pools of one host by name; every queue is consumed by one of them, and none waits for what takes long."""
    pools = {
        "answers": ("answers", answers),
        "checks": ("checks,calls,mail", checks),
        # One: a text takes a minute, and what anybody sends is worth no more of a host.
        "texts": ("texts", 1),
        # Words of a published text are found within seconds, whatever is read or embedded meanwhile.
        "index": ("index", 1),
        # Three: a file is read and vectors are made while something is measured, for as long as 14 minutes.
        "bulk": ("reading,vectors", 3),
    }
    return {
        name: _pool_command(queues, processes=processes, host=f"{name}@{host}")
        for name, (queues, processes) in pools.items()
    }


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
