"""What the templates of an answer say beyond its own values."""

from __future__ import annotations

from django import template

from chat.presentation import AnswerView

register = template.Library()


@register.filter
def elapsed(answer: AnswerView) -> str:
    """Return the seconds from the question to the answer, with one decimal."""
    if answer.finished_at is None:
        return ""
    return f"{max((answer.finished_at - answer.created_at).total_seconds(), 0.1):.1f}"
