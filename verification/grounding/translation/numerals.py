"""Numbers that are written as words: 三十, ba mươi lăm, thirty-five."""

from __future__ import annotations

import re

_HAN_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_HAN_TENS = {"十": 10, "百": 100, "千": 1000}
_HAN_LARGE = {"万": 10_000, "亿": 100_000_000}
HAN = r"[〇零一二两三四五六七八九十百千万亿]+"

_VIETNAMESE = {
    "không": 0, "một": 1, "mốt": 1, "hai": 2, "ba": 3, "bốn": 4, "tư": 4, "năm": 5, "lăm": 5, "sáu": 6, "bảy": 7,
    "tám": 8, "chín": 9, "mười": 10,
}  # fmt: skip
_VIETNAMESE_TENS = {"mươi": 10, "trăm": 100, "nghìn": 1000, "ngàn": 1000, "triệu": 1_000_000}
_VIETNAMESE_ONE = r"(?:một|hai|ba|bốn|năm|sáu|bảy|tám|chín)"
VIETNAMESE = (
    rf"(?:{_VIETNAMESE_ONE} mươi(?: (?:một|mốt|hai|ba|bốn|tư|năm|lăm|sáu|bảy|tám|chín))?"
    rf"|mười(?: (?:một|hai|ba|bốn|lăm|sáu|bảy|tám|chín))?|{_VIETNAMESE_ONE}(?: trăm)?)"
)

_ENGLISH_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_ENGLISH_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ENGLISH = {word: n for n, word in enumerate(_ENGLISH_ONES)} | {
    word: 10 * n for n, word in enumerate(_ENGLISH_TENS, start=2)
}
ENGLISH = rf"(?:{'|'.join(_ENGLISH_TENS)})(?:[- ](?:{'|'.join(_ENGLISH_ONES[1:10])}))?|{'|'.join(sorted(_ENGLISH_ONES, key=len, reverse=True))}"


def han_number(written: str) -> int:
    """三十五 is 35, 二〇二四 is 2024."""
    if not re.search(r"[十百千万亿]", written):
        return int("".join(str(_HAN_DIGITS[sign]) for sign in written))
    total = section = current = 0
    for sign in written:
        if sign in _HAN_LARGE:
            total += max(section + current, 1) * _HAN_LARGE[sign]
            section = current = 0
        elif sign in _HAN_TENS:
            section += max(current, 1) * _HAN_TENS[sign]
            current = 0
        else:
            current = _HAN_DIGITS[sign]
    return total + section + current


def vietnamese_number(written: str) -> int:
    """Ba mươi lăm is 35, mười hai is 12."""
    total = current = 0
    for word in written.lower().split():
        if word in _VIETNAMESE_TENS:
            total += max(current, 1) * _VIETNAMESE_TENS[word]
            current = 0
        else:
            total, current = total + current, _VIETNAMESE[word]
    return total + current


def english_number(written: str) -> int:
    """Thirty-five is 35."""
    return sum(_ENGLISH[word] for word in re.split(r"[- ]", written.lower()))
