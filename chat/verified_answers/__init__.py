"""Answers that the staff confirmed: kept for their questions, checked again at every use, stopped when their rule changes."""

from __future__ import annotations
