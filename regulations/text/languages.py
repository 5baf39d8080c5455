"""Which language a text is in, by its letters: Korean, Chinese, Vietnamese; what is left is English."""

from __future__ import annotations

import re
import unicodedata

KOREAN, CHINESE, VIETNAMESE, ENGLISH = "ko", "zh", "vi", "en"

_HANGUL = re.compile(r"[가-힣]")
_KOREAN_WORD = re.compile(r"[가-힣]+")
_HAN = re.compile(r"[\u4e00-\u9fff]")
# Letters that no other language in Latin script has.
_VIETNAMESE = re.compile(r"[ăđơưĂĐƠƯ\u1ea0-\u1ef9]")


# Frequent syllables of Vietnamese without their marks, none of them an English word.
_SYLLABLES = (
    "khong duoc nhieu nghi hoc ky tuc xa sinh vien truong nganh chuyen diem mon nop nghiep toi phai gi dau mot thang ngay tuan gio "
    "tien sach muon tra bong luu giay bao nao nhu voi cua trong sau truoc thoi duoi dang luc dieu kien thieu cong nhan rut doi huy "
    "lai phong dong hoan ngu duong phat thu"
)
_LATIN_WORD = re.compile(r"[a-z]+")
_LEAST_SYLLABLES, _SHARE_OF_SYLLABLES = 2, 0.5
# A question about TOPIK has its endings and particles in Korean, one in English has a 휴학 in it.
_LEAST_KOREAN = 0.25
# Academic English Writing 재수강 돼요ㅠㅠ? names things, and asks in Korean.
_ASKS_IN_KOREAN = re.compile(r"(?:요|까|나|냐|해|돼|됨|죠|는지|인가)[\Wㅠㅜㅋㅎ]{0,20}$")
_LETTER = re.compile(r"[^\W\d_]")


def language_code(page_language: str) -> str:
    """The language of a page as it is called here: zh-hans is zh."""
    return page_language.partition("-")[0]


def language_of(text: str) -> str:
    """The language of a question: one Korean word is enough to make it Korean."""
    return KOREAN if _HANGUL.search(text) else foreign_language(text)


def asked_in(question: str) -> str:
    """The language in which a question is asked: a few Korean names among other words do not make it Korean, its ending does."""
    letters, korean = len(_LETTER.findall(question)), len(_HANGUL.findall(question))
    if korean and (
        _ASKS_IN_KOREAN.search(question) or letters <= 3 or korean >= _LEAST_KOREAN * letters
    ):
        return KOREAN
    return foreign_language(question)


def foreign_language(text: str) -> str:
    """The language of a text that is not Korean, whatever Korean names it has."""
    if _HAN.search(text):
        return CHINESE
    text = unicodedata.normalize("NFC", text)
    return VIETNAMESE if _VIETNAMESE.search(text) or _is_plain_vietnamese(text) else ENGLISH


def korean_of(text: str) -> str:
    """The Korean words of a text in another language."""
    return " ".join(_KOREAN_WORD.findall(text))


def _is_plain_vietnamese(text: str) -> bool:
    """Whether it is Vietnamese that was typed without the letters only it has: bao luu may nam."""
    words = _LATIN_WORD.findall(without_tones(text.lower()))
    known = _SYLLABLES.split()
    found = [word for word in words if word in known]
    return len(set(found)) >= _LEAST_SYLLABLES and len(found) >= _SHARE_OF_SYLLABLES * len(words)


def without_tones(text: str) -> str:
    """Vietnamese without the marks of its letters, as it is often typed; other letters stay what they are."""
    decomposed = unicodedata.normalize("NFD", text.replace("đ", "d").replace("Đ", "D"))
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return unicodedata.normalize("NFC", plain)
