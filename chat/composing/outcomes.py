"""The result of the pipeline: an answer, or the reason for none. Plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from chat.composing.near import NearProvision
from chat.models import Answer
from verification.checking import CheckedCitation, CheckedSentence, SentenceOutcome, Source


@dataclass(frozen=True)
class AnswerVariant:
    """One composed answer with the result of its check."""

    sentences: tuple[CheckedSentence, ...]
    prompt_hash: str = ""
    temperature: float | None = None

    @property
    def original_text(self) -> str:
        """The answer as the composer wrote it."""
        return "\n".join(sentence.draft for sentence in self.sentences)

    @property
    def score(self) -> float | None:
        """Supported claims among all claims; None where nothing was claimed: there is no made-up value."""
        claims = [sentence for sentence in self.sentences if sentence.outcome.is_claim]
        if not claims:
            return None
        supported = sum(sentence.outcome is SentenceOutcome.CONFIRMED for sentence in claims)
        return supported / len(claims)

    @property
    def refuses(self) -> bool:
        """Whether a sentence says that the regulations do not say what was asked, whatever the others claim."""
        return any(sentence.outcome is SentenceOutcome.REFUSAL for sentence in self.sentences)

    @property
    def is_refusal(self) -> bool:
        """Whether the answer says that the regulations do not say, and claims nothing."""
        return self.score is None and self.refuses

    @property
    def failing(self) -> tuple[CheckedSentence, ...]:
        """The claims that did not pass."""
        return tuple(sentence for sentence in self.sentences if sentence.outcome.is_failing)

    @property
    def showable(self) -> tuple[CheckedSentence, ...]:
        """What may be shown: what is confirmed, what stands beside its source, and the provision in place of what differs.

        A sentence that was taken for a refusal or for no claim at all is left out: its words were held against nothing, and
        the portal says in its own words what was not found.
        """
        return tuple(sentence for sentence in self.sentences if sentence.is_shown)

    @property
    def cited_passages(self) -> frozenset[int]:
        """The passages that the shown sentences cite."""
        return frozenset(
            citation.source.passage_id
            for sentence in self.showable
            for citation in sentence.shown_citations
            if citation.source is not None
        )

    @property
    def checks(self) -> tuple[CheckedCitation, ...]:
        """Every citation of the variant, in order."""
        return tuple(check for sentence in self.sentences for check in sentence.citations)


@dataclass(frozen=True)
class AnswerOutcome:
    """The result of the pipeline for one question."""

    status: Answer.Status
    sources: Sequence[Source] = ()
    near: Sequence[NearProvision] = ()
    variant: AnswerVariant | None = None
    rejected: Sequence[AnswerVariant] = ()
    composer: str = ""
    model: str = ""
    best_relevance: float | None = None
    retrieval: dict[str, Any] = field(default_factory=dict)
    confidence_threshold: float | None = None
    fallback_reason: Answer.FallbackReason | None = None
    related_questions: Sequence[str] = ()
    department_name: str = ""
    timings: dict[str, float] = field(default_factory=dict)
    error: str = ""
    # The verified answer that is shown; nothing was composed then.
    verified_id: UUID | None = None

    @property
    def generations(self) -> int:
        """How often an answer was composed."""
        return len(self.rejected) + (self.variant is not None and self.verified_id is None)

    @property
    def shown(self) -> tuple[CheckedSentence, ...]:
        """The sentences that the asker sees; none where the fallback is shown."""
        if self.variant is None:
            return ()
        if self.status == Answer.Status.STOPPED:
            # Nobody knows what would have followed, so only what holds by itself stays.
            return tuple(s for s in self.variant.showable if s.outcome is SentenceOutcome.CONFIRMED)
        if self.status in (Answer.Status.ANSWERED, Answer.Status.PARTIAL):
            return self.variant.showable
        return ()


def citation_numbers(sentences: Sequence[CheckedSentence]) -> dict[tuple[int, str], int]:
    """Number the cited provisions 1, 2, 3 … in the order in which they appear; the same provision keeps its number."""
    numbers: dict[tuple[int, str], int] = {}
    for sentence in sentences:
        for place in sentence.citations_beside:
            numbers.setdefault(place, len(numbers) + 1)
    return numbers
