"""Measuring against labelled files. Each kind of measurement is one module that registers itself here.

An app above this one adds its kinds in a module of its own called `evaluation`, which the command discovers.
"""

from __future__ import annotations

from regulations.evaluation import retrieval, roundtrip
from regulations.evaluation.registry import register

register(retrieval.KIND)
register(roundtrip.KIND)
