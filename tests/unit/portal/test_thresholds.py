"""The thresholds of the specification: their defaults, and that each is its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from portal.settings import base

PROJECT = Path(__file__).resolve().parents[3]
THRESHOLDS = {
    "MIN_RELEVANCE": 0.4,
    "CONTEXT_RELEVANCE_THRESHOLD": 0.5,
    "FAITHFULNESS_THRESHOLD": 0.6,
    "CITATION_CONFIDENCE_THRESHOLD": 0.7,
    "ANSWER_CONFIDENCE_THRESHOLD": 0.7,
}
PRINT = (
    f"from portal.settings import base; print([getattr(base, name) for name in {list(THRESHOLDS)}])"
)


def test_defaults_are_those_of_the_specification() -> None:
    assert {name: getattr(base, name) for name in THRESHOLDS} == THRESHOLDS
    assert (base.MAX_SOURCES, base.MIN_EXCERPT_LENGTH, base.MAX_REGENERATIONS) == (5, 20, 2)
    assert base.LLM_TEMPERATURE == 0.3


@pytest.mark.process
def test_every_threshold_is_read_from_its_own_variable() -> None:
    values = [0.11, 0.12, 0.13, 0.14, 0.15]
    changed = dict(zip(THRESHOLDS, map(str, values), strict=True))

    result = subprocess.run(
        [sys.executable, "-c", PRINT],
        env={**os.environ, **changed},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert result.stdout.strip() == str(values)
