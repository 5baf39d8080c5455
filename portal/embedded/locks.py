"""Advisory locks on files. The kernel drops them with their holder, so that no lock can be stale."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from types import TracebackType

from portal.embedded.errors import EmbeddedServiceError

PAUSE_SECONDS = 0.05


class FileLock:
    """One lock file, held shared by its users or exclusively by its keeper."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    def try_acquire(self, *, shared: bool = False) -> bool:
        """Take the lock if nobody is in the way."""
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def acquire(self, *, timeout: float, shared: bool = False) -> None:
        """Wait for the lock; the error names the file for the case that a process is stuck."""
        deadline = time.monotonic() + timeout
        while not self.try_acquire(shared=shared):
            if time.monotonic() > deadline:
                raise EmbeddedServiceError(
                    f"Waited {timeout:.0f} s for another process to let go of {self.path}."
                )
            time.sleep(PAUSE_SECONDS)

    def release(self) -> None:
        """Let go. A process that was forked from the holder keeps its own share."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def is_free(self, *, shared: bool = False) -> bool:
        """Whether the lock could be taken at this moment."""
        probe = FileLock(self.path)
        free = probe.try_acquire(shared=shared)
        probe.release()
        return free

    def __enter__(self) -> FileLock:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()
