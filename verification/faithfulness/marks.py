"""What the second reading means for the marks that an answer shows: taken off, given, or left as they are.

Only a model is a second reader. One voice against a confirmed sentence puts it beside its source; to withdraw its words takes
two: the claim contradicted by words that stand in a source, and the pair of sentence and citation, or a plain fact. What
repeats its provision word for word stays: a judge who contradicts it contradicts the rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from verification.checking.by_verifier import is_doubted
from verification.checking.engine import facts_in_words
from verification.checking.values import Source, SourceUnit
from verification.citations.states import CitationStatus, ConfirmedBy, SentenceOutcome, Verdict
from verification.grounding.proof import Outcome, prove
from verification.models import CitationCheck, ClaimCheck

# What the second reader reads: a sentence in whose place the provision stands says nothing any more.
JUDGED = tuple(one for one in SentenceOutcome if one.shows_own_words)
# How much of a claim, by pairs of letters, has to stand in a sentence for the claim to be about it.
_SAME = 0.5
_AS_GOOD = 0.02
# How much of a sentence its judged claims have to cover before they can confirm it.
_WHOLE = 0.6
_LETTERS = re.compile(r"[^0-9A-Za-z가-힣]+")
_MARKER = re.compile(r"\[†\d+\]")


class MarkedCitation(Protocol):
    """A citation as it is stored with a sentence."""

    pk: UUID
    status: str
    version_id: int | None
    locator_key: str
    quote: str


@dataclass(frozen=True)
class MarkedSentence:
    """A sentence of the stored answer with its citations."""

    id: int
    text: str
    outcome: str
    method: str
    quote: str
    citations: tuple[MarkedCitation, ...]


@dataclass(frozen=True)
class Move:
    """What becomes of one sentence. `lost` and `gained` are the citations that are no longer, or only now, verified."""

    sentence_id: int
    outcome: SentenceOutcome
    reason: str = ""
    quote: str = ""
    lost: tuple[UUID, ...] = ()
    gained: tuple[UUID, ...] = ()


@dataclass(frozen=True)
class _Heard:
    """What the second reading says of one sentence."""

    claims: tuple[ClaimCheck, ...]
    refused: Mapping[UUID, str]  # citations whose pair is inaccurate, with the reason
    question: str

    @property
    def contradicted(self) -> ClaimCheck | None:
        """The claim that is contradicted, one with words of a source before any other."""
        found = [one for one in self.claims if one.verdict == Verdict.CONTRADICTED]
        return max(found, key=lambda one: bool(one.evidence), default=None)

    @property
    def is_supported(self) -> bool:
        """Whether every claim is supported by words that stand in a source."""
        return bool(self.claims) and all(
            one.verdict == Verdict.SUPPORTED and one.evidence for one in self.claims
        )


def moves_of(
    sentences: Sequence[MarkedSentence],
    claims: Iterable[ClaimCheck],
    pairs: Iterable[CitationCheck],
    *,
    question: str = "",
) -> tuple[Move, ...]:
    """The marks that move, in the order of the sentences."""
    heard_of: dict[int, list[ClaimCheck]] = {}
    for claim in claims:
        for sentence in about(claim.claim, sentences):
            heard_of.setdefault(sentence.id, []).append(claim)
    refused = _refused(sentences, pairs)
    found = (
        _move(one, _Heard(tuple(heard_of.get(one.id, ())), refused.get(one.id, {}), question))
        for one in sentences
    )
    return tuple(move for move in found if move is not None)


def fact_against(statement: str, words: str, question: str = "") -> str:
    """The facts of a provision that refute a statement, in words; empty where there is none."""
    if not words:
        return ""
    proof = prove(statement, [words], question=question)
    return "; ".join(facts_in_words(proof.reasons)) if proof.outcome is Outcome.REFUTED else ""


def about(claim: str, sentences: Sequence[MarkedSentence]) -> list[MarkedSentence]:
    """The sentence that says what a claim says, by their letters; several where they say it equally, none where none does."""
    same = [one for one in sentences if one.text == claim]
    if same:
        return same
    said = _pairs_of_letters(_MARKER.sub("", claim))
    if not said:
        return []
    shares = [len(said & _pairs_of_letters(one.text)) / len(said) for one in sentences]
    best = max(shares, default=0.0)
    if best < _SAME:
        return []
    return [one for one, share in zip(sentences, shares, strict=True) if share >= best - _AS_GOOD]


def _move(sentence: MarkedSentence, heard: _Heard) -> Move | None:
    if sentence.method == ConfirmedBy.COPY:
        return None
    if sentence.outcome == SentenceOutcome.CONFIRMED:
        return _lowered(sentence, heard)
    if sentence.outcome == SentenceOutcome.BESIDE_SOURCE:
        return _raised(sentence, heard)
    return None


def _lowered(sentence: MarkedSentence, heard: _Heard) -> Move | None:
    """What a confirmed sentence becomes; None where it stays as it is."""
    verified = [one for one in sentence.citations if one.status == CitationStatus.VERIFIED]
    refused = tuple(one.pk for one in verified if one.pk in heard.refused)
    everything = tuple(one.pk for one in verified)
    is_proved = sentence.method == ConfirmedBy.PROOF
    contradicted = heard.contradicted
    if contradicted is not None:
        words = _words(sentence, contradicted)
        fact = fact_against(sentence.text, words, heard.question)
        is_twice = bool(contradicted.evidence) and (bool(fact) or bool(refused)) and not is_proved
        outcome = SentenceOutcome.WITHDRAWN if is_twice else SentenceOutcome.BESIDE_SOURCE
        return Move(sentence.id, outcome, fact or contradicted.reason, words, everything)
    if refused and len(refused) < len(verified):
        why = heard.refused[refused[0]]
        return Move(sentence.id, SentenceOutcome.CONFIRMED, why, lost=refused)
    if refused and not (is_proved and heard.is_supported):
        words, why = _words(sentence, None), heard.refused[refused[0]]
        return Move(sentence.id, SentenceOutcome.BESIDE_SOURCE, why, words, everything)
    absent = [one for one in heard.claims if one.verdict == Verdict.NOT_IN_CONTEXT]
    if absent and not is_proved:
        words = _words(sentence, None)
        return Move(sentence.id, SentenceOutcome.BESIDE_SOURCE, absent[0].reason, words, everything)
    return None


def _raised(sentence: MarkedSentence, heard: _Heard) -> Move | None:
    """What a sentence beside its source becomes; None where it stays there."""
    contradicted = heard.contradicted
    if contradicted is not None:
        words = _words(sentence, contradicted)
        fact = fact_against(sentence.text, words, heard.question)
        if contradicted.evidence and (fact or heard.refused):
            why = fact or contradicted.reason
            return Move(sentence.id, SentenceOutcome.WITHDRAWN, why, words)
        return None
    if not heard.is_supported or heard.refused:
        return None
    said = _pairs_of_letters(" ".join(one.claim for one in heard.claims))
    own = _pairs_of_letters(sentence.text)
    if not own or len(own & said) < _WHOLE * len(own):
        return None
    holding = [one for one in sentence.citations if _holds(one.quote or sentence.quote, heard)]
    if not holding or _is_spoken_against(sentence, holding[0].quote or sentence.quote, heard):
        return None
    return Move(sentence.id, SentenceOutcome.CONFIRMED, gained=tuple(one.pk for one in holding[:1]))


def _is_spoken_against(sentence: MarkedSentence, provision: str, heard: _Heard) -> bool:
    """Whether a fact refutes it, or the verifier doubts it so much that no judge's word was enough before the end either."""
    if fact_against(sentence.text, provision, heard.question):
        return True
    source = Source.text_only(
        number=1, regulation_title="", locator_key="", title="", text=provision
    )
    return is_doubted(
        sentence.text,
        [SourceUnit(source, "", provision)],
        words=[one.evidence for one in heard.claims],
        question=heard.question,
    )


def _words(sentence: MarkedSentence, claim: ClaimCheck | None) -> str:
    """The provision's words to be read beside a sentence: those of its own citation, else those that the judge gives."""
    own = sentence.quote or next((one.quote for one in sentence.citations if one.quote), "")
    return own or (claim.evidence if claim else "")


def _holds(words: str, heard: _Heard) -> bool:
    """Whether all the words on which the claims rest stand in a provision."""
    whole = _squeezed(words)
    return all(_squeezed(one.evidence) in whole for one in heard.claims)


def _refused(
    sentences: Sequence[MarkedSentence], pairs: Iterable[CitationCheck]
) -> dict[int, dict[UUID, str]]:
    """The citations that the model calls inaccurate, with its reason, by sentence."""
    found: dict[int, dict[UUID, str]] = {}
    for pair in pairs:
        if pair.model_verdict != Verdict.CONTRADICTED:
            continue
        place = (pair.version_id, pair.locator_key)
        citing = [
            one
            for one in sentences
            if any((row.version_id, row.locator_key) == place for row in one.citations)
        ]
        for sentence in about(pair.statement, citing):
            for row in sentence.citations:
                if (row.version_id, row.locator_key) == place:
                    found.setdefault(sentence.id, {})[row.pk] = pair.model_reason
    return found


def _pairs_of_letters(text: str) -> frozenset[str]:
    letters = _squeezed(text)
    return frozenset(letters[at : at + 2] for at in range(len(letters) - 1))


def _squeezed(text: str) -> str:
    return _LETTERS.sub("", text)
