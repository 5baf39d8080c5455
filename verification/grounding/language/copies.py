"""Compare a claim with the sentence it repeats nearly word for word.

Answers often repeat a regulation with polite endings. Then nothing has to be estimated: the words
that carry meaning are the same, in the same order, and what remains is either nothing, or exactly
the change that matters: a number, a unit, a limit, a "not", a "may".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import StrEnum

from regulations.text.morphemes import Morpheme
from verification.grounding.facts.conditions import condition_spans
from verification.grounding.language.alignment import AlignedSentence
from verification.grounding.language.analysis import TextAnalysis
from verification.grounding.language.units import ProvisionSentence
from verification.grounding.results import GroundingReason, ReasonKind

_CANDIDATES = 4
_LEAST_TOKENS = 3
_LIMITS = {
    "이상": "at least", "이하": "at most", "이내": "at most", "내": "at most", "미만": "less",
    "초과": "more", "까지": "at most", "이전": "before", "이후": "after", "전": "before", "후": "after", "뒤": "after",
}  # fmt: skip
_JOINING_TAGS = frozenset({"EC", "JC", "MAG", "MAJ"})
_NOT = frozenset({"않", "아니하", "아니", "말", "안"})
_CANNOT = frozenset({"못하", "못"})
_CONTENT = frozenset({"NNG", "NNP", "SL", "SH", "XR", "VV", "VA", "XPN", "MM", "MAG", "NR", "SN"})
_EMPTY_VERBS = frozenset(
    {"하", "되", "있", "이", "같", "따르", "대하", "관하", "의하", "위하", "보"}
)
_EMPTY_WORDS = frozenset(
    {"단", "다만", "또한", "그리고", "및", "등", "반드시", "경우", "때", "각", "해당", "당해", "수"}
)
_OBLIGING = frozenset({"어야", "아야", "여야", "어야만"})
# "우수하거나" for "우수하고" leaves every word as it was.
_JOINING = {
    "거나": "or", "또는": "or", "혹은": "or", "이나": "or", "나": "or",
    "고": "and", "며": "and", "으며": "and", "및": "and", "와": "and", "과": "and", "그리고": "and",
}  # fmt: skip
_NARROWING = {"만": "only", "뿐": "only", "밖에": "only", "도": "even", "마다": "each"}


class _Kind(StrEnum):
    CONTENT = "content"
    NUMBER = "number"
    LIMIT = "limit"
    NOT = "not"
    CAN = "can"
    MUST = "must"
    JOINING = "joining"


@dataclass(frozen=True, slots=True)
class _Token:
    key: str
    kind: _Kind
    start: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class SentenceCopy:
    """A sentence that a claim repeats, and what it changes in it (nothing: a faithful copy)."""

    unit: ProvisionSentence
    changes: tuple[GroundingReason, ...]

    @property
    def faithful(self) -> bool:
        """Whether nothing that matters was changed."""
        return not self.changes


def find_copy(claim: TextAnalysis, aligned: Sequence[AlignedSentence]) -> SentenceCopy | None:
    """Find the sentence that a claim repeats; None when the claim is a wording of its own."""
    tokens = _tokens(claim)
    content = [token.key for token in tokens if token.kind is _Kind.CONTENT]
    if sum(token.kind is not _Kind.JOINING for token in tokens) < _LEAST_TOKENS or len(content) < 2:
        return None
    best: SentenceCopy | None = None
    for candidate in aligned[:_CANDIDATES]:
        span = _span(candidate.unit, content)
        if span is not None and not _says_both(tokens, span) and not _drops_numbers(tokens, span):
            copy = SentenceCopy(
                candidate.unit, tuple(_changes(tokens, span, claim, candidate.unit))
            )
            if copy.faithful:
                return copy
            best = best or copy
    return best


def _says_both(claim: Sequence[_Token], given: Sequence[_Token]) -> bool:
    """Whether the claim weighs "may" against "must", which the sentence does not."""
    kinds = {token.kind for token in claim}
    return {_Kind.CAN, _Kind.MUST} <= kinds and not {_Kind.CAN, _Kind.MUST} <= {
        t.kind for t in given
    }


def _drops_numbers(claim: Sequence[_Token], given: Sequence[_Token]) -> bool:
    mine = {token.key for token in claim if token.kind is _Kind.NUMBER}
    theirs = {token.key for token in given if token.kind is _Kind.NUMBER}
    return mine < theirs


def _span(unit: ProvisionSentence, content: Sequence[str]) -> list[_Token] | None:
    """The part of a unit with just the content words of the claim, in their order."""
    tokens = _tokens(unit.analysis)
    places = [i for i, token in enumerate(tokens) if token.kind is _Kind.CONTENT]
    keys = [tokens[i].key for i in places]
    match = SequenceMatcher(None, keys, content, autojunk=False).find_longest_match()
    if match.size < len(content):
        return None
    if not _ends_a_clause(unit, tokens, places, match.a + match.size - 1):
        return None
    first, last = places[match.a], places[match.a + match.size - 1]
    while first > 0 and tokens[first - 1].kind is not _Kind.CONTENT:
        first -= 1
    while last + 1 < len(tokens) and tokens[last + 1].kind is not _Kind.CONTENT:
        last += 1
    if match.a > 0 and _conditional_before(unit, match.a, len(places)):
        return None
    return tokens[first : last + 1]


def _ends_a_clause(
    unit: ProvisionSentence, tokens: Sequence[_Token], places: Sequence[int], index: int
) -> bool:
    """Whether the claim goes on to the predicate: what is left out after it would be one."""
    if index == len(places) - 1:
        return True
    following = tokens[places[index + 1]].start
    here = tokens[places[index]].start
    return any(here < clause.end <= following for clause in unit.analysis.clauses)


def _conditional_before(unit: ProvisionSentence, skipped: int, total: int) -> bool:
    """Whether the words that the claim leaves out at the front may be its condition."""
    return skipped > total * 0.5 or bool(condition_spans(unit.text))


def _changes(
    claim: Sequence[_Token],
    given: Sequence[_Token],
    analysis: TextAnalysis,
    unit: ProvisionSentence,
) -> list[GroundingReason]:
    changes = []
    new, lost = Counter(claim) - Counter(given), Counter(given) - Counter(claim)
    for kind, described in _DESCRIPTIONS.items():
        added = [token.key for token in new if token.kind is kind]
        dropped = [token.key for token in lost if token.kind is kind]
        if kind is _Kind.NUMBER:
            moved = [] if set(added) - {token.key for token in given} else _moved(claim, given)
            if moved or set(added) - {token.key for token in given}:
                changes.append(_number_change(added or moved, dropped, analysis, unit))
        elif kind is _Kind.MUST:
            if added and any(token.kind is _Kind.CAN for token in lost):
                changes.append(described)
        elif kind is _Kind.JOINING:
            # What one of them leaves out is joined by a comma, or by nothing.
            if set(added) - set(dropped) and set(dropped) - set(added):
                changes.append(described)
        elif added or dropped:
            changes.append(described)
    return changes


def _moved(claim: Sequence[_Token], given: Sequence[_Token]) -> list[str]:
    """Numbers that the sentence has, but not where the claim says them: 3년 초과 5년 이하 as 5년 초과 5년 이하."""
    mine, theirs = _by_place(claim), _by_place(given)
    if len(mine) != len(theirs):
        # A number that was left out, or said in a word more, moves the places of the others.
        return []
    return [one for one, other in zip(mine, theirs, strict=True) if one != other]


def _by_place(tokens: Sequence[_Token]) -> list[str]:
    return [token.key for token in tokens if token.kind is _Kind.NUMBER]


_DESCRIPTIONS = {
    _Kind.NUMBER: GroundingReason(ReasonKind.NUMBER, "수치가 조문과 다릅니다."),
    _Kind.LIMIT: GroundingReason(
        ReasonKind.COMPARATOR, "이상·이하·초과·미만·전·후의 한계가 조문과 다릅니다."
    ),
    _Kind.NOT: GroundingReason(ReasonKind.POLARITY, "긍정과 부정이 조문과 반대입니다."),
    _Kind.CAN: GroundingReason(ReasonKind.MODALITY, "할 수 있는지(재량)가 조문과 다릅니다."),
    _Kind.MUST: GroundingReason(ReasonKind.MODALITY, "하여야 하는지(의무)가 조문과 다릅니다."),
    _Kind.JOINING: GroundingReason(ReasonKind.ENUMERATION, "‘및’과 ‘또는’이 조문과 다릅니다."),
}


def _number_change(
    added: Sequence[str], dropped: Sequence[str], analysis: TextAnalysis, unit: ProvisionSentence
) -> GroundingReason:
    def written(keys: Sequence[str], source: TextAnalysis) -> str:
        return ", ".join(
            f"“{quantity.text.strip()}”"
            for quantity in source.quantities
            if f"{quantity.measure}:{quantity.value}" in keys
        )

    mine, theirs = written(added, analysis), written(dropped, unit.analysis)
    measures = [{key.split(":")[0] for key in keys} for keys in (added, dropped)]
    kind = ReasonKind.NUMBER if measures[0] == measures[1] else ReasonKind.UNIT
    if mine and theirs:
        return GroundingReason(kind, f"수치가 조문과 다릅니다: 답변 {mine}, 조문 {theirs}")
    return GroundingReason(kind, "조문에 있는 수치와 맞지 않습니다.")


def _tokens(analysis: TextAnalysis) -> list[_Token]:
    """The words that matter, with all ways of saying "not", "may" and "must" made one."""
    tokens: list[_Token] = []
    morphemes = analysis.morphemes
    pending = list(analysis.quantities)
    for index, morpheme in enumerate(morphemes):
        while pending and pending[0].end <= morpheme.start:
            pending.pop(0)
        if pending and pending[0].start < morpheme.end:
            quantity = pending[0]
            key = f"{quantity.measure}:{quantity.value}"
            if morpheme.start <= quantity.start or not tokens or tokens[-1].key != key:
                tokens.append(_Token(key, _Kind.NUMBER, morpheme.start))
        else:
            tokens += _sense(morphemes, index) or _word(morpheme)
    return tokens


def _sense(morphemes: Sequence[Morpheme], index: int) -> list[_Token]:
    """What a morpheme says of doing or not, may or must; nothing for a plain word."""
    form, tag = morphemes[index].form, morphemes[index].tag
    can, negation = _Token("can", _Kind.CAN), _Token("not", _Kind.NOT)
    if form in _CANNOT and tag in ("VX", "MAG"):
        return [can, negation]
    if form in _NOT and tag in ("VX", "VCN", "MAG", "VV"):
        return [can, negation] if _forbids(morphemes, index) else [negation]
    if form in ("있", "없") and _after_can(morphemes, index):
        return [can] if form == "있" else [can, negation]
    if tag == "EC" and form in _OBLIGING:
        return [_Token("must", _Kind.MUST)]
    if form in _JOINING and tag in _JOINING_TAGS and morphemes[index + 1 : index + 2]:
        return [] if _goes_on(morphemes, index) else [_Token(_JOINING[form], _Kind.JOINING)]
    return []


def _goes_on(morphemes: Sequence[Morpheme], index: int) -> bool:
    """Whether an ending joins no two clauses, but a verb and its auxiliary: 정하고 있다."""
    return morphemes[index + 1].tag == "VX"


def _word(morpheme: Morpheme) -> list[_Token]:
    form, tag = morpheme.form, morpheme.tag
    if form in _LIMITS and tag in ("NNG", "JX", "NNB"):
        return [_Token(_LIMITS[form], _Kind.LIMIT)]
    if tag == "JX" and form in _NARROWING:
        return [_Token(_NARROWING[form], _Kind.LIMIT)]
    if tag not in _CONTENT or form in _EMPTY_WORDS or (tag == "VV" and form in _EMPTY_VERBS):
        return []
    return [_Token(form, _Kind.CONTENT, morpheme.start)]


def _after_can(morphemes: Sequence[Morpheme], index: int) -> bool:
    return any(m.form == "수" and m.tag == "NNB" for m in morphemes[max(0, index - 2) : index])


def _forbids(morphemes: Sequence[Morpheme], index: int) -> bool:
    """Whether "아니" is that of "하여서는 아니 된다", which forbids."""
    before = {m.form for m in morphemes[max(0, index - 3) : index]}
    after = {m.form for m in morphemes[index + 1 : index + 2]}
    return bool(before & {"어서", "아서", "여서", "면", "으면"}) and "되" in after
