"""Measurements of whole answers, made known to `evaluate`."""

from __future__ import annotations

from chat.evaluation import answers
from regulations.evaluation.registry import register

register(answers.KIND)
