"""How numbers are written for people, in the dashboard and in the report alike."""

from __future__ import annotations


def format_count(value: float) -> str:
    """A count."""
    return f"{value:,.0f}"


def format_percent(value: float) -> str:
    """A share of 1."""
    return f"{value:.1%}"


def format_points(value: float) -> str:
    """The difference of two shares of 1, as %p."""
    return f"{value * 100:.1f}%p"
