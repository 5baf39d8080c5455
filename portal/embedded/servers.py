"""What a keeper must know of a server: how to prepare its folder, start it, see that it is ready and stop it."""

from __future__ import annotations

import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import psutil

from portal.embedded.errors import EmbeddedServiceError
from portal.embedded.folders import Folders

START_SECONDS = 120
STOP_SECONDS = 20
PAUSE_SECONDS = 0.05
LOG_LINES_SHOWN = 12


class Server(ABC):
    """One embedded server process. Its state is read from its own files, so that any process may ask."""

    name: ClassVar[str]
    stop_signal: ClassVar[signal.Signals]

    def __init__(self, folders: Folders, *, durable: bool = True) -> None:
        self.folders = folders
        self.durable = durable

    @abstractmethod
    def prepare(self) -> None:
        """Make the folder ready to be served from, whatever an earlier run left there."""

    @abstractmethod
    def command(self) -> list[str]:
        """The server's command line; it stays in the foreground."""

    @abstractmethod
    def process_id(self) -> int | None:
        """The process that the server's own files name, dead or alive."""

    @abstractmethod
    def is_ready(self) -> bool:
        """Whether the server takes connections now."""

    def identity(self) -> Mapping[str, Any]:
        """Keyword arguments of `Popen` for the user that the server runs as."""
        return {}

    @property
    def log(self) -> Path:
        """What the server prints."""
        return self.folders.logs / f"{self.name}.log"

    def find_running(self) -> psutil.Process | None:
        """The server that an earlier keeper left behind, if it still runs on this folder."""
        process_id = self.process_id()
        if process_id is None:
            return None
        try:
            process = psutil.Process(process_id)
            return process if str(self.folders.root) in " ".join(process.cmdline()) else None
        except psutil.Error:
            return None

    def start(self) -> psutil.Process:
        """Start the server and wait until it is ready; recovery after a crash may take a while."""
        with self.log.open("ab") as log:
            process = psutil.Popen(
                self.command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd="/",
                **self.identity(),
            )
        try:
            self._wait_until_ready(process)
        except BaseException:
            if is_alive(process):
                process.kill()
            process.wait()
            raise
        return process

    def _wait_until_ready(self, process: psutil.Process) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not self.is_ready():
            if not is_alive(process) or time.monotonic() > deadline:
                raise EmbeddedServiceError(
                    f"The embedded {self.name} did not start. The end of {self.log}:\n"
                    + last_lines(self.log)
                )
            time.sleep(PAUSE_SECONDS)

    def stop(self, process: psutil.Process) -> None:
        """Ask the server to end, and kill it only if it does not."""
        try:
            process.send_signal(self.stop_signal)
            process.wait(STOP_SECONDS)
        except psutil.TimeoutExpired:
            process.kill()
            process.wait()
        except psutil.NoSuchProcess:
            return


def is_alive(process: psutil.Process) -> bool:
    """Whether a process runs; one that ended and was not yet waited for does not."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def last_lines(path: Path, count: int = LOG_LINES_SHOWN) -> str:
    """The end of a log, for a message to a person."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        return f"({path} cannot be read: {error.strerror})"
    return "\n".join(f"  {line}" for line in lines[-count:])
