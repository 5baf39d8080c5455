"""Texts without their white space: Korean is written with it and without."""

from __future__ import annotations


def compact(text: str) -> str:
    """A text without white space of any kind."""
    return "".join(text.split())
