"""One spelling for characters that are written in many ways, with the way back to the original offsets.

Every replacement is one character for one character, so that offsets stay. Only text that is not in Unicode's composed
form (file names and texts from macOS) changes its length when it is composed; for that an offset table is kept.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

_GROUPS = {
    "·": "ㆍ․‧•・･∙⋅ᆞ",
    " ": "\t\r\f\v\u00a0\u2002\u2003\u2007\u2009\u200a\u200b\u200c\u200d\u202f\u2060\u3000\ufeff",
    "「": "『｢《≪",
    "」": "』｣》≫",
    "<": "〈＜",
    ">": "〉＞",
    "[": "【〔［",
    "]": "】〕］",
    "(": "（",
    ")": "）",
    '"': "“”„‟″＂〝〞",
    "'": "‘’‛′＇",
    "~": "～∼〜",
    "-": "–—―‐‑‒−－",
    ",": "，、",
    ":": "：",
    ";": "；",
    ".": "．",
    "/": "／",
    "|": "｜",
    "*": "＊",
    "†": "‡",
    "제": "第",
    "조": "條条",
    "항": "項款",  # 款 and 项 are what 항 and 호 are called in Chinese
    "호": "號项",
    "목": "目",
    "부": "附",
    "칙": "則则",
    "별": "別",
    "학": "學学",
    "규": "規",
    "정": "程定",
    "법": "法",
    "령": "令",
    "표": "表",
    "및": "及",
    "의": "之",
    "일": "一",
    "이": "二",
    "삼": "三",
    "사": "四",
    "오": "五",
    "육": "六",
    "칠": "七",
    "팔": "八",
    "구": "九",
    "십": "十",
    "백": "百",
}
_FOLDS = str.maketrans(
    {other: common for common, others in _GROUPS.items() for other in others}
    | {chr(0xFF10 + digit): str(digit) for digit in range(10)}
)


@dataclass(frozen=True, slots=True)
class FoldedText:
    """A text in two spellings of equal length: `composed` for showing, `folded` for reading."""

    original: str
    composed: str
    folded: str
    offsets: tuple[int, ...] | None = None

    def original_offset(self, position: int) -> int:
        """Return where a position of the folded text lies in the original text."""
        return position if self.offsets is None else self.offsets[position]


def fold(text: str) -> FoldedText:
    """Compose a text (NFC) and fold its characters."""
    if unicodedata.is_normalized("NFC", text):
        return FoldedText(text, text, text.translate(_FOLDS))
    pieces: list[str] = []
    offsets: list[int] = []
    for start, cluster in _clusters(text):
        piece = unicodedata.normalize("NFC", cluster)
        pieces.append(piece)
        offsets.extend([start] * len(piece))
    offsets.append(len(text))
    composed = "".join(pieces)
    return FoldedText(text, composed, composed.translate(_FOLDS), tuple(offsets))


def _clusters(text: str) -> Iterator[tuple[int, str]]:
    """Cut a text before every character that cannot join the one before it."""
    start = 0
    for position in range(1, len(text)):
        if not _joins(text[position]):
            yield start, text[start:position]
            start = position
    yield start, text[start:]


def _joins(character: str) -> bool:
    # Vowels and final consonants of decomposed Hangul have combining class 0 and still compose.
    return "\u1160" <= character <= "\u11ff" or unicodedata.combining(character) != 0
