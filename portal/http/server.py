"""The worker of gunicorn. It leaves X-Forwarded-For alone: `portal.http.limits.address_of` alone reads it.

By itself uvicorn believes whoever connects from this machine, and puts the visitor's word in the place of the address.
"""

from __future__ import annotations

from typing import Any, ClassVar

from uvicorn_worker import UvicornWorker


class PortalWorker(UvicornWorker):  # type: ignore[misc]
    """Serves without uvicorn's own reading of the proxy's headers, as `portal.demo.processes.WEB_SERVER` does."""

    CONFIG_KWARGS: ClassVar[dict[str, Any]] = {
        **UvicornWorker.CONFIG_KWARGS,
        "proxy_headers": False,
    }
