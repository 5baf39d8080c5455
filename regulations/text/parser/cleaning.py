"""One spelling for the characters that files spell in several ways; nothing here knows what a line means."""

from __future__ import annotations

import html
import re
import unicodedata

_UNSEEN = re.compile(
    "[\ue000-\uf8ff\U000f0000-\U0010ffff"  # private use: rules and bullets of one program's own font
    "\ud800-\udfff"  # halves of characters, which cannot be stored
    "\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\u00ad\x00-\x08\x0e-\x1f\U000e0000-\U000e007f]+"
)
# Those that change how a line reads, or carry words of their own; a program's bullets and soft hyphens do not.
_HIDES = re.compile("[\u200b\u202a-\u202e\u2060-\u2064\U000e0000-\U000e007f]")
# Normalizing takes the square of the length of a run of accents; no letter carries so many.
_ACCENTS = re.compile(
    "([\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{20})[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+"
)
_BLANKS = re.compile(r"[ \t\u00a0\u2000-\u200a\u3000]+")
_ENTITY = re.compile(r"&(?:[a-zA-Z]{2,8}|#\d{1,6}|#x[0-9a-fA-F]{1,6});")
_SPACED_LETTERS = re.compile(r"(?:\S )+\S")
# Only for recognition: the same length as the text, so that positions agree.
_HALF_WIDTH = str.maketrans("０１２３４５６７８９（）［］〈〉＜＞．，", "0123456789()[]<><>.,")
_FULL_WIDTH = re.compile("[０-９（）［］〈〉＜＞．，]")


def clean(text: str) -> str:
    """Return a line in NFC, with entities decoded, without invisible and private-use characters, blanks single."""
    if "&" in text and _ENTITY.search(text):
        text = html.unescape(text)
    text = unicodedata.normalize("NFC", _ACCENTS.sub(r"\1", text))
    return _BLANKS.sub(" ", _UNSEEN.sub("", text)).strip()


def hides_characters(text: str) -> bool:
    """Say whether a line holds characters that nobody sees."""
    return bool(_HIDES.search(text))


def half_width(text: str) -> str:
    """Return the text with full-width digits and brackets narrowed; every character keeps its position."""
    return text.translate(_HALF_WIDTH) if _FULL_WIDTH.search(text) else text


def close_up(title: str) -> str:
    """Join a title whose letters are spaced out: `총 칙` is 총칙, while `휴학 및 복학` stays."""
    return title.replace(" ", "") if _SPACED_LETTERS.fullmatch(title) else title


def characters(text: str) -> str:
    """Return the text without white space, the measure in which source and result are compared."""
    return "".join(text.split())
