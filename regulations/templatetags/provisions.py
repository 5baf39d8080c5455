"""How templates set the text of provisions."""

from __future__ import annotations

from django import template

from regulations.blocks import Block, text_blocks

register = template.Library()


@register.filter
def blocks(text: str) -> tuple[Block, ...]:
    """Return the lines and tables of a text that quotes a provision with 호 and 목, or a table."""
    return text_blocks(text)
