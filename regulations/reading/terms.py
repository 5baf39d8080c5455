"""The terms of a Korean text explained to readers of another language: on hover, focus and tap, without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from regulations.text.glossary import GlossaryTerm, glossary, term_pattern

_TAG = re.compile(r"(<[^>]*>)")
_NAME = re.compile(r"</?([a-z0-9]+)")
# Headings, links, marks and what the page itself says.
_LEFT_ALONE = frozenset({"a", "button", "h2", "h3", "header", "span", "summary", "details"})


def with_terms(html: SafeString) -> SafeString:
    """The text of a regulation with its terms explained, each once an article; as it is for readers of Korean."""
    language = (get_language() or "ko").partition("-")[0]
    if language == "ko":
        return html
    return mark_safe("".join(_pieces(html, language)))  # noqa: S308 - only escaped text is added


def _pieces(html: str, language: str) -> Iterator[str]:
    depth, number = 0, 0
    seen: set[str] = set()

    def explained(match: re.Match[str]) -> str:
        nonlocal number
        if match[0] in seen:
            return match[0]
        seen.add(match[0])
        number += 1
        return _term(glossary()[match[0]], language, number)

    for piece in _TAG.split(html):
        if not piece.startswith("<"):
            yield piece if depth else term_pattern().sub(explained, piece)
            continue
        name = _NAME.match(piece)
        if name and name[1] in _LEFT_ALONE:
            depth += -1 if piece.startswith("</") else 1
        elif name and name[1] == "section":
            seen.clear()
        yield piece


def _term(term: GlossaryTerm, language: str, number: int) -> str:
    return format_html(
        '<dfn class="term" tabindex="0" aria-describedby="term-{0}">{1}</dfn>'
        '<span class="term-card" role="tooltip" id="term-{0}" lang="{2}"><strong>{3}</strong> {4}</span>',
        number,
        term.korean,
        get_language(),
        term.names[language],
        term.meanings[language],
    )
