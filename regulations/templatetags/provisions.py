"""How templates set the text of provisions."""

from __future__ import annotations

from django import template
from django.utils.html import format_html, format_html_join

from regulations.models import Regulation
from regulations.reading.attached_text import AttachedLine
from regulations.reading.links import official_statute_url
from regulations.text.blocks import TextBlock, TextPart, quoted_blocks
from regulations.text.locators import InvalidLocatorError, eid_of

register = template.Library()


@register.filter
def blocks(text: str) -> tuple[TextBlock, ...]:
    """Return the lines and tables of a text that quotes a provision with 호 and 목, or a table."""
    return quoted_blocks(text)


@register.filter
def eid(key: str) -> str:
    """Return the key of a provision as Akoma Ntoso writes it."""
    return eid_of(key)


@register.filter
def linked(block: TextBlock | AttachedLine) -> str:
    """Return the words of a block, its cross-references as links. One call a block: a page has thousands of them."""
    if not block.parts:
        return block.text
    return format_html_join(
        "", "{}", ((_link(part) if part.href else part.text,) for part in block.parts)
    )


@register.simple_tag
def official_page(regulation: Regulation, key: str = "") -> str:
    """The official page of a statute's provision; empty for the university's own texts."""
    if regulation.kind != Regulation.Kind.STATUTE:
        return ""
    try:
        return official_statute_url(regulation.title, key)
    except InvalidLocatorError:
        return official_statute_url(regulation.title)


def _link(part: TextPart) -> str:
    return format_html('<a class="reference" href="{}" data-reference>{}</a>', part.href, part.text)
