"""PostgreSQL with pgvector and Valkey for a machine that has neither.

The servers come with Python packages and keep all their data below one folder. They listen on Unix sockets only, so
their addresses are known before they run and no port can be taken. They start when a process first needs them and
stop when the last process that uses them has ended, however it ended.
"""

from __future__ import annotations

from portal.embedded.errors import EmbeddedServiceError
from portal.embedded.folders import Folders
from portal.embedded.postgres import programs_folder
from portal.embedded.use import Embedded, ensure_running

__all__ = ["Embedded", "EmbeddedServiceError", "Folders", "ensure_running", "programs_folder"]
