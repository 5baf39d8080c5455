"""Korean words on a page in another language: told to screen readers, hyphenation and fonts by `lang`."""

from __future__ import annotations

import re

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

_KO = "ko"

# From one Korean word to the last, with what stands between them: 평일 09:00–17:30 (점심시간 제외).
_KOREAN = re.compile(
    r"[「『‘“]?[가-힣](?:[가-힣]|[\s\d·ㆍ,.:~–‘’“”()「」\-]{1,24}?(?=[가-힣]))*[」』’”]?"
)


@register.filter
def korean(text: object) -> str:
    """Return a text with its Korean words marked as such where the page is not Korean; HTML stays as it is."""
    if isinstance(text, SafeString):
        return text
    said = str(text)
    if (get_language() or _KO) == _KO:
        return said
    pieces: list[tuple[str, str]] = []
    end = 0
    for match in _KOREAN.finditer(said):
        stop = match.end()
        if match[0].count("(") > match[0].count(")") and said[stop : stop + 1] == ")":
            stop += 1
        words = format_html('<span lang="ko">{}</span>', said[match.start() : stop])
        pieces.append((said[end : match.start()], words))
        end = stop
    return format_html_join("", "{}{}", [*pieces, (said[end:], "")]) if pieces else said
