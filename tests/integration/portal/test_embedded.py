"""The embedded services with real processes: shared use, and every way in which a process can die."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

import psutil
import psycopg
import pytest
import redis

from portal.embedded import Folders

PROJECT = Path(__file__).resolve().parents[3]
USE = """
import sys
from pathlib import Path
from portal.embedded import Embedded, EmbeddedServiceError, ensure_running
try:
    ensure_running(Embedded(Path(sys.argv[1]), tuple(sys.argv[2].split(",")), durable=bool(sys.argv[3:])))
except EmbeddedServiceError as error:
    sys.exit(f"refused: {error}")
print("up", flush=True)
sys.stdin.readline()
"""


class ServerUser:
    """A process that uses the services until it is told to end, or killed."""

    started: ClassVar[list[ServerUser]] = []

    def __init__(
        self, root: Path, servers: str = "postgres,valkey", *, durable: bool = False
    ) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", USE, str(root), servers, *(["durable"] if durable else [])],
            cwd=PROJECT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.started.append(self)

    def up(self) -> ServerUser:
        """Wait until the services run."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line == "up\n", self.process.communicate()[1]
        return self

    def end(self) -> str:
        """Let the process end, and return what it said on standard error."""
        return self.process.communicate("\n", timeout=60)[1]

    def kill(self) -> None:
        """End the process as the kernel would."""
        self.process.kill()
        self.process.communicate()

    def close(self) -> None:
        """Leave nothing behind, whatever the test did."""
        if self.process.poll() is None:
            self.kill()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()


@pytest.fixture
def root() -> Iterator[Path]:
    """A data folder with a short path; its processes are gone before the folder is."""
    folder = Path(tempfile.mkdtemp(prefix="portal-"))
    folder.chmod(0o755)
    yield folder
    while ServerUser.started:
        ServerUser.started.pop().close()
    for process in processes_of(folder):
        with suppress(psutil.NoSuchProcess):
            process.kill()
    shutil.rmtree(folder)


def processes_of(folder: Path) -> list[psutil.Process]:
    """Everything that runs on a data folder."""
    return [
        process
        for process in psutil.process_iter(["cmdline"])
        if any(str(folder) in part for part in process.info["cmdline"] or ())
    ]


def server_of(folder: Path, word: str) -> psutil.Process:
    """The server process of the folder whose program has the word in its path."""
    return next(found for found in processes_of(folder) if word in found.info["cmdline"][0])


def keepers_of(folder: Path) -> list[psutil.Process]:
    """The keepers of the folder's servers."""
    return [found for found in processes_of(folder) if "portal.embedded" in found.info["cmdline"]]


def assert_ended(folder: Path) -> None:
    """The servers have ended with their last user; their keepers, which let go of their locks first, a moment later."""
    keepers = keepers_of(folder)
    assert [process for process in processes_of(folder) if process not in keepers] == []
    wait_for(lambda: processes_of(folder) == [])


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline, "nothing happened for two minutes"
        time.sleep(0.05)


def connect(root: Path) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(
        host=str(Folders(root).sockets), user="postgres", dbname="portal", autocommit=True
    )


def test_services_stop_with_their_last_user_and_keep_the_data(root: Path) -> None:
    first, second = ServerUser(root).up(), ServerUser(root).up()
    with connect(root) as connection:
        connection.execute("CREATE EXTENSION vector")
        connection.execute("CREATE TABLE kept AS SELECT '[1,2]'::halfvec AS value")

    first.end()
    with connect(root) as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (1,)
    second.end()

    assert_ended(root)
    again = ServerUser(root).up()
    with connect(root) as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (1,)
    again.end()


def test_services_listen_on_no_port(root: Path) -> None:
    user = ServerUser(root).up()

    listening = [
        connection
        for process in processes_of(root)
        for connection in process.net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    ]

    assert listening == []
    user.end()


def test_services_stop_when_their_only_user_is_killed(root: Path) -> None:
    user = ServerUser(root).up()

    user.kill()

    wait_for(lambda: processes_of(root) == [])


def test_services_start_after_everything_was_killed(root: Path) -> None:
    ServerUser(root, durable=True).up()
    with connect(root) as connection:
        connection.execute("CREATE TABLE kept (value int)")
    for process in processes_of(root):
        process.kill()
    wait_for(lambda: processes_of(root) == [])

    user = ServerUser(root).up()

    with connect(root) as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (0,)
    assert redis.Redis(unix_socket_path=str(Folders(root).valkey_socket)).ping()
    user.end()


@pytest.mark.parametrize("name", ["pginstall18", "valkey-server"])
def test_server_that_dies_is_started_again(root: Path, name: str) -> None:
    user = ServerUser(root).up()
    dead = server_of(root, name)

    dead.kill()

    wait_for(lambda: _answers(root))
    user.end()
    assert_ended(root)


def test_servers_outlive_their_keepers_and_are_adopted(root: Path) -> None:
    first = ServerUser(root).up()
    server = server_of(root, "pginstall18").pid
    for keeper in keepers_of(root):
        keeper.kill()

    second = ServerUser(root).up()

    assert server_of(root, "pginstall18").pid == server
    first.end()
    second.end()
    assert_ended(root)


def test_half_created_cluster_is_created_anew(root: Path) -> None:
    (root / "postgres.new").mkdir()
    (root / "postgres.new" / "PG_VERSION").write_text("18\n")
    (root / "postgres").mkdir()

    ServerUser(root, "postgres").up().end()

    assert (root / "postgres" / "base").is_dir()


def test_process_file_with_the_number_of_another_program_is_not_believed(root: Path) -> None:
    ServerUser(root, "postgres").up().end()
    (root / "postgres" / "postmaster.pid").write_text(
        f"{os.getpid()}\n{root}\n0\n5432\n\n\n0 0\nready\n"
    )

    ServerUser(root, "postgres").up().end()


def test_deep_folder_gets_its_sockets_elsewhere(root: Path) -> None:
    deep = root / ("d" * 60) / ("e" * 60)

    user = ServerUser(deep).up()

    with connect(deep) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    user.end()
    shutil.rmtree(Folders(deep).sockets)


def test_cluster_of_another_version_is_refused_with_a_way_out(root: Path) -> None:
    (root / "postgres").mkdir()
    (root / "postgres" / "PG_VERSION").write_text("16\n")

    said = ServerUser(root, "postgres").end()

    assert "PostgreSQL 16" in said
    assert "PORTAL_DATA_DIR" in said


def test_folder_that_cannot_be_created_is_named(root: Path) -> None:
    (root / "file").write_text("")

    said = ServerUser(root / "file" / "data").end()

    assert "refused:" in said
    assert "PORTAL_DATA_DIR" in said


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder away")
def test_root_leaves_the_folder_of_another_user_alone(root: Path) -> None:
    os.chown(root, 65534, 65534)

    said = ServerUser(root).end()

    assert "belongs to another user" in said
    assert list(root.iterdir()) == []


def test_interrupt_does_not_reach_the_servers_before_their_users(root: Path) -> None:
    user = ServerUser(root).up()
    keeper = keepers_of(root)[0]

    assert os.getpgid(keeper.pid) != os.getpgid(user.process.pid)
    user.process.send_signal(signal.SIGINT)
    user.process.communicate()
    wait_for(lambda: processes_of(root) == [])


def _answers(root: Path) -> bool:
    try:
        with connect(root):
            return bool(redis.Redis(unix_socket_path=str(Folders(root).valkey_socket)).ping())
    except (psycopg.OperationalError, redis.RedisError):
        return False
