"""Django's PostgreSQL backend, except that the embedded servers run before the first connection is opened.

Commands that never open a connection therefore start nothing.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import OperationalError
from django.db.backends.postgresql import base

from portal.embedded.errors import EmbeddedServiceError
from portal.embedded.use import ensure_running


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to the embedded PostgreSQL."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Open a connection; what the embedded servers have to say reaches the person as a database error."""
        try:
            ensure_running(settings.EMBEDDED)
        except EmbeddedServiceError as error:
            raise OperationalError(str(error)) from error
        return super().get_new_connection(conn_params)
