"""Which words of a claim and of its evidence differ, with their places in both: what a person looks at first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from verification.grounding.facts.amounts import (
    AmountAgreement,
    AmountFinding,
    LimitRelation,
    compare_amounts,
)
from verification.grounding.facts.limits import LimitBound
from verification.grounding.facts.quantities import Quantity
from verification.grounding.language.agents import OfficeMention, agents
from verification.grounding.language.alignment import default_lexicon
from verification.grounding.language.analysis import ContentWord, TextAnalysis, analyse
from verification.grounding.language.polarity import (
    ANTONYMS,
    Modality,
    ModalityPlace,
    modality_place,
    polarity_agreement,
)
from verification.grounding.language.units import ProvisionSentence, units_of
from verification.grounding.results import GroundingProvision, ReasonKind

# So much of a claim's words has a sentence that speaks of the same.
_ON_THE_MATTER = 0.5
_SENTENCE = re.compile(r"[다함음됨][.。]?\s*$")
_OTHER_LIMITS = (LimitRelation.STRICTNESS, LimitRelation.COMPLEMENT, LimitRelation.OPPOSITE)


@dataclass(frozen=True, slots=True)
class DifferencePlace:
    """Words by their offsets in a text."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class FactDifference:
    """One fact that is not the same in both; what only one of them says has no place in the other."""

    kind: ReasonKind
    claimed: DifferencePlace | None
    given: DifferencePlace | None


def differences(claim: str, evidence: str) -> tuple[FactDifference, ...]:
    """The typed facts in which a claim and the provision beside it differ, in the order of the claim."""
    if not claim.strip() or not evidence.strip():
        return ()
    one, other = analyse(claim), analyse(evidence)
    found = [
        *_amounts(one, other),
        *_denials(one, other),
        *_modality(one, evidence),
        *_agents(one, other),
    ]
    return tuple(sorted(_apart(found), key=_order))


def _amounts(claim: TextAnalysis, given: TextAnalysis) -> Iterator[FactDifference]:
    for finding in compare_amounts(claim.quantities, given.quantities, ()):
        kind = _amount_kind(finding)
        if kind is not None:
            other = _amount_place(given.text, finding.given, kind) if finding.given else None
            yield FactDifference(kind, _amount_place(claim.text, finding.claimed, kind), other)


def _amount_kind(finding: AmountFinding) -> ReasonKind | None:
    if finding.agreement is AmountAgreement.OTHER_UNIT:
        return ReasonKind.UNIT
    if finding.agreement in (AmountAgreement.OTHER_NUMBER, AmountAgreement.UNFOUNDED):
        if finding.claimed.value == 1 and not finding.claimed.text[:1].isdigit():
            return None
        is_day = isinstance(finding.claimed.value, str)
        return ReasonKind.DATE if is_day else ReasonKind.NUMBER
    if finding.agreement is AmountAgreement.SAME and finding.other_side:
        return ReasonKind.DATE
    if finding.agreement is AmountAgreement.SAME and finding.limit in _OTHER_LIMITS:
        return ReasonKind.COMPARATOR
    return None


def _amount_place(text: str, quantity: Quantity, kind: ReasonKind) -> DifferencePlace:
    """The number; with the word of its limit where that is what differs."""
    end = quantity.end
    if kind is ReasonKind.COMPARATOR and quantity.bound is not LimitBound.NONE:
        # 3년 이내, 3년을 초과: the limit is the rest of this word or the next one.
        behind = text[end:]
        end = _word_end(text, end + len(behind) - len(behind.lstrip()))
    return _place(text, quantity.start, end)


def _denials(claim: TextAnalysis, given: TextAnalysis) -> Iterator[FactDifference]:
    paraphrases = default_lexicon().paraphrases
    _agreed, denied = polarity_agreement(claim.terms, given.terms, paraphrases)
    for term in denied:
        alike = {term.lemma, *paraphrases.get(term.lemma, ()), *ANTONYMS.get(term.lemma, ())}
        other = next((one for one in given.terms if one.lemma in alike), None)
        yield FactDifference(
            ReasonKind.POLARITY,
            _word_place(claim.text, term),
            _word_place(given.text, other) if other else None,
        )


def _word_place(text: str, term: ContentWord) -> DifferencePlace:
    """The word with its ending, in which the denial stands."""
    end = _word_end(text, term.end)
    return _place(text, term.start, _word_end(text, end + 1) if term.negated else end)


def _modality(claim: TextAnalysis, evidence: str) -> Iterator[FactDifference]:
    sentence = _sentence_on(claim, evidence)
    if sentence is None:
        return
    claimed, given = modality_place(claim.text), modality_place(sentence.text)
    kinds = {claimed.modality, given.modality}
    # 허가하지 아니한다 says that one may not.
    if len(kinds) == 1 or kinds == {Modality.MUST_NOT, Modality.NEGATED}:
        return
    if Modality.STATEMENT in kinds and Modality.NEGATED not in kinds:
        return
    kind = ReasonKind.POLARITY if Modality.STATEMENT in kinds else ReasonKind.MODALITY
    other = _closing(sentence.text, given)
    start = sentence.start + other.start
    place = DifferencePlace(start, start + len(other.text), other.text)
    yield FactDifference(kind, _closing(claim.text, claimed), place)


def _sentence_on(claim: TextAnalysis, evidence: str) -> ProvisionSentence | None:
    """The sentence of a provision whose predicate says of the claim's matter whether; None where none speaks of it.

    Of an item of a list it is the sentence that the list stands under.
    """
    sentences = units_of([GroundingProvision("", None, None, None, evidence)])
    shares = [
        len(
            claim.lemmas & (one.analysis.lemmas | (one.lead_analysis.lemmas if one.item else set()))
        )
        for one in sentences
    ]
    most = max(shares, default=0)
    if not most or most < _ON_THE_MATTER * len(claim.lemmas):
        return None
    best = sentences[shares.index(most)]
    if not best.item or _SENTENCE.search(best.text):
        return best
    leads = [one for one in sentences if not one.item and one.start < best.start]
    return leads[-1] if leads else None


def _closing(text: str, found: ModalityPlace) -> DifferencePlace:
    """The predicate from the beginning of its word; of a plain statement the last word."""
    start = found.start if found.modality is not Modality.STATEMENT else found.end
    return _place(text, text.rfind(" ", 0, start) + 1, found.end)


def _agents(claim: TextAnalysis, given: TextAnalysis) -> Iterator[FactDifference]:
    ours, theirs = agents(claim), agents(given)
    missing = [one for one in ours if one.acting and one.name not in given.compact]
    instead = [one for one in theirs if one.acting and one.name not in claim.compact]
    for number, agent in enumerate(missing):
        other = instead[number] if number < len(instead) else None
        yield FactDifference(ReasonKind.SUBJECT, _agent_place(agent), _agent_place(other))


def _agent_place(agent: OfficeMention | None) -> DifferencePlace | None:
    return DifferencePlace(agent.start, agent.end, agent.name) if agent else None


def _word_end(text: str, start: int) -> int:
    end = text.find(" ", start)
    return len(text) if end < 0 else end


def _place(text: str, start: int, end: int) -> DifferencePlace:
    words = text[start:end].rstrip(" .,。")
    return DifferencePlace(start, start + len(words), words)


def _apart(found: Iterable[FactDifference]) -> Iterator[FactDifference]:
    """Each word is told of once on each side, by the plainest of its differences."""
    claimed: list[DifferencePlace] = []
    given: list[DifferencePlace] = []
    for one in found:
        if _overlaps(one.claimed, claimed):
            continue
        other = None if _overlaps(one.given, given) else one.given
        claimed += [one.claimed] if one.claimed else []
        given += [other] if other else []
        yield FactDifference(one.kind, one.claimed, other)


def _overlaps(place: DifferencePlace | None, taken: Sequence[DifferencePlace]) -> bool:
    return place is not None and any(
        place.start < other.end and other.start < place.end for other in taken
    )


def _order(difference: FactDifference) -> int:
    return difference.claimed.start if difference.claimed else 0
