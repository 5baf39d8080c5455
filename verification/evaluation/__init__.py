"""Measurements of the checks: how right they are (`evaluate`) and how fast (`bench`)."""

from __future__ import annotations

from regulations.evaluation.registry import register
from verification.evaluation import citations, grounding

register(citations.KIND)
register(grounding.KIND)
