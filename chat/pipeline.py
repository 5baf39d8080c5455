"""The way of one question to its answer, read from top to bottom.

A plain function: the worker, the API and the command line call the same one. Nothing here trusts a composer; what may be
shown is decided by `verification.checking`, and every variant goes through it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import cast
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from chat.composing import Composer, Failure, composer_for_settings
from chat.composing.fallback import department_for, follow_up_questions, related_questions
from chat.composing.outcomes import Outcome, Variant
from chat.composing.sources import sources_of
from chat.conversations.selectors import conversation_scope, earlier_questions
from chat.models import Answer
from chat.storing.answers import answer_claim, answer_renew, answer_store
from chat.stream import progress
from chat.stream.events import tell_failed, tell_newest, tell_stage, tell_stored
from chat.verified_answers.outcomes import kept_outcome
from portal import llm
from regulations.search.retrieval import Mode, Scope, SearchResult, search_passages
from regulations.search.retrieval.record import search_record
from verification.checking import CheckedSentence, SentenceChecker, Source, Support

logger = structlog.get_logger(__name__)

Status = Answer.Status
# Found beyond the sources, for those that only repeat another one.
_SPARE = 3


@dataclass
class _Run:
    """One attempt at one question: what the steps hand on to each other."""

    answer: Answer
    question: str
    history: tuple[str, ...]
    scope: Scope | None
    composer: Composer
    confidence_threshold: float
    found: SearchResult = field(init=False)
    timings: dict[str, float] = field(default_factory=dict)
    is_stopped: bool = False

    def holds(self) -> bool:
        """Whether the worker goes on: the asker still waits."""
        self.is_stopped = not answer_renew(answer=self.answer, now=timezone.now())
        return not self.is_stopped

    def timed(self, step: str, started: float) -> None:
        self.timings[step] = round(
            self.timings.get(step, 0.0) + (time.perf_counter() - started) * 1000, 1
        )


def answer_question(
    answer_id: UUID | str,
    *,
    composer: Composer | None = None,
    confidence_threshold: float | None = None,
) -> Answer | None:
    """Compose, check and store the answer; None where it is finished or another worker has it.

    `confidence_threshold` is the confidence from which on a verdict about a citation counts.
    Raises llm.LLMError where the model failed: the answer is then still claimed, and the caller retries or fails it.
    """
    answer = answer_claim(answer_id=answer_id, now=timezone.now())
    if answer is None:
        return None
    progress.start(answer.pk)
    started = time.perf_counter()
    run = _Run(
        answer=answer,
        question=answer.question,
        history=earlier_questions(answer=answer),
        scope=conversation_scope(conversation=answer.message.conversation),
        composer=composer or composer_for_settings(),
        confidence_threshold=settings.CITATION_CONFIDENCE_THRESHOLD
        if confidence_threshold is None
        else confidence_threshold,
    )
    kept = kept_outcome(
        answer=answer, history=run.history, scope=run.scope, threshold=run.confidence_threshold
    )
    run.timings |= kept.timings if kept else {}
    outcome = kept or _outcome(run)
    run.timed("total", started)
    with transaction.atomic():
        # Told before the asynchronous check is ordered: that one ends the stream, and what came later would be lost.
        transaction.on_commit(partial(tell_stored, answer.pk), robust=True)
        stored = answer_store(answer=answer, outcome=outcome, now=timezone.now())
    logger.info("answer_stored", answer_id=str(stored.pk), status=stored.status, **run.timings)
    return stored


def answer_fail(*, answer: Answer, error: Exception) -> Answer:
    """End an answer that could not be made, in a state that says why. The question stays."""
    status = Status.ERROR_INTERNAL
    if isinstance(error, llm.Refused):
        status = Status.UNANSWERABLE_DECLINED
    elif isinstance(error, llm.Timeout | TimeoutError):
        status = Status.ERROR_TIMEOUT
    elif isinstance(error, llm.LLMError):
        status = Status.ERROR_PROVIDER
    Answer.objects.filter(pk=answer.pk, status__in=[Status.PENDING, Status.COMPOSING]).update(
        status=status,
        error=f"{type(error).__name__}: {error}"[:300],
        lease_until=None,
        finished_at=timezone.now(),
    )
    answer.refresh_from_db()
    logger.warning("answer_failed", answer_id=str(answer.pk), status=answer.status)
    tell_failed(answer)
    return answer


def _outcome(run: _Run) -> Outcome:
    sources = _retrieve(run)
    if not run.holds():
        return _ended(run, Status.STOPPED, sources=sources)
    if not sources:
        # Within a narrowed scope another regulation may well say it.
        narrowed = run.scope is not None and run.scope.is_narrow
        status = Status.UNANSWERABLE_OUT_OF_SCOPE if narrowed else Status.UNANSWERABLE_NO_SOURCE
        return _fallback(run, status, (), reason="no_relevant_provision")
    rejected: list[Variant] = []
    for attempt in range(1, settings.MAX_REGENERATIONS + 2):
        variant = _compose(run, sources, rejected, attempt)
        if run.is_stopped:
            return _ended(
                run, Status.STOPPED, sources=sources, variant=variant, rejected=tuple(rejected)
            )
        if variant.score is None:
            reason = "composer_refused" if variant.is_refusal else "nothing_claimed"
            return _fallback(run, Status.UNANSWERABLE_NO_SOURCE, sources, reason, variant, rejected)
        if variant.score >= settings.FAITHFULNESS_THRESHOLD:
            return _answered(run, sources, variant, rejected)
        logger.warning(
            "low_faithfulness", answer_id=str(run.answer.pk), score=variant.score, attempt=attempt
        )
        rejected.append(variant)
        if not run.composer.can_retry:
            break
    *earlier, last = rejected
    return _fallback(
        run, Status.UNANSWERABLE_UNSUPPORTED, sources, "faithfulness_below_threshold", last, earlier
    )


def _retrieve(run: _Run) -> tuple[Source, ...]:
    """Find the provisions; none where the best one is not relevant enough to answer from."""
    tell_stage(run.answer, progress.Stage.RETRIEVING)
    started = time.perf_counter()
    result = search_passages(
        run.question,
        as_of=run.answer.as_of,
        scope=run.scope,
        limit=settings.MAX_SOURCES + _SPARE,
        mode=cast(Mode, run.answer.mode),
        history=run.history,
        look_outside=True,
    )
    run.found = result
    run.timed("retrieve", started)
    if result.abstained:
        return ()
    return sources_of(result, min_relevance=settings.MIN_RELEVANCE)


def _compose(
    run: _Run, sources: Sequence[Source], rejected: Sequence[Variant], attempt: int
) -> Variant:
    """Compose once and check every sentence as it comes; those that pass are shown at once."""
    tell_stage(run.answer, progress.Stage.COMPOSING)
    if rejected:
        progress.tell_reset(run.answer.pk)
    failures = [
        Failure(sentence.draft, "; ".join(sentence.reasons))
        for variant in rejected[-1:]
        for sentence in variant.failing
    ]
    # A follow-up ("and for graduate students?") is answered as the question that retrieval made of it.
    question = run.found.query
    checker = SentenceChecker(
        sources, as_of=run.answer.as_of, question=question, threshold=run.confidence_threshold
    )
    checked: list[CheckedSentence] = []
    started = time.perf_counter()
    for draft in run.composer.compose(
        question=question, sources=sources, failures=failures, attempt=attempt
    ):
        run.timed("compose", started)
        if not run.holds():
            break
        if not checked:
            tell_stage(run.answer, progress.Stage.VERIFYING)
        started = time.perf_counter()
        checked.append(checker.check(draft))
        run.timed("verify", started)
        _show_newest(run, checked)
        started = time.perf_counter()
    run.timed("compose", started)
    return Variant(
        sentences=tuple(checked),
        prompt_hash=run.composer.prompt_hash,
        temperature=run.composer.temperature,
    )


def _show_newest(run: _Run, checked: Sequence[CheckedSentence]) -> None:
    if checked[-1].support is Support.SUPPORTED:
        run.timings.setdefault("first_sentence", round(sum(run.timings.values()), 1))
        tell_newest(run.answer, checked)


def _answered(
    run: _Run, sources: Sequence[Source], variant: Variant, rejected: Sequence[Variant]
) -> Outcome:
    refused = any(sentence.support is Support.REFUSAL for sentence in variant.sentences)
    started = time.perf_counter()
    follow_ups = follow_up_questions(
        result=run.found,
        as_of=run.answer.as_of,
        scope=run.scope,
        asked=run.question,
        cited=variant.cited_passages,
    )
    run.timed("follow_ups", started)
    return _ended(
        run,
        Status.PARTIAL if refused else Status.ANSWERED,
        sources=sources,
        variant=variant,
        rejected=tuple(rejected),
        related_questions=follow_ups,
    )


def _fallback(
    run: _Run,
    status: Answer.Status,
    sources: Sequence[Source],
    reason: str,
    variant: Variant | None = None,
    rejected: Sequence[Variant] = (),
) -> Outcome:
    """No answer: with related questions that the regulations do answer, and whom to ask."""
    started = time.perf_counter()
    related = related_questions(
        result=run.found, as_of=run.answer.as_of, scope=run.scope, asked=run.question
    )
    department = department_for(question=run.question, result=run.found)
    run.timed("fallback", started)
    return _ended(
        run,
        status,
        # What was nearest is told as where we looked, never as a source.
        sources=sources or sources_of(run.found, min_relevance=0.0),
        variant=variant,
        rejected=tuple(rejected),
        fallback_reason=reason,
        related_questions=related,
        department_name=department.name if department else "",
    )


def _ended(run: _Run, status: Answer.Status, **fields: object) -> Outcome:
    return Outcome(
        status=status,
        composer=run.composer.kind,
        model=run.composer.model,
        best_relevance=run.found.best_relevance,
        retrieval=search_record(
            run.found,
            mode=cast(Mode, run.answer.mode),
            limit=settings.MAX_SOURCES + _SPARE,
            scope=run.scope,
            history=run.history,
        ).as_json(),
        confidence_threshold=run.confidence_threshold,
        timings=run.timings,
        **fields,  # type: ignore[arg-type]
    )
