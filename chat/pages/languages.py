"""In which language the page of somebody goes on who writes in another than Korean and has chosen none."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from chat.presenters.shapes import PAGE_LANGUAGES
from verification.grounding.language.languages import written_in


def language_to_go_on(request: HttpRequest, question: str) -> str | None:
    """The language of a question; None where the reader has chosen one, or it is that of the page."""
    if settings.LANGUAGE_COOKIE_NAME in request.COOKIES:
        return None
    language = PAGE_LANGUAGES[written_in(question)]
    return None if language == settings.LANGUAGE_CODE else language


def language_remember(response: HttpResponse, language: str) -> None:
    """Keep the language as the switch in the header does."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
