"""The kinds of measurement of this app, made known to the command."""

from __future__ import annotations

from regulations.evaluation import privacy, retrieval, roundtrip
from regulations.evaluation.registry import register

register(privacy.KIND)
register(retrieval.KIND)
register(roundtrip.KIND)
