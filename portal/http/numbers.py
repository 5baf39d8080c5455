"""Numbers as a form or an address brings them."""

from __future__ import annotations

# Every key of a row has fewer digits; much longer ones are an error to Python and to PostgreSQL.
_MOST_DIGITS = 18


def whole_number(text: str) -> int | None:
    """Return a number from 0 up that a request names, a row's key or a count; None where it is none, or too long for one."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
    return int(text) if is_number else None


def whole_numbers(texts: list[str]) -> list[int]:
    """Return those of several that are numbers, in their order."""
    return [number for text in texts if (number := whole_number(text)) is not None]
