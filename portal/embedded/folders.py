"""Where the embedded services keep things. Pure arithmetic on paths, so that settings can use it."""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

POSTGRES_SOCKET = ".s.PGSQL.5432"
# The kernel's limit for the path of a Unix socket is 108 bytes with the closing zero (Linux; macOS has 104).
LONGEST_SOCKET_PATH = 103


@dataclass(frozen=True)
class Folders:
    """Everything below one root, with the exception that `sockets` explains."""

    root: Path

    @property
    def postgres(self) -> Path:
        """The database cluster."""
        return self.root / "postgres"

    @property
    def valkey(self) -> Path:
        """Valkey's snapshot and configuration."""
        return self.root / "valkey"

    @property
    def logs(self) -> Path:
        """One file a server or process."""
        return self.root / "logs"

    @property
    def locks(self) -> Path:
        """Files that processes lock; the kernel frees a lock even when its holder is killed."""
        return self.root / "locks"

    @property
    def sockets(self) -> Path:
        """The sockets' folder: below the root, or in the temporary folder where that path would be too long."""
        folder = self.root / "run"
        if len(os.fsencode(folder / POSTGRES_SOCKET)) <= LONGEST_SOCKET_PATH:
            return folder
        digest = hashlib.sha256(os.fsencode(self.root)).hexdigest()[:10]
        return Path(tempfile.gettempdir()) / f"portal-{os.getuid()}-{digest}"

    @property
    def valkey_socket(self) -> Path:
        """The only address at which the embedded Valkey listens."""
        return self.sockets / "valkey.sock"
