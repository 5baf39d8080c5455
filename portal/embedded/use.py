"""Reference counting of the embedded servers: a process holds a shared lock on each until it exits."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from portal.embedded.errors import EmbeddedServiceError
from portal.embedded.folders import Folders
from portal.embedded.keeper import SERVERS
from portal.embedded.locks import FileLock
from portal.embedded.servers import START_SECONDS, Server, last_lines

PROJECT = Path(__file__).resolve().parents[2]
PAUSE_SECONDS = 0.05
STOP_SECONDS = 30.0

_lock = threading.Lock()
_shares: dict[str, FileLock] = {}
# Those that this process has started; they often live longer than it.
_keepers: list[subprocess.Popen[bytes]] = []


@dataclass(frozen=True)
class Embedded:
    """Which servers are embedded, and where they keep their data. Settings hold one of these."""

    root: Path
    servers: tuple[str, ...]
    durable: bool = True

    @property
    def folders(self) -> Folders:
        """The places below the root."""
        return Folders(self.root)


def ensure_running(embedded: Embedded) -> None:
    """Start what does not run yet, and keep it running until this process ends. Cheap when called again."""
    with _lock:
        missing = [name for name in embedded.servers if name not in _shares]
        if not missing:
            return
        _create_folders(embedded.folders)
        if not _shares:
            atexit.register(_release_shares, os.getpid(), embedded.folders)
        try:
            for name in missing:
                _shares[name] = FileLock(embedded.folders.locks / f"{name}.users")
                # A keeper that is just stopping its server holds the file until it is done.
                _shares[name].acquire(timeout=STOP_SECONDS, shared=True)
            _start([SERVERS[name](embedded.folders, durable=embedded.durable) for name in missing])
        except EmbeddedServiceError:
            for name in missing:
                if name in _shares:
                    _shares.pop(name).release()
            raise


def _start(servers: list[Server]) -> None:
    """Start keepers for the servers that have none, all at once, and wait for every server."""
    starting = {
        server.name: FileLock(server.folders.locks / f"{server.name}.start") for server in servers
    }
    try:
        for lock in starting.values():
            lock.acquire(timeout=START_SECONDS)
        keepers = {server.name: _keeper_start(server) for server in servers}
        for server in servers:
            _wait(server, keepers[server.name])
    finally:
        for lock in starting.values():
            lock.release()


def _keeper_start(server: Server) -> subprocess.Popen[bytes] | None:
    if _has_keeper(server):
        return None
    command = [sys.executable, "-m", "portal.embedded", server.name, str(server.folders.root)]
    if not server.durable:
        command.append("--not-durable")
    with _keeper_log(server).open("wb") as log:
        keeper = subprocess.Popen(
            command,
            cwd=PROJECT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    _keepers.append(keeper)
    return keeper


def _wait(server: Server, keeper: subprocess.Popen[bytes] | None) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not (_has_keeper(server) and server.is_ready()):
        if keeper is not None and keeper.poll() is not None:
            raise EmbeddedServiceError(last_lines(_keeper_log(server)).strip())
        if time.monotonic() > deadline:
            raise EmbeddedServiceError(
                f"The embedded {server.name} is not ready after {START_SECONDS} s, see {server.log}."
            )
        time.sleep(PAUSE_SECONDS)


def _has_keeper(server: Server) -> bool:
    return not FileLock(server.folders.locks / f"{server.name}.keeper").is_free()


def _keeper_log(server: Server) -> Path:
    return server.folders.logs / f"{server.name}.keeper.log"


def _create_folders(folders: Folders) -> None:
    """Create the folders, and find out here whether they can be used at all."""
    _refuse_folder_of_another_user(folders.root)
    try:
        folders.root.mkdir(parents=True, exist_ok=True)
        for folder in (folders.logs, folders.locks):
            folder.mkdir(mode=0o700, exist_ok=True)
        folders.sockets.mkdir(mode=0o700, exist_ok=True)
        with tempfile.TemporaryFile(dir=folders.locks):
            pass
    except OSError as error:
        raise EmbeddedServiceError(
            f"The data folder {folders.root} cannot be used: {error.strerror}. "
            "Set PORTAL_DATA_DIR to a folder that this user can write, "
            "or DATABASE_URL and REDIS_URL to real services."
        ) from error
    if folders.sockets.is_symlink() or folders.sockets.stat().st_mode & 0o022:
        raise EmbeddedServiceError(
            f"Others may write to {folders.sockets}, where the sockets belong. Remove it."
        )


def _refuse_folder_of_another_user(root: Path) -> None:
    """Root could use it, but would leave files there that its owner cannot open any more."""
    if os.getuid() == 0 and root.exists() and root.stat().st_uid != 0:
        raise EmbeddedServiceError(
            f"The data folder {root} belongs to another user (number {root.stat().st_uid}). "
            "Run the command as that user, or set PORTAL_DATA_DIR to another folder."
        )


def _release_shares(owner: int, folders: Folders) -> None:
    """At exit: release the locks and, as the last user, wait until the servers have stopped."""
    if os.getpid() != owner:
        return
    for share in _shares.values():
        share.release()
    deadline = time.monotonic() + STOP_SECONDS
    for name in _shares:
        keeper = FileLock(folders.locks / f"{name}.keeper")
        users = FileLock(folders.locks / f"{name}.users")
        while not (keeper.is_free() or _is_shared(users)) and time.monotonic() < deadline:
            time.sleep(PAUSE_SECONDS)
    _shares.clear()
    for started in _keepers:
        started.poll()


def _is_shared(users: FileLock) -> bool:
    """Whether other processes use the server; while it is being stopped its keeper holds the file alone.

    In this order: a keeper that takes the file between the two questions holds it until it is done.
    """
    return not users.is_free() and users.is_free(shared=True)
