"""How the pages of the curation say places and shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import template

from regulations.text.locators import InvalidLocatorError, Locator

register = template.Library()


@register.filter
def place_label(key: str) -> str:
    """Return the label of a locator key; a key that cannot be read as it is."""
    try:
        return Locator.parse(key).label
    except InvalidLocatorError:
        return key


@register.filter
def percent(share: float | None) -> str:
    """Return a share as a percentage that never rounds up to a whole that is none."""
    if share is None:
        return ""
    return f"{int(share * 10_000) / 100:.2f}%"


@register.filter
def at(values: Mapping[str, Sequence[str]], key: str) -> Sequence[str]:
    """Return what a mapping holds under a key, nothing where it has none."""
    return values.get(key, ())
