"""The kinds of measurement that `manage.py evaluate` knows."""

from __future__ import annotations

from lab.evaluation import answers, citations, grounding, privacy, retrieval, roundtrip
from lab.evaluation.registry import Kind

KINDS: tuple[Kind, ...] = (
    answers.KIND,
    citations.KIND,
    grounding.KIND,
    privacy.KIND,
    retrieval.KIND,
    roundtrip.KIND,
)
