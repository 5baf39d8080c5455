"""In which language the page of somebody goes on who has chosen none: in that of the question."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import get_language

from chat.presenters.shapes import PAGE_LANGUAGES
from portal.http.languages import language_is_chosen
from regulations.text.languages import KOREAN, language_of
from verification.grounding.language.languages import written_in


def language_to_go_on(request: HttpRequest, question: str) -> str | None:
    """The language of a question; None where the reader has chosen one, where it is that of the page, or too short to tell."""
    if language_is_chosen(request):
        return None
    written = written_in(question)
    if written == KOREAN and language_of(question) != KOREAN:
        return None
    language = PAGE_LANGUAGES[written]
    return None if language == get_language() else language
