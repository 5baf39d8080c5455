"""Where a sentence is its provision's own words but for one thing, which the verifier does not see: it is not heard there. Pure.

It weighs how much is alike, and in a near copy that is nearly all, whatever the one thing does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulations.text.morphemes import lemmas
from regulations.text.spacing import compact
from verification.grounding.guards.words import nearest_sentence, words_in
from verification.grounding.proof import ProofKind, ProofReason
from verification.grounding.proof.reading.frames import unwrap
from verification.grounding.proof.reading.lexicon import LIGHT, meanings

_YES_OR_NO = re.compile(r"^(?:네|예|아니요|아니오|아뇨|맞습니다|그렇습니다|물론입니다)[\s,.!]+")
_LEAST_WORDS, _FEWER_WORDS, _FEW_WORDS = 2, 3, 4
# What may be said of anything, and of what it is said.
_LIGHT = re.compile(
    r"(?P<what>[가-힣]{2,12}?)(?:으로도|에게도|에게는|이라도|라도|으로는|이|가|은|는|도|면)?\s(?:모두\s|역시\s|다\s)?(?P<light>가능|허용|적용|대상|해당|마찬가지|제외|됩|돼|안\s?됩|안\s?돼|불가|내야|내셔야)(?:하지\s않|되지\s않|이\s아니)?[가-힣]{0,6}(?:\s합니다|\s해요)?\s*[.!]?\s*$"
)
_OWED = frozenset({"내야", "내셔야"})
# A mere name: 휴학 기간.
_NAMES = re.compile(r"^[가-힣\s·]{2,20}(?<![다요음함됨임])$")
_ANY_PREDICATE = frozenset(
    {"가능", "대상", "됩", "돼", "안 됩", "안됩", "안 돼", "안돼", "내야", "내셔야"}
)
# What introduces conditions and definitions is none itself.
_INTRODUCING = frozenset(
    {"다음", "호", "호의", "모두", "갖추", "갖춘", "사유", "경우", "용어", "뜻", "사용", "사람", "학생", "자", "때"}
)  # fmt: skip
# One of several conditions of which each will do.
_ALTERNATIVE = re.compile(r"거나|또는|이나|[ㆍ·]|나\s")
_BESIDE = 6
# Of the right sentences of eight universities that the verifier would be sure of 26 stay below these, 41 below the last two alone.
_WITH_FIGURE, _HALF, _MATTER = 0.3, 0.5, 0.75
_CLAUSES, _NUMBER = re.compile(r",\s|\n"), re.compile(r"\d[\d,.]*")
_BEFORE, _AFTER = frozenset({"전", "이전"}), frozenset({"후", "뒤", "이후"})
# Words that narrow whatever they are added to.
_NARROWING = frozenset({"통산", "모두", "합쳐", "합하", "각각", "매", "연속"})
_ALL, _ONE = frozenset({"모두", "전부"}), frozenset({"하나"})
_SUMMED = re.compile(r"통산|모두|합(?:하|산|계)|재학\s?(?:중|기간)")
_FIGURE = re.compile(r"\d")
# Whom or when a rule is for, told by items.
_OF_ITEMS = re.compile(
    r"각\s?[호목](?:의\s(?:어느\s)?(?:하나|사유|요건))?(?:에|의|를|을)?\s?(?:해당[가-힣]{1,3}|갖춘|충족[가-힣]{1,2})\s(?:[가-힣]{1,8}\s)?(?:학생|사람|자|경우|때|과목|휴학|신입생)"
)
_POINTS_TO_ITEMS = re.compile(r"각\s?[호목]|다음|아래|해당|요건|사유|일정|정해진|특정|위의|이상의")
_OF_ALL = re.compile(r"모두\s?(?:갖춘|갖추|충족|해당|만족)")
_ITEM = re.compile(r"^[ \t]{0,8}\d{1,3}(?:의\d{1,3})?\.[ \t]{0,8}(.+)$", re.MULTILINE)
# Without which what is done is no fault: 정당한 사유 없이, 허가 없이.
_WITHOUT_LEAVE = re.compile(
    r"(?:사유|이유|허가|승인|동의|허락|신고|연락|통보)(?:를|을|도|나 [가-힣]+)?\s?없이|무단"
)
_EXCEPTED = re.compile(r"\s(?:이?외|말고|빼고)|제외|(?<=[가-힣])만\s")
_LISTED = re.compile(r"(?:과|와|,|및|또는|이나)\s|[ㆍ·]|\s(?:및|또는)\s")
_EXCEPTING = re.compile(
    r"(?P<listed>[가-힣A-Z]{1,20}(?:(?:과|와|,|이나)\s|[ㆍ·]|\s(?:및|또는)\s)[가-힣A-Z ,ㆍ·]{1,30}?)\s?(?:이?외의|이?외에는|을 제외|를 제외)"
)
_REQUIRED = re.compile(r"야\s?(?:하|합|해|됩|되|돼)|요건|조건|필요")


def is_bare(statement: str, provisions: Sequence[str]) -> bool:
    """Whether a sentence says so little that only its question says of what: "네, 내야 합니다", "네, 편입생도 가능합니다"."""
    said, is_answer = _YES_OR_NO.subn("", statement.strip())
    words = lemmas(said)
    if len(words) < _LEAST_WORDS or (len(words) == _LEAST_WORDS and _NAMES.match(said)):
        return True
    is_long = len(words) > (_FEW_WORDS if is_answer else _FEWER_WORDS)
    found = None if is_long or _FIGURE.search(said) else _LIGHT.search(said)
    if found is None or (found["light"] in _OWED and not is_answer):
        return False
    return not any(_does(found, text) for text in provisions)


def _does(found: re.Match[str], provision: str) -> bool:
    """Whether what is possible, or applies, is something that the provision says is done, or is its own word."""
    if found["light"] in provision and found["light"] not in _ANY_PREDICATE:
        return True
    what = re.escape(found["what"])
    return (
        re.search(rf"{what}(?:을|를)?\s?(?:하[여는고지기려]|할|한|함|되|될|된)", provision)
        is not None
    )


def is_of_another_matter(
    statement: str, provisions: Sequence[str], titles: Sequence[str], *, has_predicate: bool
) -> bool:
    """Whether a sentence shares too few words with its provisions and their titles to be about the same.

    Words may be fewer where it has a figure of theirs, and have to be more where they have no predicate to hold it against:
    휴학생은 도서관을 이용할 수 없습니다 beside what they may not do in the dormitory.
    """
    share = share_told(statement, [*provisions, *titles])
    figures = set(_NUMBER.findall(statement))
    if any(figures & set(_NUMBER.findall(text)) for text in provisions):
        return share < _WITH_FIGURE
    return share < (_HALF if has_predicate else _MATTER)


def share_told(statement: str, given: Sequence[str]) -> float:
    """The share of a sentence's words that stand in its provisions, in these or like words."""
    words = [one for one in lemmas(unwrap(statement).text) if one not in LIGHT]
    known = {meant for text in given for word in words_in(text) for meant in meanings(word)}
    met = [
        one
        for one in words
        if not meanings(one).isdisjoint(known) or any(one in text for text in given)
    ]
    return len(met) / len(words) if words else 1.0


def changes_one_thing(
    statement: str, differences: Sequence[ProofReason], provisions: Sequence[str], *, known: str
) -> bool:
    """Whether all that differs is a condition that nobody told, an order turned round, a denial, or a narrowing word.

    A condition is one of the clause that is nearest: 계획서는 17일 이내, 신청서는 22일 이내 has two, each with its own.
    """
    claimed = {one.claim_span.strip() for one in differences} - {""}
    left_out = {one.evidence_span.strip() for one in differences if not one.claim_span.strip()}
    exchanged = ((_AFTER, _BEFORE), (_BEFORE, _AFTER), (_ONE, _ALL))
    if any(claimed & said and left_out & meant for said, meant in exchanged):
        return True
    if claimed and claimed <= _NARROWING and not any(map(_SUMMED.search, provisions)):
        return True
    if all(_is_denied(one) for one in differences):
        return True
    if claimed:
        return False
    clause = _nearest_clause(statement, nearest_sentence(statement, "\n".join(provisions)))
    untold = [
        one
        for one in differences
        if one.evidence_span.strip() in clause and _is_untold(one, provisions, known)
    ]
    return len({one.evidence_span for one in untold}) >= _LEAST_WORDS or any(
        _FIGURE.search(one.evidence_span) or _closes_a_case(one.evidence_span, provisions)
        for one in untold
    )


def _nearest_clause(statement: str, sentence: str) -> str:
    """The clause of a sentence that shares the most words and figures with a statement."""
    said = words_in(statement) | set(_NUMBER.findall(statement))
    # Of two that share as much it is the later one, which has the predicate.
    return max(
        reversed(_CLAUSES.split(sentence)),
        key=lambda one: len(said & (words_in(one) | set(_NUMBER.findall(one)))),
    )


def _closes_a_case(condition: str, provisions: Sequence[str]) -> bool:
    """Whether a word is the verb of a case: 인정 in "총장이 필요하다고 인정하는 경우"."""
    case = re.compile(rf"{re.escape(condition.strip())}[가-힣]{{1,4}}\s?(?:경우|때)")
    return any(map(case.search, provisions))


def _is_denied(difference: ProofReason) -> bool:
    same = compact(difference.claim_span) == compact(difference.evidence_span)
    return same and difference.kind is ProofKind.POLARITY


def _is_untold(difference: ProofReason, provisions: Sequence[str], known: str) -> bool:
    """Whether a condition that was left out holds alone, and neither the question nor the answer has a word of it."""
    condition = difference.evidence_span.strip()
    # A figure that is no condition is that of another case.
    if difference.kind is ProofKind.LEFT_OUT and _FIGURE.search(condition):
        return False
    # A predicate that is no noun is no lemma.
    words = set(words_in(condition)) or {condition}
    words -= _INTRODUCING
    if not words or compact(condition) in compact(known) or words <= words_in(known):
        return False
    return not any(
        _is_one_of_several(text, found.start(), found.end())
        for text in provisions
        for found in re.finditer(re.escape(condition), text)
    )


def _is_one_of_several(text: str, start: int, end: int) -> bool:
    in_brackets = text.count("(", 0, start) > text.count(")", 0, start)
    beside = (text[max(0, start - _BESIDE) : start], text[end : end + _BESIDE])
    return in_brackets or any(_ALTERNATIVE.search(one) for one in beside)


def leaves_one_of_all(statement: str, provision: str, known: str) -> bool:
    """Whether a sentence gives what follows from several requirements, and one of them is told nowhere."""
    listed = _OF_ALL.search(provision)
    if listed is None or _REQUIRED.search(statement):
        return False
    said, given = (words_in(text) for text in (statement, f"{statement} {known}"))
    listed_after = _ITEM.findall(provision[listed.end() :])
    items = [words for item in listed_after if (words := _told_by(item))]
    return any(_has_half(said, words) for words in items) and not all(
        _has_half(given, words) for words in items
    )


def leaves_out_without(statement: str, provision: str, known: str) -> bool:
    """Whether a sentence gives what follows for who did something without reason or leave, and says it of everybody."""
    if _WITHOUT_LEAVE.search(f"{statement} {known}"):
        return False
    said, nearest = words_in(statement), nearest_sentence(statement, provision)
    shares_most = 3 * len(said & words_in(nearest)) > 2 * len(said)
    return shares_most and _WITHOUT_LEAVE.search(nearest) is not None


def leaves_out_excepted(statement: str, provision: str) -> bool:
    """Whether a sentence names one of several that a provision excepts, 병역휴학과 질병휴학 외의 휴학, as the only one."""
    if not _EXCEPTED.search(statement):
        return False
    return any(
        any(names := [one in statement for one in _LISTED.split(found["listed"])])
        and not all(names)
        for found in _EXCEPTING.finditer(provision)
    )


def leaves_out_items(statement: str, provision: str) -> bool:
    """Whether a sentence says of everybody what its provision says of whom the items name: 다음 각 호에 해당하는 학생은."""
    nearest = nearest_sentence(statement, provision)
    if not _OF_ITEMS.search(nearest) or _POINTS_TO_ITEMS.search(statement):
        return False
    items = _ITEM.findall(provision[provision.find(nearest) + len(nearest) :])
    said = words_in(statement) - words_in(nearest)
    return bool(items) and all(said.isdisjoint(words_in(one)) for one in items)


def _told_by(item: str) -> frozenset[str]:
    """The words of a requirement; one that was deleted has none."""
    return frozenset() if item.startswith("삭제") else words_in(item) - _INTRODUCING


def _has_half(words: frozenset[str], item: frozenset[str]) -> bool:
    return 2 * len(words & item) >= len(item)
