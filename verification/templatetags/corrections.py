"""A checked correction line by line."""

from __future__ import annotations

from django import template

from verification.texts.corrections import CheckedCorrection, CorrectionCitation

register = template.Library()


@register.filter
def by_line(checked: CheckedCorrection) -> list[tuple[str, list[CorrectionCitation]]]:
    """Every line with the citations in it."""
    return [(line, checked.of_line(number)) for number, line in enumerate(checked.lines, start=1)]
