"""How templates set the text of provisions."""

from __future__ import annotations

from django import template
from django.utils.html import format_html, format_html_join

from regulations.reading.attached_text import AttachedLine
from regulations.text.blocks import TextBlock, TextPart, text_blocks

register = template.Library()


@register.filter
def blocks(text: str) -> tuple[TextBlock, ...]:
    """Return the lines and tables of a text that quotes a provision with 호 and 목, or a table."""
    return text_blocks(text)


@register.filter
def linked(block: TextBlock | AttachedLine) -> str:
    """Return the words of a block, its cross-references as links. One call a block: a page has thousands of them."""
    if not block.parts:
        return block.text
    return format_html_join(
        "", "{}", ((_link(part) if part.href else part.text,) for part in block.parts)
    )


def _link(part: TextPart) -> str:
    return format_html('<a class="reference" href="{}" data-reference>{}</a>', part.href, part.text)
