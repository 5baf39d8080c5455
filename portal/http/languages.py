"""The language of a visitor, in Django's cookie for it: chosen by the switch in the header, or guessed by the portal."""

from __future__ import annotations

from contextlib import suppress

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import trans_real

# Before a language that nobody has chosen. The switch writes over it.
_GUESSED = "~"
_ENGLISH = "en"


def language_cookie(request: HttpRequest) -> str | None:
    """The language that the visitor has chosen or that was guessed last; None where there is neither."""
    language = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "").removeprefix(_GUESSED)
    return language if language in dict(settings.LANGUAGES) else None


def browser_language(request: HttpRequest) -> str | None:
    """The language that the browser asks for first, of those that there are; None where it asks for none.

    A browser on campus whose owner reads Korean often asks for English first, as it came; where Korean stands beside it,
    Korean is meant.
    """
    asked: list[str] = []
    for name, weight in trans_real.parse_accept_lang_header(
        request.headers.get("Accept-Language", "")
    ):
        with suppress(LookupError):
            if weight and name != "*":
                asked.append(trans_real.get_supported_language_variant(name))
    if asked[:1] == [_ENGLISH] and settings.LANGUAGE_CODE in asked:
        return settings.LANGUAGE_CODE
    return next(iter(asked), None)


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


def english_behind_other_languages() -> None:
    """What a catalog of another language than Korean lacks stands in English: packages have little Vietnamese.

    Django takes the language of the settings instead, Korean, and has no setting for it.
    """
    trans_real.DjangoTranslation._add_fallback = _add_english  # type: ignore[attr-defined]  # noqa: SLF001


def _add_english(catalog: trans_real.DjangoTranslation, _folders: object = None) -> None:
    if catalog.language() not in (settings.LANGUAGE_CODE, _ENGLISH):
        catalog.add_fallback(trans_real.translation(_ENGLISH))
