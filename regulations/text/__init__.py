"""Korean regulations as text: read, parsed, cited and compared. A library: no Django, no database."""

from __future__ import annotations

import os

# Of Kiwi's allocator, read when Kiwi is imported: what loading took and gave back is given back to the system, an eighth of it.
os.environ.setdefault("MIMALLOC_PURGE_DELAY", "0")  # noqa: TID251 - written, not read
os.environ.setdefault("MIMALLOC_ARENA_EAGER_COMMIT", "0")  # noqa: TID251 - written, not read
