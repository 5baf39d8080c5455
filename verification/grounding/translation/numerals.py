"""Numbers that are written as words, or as digits and words: 三十, 9.5万, ba mươi lăm, 95 nghìn, thirty-five, 1.5 million."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from verification.grounding.facts.overlong import without_overlong

# What IGNORECASE takes for s, i and k, and lower() does not make so: "dayſ" is found as days.
_FOLDED = str.maketrans("ſıİ\N{KELVIN SIGN}", "siIK")

_HAN_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_HAN_TENS = {"十": 10, "百": 100, "千": 1000}
_HAN_LARGE = {"万": 10_000, "亿": 100_000_000}
HAN_DIGIT = r"[〇零一二三四五六七八九]"
# 一点五 is 1.5; what is a time of day (一点半) has been read before.
HAN = rf"[〇零一二两三四五六七八九十][〇零一二两三四五六七八九十百千万亿]*(?:点{HAN_DIGIT}+)?"

_VIETNAMESE = {
    "không": 0, "một": 1, "mốt": 1, "hai": 2, "ba": 3, "bốn": 4, "tư": 4, "năm": 5, "lăm": 5, "sáu": 6, "bảy": 7,
    "tám": 8, "chín": 9, "mười": 10, "lẻ": 0, "linh": 0,
}  # fmt: skip
_VIETNAMESE_TENS = {"mươi": 10, "trăm": 100}
_VIETNAMESE_LARGE = {"nghìn": 1000, "ngàn": 1000, "triệu": 1_000_000, "tỷ": 1_000_000_000}
_VIETNAMESE_ONE = r"(?:một|hai|ba|bốn|năm|sáu|bảy|tám|chín)"
_VIETNAMESE_TEEN = r"mười(?: (?:một|hai|ba|bốn|lăm|sáu|bảy|tám|chín))?"
_VIETNAMESE_TY = (
    rf"{_VIETNAMESE_ONE} mươi(?: (?:một|mốt|hai|ba|bốn|tư|năm|lăm|sáu|bảy|tám|chín)\b)?"
)
_VIETNAMESE_GROUP = (
    rf"(?:{_VIETNAMESE_ONE} trăm(?: (?:(?:lẻ|linh) {_VIETNAMESE_ONE}|{_VIETNAMESE_TY}|{_VIETNAMESE_TEEN}))?"
    rf"|{_VIETNAMESE_TY}|{_VIETNAMESE_TEEN}|{_VIETNAMESE_ONE})"
)
_VIETNAMESE_THOUSANDS = rf"(?:{'|'.join(_VIETNAMESE_LARGE)})\b"
VIETNAMESE = rf"(?:(?:{_VIETNAMESE_GROUP} {_VIETNAMESE_THOUSANDS} ){{0,4}}{_VIETNAMESE_GROUP}(?: {_VIETNAMESE_THOUSANDS})?)"

_ENGLISH_ONES = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
_ENGLISH_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ENGLISH = (
    {word: n for n, word in enumerate(_ENGLISH_ONES)}
    | {word: 10 * n for n, word in enumerate(_ENGLISH_TENS, start=2)}
    | {"a": 1, "an": 1}
)
_ENGLISH_LARGE = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_ENGLISH_SMALL = (
    rf"(?:(?:{'|'.join(_ENGLISH_TENS)})(?:[- ](?:{'|'.join(_ENGLISH_ONES[1:10])}))?"
    rf"|{'|'.join(sorted(_ENGLISH_ONES, key=len, reverse=True))})"
)
_ENGLISH_THOUSANDS = rf"(?:{'|'.join(_ENGLISH_LARGE)})"
ENGLISH = (
    rf"half a dozen|(?:a|one) dozen|(?:{_ENGLISH_SMALL}|an?(?= {_ENGLISH_THOUSANDS}))"
    rf"(?:(?:[- ]{_ENGLISH_THOUSANDS}){{1,3}}(?:[- ](?:and[- ])?{_ENGLISH_SMALL})?){{0,4}}(?:[- ]and[- ]a[- ]half)?"
)

# What multiplies the digits that it follows.
MULTIPLIERS = {
    "zh": r"\s*(?:[百千]?[万亿])|千(?=\s*(?:韩|元))",
    "vi": rf"\s*(?:trăm\s+)?(?:{'|'.join(_VIETNAMESE_LARGE)})\b|[kK]\b|(?-i:M)\b",
    "en": rf"(?:\s*(?:{'|'.join(_ENGLISH_LARGE)})\b){{1,3}}|[kK]\b|(?-i:M)\b",
}
_FACTORS = (
    {"k": 1000, "m": 1_000_000}
    | _HAN_TENS
    | _HAN_LARGE
    | _VIETNAMESE_TENS
    | _VIETNAMESE_LARGE
    | _ENGLISH_LARGE
)


def readable(text: str) -> str:
    """The text, each place where it was, as its numbers are read: without overlong ones, and in letters that lower() knows."""
    return without_overlong(text).translate(_FOLDED)


def multiplied(digits: str, multiplier: str) -> Fraction:
    """Digits with the words that multiply them: 9.5 with 万 is 95,000."""
    value = Fraction(digits)
    for word in re.findall(r"[百千万亿]|\w+", multiplier.lower()):
        value *= _FACTORS[word]
    return value


def han_number(written: str) -> Fraction:
    """三十五 is 35, 二〇二四 is 2024, 一点五 is 1.5."""
    written, _, decimals = written.partition("点")
    rest = Fraction(_han_digits(decimals), 10 ** len(decimals)) if decimals else 0
    if not re.search(r"[十百千万亿]", written):
        return _han_digits(written) + Fraction(rest)
    return rest + _summed(written, _HAN_DIGITS, _HAN_TENS, _HAN_LARGE)


def _han_digits(written: str) -> int:
    return int("".join(str(_HAN_DIGITS[sign]) for sign in written))


def vietnamese_number(written: str) -> Fraction:
    """Ba mươi lăm is 35, mười hai is 12, một trăm nghìn is 100,000."""
    return _summed(written.lower().split(), _VIETNAMESE, _VIETNAMESE_TENS, _VIETNAMESE_LARGE)


def english_number(written: str) -> Fraction:
    """Thirty-five is 35, one hundred and thirty is 130, one and a half is 1.5."""
    plain = written.lower().replace("-", " ")
    if plain == "half a dozen":
        return Fraction(6)
    if plain.endswith("dozen"):
        return Fraction(12)
    whole = plain.removesuffix(" and a half")
    words = [word for word in whole.split() if word != "and"]
    hundred = {"hundred": _ENGLISH_LARGE["hundred"]}
    half = Fraction(1, 2) if whole != plain else Fraction(0)
    return half + _summed(words, _ENGLISH, hundred, _ENGLISH_LARGE)


def _summed(
    words: Iterable[str],
    ones: Mapping[str, int],
    tens: Mapping[str, int],
    large: Mapping[str, int],
) -> Fraction:
    total = section = current = 0
    for word in words:
        if word in tens:
            section, current = section + max(current, 1) * tens[word], 0
        elif word in large:
            total, section, current = total + (section + current) * large[word], 0, 0
        else:
            section, current = section + current, ones[word]
    return Fraction(total + section + current)
