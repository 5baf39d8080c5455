"""How numbers are written for people, in the dashboard and in the report alike."""

from __future__ import annotations

from django.utils.translation import gettext as _


def format_count(value: float) -> str:
    """A count."""
    return f"{value:,.0f}"


def format_percent(value: float) -> str:
    """A share of 1."""
    return f"{value:.1%}"


def format_points(value: float) -> str:
    """The difference of two shares of 1, as %p."""
    return f"{value * 100:.1f}%p"


def format_hours(hours: float) -> str:
    """A time; from two days on in days."""
    if hours < 48:
        return _("%s시간") % f"{hours:.1f}"
    return _("%s일") % f"{hours / 24:.1f}"
