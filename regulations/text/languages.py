"""Which language a text is in, by its letters: Korean, Chinese, Vietnamese; what is left is English."""

from __future__ import annotations

import re
import unicodedata

KOREAN, CHINESE, VIETNAMESE, ENGLISH = "ko", "zh", "vi", "en"

_HANGUL = re.compile(r"[가-힣]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
# Letters that no other language in Latin script has.
_VIETNAMESE = re.compile(r"[ăđơưĂĐƠƯ\u1ea0-\u1ef9]")


def language_code(page_language: str) -> str:
    """The language of a page as it is called here: zh-hans is zh."""
    return page_language.partition("-")[0]


def language_of(text: str) -> str:
    """The language of a question: one Korean word is enough to make it Korean."""
    return KOREAN if _HANGUL.search(text) else foreign_language(text)


def foreign_language(text: str) -> str:
    """The language of a text that is not Korean, whatever Korean names it has."""
    if _HAN.search(text):
        return CHINESE
    return VIETNAMESE if _VIETNAMESE.search(unicodedata.normalize("NFC", text)) else ENGLISH


def without_tones(text: str) -> str:
    """Vietnamese without the marks of its letters, as it is often typed; other letters stay what they are."""
    decomposed = unicodedata.normalize("NFD", text.replace("đ", "d").replace("Đ", "D"))
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return unicodedata.normalize("NFC", plain)
