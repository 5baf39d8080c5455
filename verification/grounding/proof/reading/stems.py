"""The word that a predicate is compared by: 신청 of 신청하다, of 신청을 하다, and of 신청이 가능하다."""

from __future__ import annotations

from collections.abc import Sequence

from regulations.text.morphemes import Morpheme
from verification.grounding.proof.reading.lexicon import PERSON
from verification.grounding.proof.reading.stances import ProofStance, permitted
from verification.grounding.proof.reading.words import Mark, Word, WordKind

_POSSIBLE = {
    "가능": True, "불가": False, "불가능": False, "금지": False, "허용": True, "불허": False, "허가": True, "인정": True,
}  # fmt: skip
_NEEDED = frozenset({"필요", "필수", "의무"})
_SUPPORTING = frozenset({"하", "되", "이루어지", "시키"})
_RECEIVING = frozenset({"받", "얻", "득하"})
_DERIVING_TAGS = frozenset({"XSV", "XSA", "VCP"})
_CARRIED = frozenset({Mark.OBJECT, Mark.SUBJECT, Mark.NONE, Mark.TOPIC})
# What is done to somebody: "허가를 받다" is the other side of "허가하다".
_RECEIVED = frozenset(
    [
        "허가",
        "승인",
        "동의",
        "인정",
        "부여",
        "배정",
        "면제",
        "지급",
        "통보",
        "통지",
        "제공",
        "배치",
        "제한",
        "추천",
        "심사",
        "심의",
        "지도",
        "교육",
        "처분",
        "조치",
        "판정",
        "지원",
        "안내",
        "평가",
        "선발",
        "허락",
        "징계",
        "경고",
        "적용",
        "확인",
        "검사",
        "진단",
        "반환",
        "환불",
    ]
)


def carried_stem(morpheme: Morpheme, last: Word | None) -> Word | None:
    """The noun that carries the meaning of a predicate, where the predicate only supports it."""
    if last is None:
        return None
    if morpheme.tag in _DERIVING_TAGS:
        return last
    if morpheme.form in _SUPPORTING:
        fits = last.kind is WordKind.NOUN and last.mark in _CARRIED and last.key != PERSON
        return last if fits else None
    received = morpheme.form in _RECEIVING and last.key in _RECEIVED
    return last if received and last.mark in (Mark.OBJECT, Mark.NONE) else None


def settle(words: list[Word], word: Word, stance: ProofStance) -> int:
    """Give a predicate its stance and return its place.

    가능, 불가 and their like say the stance of the word before them, and are no words of their own.
    """
    index = next(place for place, other in enumerate(words) if other is word)
    _without_principle(words, index)
    index = next(place for place, other in enumerate(words) if other is word)
    if _is_bare(words, index, stance):
        possible = _POSSIBLE[words[index].key] is not _denies(stance)
        words[index].key = "하"
        stance = permitted(ProofStance.STATE, possible=possible)
    while _speaks_of_before(words, index, stance):
        possible = _POSSIBLE[words[index].key]
        stance = permitted(ProofStance.STATE, possible=possible is not _denies(stance))
        words.pop(index)
        index -= 1
    if words[index].key in _NEEDED and stance is ProofStance.STATE:
        stance = ProofStance.MUST
        if _speaks_of_noun(words, index):
            words.pop(index)
            index -= 1
    if words[index].kind is WordKind.NOUN:
        words[index].kind = WordKind.PREDICATE
    words[index].stance = stance
    return index


def _speaks_of_noun(words: Sequence[Word], index: int) -> bool:
    """Whether what is needed is the noun just before: "승인이 필요하다"."""
    before = words[index - 1] if index else None
    return (
        before is not None
        and before.segment == words[index].segment
        and before.kind is WordKind.NOUN
        and before.key != PERSON
        and before.mark in (Mark.SUBJECT, Mark.TOPIC)
    )


_BARE = frozenset({"가능", "불가", "불가능"})


def _is_bare(words: Sequence[Word], index: int, stance: ProofStance) -> bool:
    """Whether "가능하다" stands behind a figure, or the "만" of one: "2회까지만 가능합니다"."""
    if words[index].key not in _BARE or not index or _speaks_of_before(words, index, stance):
        return False
    before = words[index - 1]
    limited = before.quantity is not None or before.kind is WordKind.ONLY
    return limited and before.segment == words[index].segment


def _without_principle(words: list[Word], index: int) -> None:
    """ "원칙적으로 금지한다": what is forbidden stands before the adverb, which is put first."""
    adverb = index
    while adverb and words[adverb - 1].key in ("원칙", "적", "원칙적"):
        adverb -= 1
    if not 0 < adverb < index or words[index].key not in _POSSIBLE:
        return
    before = words[adverb - 1]
    if before.segment == words[index].segment and words[index - 1].mark is Mark.MEANS:
        words[adverb - 1 : index] = [*words[adverb:index], before]


def _denies(stance: ProofStance) -> bool:
    return stance in (ProofStance.DENY, ProofStance.FORBID)


def _speaks_of_before(words: Sequence[Word], index: int, stance: ProofStance) -> bool:
    """Whether a predicate says only that what stands before it may or may not be."""
    word, before = words[index], words[index - 1] if index else None
    if word.key not in _POSSIBLE or before is None or before.segment != word.segment:
        return False
    if before.kind is not WordKind.NOUN or before.key == PERSON or before.mark not in _CARRIED:
        return False
    # 허가 and 인정 speak of permission only where they are denied: "인정하지 않는다".
    return word.key not in ("허가", "인정") or _denies(stance)


def denied(stance: ProofStance) -> ProofStance:
    """The stance of an action that is denied itself: "못 할 수 있다" needs not be done."""
    return {
        ProofStance.STATE: ProofStance.DENY,
        ProofStance.DENY: ProofStance.STATE,
        ProofStance.MAY: ProofStance.NEED_NOT,
        ProofStance.MUST: ProofStance.FORBID,
    }.get(stance, stance)
