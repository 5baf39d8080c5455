"""The kinds of measurement of this app, made known to the command."""

from __future__ import annotations

from regulations.evaluation import retrieval, roundtrip
from regulations.evaluation.registry import register

register(retrieval.KIND)
register(roundtrip.KIND)
