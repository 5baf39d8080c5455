"""Telephone numbers, addresses, rooms and departments in an answer that are not in its context."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from regulations.text.morphemes import Morpheme, tag
from regulations.text.spacing import compact
from verification.checking.hallucinations.context import AnswerContext

_TELEPHONE = re.compile(
    r"(?<![\d제-])(?:\+82[-\s]?|\(?0)\d{1,2}\)?[-.\s]?\d{3,4}[-.\s]?\d{4}(?!\d)"
    r"|(?<![\d제-])1[5-9]\d{2}-\d{4}(?![\d-])"
    r"|(?<![\d제-])[2-9]\d{2,3}-\d{4}(?!\d|-|\s?(?:학년도|년))"
    r"|내선\s?(?:번호\s?)?:?\s?\d{2,5}"
)
_SCHOOL_YEARS = re.compile(r"(?:19|20)\d{2}-(?:19|20)\d{2}")
_EMAIL = re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
_ADDRESS = re.compile(
    r"(?:https?://|www\.)[A-Za-z0-9./?=&_%#:~+-]+"
    r"|(?<![A-Za-z0-9@.-])(?:[a-z0-9-]{1,40}\.){1,4}(?:ac\.kr|go\.kr|or\.kr|co\.kr|re\.kr|com|net|org|edu)(?![A-Za-z])(?:/[A-Za-z0-9./?=&_%#:~+-]*)?"
    r"|(?<![A-Za-z0-9._%+-])@[A-Za-z0-9_]{3,30}(?![A-Za-z0-9.])",
    re.IGNORECASE,
)
# A street and its number after the town that it is in; "모집으로 100명" is none, nor what counts.
_STREET = re.compile(
    r"(?:[가-힣]{1,6}[시군구읍면동]|서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충북|충남|전북|전남|경북|경남|제주)\s"
    r"(?P<core>[가-힣\d]{0,10}[가-힣](?<!으)(?:로|길)\s?(?:\d{1,4}번?길\s?)?\d{1,4}(?:-\d{1,4})?)"
    r"(?!\d|[,.]\d|\s?(?!번지|번길|에|으로|로|이(?![상하내])|입|은|는|을)[가-힣%])"
    r"|(?<![가-힣])(?P<lot>[가-힣]{1,6}[동리]\s(?:산\s?)?\d{1,4}(?:-\d{1,4})?\s?번지)"
)
# A room or a floor of a building; 제205호 is a number of something else.
_ROOM = re.compile(
    r"(?<![가-힣])[가-힣A-Za-z\d]{0,12}(?:[본별신구]관|회관|학관|공학관|강의동|도서관|생활관|센터|호관)\s(?:지하\s?)?B?\d{1,2}층(?:\s?B?\d{1,4}호실?)?(?![가-힣]?장)"
    r"|(?<![\d제가-힣])(?<![제조항지시]\s)B?\d{1,2}층\s?B?\d{2,4}호실?"
    r"|(?<![가-힣])[가-힣A-Za-z\d]{0,12}(?:[본별신구]관|회관|학관|공학관|강의동|도서관|생활관|센터|호관)\sB?\d{3,4}호실?"
)

_NOUNS = frozenset({"NNG", "NNP", "XSN", "XPN", "XR", "SL"})
# Runs of words between marks: morphemes are read in short pieces, which brackets cannot make slow.
_WORDS = re.compile(r"[가-힣A-Za-z0-9]+(?:[ ·&][가-힣A-Za-z0-9]+){0,60}")
_UNIT = re.compile(r"[팀처과실]|센터")
_DEPARTMENT = re.compile(r"(?P<stem>.*?)(?P<unit>팀|센터|처|과|실)$")
# Words and places that end like a department and are none.
_NO_DEPARTMENT = re.compile(
    r"(?:학과|교과|결과|효과|성과|경과|초과|통과|부과|제과|전과|사과|일과|인과|투과|다과|수과|공과|이과|문과|과과|과실|사실|현실|상실|확실|진실|성실"
    r"|부실|충실|손실|내실|구실|절실|호실|병실|퇴실|입실|교실|강의실|연구실|실험실|열람실|실습실|회의실|사무실|휴게실|도서실|독서실|자습실|세미나실"
    r"|화장실|면접실|시험실|고사실|출처|근처|부처|거처|대처|상처|조처|도처|접수처|제출처|신청처|문의처|연락처|근무처|소속처|거래처|사용처|구입처)$"
)
_ANY_DEPARTMENT = frozenset(
    {"담당", "해당", "관련", "소속", "주관", "소관", "각", "본", "우리", "한", "그", "이", "타", "주무", "전담", "상대"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Contact:
    """A contact as it is written, and what it is."""

    kind: str
    text: str


def unknown_contacts(answer: str, context: AnswerContext) -> list[Contact]:
    """The contacts of an answer that stand neither in its context nor in the question, each once."""
    given = unicodedata.normalize("NFKC", f"{context.text}\n{context.question}")
    written = unicodedata.normalize("NFKC", answer)
    found = [
        *_telephones(written, given),
        *_addresses(written, given),
        *_places(written, given),
        *_departments(written, given),
    ]
    return list(dict.fromkeys(found))


def _telephones(answer: str, given: str) -> Iterator[Contact]:
    known = [_digits(match[0]) for match in _TELEPHONE.finditer(given)]
    for match in _TELEPHONE.finditer(answer):
        number = _digits(match[0])
        if _SCHOOL_YEARS.fullmatch(match[0]) or any(item.endswith(number) for item in known):
            continue
        written = match[0].strip()
        yield Contact("전화번호", written if ")" in written else written.lstrip("("))


def _addresses(answer: str, given: str) -> Iterator[Contact]:
    for kind, pattern in (("이메일 주소", _EMAIL), ("인터넷 주소", _ADDRESS)):
        known = {match[0].rstrip("./").casefold() for match in pattern.finditer(given)}
        for match in pattern.finditer(answer):
            if match[0].rstrip("./").casefold() not in known:
                yield Contact(kind, match[0].rstrip("."))


def _places(answer: str, given: str) -> Iterator[Contact]:
    """Streets and rooms; one is known where all its words stand in the context, however they are spaced."""
    known = compact(given)
    for match in _STREET.finditer(answer):
        if compact(match["core"] or match["lot"]) not in known:
            yield Contact("주소", match[0].strip())
    for match in _ROOM.finditer(answer):
        if any(compact(word) not in known for word in match[0].split()):
            yield Contact("위치", match[0].strip())


def _departments(answer: str, given: str) -> Iterator[Contact]:
    known = compact(given)
    for words in _WORDS.findall(answer):
        for name in _compounds(words, tag(words)) if _UNIT.search(words) else ():
            match = _DEPARTMENT.match(name)
            if match is None or len(match["stem"]) < 2 or _NO_DEPARTMENT.search(name):
                continue
            if f"{name}의" in compact(words) and match["unit"] == "과" and match["stem"] in known:
                # The difference to what stands there: 등급과의 차액.
                continue
            if match["stem"] not in _ANY_DEPARTMENT and name not in known:
                yield Contact("부서", name)


def _compounds(answer: str, morphemes: list[Morpheme]) -> Iterator[str]:
    """The nouns that are written together; a 센터 or 팀 that stands alone belongs to the noun before it."""
    start = end = None
    for morpheme, following in zip(morphemes, [*morphemes[1:], None], strict=True):
        is_noun = morpheme.tag in _NOUNS or _is_unit_before_particle(morpheme, following)
        goes_on = end is not None and (
            morpheme.start == end
            or (answer[end : morpheme.start] == " " and morpheme.form in ("센터", "팀"))
        )
        if not (is_noun and goes_on):
            if start is not None:
                yield compact(answer[start:end])
            start = morpheme.start if is_noun else None
        end = morpheme.end if is_noun else None
    if start is not None:
        yield compact(answer[start:end])


def _is_unit_before_particle(morpheme: Morpheme, following: Morpheme | None) -> bool:
    """Whether 과 is that of 학사지원과에: no particle follows the particle 과 but 는 or 도."""
    return (
        morpheme.form == "과"
        and morpheme.tag in ("JC", "JKB")
        and following is not None
        and following.start == morpheme.end
        and following.tag in ("JKB", "JKG", "JKS", "JKO")
    )


def _digits(number: str) -> str:
    digits = re.sub(r"\D", "", number)
    return "0" + digits[2:] if number.lstrip("(").startswith("+82") else digits
