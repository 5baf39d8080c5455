"""Processes that are forks of this one, with everything already loaded."""

from __future__ import annotations

import atexit
import ctypes
import logging
import os
import runpy
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from celery import current_app
from celery.utils.nodenames import default_nodename, host_format
from django.conf import settings

DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux
_SET_NAME = 15  # PR_SET_NAME
_PAUSE_SECONDS = 0.02
_FAILED = 1


class ForkedProcess:
    """What `subprocess.Popen` is to a started process, as far as a supervisor needs it."""

    def __init__(self, work: Callable[[], None], *, log: Path | None = None) -> None:
        """Fork, and do the work there. The parent must have one thread of Python and no connection open."""
        self.returncode: int | None = None
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            _become(work, log)

    def poll(self) -> int | None:
        """The status with which it ended, None while it runs."""
        if self.returncode is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; raises subprocess.TimeoutExpired."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if deadline is not None and time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
            time.sleep(_PAUSE_SECONDS)
        return status

    def terminate(self) -> None:
        """Ask it to end."""
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


def module_run(name: str, arguments: Sequence[str], overrides: Mapping[str, Any]) -> None:
    """Do what `python -m` does, under a name and with other values of some settings."""
    name_set(name)
    for setting, value in overrides.items():
        setattr(settings, setting, value)
    sys.argv = list(arguments)
    if arguments[0] == "celery":
        _celery_run(arguments)
    else:
        runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)


def _celery_run(arguments: Sequence[str]) -> None:
    """A worker or beat without Celery's command line, whose other commands would be in the memory of every fork."""
    options = dict(word[2:].split("=", 1) for word in arguments if "=" in word)
    os.environ["CELERY_SKIP_CHECKS"] = "true"  # noqa: TID251 - how its command line says --skip-checks
    if "beat" in arguments:
        current_app.Beat(loglevel="INFO", schedule=options.get("schedule"), quiet=True).run()
        return
    worker = current_app.Worker(
        hostname=host_format(default_nodename(options["hostname"])),
        queues=options["queues"],
        concurrency=int(options["concurrency"]),
        loglevel="INFO",
        without_gossip=True,
        without_mingle=True,
        quiet=True,
    )
    worker.start()
    raise SystemExit(worker.exitcode)


def _become(work: Callable[[], None], log: Path | None) -> NoReturn:
    """Never returns: what the parent's callers would do at their end is not for this process."""
    status = _FAILED
    try:
        _detach(log)
        work()
        status = 0
    except SystemExit as end:
        status = _status_of(end)
    except BaseException:  # noqa: BLE001 - nothing of this process may go on in the parent's frames
        traceback.print_exc()
    finally:
        atexit._run_exitfuncs()  # noqa: SLF001 - os._exit does not
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _detach(log: Path | None) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.setsid()
    die_with_parent()
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    if log is not None:
        output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        os.dup2(output, 1)
        os.dup2(output, 2)


def _status_of(end: SystemExit) -> int:
    if end.code is None:
        return 0
    if isinstance(end.code, int):
        return end.code
    sys.stderr.write(f"{end.code}\n")
    return _FAILED


def name_set(name: str) -> None:
    """What `ps` and `top` call this process, since forks of one command are all alike."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_NAME, name.encode()[:15])


def die_with_parent() -> None:
    """Between fork and exec: have the kernel end this process when its parent is killed and cannot do it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGTERM)
