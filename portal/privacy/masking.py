"""Personal data that a person typed without need: found and masked before it is stored, logged or sent to a model.

Telephone numbers are found by `phonenumbers` (Google's libphonenumber), the rest by `portal.privacy.forms`. The libraries for
Korean were measured on samples/privacy.jsonl and find less (docs/security.md).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from phonenumbers import Leniency, PhoneNumberMatcher, PhoneNumberType, number_type

from portal.privacy.forms import LOOSE, STRICT, PersonalData, PersonalDataPattern, is_mobile

__all__ = ["OFFICE_CONTACTS", "MaskedText", "PersonalData", "personal_data_mask"]

MASK = "*"
# How often the telephone matcher may try; a text of nothing but digits would keep it busy.
_PHONE_TRIES = 2000
# Formats (zero-width, soft hyphen, direction, tags), marks that stand on or around another character.
_INVISIBLE_CATEGORIES = frozenset({"Cf", "Mn", "Me"})
# Fillers of Hangul and the empty pattern of Braille count as letters and signs, and show nothing.
_INVISIBLE_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
# What an office gives out and the university publishes: a text of the staff may name it.
OFFICE_CONTACTS = frozenset(
    {PersonalData.PHONE, PersonalData.EMAIL, PersonalData.ADDRESS, PersonalData.NAME}
)


@dataclass(frozen=True)
class MaskedText:
    """A text of the same length, every letter and digit of what was found replaced; and the kinds that were found."""

    text: str
    found: tuple[PersonalData, ...] = ()


def personal_data_mask(text: str, *, but: Collection[PersonalData] = frozenset()) -> MaskedText:
    """Mask what looks like personal data. Offsets stay as they are: the result is as long as the text.

    `but` names kinds that stay, such as the telephone number of an office in a text of the staff; a mobile telephone is none.
    """
    folded, places = _visible(text)
    masked = list(text)
    found: dict[PersonalData, None] = {}
    taken = [False] * len(folded)
    for kind, start, end in _spans(folded):
        if any(taken[start:end]):
            continue
        taken[start:end] = [True] * (end - start)
        if kind in but and not (kind is PersonalData.PHONE and _is_mobile(folded[start:end])):
            continue
        found[kind] = None
        for place in range(places[start], places[end - 1] + 1):
            if _is_invisible(text[place]) or _plain(text[place]).isalnum():
                masked[place] = MASK
    return MaskedText("".join(masked), tuple(found))


def _is_mobile(number: str) -> bool:
    """Whether a telephone is carried by a person: an office has another."""
    found = PhoneNumberMatcher(number, "KR", leniency=Leniency.POSSIBLE)
    return is_mobile(number) or any(
        number_type(one.number) == PhoneNumberType.MOBILE for one in found
    )


def _visible(text: str) -> tuple[str, list[int]]:
    """The text as it is read, and where each of its characters stands in what was written.

    What cannot be seen is left out: zero-width characters, soft hyphens, marks of direction, tags, combining marks that
    letters do not need. Digits of every script, full-width signs and blanks of every width become plain ones.
    """
    if text.isascii():
        return text, list(range(len(text)))
    kept = [(place, _plain(one)) for place, one in enumerate(text) if not _is_invisible(one)]
    return "".join(one for _place, one in kept), [place for place, _one in kept]


def _is_invisible(character: str) -> bool:
    return (
        unicodedata.category(character) in _INVISIBLE_CATEGORIES or character in _INVISIBLE_LETTERS
    )


def _plain(character: str) -> str:
    digit = unicodedata.digit(character, None)
    if digit is not None:
        return str(digit)
    if unicodedata.category(character) == "Zs":
        return " "
    folded = unicodedata.normalize("NFKC", character)
    return folded if len(folded) == 1 else character


def _spans(text: str) -> Iterator[tuple[PersonalData, int, int]]:
    yield from _matches(text, STRICT)
    for number in PhoneNumberMatcher(text, "KR", leniency=Leniency.VALID, max_tries=_PHONE_TRIES):
        yield PersonalData.PHONE, number.start, number.end
    yield from _matches(text, LOOSE)


def _matches(
    text: str, forms: tuple[PersonalDataPattern, ...]
) -> Iterator[tuple[PersonalData, int, int]]:
    for form in forms:
        for match in form.pattern.finditer(text):
            if form.is_one(match):
                yield form.kind, *form.span(match)
