"""Titles that a citation states: 제25조(휴학), 제25조 "휴학", 제347조의 사기죄; and whether they are the provision's."""

from __future__ import annotations

import re
from enum import StrEnum

from regulations.text.citations.folding import fold
from regulations.text.citations.lexicon import COMMON_TITLE_WORDS

_HISTORY = "개정|신설|삭제|본조|전문|제목|시행|종전|이하|출처|참조|근거|관련|별표|별지"
_CONTENT = rf"(?!\s?(?:{_HISTORY})|(?:을|를|로|으로|의|에|와|과|은|는|이|가)[\s,.]|[^\]\"'>]{{0,40}}제\s?\d)(?P<title>[가-힣][^\[\]\"'<>「」()\n.?!†:]{{0,38}})"
# Not 제2조 "학생"이란, 제3조 "가"를 "나"로: words that are defined, spoken or exchanged.
_QUOTED_OTHERWISE = r"(?!\s?(?:이?란|이?라\s?(?:함|한|하)|이?라[고는]|[을를]\s?[\"'「]|으?로\s|[을를]\s?삭제|중\s|다음에))"
_QUOTED_TITLE = re.compile(
    rf"\s?(?:\[{_CONTENT}\]|\"{_CONTENT.replace('title', 'double')}\"{_QUOTED_OTHERWISE}"
    rf"|'{_CONTENT.replace('title', 'single')}'{_QUOTED_OTHERWISE})"
)
_SENTENCE = re.compile(r"(?:다|요|음|함|까)$|[은는]\s|니다|세요")
_NAMED_OFFENSE = re.compile(
    r"(?:\s?(?:상)?의|에서\s(?:정한|규정한)|에\s(?:규정된|정한))?\s(?P<title>(?:[가-힣·]{1,10}[,\s]\s?){0,3}[가-힣·]{1,12}죄)"
    r"(?=[^가-힣]|[는은이가를을의로와과도에]|$)"
)
_NO_OFFENSES = ("범죄", "유죄", "무죄", "사죄", "속죄", "단죄", "면죄", "여죄")
_STATED_APART = re.compile(
    r"(?:의)?\s?제목(?:은|인|이)\s?[\"'「(\[]?(?P<title>[가-힣][^\"'「」()\[\]\n.?!]{0,38}?)[\"'」)\]]?"
    r"(?=이(?:고|며|다|라|야|에|므)|입니다|인\s|으로\s|로\s|[.,]|$)"
)
_LONGEST_LINE = 400
_LONGEST_TITLE = 50
_NOISE = re.compile(r"[\s·,.\"'「」\[\]()<>]+")
_JOINERS = re.compile(r"(?:^|(?<=\s))(?:및|또는|와|과|등|등의|그\s?밖의|기타)(?=\s|$)|[,·]")
_OFFENSE = re.compile(r"죄$")
_TAIL = re.compile(r"에\s?관한\s?(?:규정|사항|특례|죄)?$|(?:의\s?)?(?:규정|조항)$")
_PARTICLE = re.compile(r"(?<=[가-힣]{2})(?:의|에|을|를|은|는|이|가|로|으로)$")


class TitleMatch(StrEnum):
    """How a stated title stands to the provision's own."""

    EQUAL = "equal"
    CONTAINED = (
        "contained"  # one holds the other, or they share a word that is more than 절차 or 기준
    )
    CONTRADICTING = "contradicting"


def quoted_title(folded: str, end: int) -> tuple[str, int] | None:
    """The title in square brackets or quotation marks that follows an article's number, and its end."""
    opening = folded[end : end + 2].lstrip()[:1]
    if opening not in ("[", '"', "'"):
        return None
    line = max(folded.rfind("\n", max(0, end - _LONGEST_LINE), end), end - _LONGEST_LINE, 0)
    if folded.count(opening, line, end) % 2 and opening != "[":
        return None  # it closes what was quoted before
    match = _QUOTED_TITLE.match(folded, end)
    if match is None:
        return None
    title = match["title"] or match["double"] or match["single"]
    return None if _SENTENCE.search(title) else (title.strip(), match.end())


def title_behind(folded: str, end: int) -> str | None:
    """The title that the words behind a citation state: 의 사기죄, 의 제목은 휴학이다."""
    near = folded[end : end + _LONGEST_TITLE]
    match = None
    if "죄" in near:
        match = _NAMED_OFFENSE.match(folded, end)
    elif "제목" in near[:6]:
        match = _STATED_APART.match(folded, end)
    title = match["title"].strip() if match else None
    return None if title is None or title.endswith(_NO_OFFENSES) else title


def compare_titles(stated: str, actual: str, *, text: str = "") -> TitleMatch | None:
    """Say how a stated title stands to a provision's own title; None where there is nothing to compare.

    `text` is the provision's text: a subject that it speaks of (제25조의 사기죄) contradicts no title.
    """
    said, real = _plain(stated), _plain(actual)
    if not said or not real:
        return None
    if said == real or _NOISE.sub("", fold(stated).folded) == _NOISE.sub("", fold(actual).folded):
        return TitleMatch.EQUAL
    if said in real or real in said:
        return TitleMatch.CONTAINED
    if _telling(stated) & _telling(actual) or _overlap(stated, real) or _overlap(actual, said):
        return TitleMatch.CONTAINED
    if text and said in _plain(text):
        return TitleMatch.CONTAINED
    return TitleMatch.CONTRADICTING


def _plain(title: str) -> str:
    """A title without spaces, marks, joiners, and what only says that it is a title."""
    words = _JOINERS.sub(" ", _TAIL.sub("", fold(title).folded.strip()))
    joined = " ".join(_PARTICLE.sub("", word) for word in words.split())
    return _OFFENSE.sub("", _NOISE.sub("", joined))


def _telling(title: str) -> frozenset[str]:
    """The words of a title that tell it from others."""
    words = _JOINERS.sub(" ", _TAIL.sub("", fold(title).folded.strip())).split()
    plain = (_OFFENSE.sub("", _NOISE.sub("", _PARTICLE.sub("", word))) for word in words)
    return frozenset(word for word in plain if len(word) > 1 and word not in COMMON_TITLE_WORDS)


def _overlap(title: str, plain: str) -> bool:
    """Whether a telling word of one title stands within the other: 전자금융 사기, 사기미수."""
    return any(word in plain for word in _telling(title))
