"""Verified answers: saved by the staff, checked again at every use, suspended when a provision changes."""

from __future__ import annotations
