"""Measurements of whole answers: `manage.py evaluate answers`."""

from __future__ import annotations

from chat.evaluation import answers
from regulations.evaluation.registry import register

register(answers.KIND)
