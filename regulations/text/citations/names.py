"""Where an unbracketed name of a regulation begins, and which names are known.

Korean text does not mark the left edge of a name. With an index of known names the longest one that ends at the place
wins, always from the beginning of a word, so that 민법 is never found in 난민법. Without one, the name is the words up to
its ending that can belong to a name: a particle, a verb or a pointing word ends it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from regulations.text.citations.lexicon import (
    COMMON_MODIFIERS,
    GENERAL_STEMS,
    INSTITUTION_ENDINGS,
    LAWS_LIKE_NOUNS,
    NAME_ENDINGS,
    NAME_PHRASES,
    NO_UNIVERSITIES,
    NOT_LAWS,
    NOUNS_LIKE_PARTICLES,
    ONE_WORD_NAMES,
    PARTICLE_SYLLABLES,
    PARTICLES,
    POINTING_WORDS,
    SELF_SUFFICIENT,
    VERB_ENDINGS,
)
from regulations.text.locators import normalize_name

_LONGEST_NAME = 120
_MOST_WORDS = 14
# Everything that is no letter, digit, space or middle dot, a dash that begins a word, and Chinese that is not folded.
_HARD_EDGE = re.compile(
    r"\n|[^\w\s·&\-]|[\u4e00-\u9fff]|[①-⑳㉑-㉟㊱-㊿]|(?<!\S)-+|(?<=\d[조항호])·"
)
_INSIDE_EDGE = re.compile(r"○+|(?<=[가-힣])\([가-힣]{1,12}\)(?=[가-힣])")
# 한빛대학교(이하 "본교"라 한다) 학칙: the parenthesis is no part of the name.
DEFINITION = re.compile(r"(?<=[가-힣])\(\s?이하[^()\n]{1,40}\)")
_PROMULGATION = re.compile(r"^제\d{1,6}호$")
_WORD = re.compile(r"\S+")
_GLUED_POINTER = re.compile(
    r"^(?:본교|본대학교|본대학|우리대학교|우리대학|우리학교|당교|현행|개정|또는|및)(?=[가-힣]{2})"
)
_JOINERS = frozenset({"및", "또는", "와", "과"})
_SUMMING = frozenset({"등", "등에", "등의"})
_LOOSE = _SUMMING | _JOINERS
_RELATING = frozenset({"관한", "위한", "대한"})
_ENDING = re.compile(rf"(?:{'|'.join(NAME_ENDINGS)}|법|령)$")
# Endings that are also words within names: 자격기준 등에 관한 규정.
_COMMON_ENDINGS = ("기준", "요령", "수칙", "헌장")
# 상업등기법, and 근기법 for 근로기준법: no technique (기법) is called by one syllable.
_LAW_LIKE_A_NOUN = re.compile(rf"(?:{'|'.join(LAWS_LIKE_NOUNS)})$|^[^이그저각본두세네]기법$")
_UNIVERSITY = re.compile(r"[가-힣○]{2,8}대")
_NO_NAME_ENDINGS = ("방법", "기법", "요법", "연령", "명령")
_LAW = re.compile(r"(?:법|법률|특별조치법|령|규정|규칙)$")
_HERE = frozenset({"대학", "학교", "대학교"})
_POINTERS = frozenset({"본", "우리", "저희", "이", "당", "해당"})
_DERIVED = frozenset({"시행령", "시행규칙"})
# What leads to a name in a sentence of another language.
_FOREIGN_WORDS = frozenset(
    [
        "of",
        "the",
        "in",
        "under",
        "and",
        "or",
        "to",
        "by",
        "của",
        "cua",
        "trong",
        "thuộc",
        "theo",
        "và",
        "hoặc",
    ]
)
_INSTITUTION = tuple(INSTITUTION_ENDINGS)


@dataclass(frozen=True, slots=True)
class NameIndex:
    """The names and aliases of the regulations that are known, in the form in which names are compared."""

    names: frozenset[str]

    @classmethod
    def of(cls, names: Iterable[str]) -> NameIndex:
        """Build an index from titles and aliases."""
        return cls(frozenset(filter(None, map(normalize_name, names))))

    def longest_start(self, folded: str, floor: int, end: int) -> int | None:
        """Return where the longest known name begins that ends at `end` and begins with a word after `floor`."""
        window = folded[max(floor, end - _LONGEST_NAME) : end]
        offset = end - len(window)
        line = window.rfind("\n") + 1
        for match in re.finditer(r"(?<![가-힣\w])[^\s]", window[line:]):
            start = line + match.start()
            if normalize_name(window[start:]) in self.names:
                while not window[start].isalnum() and window[start] != "○":
                    start += 1
                return offset + start
        return None


def bare_name_start(
    folded: str, floor: int, end: int, known: NameIndex | None = None
) -> int | None:
    """Return where the unbracketed name that ends at `end` begins; None where it is no name (규정, 방법)."""
    guessed = _guess(folded, floor, end)
    if known is None:
        return guessed
    start = known.longest_start(folded, floor, end)
    if start is None or guessed is None or start <= guessed:
        return guessed if start is None else start
    # A shorter known name: 학칙 in 대학원 학칙 is another text, 학칙 in 등록금 반환 학칙 is the name.
    cut_off = folded[guessed:start].split()
    if any(map(_is_institution, cut_off)):
        return guessed
    return start


def _guess(folded: str, floor: int, end: int) -> int | None:
    low = max(floor, end - _LONGEST_NAME)
    found = _guess_in(folded[low:end], low > 0 and low != floor)
    return None if found is None else low + found


@lru_cache(maxsize=512)
def _guess_in(window: str, is_cut: bool) -> int | None:
    """The same within what stands before the name's end; answers name the same regulation again and again."""
    # 조기취업형(특례)규정 and ○○대학교 keep their marks: they are no edges.
    masked = _INSIDE_EDGE.sub(lambda match: "가" * len(match[0]), window)
    masked = DEFINITION.sub(lambda match: " " * len(match[0]), masked)
    edges = [match.end() for match in _HARD_EDGE.finditer(masked)]
    left = edges[-1] if edges else 0
    words = list(_WORD.finditer(masked, left))
    if not words or words[-1].end() != len(masked):
        return None
    if is_cut and not edges and words[0].start() == 0:
        words = words[1:]  # the window may have cut this word in two
    words = words[-_MOST_WORDS:]
    if not words:
        return None
    return _leftmost(words)


def _leftmost(words: list[re.Match[str]]) -> int | None:
    """Walk from the last word to the left as long as the words belong to a name."""
    last = words[-1]
    glued = _GLUED_POINTER.match(last[0])
    if glued is not None and last[0] not in ONE_WORD_NAMES:
        return last.start() + glued.end()
    first = len(words) - 1
    texts = [word[0] for word in words]
    for index in range(first, 1, -1):
        # 대통령령 제123호 교육부와 그 소속기관 직제 일부개정령: the number is the left edge.
        if _PROMULGATION.match(texts[index - 1]) and texts[index - 2].endswith(
            ("령", "법률", "칙")
        ):
            return words[index].start()
    while first > 0 and texts[first] in _DERIVED and _LAW.search(texts[first - 1]):
        first -= 1  # 고등교육법 시행령: the law is part of the decree's name
    if _is_complete(texts[first]) and (first == 0 or texts[first - 1] not in _RELATING):
        while (
            first > 0
            and _is_institution(texts[first - 1])
            and texts[first - 1] not in POINTING_WORDS | {"대학"}
        ):
            first -= 1
        if first > 0 and texts[first - 1] == "제" and texts[first].startswith("대학원"):
            first -= 1  # 제 대학원 학칙: of all graduate schools
    else:
        first = _extend(texts, first)
    if 0 < first < len(texts) - 1 and texts[first] in _HERE and texts[first - 1] in _POINTERS:
        first += 1  # 우리 대학 교무규정: the university is pointed at, not named
    name = " ".join(texts[first:])
    if _is_common(name):
        return None
    return words[first].start() + _after_another_name(texts[first])


def _after_another_name(word: str) -> int:
    """Where the name begins in 학칙·장학규정; 초·중등교육법 is one name."""
    before, _, last = word.rpartition("·")
    is_name = last in ONE_WORD_NAMES or len(_ENDING.sub("", last)) > 1
    is_another = is_name and _ENDING.search(before) is not None
    return len(word) - len(last) if is_another and not before.endswith("기준") else 0


def _is_institution(word: str) -> bool:
    """Whether a word names an institution: 한빛대학교, 산학협력단, and 한빛대 for short."""
    if word.endswith(_INSTITUTION):
        return True
    return _UNIVERSITY.fullmatch(word) is not None and word not in NO_UNIVERSITIES


def _is_complete(word: str) -> bool:
    """Whether a word is a name that takes no words before it but an institution's."""
    if word in ONE_WORD_NAMES:
        return True
    if word.endswith(("학칙", "정관")):
        return True
    if word.endswith("법") and word != "법":
        return word.removesuffix("법") not in GENERAL_STEMS and not word.endswith(
            ("특별법", "특례법", "조치법")
        )
    return False


def _extend(texts: list[str], first: int) -> int:
    """Return the index of the first word of a name whose last word is general or a compound."""
    relating = False
    while first > 0:
        if _relates(texts, first):
            relating, taken = True, 2
        else:
            taken = _taken(texts, first, relating=relating)
        if not taken:
            break
        first -= taken
    while texts[first] in _LOOSE:
        first += 1
    return first


def _relates(texts: list[str], first: int) -> bool:
    """Whether 휴학에 관한 stands before `first`; 이에 관한 규정 is no name."""
    return (
        first > 1
        and texts[first - 1] in _RELATING
        and texts[first - 2].endswith(("에", "을", "를"))
        and texts[first - 2] not in {"이에", "그에"}
    )


def _taken(texts: list[str], first: int, *, relating: bool) -> int:
    """How many words before `first` belong to the name, 0 where it begins."""
    word = texts[first - 1]
    for phrase in NAME_PHRASES:
        if tuple(texts[max(0, first - len(phrase)) : first]) == phrase:
            return len(phrase)
    if relating and (clause := _clause(texts, first)):
        return clause
    if word in _SUMMING:
        return 1 if first > 1 else 0
    if word in _JOINERS:
        return 2 if _joins(texts, first, relating) else 0
    return 1 if _is_name_word(word, relating=relating, follows=texts[first]) else 0


def _clause(texts: list[str], first: int) -> int:
    """How many words a clause takes that stands in a name: 국가를 당사자로 하는 …, 독학에 의한 …."""
    word = texts[first - 1]
    if (
        word == "하는"
        and first > 2
        and texts[first - 2].endswith("로")
        and texts[first - 3].endswith(("를", "을"))
    ):
        return 3
    if word == "의한" and first > 1 and texts[first - 2].endswith("에"):
        return 0 if _ENDING.search(texts[first - 2][:-1]) else 2
    return 0


def _joins(texts: list[str], first: int, relating: bool) -> bool:
    """Whether 및 before `first` stands inside a name (설치 및 운영 규정) and not between two names."""
    if first < 2:
        return False
    before = texts[first - 2]
    if _ENDING.search(before) or not _is_name_word(before, relating=relating, follows="및"):
        return False
    if relating or first < len(texts) - 1:
        return True
    last = _ENDING.sub("", texts[first])
    return not last or last in GENERAL_STEMS


def _is_name_word(word: str, *, relating: bool, follows: str) -> bool:
    """Whether a word can stand in a name before `follows`; after …에 관한 a name may have particles inside."""
    if (
        word in POINTING_WORDS
        or word.lower() in _FOREIGN_WORDS
        or any(character.isdigit() for character in word)
    ):
        return False
    if word.endswith(NOUNS_LIKE_PARTICLES) and len(word) <= 8:
        return True
    if word.endswith(VERB_ENDINGS + PARTICLES):
        return False
    if _ENDING.search(word):
        # 학사규정 시행세칙 is one name, 학사규정 장학규정 are two.
        return follows.startswith("시행") or (
            word.endswith(_COMMON_ENDINGS) and (follows in _SUMMING or follows in _RELATING)
        )
    return word[-1] not in PARTICLE_SYLLABLES or (relating and word[-1] in "의와과")


def _is_common(name: str) -> bool:
    """Whether what was found is a common noun and no name: 규정, 관련 규정, 방법, 한빛대학교 규정."""
    words = name.split()
    last = words[-1]
    if (last.endswith(_NO_NAME_ENDINGS) and not _LAW_LIKE_A_NOUN.search(last)) or (
        last in NOT_LAWS and (len(words) == 1 or last != "법률")
    ):
        return True
    if last in SELF_SUFFICIENT or last in ONE_WORD_NAMES:
        return False
    stem = _ENDING.sub("", last)
    if len(words) == 1:
        return not stem or stem in COMMON_MODIFIERS
    if stem:
        return False
    return all(
        word in COMMON_MODIFIERS or word.endswith(("대학교", "대학의")) for word in words[:-1]
    )
