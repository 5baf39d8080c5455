"""How the portal does: figures by day, what they say about what to curate, and the page that shows both."""

from __future__ import annotations
