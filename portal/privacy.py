"""Personal data that a person typed without need: found and masked before it is stored, logged or sent to a model.

Telephone numbers are found by `phonenumbers` (Google's libphonenumber). Resident, student, account and card numbers have
no kept library for Korean; their forms are few and stand here. The check digit of a resident number is not asked for:
numbers issued since October 2020 have none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from phonenumbers import Leniency, PhoneNumberMatcher

MASK = "*"
# How often the telephone matcher may try; a text of nothing but digits would keep it busy.
_PHONE_TRIES = 2000
_DASH = r"[-\u2010-\u2015\u2212\uFF0D]"


class PersonalData(TextChoices):
    """What kind of personal data a piece of text is."""

    RESIDENT_NUMBER = "resident_number", _("주민등록번호")
    PHONE = "phone", _("전화번호")
    EMAIL = "email", _("전자우편 주소")
    CARD_NUMBER = "card_number", _("카드 번호")
    ACCOUNT_NUMBER = "account_number", _("계좌 번호")
    STUDENT_NUMBER = "student_number", _("학번")
    PASSPORT_NUMBER = "passport_number", _("여권 번호")


# What an office gives out, and a text of the staff may name.
OFFICE_CONTACTS = frozenset({PersonalData.PHONE, PersonalData.EMAIL})


@dataclass(frozen=True)
class MaskedText:
    """A text of the same length, every letter and digit of what was found replaced; and the kinds that were found."""

    text: str
    found: tuple[PersonalData, ...] = ()


# The first that finds a stretch names it, so the stricter form stands before the looser one.
_RESIDENT = re.compile(
    rf"(?<!\d)(?P<year>\d\d)(?P<month>\d\d)(?P<day>\d\d)\s?{_DASH}?\s?[1-8][\d*]{{6}}(?!\d)"
)
_EMAIL = re.compile(r"[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24}")
_CARD = re.compile(rf"(?<!\d)(?:\d{{4}}[ ]?{_DASH}?[ ]?){{3}}\d{{4}}(?!\d)")
# Said to be an account, or grouped as banks group them: at least ten digits in three or four groups.
_ACCOUNT = re.compile(
    rf"(?<![\d-])\d{{2,6}}{_DASH}\d{{2,6}}{_DASH}\d{{2,8}}(?:{_DASH}\d{{1,4}})?(?![\d-])"
)
_ACCOUNT_SAID = re.compile(
    r"(?:계좌(?:\s?번호)?|은행|뱅크)[^\d\n]{0,12}(?P<number>\d{10,16})(?!\d)"
)
_STUDENT_SAID = re.compile(
    r"(?:학번|student\s?(?:id|number|no\.?)(?:\s+is)?)[^\dA-Za-z\n]{0,12}(?P<number>[A-Za-z]?\d{6,10})(?!\d)",
    re.IGNORECASE,
)
# A student number begins with the year of entrance.
_STUDENT = re.compile(
    r"(?<![\d.,-])(?P<number>(?:19[89]|20[0-4])\d{5,7})(?![\d.,-]*\d|원|명|자|개)"
)
_PASSPORT = re.compile(r"(?<![A-Za-z\d])[MSROD](?:\d{8}|\d{3}[A-Z]\d{4})(?![A-Za-z\d])")
_FEWEST_ACCOUNT_DIGITS = 10


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
    yield from _matches(text, _STRICT)
    for number in PhoneNumberMatcher(text, "KR", leniency=Leniency.VALID, max_tries=_PHONE_TRIES):
        yield PersonalData.PHONE, number.start, number.end
    yield from _matches(text, _LOOSE)


def _matches(text: str, forms: tuple[_Form, ...]) -> Iterator[tuple[PersonalData, int, int]]:
    for form in forms:
        for match in form.pattern.finditer(text):
            if form.is_one(match):
                group = "number" if "number" in form.pattern.groupindex else 0
                yield form.kind, *match.span(group)


def _is_birthday(match: re.Match[str]) -> bool:
    return 1 <= int(match["month"]) <= 12 and 1 <= int(match["day"]) <= 31


def _is_long_enough(match: re.Match[str]) -> bool:
    return sum(character.isdigit() for character in match[0]) >= _FEWEST_ACCOUNT_DIGITS


def _is_no_day(match: re.Match[str]) -> bool:
    return not _is_day(match["number"])


def _is_day(digits: str) -> bool:
    """Whether eight digits are a day: 20250301 is one more often than it is a student."""
    if len(digits) != 8:
        return False
    try:
        date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:
        return False
    return True


def _always(match: re.Match[str]) -> bool:
    return True


@dataclass(frozen=True)
class _Form:
    kind: PersonalData
    pattern: re.Pattern[str]
    is_one: Callable[[re.Match[str]], bool] = _always


# Telephone numbers are looked for between the two: what is a resident number is none, what looks like an account may be.
_STRICT = (
    _Form(PersonalData.RESIDENT_NUMBER, _RESIDENT, _is_birthday),
    _Form(PersonalData.EMAIL, _EMAIL),
)
_LOOSE = (
    _Form(PersonalData.CARD_NUMBER, _CARD),
    _Form(PersonalData.ACCOUNT_NUMBER, _ACCOUNT_SAID),
    _Form(PersonalData.ACCOUNT_NUMBER, _ACCOUNT, _is_long_enough),
    _Form(PersonalData.STUDENT_NUMBER, _STUDENT_SAID),
    _Form(PersonalData.STUDENT_NUMBER, _STUDENT, _is_no_day),
    _Form(PersonalData.PASSPORT_NUMBER, _PASSPORT),
)
