"""Change one fact of a true sentence, so that it is known to be false.

Hand-written claims show how people err, these show whether one changed fact alone is seen. Every change keeps the words around it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random

from verification.grounding.negation import change_modality, turn_polarity

_NUMBER = re.compile(
    r"(?<![제\d.,/])(?P<number>\d+)\s?(?P<unit>일|주|개월|년|학기|명|인|회|학점|점|퍼센트|%|과목|원|시간|세|권|배|번|달)"
    r"(?![조항호])"
)
_OTHER_UNITS: Mapping[str, tuple[str, ...]] = {
    "일": ("주", "개월"),
    "주": ("일", "개월"),
    "개월": ("주", "년", "일"),
    "년": ("개월", "학기"),
    "학기": ("년", "개월"),
    "명": ("퍼센트",),
    "인": ("퍼센트",),
    "회": ("학기",),
    "학점": ("과목",),
    "과목": ("학점",),
    "퍼센트": ("명", "배"),
    "%": ("명",),
    "시간": ("일", "분"),
    "달": ("주", "해"),
    "번": ("학기",),
    "배": ("퍼센트",),
}
_NATIVE = {"한": "세", "두": "네", "세": "다섯", "네": "두", "다섯": "세", "열": "스무", "석": "두", "여섯": "세"}  # fmt: skip
_NATIVE_COUNT = re.compile(
    rf"(?<![가-힣])(?P<number>{'|'.join(_NATIVE)})"
    r"(?=\s(?:명|번|달|해|과목|사람|차례|학기|배|가지|주|시간|살))"
)
_LIMITS = (
    ("이상", "이하"), ("이하", "이상"), ("이상", "초과"), ("이하", "미만"), ("이내", "이상"),
    ("초과", "이하"), ("미만", "이상"), ("까지", "부터"), ("전까지", "후까지"), ("안에", "지나서"),
    ("최대", "최소"), ("적어도", "많아야"),
)  # fmt: skip


def change_number(sentence: str, random: Random) -> str | None:
    """Change one number and keep its unit."""
    digits = list(_NUMBER.finditer(sentence))
    if digits:
        match = random.choice(digits)
        number = int(match["number"])
        other = str(random.choice([number + 1, number * 2 + 1, number + 5]))
    else:
        found = _NATIVE_COUNT.search(sentence)
        if found is None:
            return None
        match, other = found, _NATIVE[found["number"]]
    return sentence[: match.start("number")] + other + sentence[match.end("number") :]


def change_unit(sentence: str, random: Random) -> str | None:
    """Change one unit and keep its number."""
    matches = [match for match in _NUMBER.finditer(sentence) if match["unit"] in _OTHER_UNITS]
    if not matches:
        return None
    match = random.choice(matches)
    other = random.choice(_OTHER_UNITS[match["unit"]])
    return sentence[: match.start("unit")] + other + sentence[match.end("unit") :]


def change_limit(sentence: str, random: Random) -> str | None:
    """Change one limit (이상, 이내, 전까지) that stands at a number."""
    possible = [
        (match, other)
        for written, other in _LIMITS
        for match in re.finditer(
            rf"(?<=\d)[^.,\d]{{0,8}}?(?P<limit>{written})|(?P<ahead>{written})(?=\s\d)", sentence
        )
    ]
    if not possible:
        return None
    match, other = random.choice(possible)
    group = "limit" if match["limit"] else "ahead"
    return sentence[: match.start(group)] + other + sentence[match.end(group) :]


CHANGES: Mapping[str, Callable[[str, Random], str | None]] = {
    "polarity": lambda sentence, _random: turn_polarity(sentence),
    "modality": lambda sentence, _random: change_modality(sentence),
    "number": change_number,
    "unit": change_unit,
    "comparator": change_limit,
}

_FINAL_N, _FINAL_B, _FINALS = 4, 17, 28


def politely(sentence: str) -> str:
    """Say a sentence of a regulation as an answer would: 한다 becomes 합니다, 있다 becomes 있습니다."""
    body = sentence.rstrip(" .")
    if len(body) < 3 or not body.endswith("다") or body.endswith("니다"):
        return sentence
    stem, last = body[:-2], body[-2]
    if body.endswith("는다"):
        return f"{stem}습니다."
    final = (ord(last) - ord("가")) % _FINALS
    if not "가" <= last <= "힣":
        return sentence
    if final in (_FINAL_N, 0):
        return f"{stem}{chr(ord(last) - final + _FINAL_B)}니다."
    return f"{stem}{last}습니다."
