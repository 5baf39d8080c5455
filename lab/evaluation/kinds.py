"""The kinds of measurement that `manage.py evaluate` knows."""

from __future__ import annotations

from lab.evaluation import (
    answers,
    citations,
    grounding,
    privacy,
    retrieval,
    roundtrip,
    service,
    written,
)
from lab.evaluation.registry import EvaluationKind
from lab.evaluation.written import texts

KINDS: tuple[EvaluationKind, ...] = (
    answers.KIND,
    citations.KIND,
    grounding.KIND,
    privacy.KIND,
    retrieval.KIND,
    roundtrip.KIND,
    service.KIND,
    texts.KIND,
    written.KIND,
)
