"""How numbers are written for people, in the dashboard and in the report alike."""

from __future__ import annotations


def whole(value: float) -> str:
    """A count."""
    return f"{value:,.0f}"


def percent(value: float) -> str:
    """A share of 1."""
    return f"{value:.1%}"


def points(value: float) -> str:
    """The difference of two shares of 1, in percentage points."""
    return f"{value * 100:.1f}%p"
