"""What the staff reads of one case: its sentences beside their evidence, what was found and not used, what was decided."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Prefetch

from verification.models import CitationCheck, ClaimCheck, Flag, Review, Verification
from verification.review.case_evidence import (
    CaseEvidence,
    CaseSentence,
    FailingClaim,
    failing_claims,
)
from verification.review.case_sentences import (
    DraftLine,
    case_sentences,
    draft_lines,
    unused_sources,
)
from verification.review.layers import LayerLine, layer_lines


@dataclass(frozen=True)
class KeptAnswer:
    """That the answer is shown first to the same question, the other words of that, and since when it is not."""

    phrasings: tuple[str, ...]
    suspended_from: date | None


@dataclass(frozen=True)
class ReviewCase:
    """All that a decision about one answer needs."""

    answer_id: UUID
    question: str
    status_label: str
    composer_label: str
    model: str
    prompt_hash: str
    temperature: float | None
    # Why there is no sentence, in words.
    no_answer_reason: str
    as_of: date
    asked_at: datetime
    sentences: tuple[CaseSentence, ...]
    unused: tuple[CaseEvidence, ...]
    flags: tuple[Flag, ...]
    verification: Verification | None
    citation_checks: tuple[CitationCheck, ...]
    claim_checks: tuple[ClaimCheck, ...]
    failing: tuple[FailingClaim, ...]
    reviews: tuple[Review, ...]
    layers: tuple[LayerLine, ...] = ()
    # Who asked, as far as it is known, and the clauses of addenda that bind them: (place, words).
    asker: str = ""
    clauses: tuple[tuple[str, str], ...] = ()
    kept: KeptAnswer | None = None

    @property
    def is_open(self) -> bool:
        """Whether a decision is awaited."""
        return any(flag.resolved_at is None for flag in self.flags)

    @property
    def is_handed_over(self) -> bool:
        """Whether the asker waits for the office; what it answers is kept for the next who asks."""
        return any(
            flag.resolved_at is None and flag.reason == Flag.Reason.HANDED_OVER
            for flag in self.flags
        )

    @property
    def is_doubted(self) -> bool:
        """Whether something spoke against the answer; a sample is drawn from all."""
        return any(
            flag.resolved_at is None and flag.reason != Flag.Reason.SAMPLED for flag in self.flags
        )

    @property
    def second_review_request(self) -> Review | None:
        """The request for a second opinion that awaits an answer."""
        latest = self.reviews[0] if self.reviews and self.is_open else None
        return latest if latest is not None and not latest.decides else None

    @property
    def decided(self) -> Review | None:
        """The last decision, which is what the asker sees."""
        return next((row for row in self.reviews if row.decides), None)

    @property
    def has_correct_answer(self) -> bool:
        """Whether the last decision says what is right, so that the question can be a golden one."""
        return self.decided is not None and self.decided.decision != Review.Decision.WITHDRAWN

    @property
    def correction_start(self) -> str:
        """Where a correction begins: what a colleague proposed, else the last correction, else the answer."""
        latest = self.second_review_request or self.decided
        return (latest.corrected_text if latest else "") or self.text

    @property
    def text(self) -> str:
        """The answer as one text, a sentence a line, with the verified citations named: where a correction begins."""
        return "\n".join(filter(None, (sentence.with_citations for sentence in self.sentences)))

    @property
    def drafted(self) -> tuple[DraftLine, ...]:
        """What was composed for an answer that shows no sentence, with what of it passed."""
        if self.sentences or self.verification is None:
            return ()
        return draft_lines(self.verification.original_text, self.citation_checks)

    @property
    def can_recheck(self) -> bool:
        """Whether the second reading can be made again."""
        if self.decided is not None and self.decided.replaces:
            return False
        return self.verification is not None and self.verification.can_be_read_again

    @property
    def rejected(self) -> list[dict[str, Any]]:
        """What was composed before and not shown."""
        return list(self.verification.variants) if self.verification else []


def review_case(*, answer_id: UUID, on: date) -> ReviewCase:
    """One answer that was flagged, also after it was decided, beside the rules of a day; raises Flag.DoesNotExist."""
    flags = _flags(answer_id)
    if not flags:
        raise Flag.DoesNotExist
    answer = flags[0].answer
    verification = _verification(flags[0])
    citations = tuple(verification.checks_in_order) if verification else ()
    claims = _claim_checks(verification)
    sentences = case_sentences(flags[0], on)
    sources = list(answer.passages.all())
    reviews = tuple(sorted(answer.reviews.all(), key=lambda row: row.created_at, reverse=True))
    decided = next((row for row in reviews if row.decides), None)
    # The states of what was corrected or withdrawn bear the names of the decisions.
    status = decided.decision if decided and decided.replaces else answer.status
    return ReviewCase(
        answer_id=answer_id,
        question=_question(flags[0]),
        status_label=str(answer.Status(status).label),
        composer_label=str(answer.get_composer_display()),
        model=answer.model,
        prompt_hash=answer.prompt_hash,
        temperature=answer.temperature,
        no_answer_reason=str(answer.get_fallback_reason_display()),
        as_of=answer.as_of,
        asked_at=answer.created_at,
        sentences=sentences,
        unused=unused_sources(flags[0]),
        flags=tuple(flags),
        verification=verification,
        citation_checks=citations,
        claim_checks=claims,
        failing=failing_claims(citations, claims, sources),
        reviews=reviews,
        layers=layer_lines(
            question=_question(flags[0]),
            sentences=sentences,
            checks=citations,
            sources=sources,
            verification=verification,
        ),
        asker=answer.retrieval.get("asker", ""),
        clauses=tuple(
            (f"「{row['regulation']}」 {row['addenda']}", row["text"])
            for row in answer.retrieval.get("transitional", ())
            if row["entry_year"]
        ),
        kept=_kept(flags[0]),
    )


def _flags(answer_id: UUID) -> list[Flag]:
    """The flags of an answer with all that its case shows, in a constant number of queries."""
    return list(
        Flag.objects.filter(answer_id=answer_id)
        .select_related("answer__message__in_reply_to", "answer__verification")
        .prefetch_related(
            "answer__sentences",
            "answer__message__citations__version__regulation",
            "answer__passages__version__regulation",
            "answer__kept__phrasings",
            "answer__verification__claim_checks",
            Prefetch(
                "answer__verification__citation_checks",
                CitationCheck.objects.select_related("version__regulation"),
            ),
            Prefetch("answer__reviews", Review.objects.select_related("reviewer")),
        )
        .order_by("created_at", "pk")
    )


def draft_text(*, answer_id: UUID, draft_id: str) -> str:
    """The text of a draft that was composed again for a case; empty where there is none of that name."""
    try:
        wanted = UUID(draft_id)
    except ValueError:
        return ""
    drafts = Flag.objects.filter(answer_id=answer_id, answer__reruns__pk=wanted)
    found = drafts.values_list("answer__reruns__result__text", flat=True).first()
    return str(found or "")


def _question(flag: Flag) -> str:
    asked = flag.answer.message.in_reply_to
    return asked.content if asked else ""


def _kept(flag: Flag) -> KeptAnswer | None:
    """What is kept of the answer; the first of its phrasings is the question itself."""
    found = next((one for one in flag.answer.kept.all() if one.retired_at is None), None)
    if found is None:
        return None
    phrasings = sorted(found.phrasings.all(), key=lambda one: one.pk)[1:]
    return KeptAnswer(tuple(one.text for one in phrasings), found.suspended_from)


def _verification(flag: Flag) -> Verification | None:
    try:
        return flag.answer.verification
    except Verification.DoesNotExist:
        return None


def _claim_checks(verification: Verification | None) -> tuple[ClaimCheck, ...]:
    rows = verification.claim_checks.all() if verification else ()
    return tuple(sorted(rows, key=lambda row: row.position))
