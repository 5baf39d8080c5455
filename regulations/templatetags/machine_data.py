"""Data blocks for programs that read pages. A browser runs none of them, so the strict policy for scripts stands."""

from __future__ import annotations

import json
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from regulations.models import RegulationVersion
from regulations.reading.linked_data import legislation

register = template.Library()
# What would end the block or begin another.
_HARMFUL = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}


@register.simple_tag(takes_context=True)
def legislation_data(context: dict[str, Any], version: RegulationVersion) -> SafeString:
    """The version as a block of JSON-LD."""
    base_url = context["request"].build_absolute_uri("/").rstrip("/")
    data = legislation(version, today=timezone.localdate(), base_url=base_url)
    text = json.dumps(data, ensure_ascii=False).translate(_HARMFUL)
    return format_html(
        '<script type="application/ld+json">{}</script>',
        mark_safe(text),  # noqa: S308 - every sign of markup is escaped above
    )
