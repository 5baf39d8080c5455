"""Korean morphemes: the one place where text is tokenised for search and for verification.

Index and query must be cut in the same way, so both call :func:`lemmas`; whatever changes its
result changes :data:`TOKENIZER_VERSION`, which is stored with an index to show when it is stale.
Loading Kiwi takes a second and about 300 MB, so it happens on first use and once a process.
"""

from __future__ import annotations

import threading
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from kiwipiepy import Kiwi
from kiwipiepy import __version__ as kiwi_version

# Words of university life that the general dictionary cuts in the wrong place (미복학제적 became
# 미/복/학제/적). Each is a noun that other nouns are built on.
USER_NOUNS = (
    "미복학",
    "공결",
    "공결원",
    "마이크로디그리",
    "나노디그리",
    "자퇴원",
    "휴학원",
    "복학원",
    "재입학원",
    "조기복학",
    "학점교류",
    "학사경고",
    "평점평균",
    "졸업유예",
    "수강취소",
    "계절수업",
    "부전공",
    "복수전공",
    "융합전공",
    "연계전공",
    "학석사연계과정",
    "캡스톤디자인",
    "비교과",
    "전임교원",
    "비전임교원",
    "겸임교원",
    "초빙교원",
    "강의계획서",
    "별표",
    "별지",
    "단서",
    "준용",
)

# Kiwi keeps some compounds as one name although the same words with a space become two; cutting
# them at their head makes 교무위원회 and 교무 위원회 the same tokens.
COMPOUND_HEADS = ("위원회", "과정", "규정", "대학원", "센터", "본부")

_CONTENT_TAGS = frozenset({"NNG", "NNP", "SL", "SH", "XR"})
_RULES_REVISION = 2
TOKENIZER_VERSION = f"kiwi-{kiwi_version}-r{_RULES_REVISION}"

_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Morpheme:
    """One morpheme; ``start`` and ``end`` are offsets in the NFC form of the text."""

    form: str
    tag: str
    start: int
    end: int


@lru_cache(maxsize=1)
def _load() -> Kiwi:
    # Its names of several words are people, films and places of the world: a third of the memory and half of the time.
    # Without them 9 of 35,555 lines of rulebooks, statutes and questions are cut otherwise, none of the samples.
    kiwi = Kiwi(num_workers=1, load_multi_dict=False)
    for noun in USER_NOUNS:
        kiwi.add_user_word(noun, "NNG")
    return kiwi


def _kiwi() -> Kiwi:
    # lru_cache alone would let two threads load the model at the same time.
    with _lock:
        return _load()


def dictionary_load() -> None:
    """Load it now, so that nobody waits for it later."""
    # Half of it is loaded with the first words.
    _kiwi().tokenize("준비")


def tag(text: str) -> list[Morpheme]:
    """Cut ``text`` into morphemes with their part of speech (Sejong tags, as Kiwi names them)."""
    text = unicodedata.normalize("NFC", text)
    if not text.strip():
        return []
    return [
        Morpheme(
            token.form, token.tag.removesuffix("-I").removesuffix("-R"), token.start, token.end
        )
        for token in _kiwi().tokenize(text)
    ]


def tag_exactly(text: str) -> list[Morpheme]:
    """The same with what Kiwi knows of irregular stems (돕/VV-I), which :func:`inflect` needs."""
    text = unicodedata.normalize("NFC", text)
    return [
        Morpheme(token.form, token.tag, token.start, token.end) for token in _kiwi().tokenize(text)
    ]


def inflect(stem: Morpheme, ending: str, kind: str) -> str:
    """Join a stem and an ending as they are written: 돕 and 어야 become 도와야."""
    return str(_kiwi().join([(stem.form, stem.tag), (ending, kind)]))


def lemmas(text: str) -> list[str]:
    """Return the tokens that carry meaning, in order and with repetitions, for index and query.

    Nouns, names, Latin and Chinese words and roots stay, and the prefixes that change what a noun
    means (재-, 미-, 부-); 제- stands before every number and says nothing.
    """
    kept: list[str] = []
    for morpheme in tag(text):
        if morpheme.tag == "XPN":
            if morpheme.form != "제":
                kept.append(morpheme.form)
        elif morpheme.tag in _CONTENT_TAGS:
            kept.extend(_parts(morpheme))
    return kept


def _parts(morpheme: Morpheme) -> list[str]:
    if morpheme.tag == "SL":
        return [morpheme.form.lower()]
    if morpheme.tag == "NNP":
        for head in COMPOUND_HEADS:
            stem = morpheme.form.removesuffix(head)
            if len(stem) >= 2 and stem != morpheme.form:
                return [stem, head]
    return [morpheme.form]
