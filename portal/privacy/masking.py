"""Personal data that a person typed without need: found and masked before it is stored, logged or sent to a model.

Telephone numbers are found by `phonenumbers` (Google's libphonenumber), the rest by `portal.privacy.forms`. The libraries for
Korean were measured on samples/privacy.jsonl and find less (docs/security.md).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from phonenumbers import Leniency, PhoneNumberMatcher

from portal.privacy.forms import LOOSE, STRICT, PersonalData, PersonalDataPattern

__all__ = ["OFFICE_CONTACTS", "MaskedText", "PersonalData", "personal_data_mask"]

MASK = "*"
# How often the telephone matcher may try; a text of nothing but digits would keep it busy.
_PHONE_TRIES = 2000
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

    `but` names kinds that stay, such as the telephone number of an office in a text of the staff.
    """
    folded = _fold(text)
    masked = list(text)
    found: dict[PersonalData, None] = {}
    taken = [False] * len(text)
    for kind, start, end in _spans(folded):
        if any(taken[start:end]):
            continue
        taken[start:end] = [True] * (end - start)
        if kind in but:
            continue
        found[kind] = None
        for place in range(start, end):
            if folded[place].isalnum():
                masked[place] = MASK
    return MaskedText("".join(masked), tuple(found))


def _fold(text: str) -> str:
    """Full-width digits and signs as plain ones, character by character, so that offsets hold."""
    folded = (unicodedata.normalize("NFKC", character) for character in text)
    return "".join(new if len(new) == 1 else old for new, old in zip(folded, text, strict=True))


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
