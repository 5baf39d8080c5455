"""How word processors spell the automatic numbers of paragraphs: 3 as 3, ③, 다, 삼, III, c."""

from __future__ import annotations

from collections.abc import Callable

_DIGITS = "영일이삼사오육칠팔구"
_CHINESE_DIGITS = "零一二三四五六七八九"
_NATIVE_ONES = ("", "하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉")
_NATIVE_TENS = ("", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔")
_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
_MAX_ROMAN = 3999
_MAX_REPEATED = 10


def spell(number: int, form: str) -> str:
    """Return a number in one of Word's number formats; a format that is not known is written in digits."""
    if form == "none":
        return ""
    spelling = _FORMS.get(form)
    return (spelling(number) if spelling and number > 0 else "") or str(number)


def _from_ranges(*ranges: tuple[int, int, int]) -> Callable[[int], str]:
    """Characters that follow each other in Unicode: (first number, last number, first character)."""

    def spelled(number: int) -> str:
        return next(
            (chr(at + number - low) for low, high, at in ranges if low <= number <= high), ""
        )

    return spelled


def _letters(alphabet: str) -> Callable[[int], str]:
    """After the last letter they are doubled: z, aa, bb."""

    def spelled(number: int) -> str:
        times, index = divmod(number - 1, len(alphabet))
        return alphabet[index] * (times + 1) if times < _MAX_REPEATED else ""

    return spelled


def _positional(digits: str) -> Callable[[int], str]:
    return lambda number: "".join(digits[int(digit)] for digit in str(number))


def _counted(digits: str, powers: tuple[str, ...]) -> Callable[[int], str]:
    """With the names of the powers of ten: 십이, 이십."""

    def spelled(number: int) -> str:
        written = str(number)
        if len(written) > len(powers):
            return ""
        parts = []
        for place, digit in zip(range(len(written) - 1, -1, -1), written, strict=True):
            if digit != "0":
                ones = "" if digit == "1" and place else digits[int(digit)]
                parts.append(ones + powers[place])
        return "".join(parts)

    return spelled


def _native(number: int) -> str:
    tens, ones = divmod(number, 10)
    return _NATIVE_TENS[tens] + _NATIVE_ONES[ones] if tens < len(_NATIVE_TENS) else ""


def _roman(number: int) -> str:
    if number > _MAX_ROMAN:
        return ""
    written = ""
    for value, letters in _ROMAN:
        times, number = divmod(number, value)
        written += letters * times
    return written


_CIRCLES = _from_ranges((1, 20, 0x2460), (21, 35, 0x3251), (36, 50, 0x32B1))
_FORMS: dict[str, Callable[[int], str]] = {
    "decimalEnclosedCircle": _CIRCLES,
    "decimalEnclosedCircleChinese": _CIRCLES,
    "decimalEnclosedParen": _from_ranges((1, 20, 0x2474)),
    "decimalEnclosedFullstop": _from_ranges((1, 20, 0x2488)),
    "decimalZero": lambda number: f"{number:02d}",
    "ganada": _letters("가나다라마바사아자차카타파하"),
    "chosung": _letters("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"),
    "koreanDigital": _positional(_DIGITS),
    "koreanDigital2": _positional(_CHINESE_DIGITS),
    "koreanCounting": _counted(_DIGITS, ("", "십", "백", "천")),
    "koreanLegal": _native,
    "chineseCounting": _counted(_CHINESE_DIGITS, ("", "十", "百", "千")),
    "japaneseCounting": _counted(_CHINESE_DIGITS, ("", "十", "百", "千")),
    "lowerLetter": _letters("abcdefghijklmnopqrstuvwxyz"),
    "upperLetter": _letters("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    "lowerRoman": lambda number: _roman(number).lower(),
    "upperRoman": _roman,
}
