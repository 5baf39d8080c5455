"""Settings of gunicorn (`--config python:portal.http.server`), and its worker. It leaves X-Forwarded-For alone: `portal.http.limits.address_of` alone reads it.

By itself uvicorn believes whoever connects from this machine, and puts the visitor's word in the place of the address.
"""

from __future__ import annotations

from typing import Any, ClassVar

from uvicorn_worker import UvicornWorker

from portal.processes.preloading import models_preload

# Loaded once; the workers are forked from there. An update of the code needs a restart.
preload_app = True
worker_class = "portal.http.server.PortalWorker"
graceful_timeout = 30
accesslog = "-"


def when_ready(server: Any) -> None:
    """Before the first worker is forked: nobody waits for a model, and each is in memory once."""
    models_preload()


class PortalWorker(UvicornWorker):  # type: ignore[misc]
    """Serves without uvicorn's own reading of the proxy's headers, as `portal.processes.supervising.WEB_SERVER` does."""

    CONFIG_KWARGS: ClassVar[dict[str, Any]] = {
        **UvicornWorker.CONFIG_KWARGS,
        "proxy_headers": False,
    }
