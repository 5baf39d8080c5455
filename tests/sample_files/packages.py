"""Zip packages that come out the same each time they are written."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from io import BytesIO

_WHEN = (1980, 1, 1, 0, 0, 0)


def package(parts: Mapping[str, bytes], *, stored: frozenset[str] = frozenset()) -> bytes:
    """Return a zip file of these parts in this order, all with one date; those of `stored` are not deflated."""
    written = BytesIO()
    with zipfile.ZipFile(written, "w") as file:
        for name, content in parts.items():
            entry = zipfile.ZipInfo(name, _WHEN)
            entry.create_system = 0
            entry.compress_type = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED
            file.writestr(entry, content)
    return written.getvalue()
