"""A word in the place of another, in a claim that otherwise repeats a sentence. Pure.

The comparison of propositions forgives words that say nothing of their own, and sees what the analysis of morphemes has cut
apart (지원이 as 지원 and a person). Where a sentence is repeated nothing is to be forgiven: a noun with its particle stands
where the sentence has the same one, or another word for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain, pairwise

from regulations.text.morphemes import lemmas
from verification.grounding.proof.reading.lexicon import key_of, meanings
from verification.grounding.proof.reading.wordings import plain_wording
from verification.grounding.proof.results import ProofKind, ProofReason

# So many of the words of a sentence are repeated, and so many in their order; with fewer words none can be told to stand for another.
_LEAST_SHARED, _LEAST_ALIKE, _LEAST_WORDS = 0.7, 0.7, 3
# No sentence of an answer has more; a longer text would take long to compare.
_MOST_WORDS = 300
_SENTENCE_END = re.compile(r"(?<=다)\.(?:\s|$)|\n")
_PARTICLE = re.compile(
    r"(?P<case>에게서|에게|에서|으로|까지|부터|은|는|이|가|을|를|의|에|과|와|로)?(?P<also>만|도)?(?P<topic>[은는을를])?$"
)
_CASES = {"은": "topic", "는": "topic", "이": "doer", "가": "doer", "을": "object", "를": "object"}
_PUNCTUATION = "\"'“”‘’「」『』.,·ㆍ:;()[] "
_AND, _OR = frozenset({"및", "그리고"}), frozenset({"또는", "혹은", "내지"})
# What joins a clause to the next: 총괄하고, 총괄하거나.
_JOINED = re.compile(r"(?:거나|고|며)$")
_NOUN = re.compile(r"[가-힣]{2,}")
# "Only" that says no more than the limit behind which it stands: 3년까지만, 한 번만.
_LIMIT = re.compile(r"(?:\d[가-힣%]{0,2}|^번|^회|(?:까지|동안|이내|이하|안)(?:에서|에)?)만[은을]?$")
_OF_A_CASE = re.compile(r"(?:[가-힣]\s(?:경우|때)(?:에만|만|에는|에|는)?|\s[가-힣]+면),?$")
# A case to which something is restricted: 성적이 우수한 경우에 한하여.
_RESTRICTED = re.compile(r"[가-힣]\s(?:경우|때)에?\s?한[하해]")
_OPPOSITES = frozenset(
    map(
        frozenset,
        (("있", "없"), ("있으면", "없으면"), ("전", "후"), ("이전", "이후"), ("각각", "함께")),
    )
)
# 정하지 않은 경우, where the sentence has 정한 경우; 받지 아니하고는 … 없다 denies twice.
_DENIED = re.compile(r"지\s(?:않는|않은|아니하는|아니한|못한)$")


@dataclass(frozen=True, slots=True)
class _Written:
    """A word as it is written: what it begins with, the case of its particle, whether 만 or 도 is added, and whether others are listed behind it."""

    text: str
    stem: str
    case: str
    also: str
    is_item: bool


def word_in_place(claim: str, evidence: str, *, known: str = "") -> ProofReason | None:
    """What the claim changes in a sentence that it repeats otherwise; None where it repeats none, or changes nothing.

    A case that is ``known``, from the question or the rest of the answer, may be left out or added.
    """
    said = _written(claim)
    if not _LEAST_WORDS <= len(said) <= _MOST_WORDS:
        return None
    stems = [one.stem for one in said]
    compared = [
        (SequenceMatcher(None, stems, [one.stem for one in given], autojunk=False), given)
        for given in map(_written, _SENTENCE_END.split(evidence))
    ]
    # Of two sentences that are alike it is the nearer one that is repeated.
    matcher, given = max(compared, key=lambda one: one[0].ratio())
    # Two words that are exchanged stand in neither place: there only how many are shared tells of a repeated sentence.
    if matcher.quick_ratio() < _LEAST_SHARED:
        return None
    changes = _exchanged(_by_stem(said), _by_stem(given))
    if matcher.ratio() >= _LEAST_ALIKE:
        changes = chain(changes, _changes(said, given, matcher, frozenset(lemmas(known))))
    return next(changes, None)


def _written(text: str) -> list[_Written]:
    """The words before the predicate, which ends otherwise in an answer."""
    words = plain_wording(text).split()
    return [_read(one, following) for one, following in pairwise(words)]


def _read(word: str, following: str) -> _Written:
    text = word.strip(_PUNCTUATION)
    is_item = word.endswith(",") or following in _AND | _OR
    found = None if text in _AND | _OR else _PARTICLE.search(text)
    stem = text[: found.start()] if found else text
    if found is None or not stem:
        return _Written(text, text, "", "", is_item)
    case = found["case"] or found["topic"] or ""
    return _Written(text, stem, _CASES.get(case, case), found["also"] or "", is_item)


def _changes(
    said: Sequence[_Written],
    given: Sequence[_Written],
    matcher: SequenceMatcher[str],
    known: frozenset[str],
) -> Iterator[ProofReason]:
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind == "insert" and (left_out := _condition(given[first:last], known)):
            yield ProofReason(ProofKind.CONDITION, "", left_out)
        elif kind == "delete" and (added := _condition(said[start:end], known)):
            yield ProofReason(ProofKind.CONDITION, added, "")
        elif end - start == last - first:
            for one, other in zip(said[start:end], given[first:last], strict=True):
                yield from _pair(one, other)
        elif kind == "replace" and max(end - start, last - first) == 2:
            mine, theirs = _text(said[start:end]), _text(given[first:last])
            if bool(_DENIED.search(mine)) != bool(_DENIED.search(theirs)):
                yield ProofReason(ProofKind.EXCLUSIVE_WORDS, mine, theirs)


def _pair(one: _Written, other: _Written) -> Iterator[ProofReason]:
    """또는 for 및, 만 that the sentence has not or 도 for it, or another noun with the same particle."""
    if {one.stem, other.stem} <= _AND | _OR:
        if (one.stem in _AND) != (other.stem in _AND):
            yield ProofReason(ProofKind.AND_OR, one.text, other.text)
    elif one.stem == other.stem:
        is_turned = {one.case, other.case} == {"부터", "까지"}
        is_added = one.also == "만" and not other.also and not _LIMIT.search(one.text)
        if is_turned or is_added or {one.also, other.also} == {"만", "도"}:
            yield ProofReason(ProofKind.EXCLUSIVE_WORDS, one.text, other.text)
    elif _JOINED.sub("", one.stem) == _JOINED.sub("", other.stem):
        if one.stem.endswith("거나") != other.stem.endswith("거나"):
            yield ProofReason(ProofKind.AND_OR, one.text, other.text)
    elif frozenset({one.stem, other.stem}) in _OPPOSITES or (
        _is_in_place(one, other) and _is_another(one.stem, other.stem)
    ):
        yield ProofReason(ProofKind.EXCLUSIVE_WORDS, one.text, other.text)


def _is_in_place(one: _Written, other: _Written) -> bool:
    """Whether two words have the same particle, or are items of a list."""
    return one.case == other.case and (bool(one.case) or (one.is_item and other.is_item))


def _is_another(noun: str, other: str) -> bool:
    """Whether neither of two nouns is the other, or part of it, by any meanings of their words."""
    if not (_NOUN.fullmatch(noun) and _NOUN.fullmatch(other)) or noun in other or other in noun:
        return False
    return not (_is_within(noun, other) or _is_within(other, noun))


def _is_within(noun: str, other: str) -> bool:
    """Whether all words of one noun, or the whole, are among those of the other."""
    known = {meant for word in (key_of(other), *lemmas(other)) for meant in meanings(word)}
    words = [meanings(word) for word in lemmas(noun)]
    return not meanings(key_of(noun)).isdisjoint(known) or all(
        not one.isdisjoint(known) for one in words
    )


def _by_stem(words: Sequence[_Written]) -> Mapping[str, _Written]:
    return {one.stem: one for one in words if one.case in _CASES.values()}


def _exchanged(
    said: Mapping[str, _Written], given: Mapping[str, _Written]
) -> Iterator[ProofReason]:
    """Two words of which each has the other's particle: 지원이 … 교수를 where the sentence has 교수가 … 지원을."""
    turned = [
        (said[stem], given[stem])
        for stem in said
        if stem in given and said[stem].case != given[stem].case
    ]
    now = [one.text for one, _other in turned if one.case == "object"]
    before = [other.text for _one, other in turned if other.case == "object"]
    if now and before:
        yield ProofReason(ProofKind.EXCLUSIVE_WORDS, now[0], before[0])


def _text(words: Sequence[_Written]) -> str:
    return " ".join(one.text for one in words)


def _condition(words: Sequence[_Written], known: frozenset[str]) -> str:
    """A case that words end with, by its own words: 공군참모총장의 요청이 있는 때에는; empty where they are none, as "이 경우", or known."""
    text = _text(words)
    found = _OF_A_CASE.search(text) or _RESTRICTED.search(text)
    case = text[: found.start()] if found and found.start() > 1 else ""
    return "" if known.issuperset(lemmas(case)) else case
