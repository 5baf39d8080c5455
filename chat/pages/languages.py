"""In which language the page of somebody goes on who has chosen none: in that of the question."""

from __future__ import annotations

import re

from django.http import HttpRequest
from django.utils.translation import get_language

from chat.presenters.shapes import PAGE_LANGUAGES
from portal.http.languages import language_is_chosen
from regulations.text.languages import ENGLISH, KOREAN, language_of
from regulations.text.latin import latin_words
from verification.grounding.language.languages import written_in

_ACRONYM = re.compile(r"\b[A-Z][A-Z0-9]+\b")
_FEWEST_WORDS = 2


def language_to_go_on(request: HttpRequest, question: str) -> str | None:
    """The language of a question; None where the reader has chosen one, where it is that of the page, or too short to tell."""
    if language_is_chosen(request):
        return None
    written = _language_said(question)
    language = PAGE_LANGUAGES[written] if written else None
    return None if language == get_language() else language


def _language_said(question: str) -> str | None:
    """The language that a question is surely in: TOPIK 4급 and GPA? are asked in any."""
    written = written_in(question)
    if written == KOREAN:
        return KOREAN if language_of(question) == KOREAN else None
    if written != ENGLISH:
        return written
    words = latin_words(_ACRONYM.sub(" ", question))
    if language_of(question) == KOREAN or len(latin_words(question)) < _FEWEST_WORDS or not words:
        return None
    return ENGLISH
