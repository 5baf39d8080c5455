"""Numbers in words (제이십오조) and branches without 의 (제227조2)."""

from __future__ import annotations

_DIGITS = {digit: value for value, digit in enumerate("일이삼사오육칠팔구", start=1)}
_UNITS = {"십": 10, "백": 100, "천": 1000}
_FIRST_BRANCH = 2
_LONGEST_BRACKET = 60


def number_in_words(words: str) -> int | None:
    """Return the number that Korean numerals say; None where they make none (이이, 십백)."""
    total, digit, smallest = 0, 0, 10_000
    for word in words:
        if word in _DIGITS:
            if digit:
                return None
            digit = _DIGITS[word]
        elif word in _UNITS and _UNITS[word] < smallest:
            smallest = _UNITS[word]
            total += (digit or 1) * smallest
            digit = 0
        else:
            return None
    return total + digit or None


def short_branch(short: str, number: int, folded: str, start: int, end: int) -> int | None:
    """Return the branch of 제227조2 and 제25조-2; None for what counts otherwise: 제3조1, 제3조-5, the note in 제3조2)."""
    branch = int(short.lstrip("-"))
    if branch < _FIRST_BRANCH or (short.startswith("-") and branch >= number):
        return None
    if folded[end : end + 1] == ")":
        opened = folded.rfind("(", max(0, start - _LONGEST_BRACKET), start)
        if opened < 0 or ")" in folded[opened:start]:
            return None
    return branch
