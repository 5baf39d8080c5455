"""Locks that end with their holder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from portal.embedded import EmbeddedServiceError
from portal.embedded.locks import FileLock

HOLDER = """
import sys, time
from pathlib import Path
from portal.embedded.locks import FileLock
FileLock(Path(sys.argv[1])).acquire(timeout=1)
print("held", flush=True)
time.sleep(60)
"""


def test_users_share_a_lock_and_keep_the_keeper_out(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "users"), FileLock(tmp_path / "users")

    assert first.try_acquire(shared=True)
    assert second.try_acquire(shared=True)
    assert not FileLock(tmp_path / "users").try_acquire()


def test_lock_is_free_after_its_last_user_let_go(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "users")
    lock.acquire(timeout=1, shared=True)

    lock.release()

    assert FileLock(tmp_path / "users").is_free()


def test_lock_that_stays_taken_is_named_in_the_error(tmp_path: Path) -> None:
    with FileLock(tmp_path / "keeper") as keeper:
        keeper.acquire(timeout=1)
        with pytest.raises(EmbeddedServiceError, match="keeper"):
            FileLock(tmp_path / "keeper").acquire(timeout=0.1)


@pytest.mark.process
def test_lock_of_a_killed_process_is_not_stale(tmp_path: Path) -> None:
    path = tmp_path / "keeper"
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    assert not FileLock(path).is_free()

    holder.kill()
    holder.communicate()

    assert FileLock(path).is_free()
