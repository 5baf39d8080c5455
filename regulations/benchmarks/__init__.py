"""How fast the search is, and how large, against corpora of up to a million passages and beside the plain ways."""

from __future__ import annotations
