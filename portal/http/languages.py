"""The language of a visitor, in Django's cookie for it: chosen by the switch in the header, or guessed by the portal."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

# Before a language that nobody has chosen. The switch writes over it.
_GUESSED = "~"


def language_cookie(request: HttpRequest) -> str | None:
    """The language that the visitor has chosen or that was guessed last; None where there is neither."""
    language = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "").removeprefix(_GUESSED)
    return language if language in dict(settings.LANGUAGES) else None


def language_is_chosen(request: HttpRequest) -> bool:
    """Whether the visitor has said which language to show."""
    said = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, _GUESSED)
    return not said.startswith(_GUESSED)


def language_guess(response: HttpResponse, language: str) -> None:
    """Keep a language until the visitor chooses one or another is guessed."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        f"{_GUESSED}{language}",
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
