"""The way of one question to its answer, read from top to bottom.

A plain function: questions of the page, the API and the command line come to it by one worker's task
(`chat.asking.answering`, which quotes the provisions where the model is away). Nothing here trusts a composer; what may be
shown is decided by `verification.checking`, and every variant goes through it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import cast

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from chat.asking.askers import asker_korean, asker_record
from chat.composing import Composer, ExtractiveComposer, composer_for_settings, no_model_reason
from chat.composing.courses import other_courses_rule
from chat.composing.fallback import department_for, follow_up_questions, related_questions
from chat.composing.left_open import DelegationComposer, LeftOpen, left_open
from chat.composing.named import NamedInQuestion, named_in_question
from chat.composing.near import near_provisions
from chat.composing.outcomes import AnswerOutcome, AnswerVariant
from chat.composing.sources import sources_of, with_referenced
from chat.composing.writing import Watching, Written, write
from chat.conversations.selectors import conversation_scope, earlier_questions
from chat.models import Answer
from chat.storing.answers import answer_store, extend_answer_lease
from chat.stream import events
from chat.stream.publishing import publish_answer, publish_sentence, publish_stage
from chat.verified_answers.finding import find_verified_answer
from regulations.search.retrieval import (
    Scope,
    SearchMode,
    SearchOutcome,
    SearchResult,
    SecondLook,
    search_passages,
)
from regulations.search.retrieval.query import analyze
from regulations.search.retrieval.record import search_record
from regulations.search.thesaurus import thesaurus_current
from regulations.text.languages import language_code
from verification.checking import CheckedSentence, SentenceChecker, Source
from verification.checking.pairs import confidence_threshold

logger = structlog.get_logger(__name__)

Status = Answer.Status
FallbackReason = Answer.FallbackReason
# Found beyond the sources, for those that only repeat another one.
_SPARE = 3


@dataclass
class _AnswerRun:
    """One attempt at one question: what the steps hand on to each other."""

    answer: Answer
    question: str
    history: tuple[str, ...]
    scope: Scope | None
    composer: Composer
    confidence_threshold: float
    found: SearchResult = field(init=False)
    named: NamedInQuestion = field(default_factory=NamedInQuestion)
    opened: LeftOpen | None = None
    courses_differ: bool = False
    timings: dict[str, float] = field(default_factory=dict)
    is_stopped: bool = False

    @property
    def reads_near(self) -> bool:
        """Whether a model reads provisions of which the search is not sure; what is left open to somebody is sure."""
        return self.found.outcome is SearchOutcome.NEAR and self.opened is None

    def still_leased(self) -> bool:
        """Extend the lease; False once the asker has stopped the answer."""
        self.is_stopped = not extend_answer_lease(answer=self.answer, now=timezone.now())
        return not self.is_stopped

    def timed(self, step: str, started: float) -> None:
        self.timings[step] = round(
            self.timings.get(step, 0.0) + (time.perf_counter() - started) * 1000, 1
        )


def answer_compose(*, answer: Answer, composer: Composer | None = None) -> Answer:
    """Compose, check and store a leased answer.

    Raises llm.LLMError if the model fails; the answer is still leased then, and the caller releases or fails it.
    """
    events.clear_events(answer.pk)
    started = time.perf_counter()
    run = _AnswerRun(
        answer=answer,
        question=answer.question,
        history=earlier_questions(answer=answer),
        scope=conversation_scope(conversation=answer.message.conversation),
        composer=composer
        or composer_for_settings(asker=asker_korean(answer.message.conversation.scope)),
        confidence_threshold=confidence_threshold(answer.confidence_threshold),
    )
    verified_answer = find_verified_answer(
        answer=answer, history=run.history, scope=run.scope, threshold=run.confidence_threshold
    )
    if run.composer.kind == Answer.Composer.EXTRACTIVE and not answer.error:
        answer.error = no_model_reason()
    run.timings |= verified_answer.timings if verified_answer else {}
    outcome = verified_answer or _generate(run)
    run.timed("total", started)
    with transaction.atomic():
        # Published before the asynchronous check is queued: the check ends the stream.
        transaction.on_commit(partial(publish_answer, answer.pk), robust=True)
        stored = answer_store(answer=answer, outcome=outcome, now=timezone.now())
    logger.info("answer_stored", answer_id=str(stored.pk), status=stored.status, **run.timings)
    return stored


def _generate(run: _AnswerRun) -> AnswerOutcome:
    sources = _retrieve(run)
    if not run.still_leased():
        return _outcome_of(run, Status.STOPPED, sources=sources)
    if run.opened is not None:
        run.composer = DelegationComposer(run.opened)
        sources = sources_of(run.found, min_relevance=0.0)
    if not sources or run.named.settles:
        return _without_sources(run)
    written = _write(run, sources)
    variant, rejected = written.variant, written.rejected
    if written.is_stopped:
        return _outcome_of(run, Status.STOPPED, sources=sources, variant=variant, rejected=rejected)
    if run.reads_near:
        # The search was not sure of these provisions. A model's answer counts where a sentence is confirmed and none refuses.
        is_said = bool(variant.score) and not (variant.refuses or written.is_excerpt)
        return _answered(run, sources, written) if is_said else _near(run, written)
    if written.is_excerpt:
        run.composer = ExtractiveComposer()
    if variant.showable:
        return _answered(run, sources, written)
    why, status = written.why_nothing, Status.UNANSWERABLE_NO_SOURCE
    status = Status.UNANSWERABLE_UNSUPPORTED if why is FallbackReason.UNSUPPORTED else status
    return _fallback(run, status, sources, why, variant, rejected)


def _without_sources(run: _AnswerRun) -> AnswerOutcome:
    """What is so instead of an answer: what is named does not hold, a provision may say it, or none does."""
    if run.named.settles:
        return _fallback(
            run, Status.UNANSWERABLE_NO_PROVISION, (), FallbackReason.NO_SUCH_PROVISION
        )
    if run.found.outcome is not SearchOutcome.NONE:
        return _near(run)
    # Within a narrowed scope another regulation may well say it.
    narrowed = run.scope is not None and run.scope.is_narrow
    status = Status.UNANSWERABLE_OUT_OF_SCOPE if narrowed else Status.UNANSWERABLE_NO_SOURCE
    return _fallback(run, status, (), FallbackReason.NO_RELEVANT_PROVISION)


def _retrieve(run: _AnswerRun) -> tuple[Source, ...]:
    """Find the provisions; none where the best one is not relevant enough to answer from. A model reads what is near, too."""
    publish_stage(run.answer, events.AnswerStage.RETRIEVING)
    started = time.perf_counter()
    result = _search(run, run.scope)
    run.found = result
    run.named = named_in_question(run.question, as_of=run.answer.as_of, scope=run.scope)
    if result.outside is None and not run.named.truths:
        asked = analyze(result.query, thesaurus=thesaurus_current())
        run.opened = left_open(asked, sources_of(result, min_relevance=0.0))
    run.timed("retrieve", started)
    is_written = run.composer.kind == Answer.Composer.GENERATIVE
    if result.outcome is SearchOutcome.NEAR and is_written:
        near = sources_of(result, min_relevance=0.0)
        return with_referenced(near, result, as_of=run.answer.as_of)
    if result.outcome is not SearchOutcome.ANSWER:
        return ()
    other = other_courses_rule(
        result,
        scope=run.scope,
        search=partial(_search, run, before=result),
        named=run.named.regulation_ids,
    )
    run.courses_differ = other is not None
    sources = sources_of(result, min_relevance=settings.MIN_RELEVANCE, beside=other)
    if not is_written or run.courses_differ:
        return sources
    return with_referenced(sources, result, as_of=run.answer.as_of)


def _search(
    run: _AnswerRun, scope: Scope | None, *, before: SearchResult | None = None
) -> SearchResult:
    """Search; after another search its question, which is whole already, is looked up and no model asked."""
    return search_passages(
        before.query if before else run.question,
        as_of=run.answer.as_of,
        scope=scope,
        limit=settings.MAX_SOURCES + _SPARE,
        mode=cast(SearchMode, run.answer.mode),
        history=() if before else run.history,
        second_look=SecondLook(outside=True, reworded=before is None),
    )


def _near(run: _AnswerRun, written: Written | None = None) -> AnswerOutcome:
    """No answer, but provisions that may hold one: they are quoted, and nothing is said of them. `written` is kept unseen."""
    started = time.perf_counter()
    sources = sources_of(run.found, min_relevance=0.0)
    near = near_provisions(run.found.query, sources, asked=run.question)
    department = department_for(question=run.question, result=run.found)
    run.timed("near", started)
    return _outcome_of(
        run,
        Status.NEAR,
        sources=sources,
        near=near,
        rejected=(*written.rejected, written.variant) if written else (),
        department_name=department.name if department else "",
    )


def _write(run: _AnswerRun, sources: Sequence[Source]) -> Written:
    """Write from the sources; what passes is shown at once."""
    # A follow-up ("and for graduate students?") is answered as the question that retrieval made of it.
    question = run.found.query
    checker = SentenceChecker(
        sources, as_of=run.answer.as_of, question=question, threshold=run.confidence_threshold
    )
    return write(
        question=question,
        asked=run.question,
        sources=sources,
        composer=run.composer,
        checker=checker,
        watching=Watching(
            goes_on=run.still_leased,
            is_wanted=run.still_leased,
            composing=partial(publish_stage, run.answer, events.AnswerStage.COMPOSING),
            verifying=partial(publish_stage, run.answer, events.AnswerStage.VERIFYING),
            confirmed=partial(_publish_if_supported, run),
            timed=run.timed,
        ),
    )


def _publish_if_supported(run: _AnswerRun, confirmed: Sequence[CheckedSentence]) -> None:
    if run.reads_near:
        # Whether it is an answer is known at its end, and what was on screen is not taken back.
        return
    run.timings.setdefault("first_sentence", round(sum(run.timings.values()), 1))
    publish_sentence(run.answer, confirmed)


def _answered(run: _AnswerRun, sources: Sequence[Source], written: Written) -> AnswerOutcome:
    variant = written.variant
    publish_stage(run.answer, events.AnswerStage.SUGGESTING)
    started = time.perf_counter()
    follow_ups = follow_up_questions(
        result=run.found,
        as_of=run.answer.as_of,
        scope=run.scope,
        asked=run.question,
        cited=variant.cited_passages,
        language=language_code(run.answer.language),
    )
    run.timed("follow_ups", started)
    return _outcome_of(
        run,
        Status.PARTIAL if written.is_refusal else Status.ANSWERED,
        sources=sources,
        variant=variant,
        rejected=written.rejected,
        related_questions=follow_ups,
        error=written.error,
    )


def _fallback(
    run: _AnswerRun,
    status: Answer.Status,
    sources: Sequence[Source],
    reason: FallbackReason,
    variant: AnswerVariant | None = None,
    rejected: Sequence[AnswerVariant] = (),
) -> AnswerOutcome:
    """No answer: with related questions that the regulations do answer, and whom to ask."""
    started = time.perf_counter()
    related = related_questions(
        result=run.found,
        as_of=run.answer.as_of,
        scope=run.scope,
        asked=run.question,
        language=language_code(run.answer.language),
    )
    department = department_for(question=run.question, result=run.found)
    run.timed("fallback", started)
    return _outcome_of(
        run,
        status,
        # The nearest passages are shown as searched, never as sources.
        sources=sources or sources_of(run.found, min_relevance=0.0),
        variant=variant,
        rejected=tuple(rejected),
        fallback_reason=reason,
        related_questions=related,
        department_name=department.name if department else "",
    )


def _record(run: _AnswerRun) -> dict[str, object]:
    """The search as it is stored, with what was known beside it."""
    record: dict[str, object] = search_record(
        run.found,
        mode=cast(SearchMode, run.answer.mode),
        limit=settings.MAX_SOURCES + _SPARE,
        scope=run.scope,
        history=run.history,
    ).as_json()
    if run.named.truths:
        record["named"] = [truth.as_json() for truth in run.named.truths]
    if run.opened is not None:
        record["left_open"] = {"matter": run.opened.matter.value, "who": run.opened.who}
    record |= asker_record(run.answer.message.conversation.scope)
    if run.courses_differ:
        record["courses_differ"] = True
    return record


def _outcome_of(run: _AnswerRun, status: Answer.Status, **fields: object) -> AnswerOutcome:
    return AnswerOutcome(
        status=status,
        composer=run.composer.kind,
        model=run.composer.model,
        best_relevance=run.found.best_relevance,
        retrieval=_record(run),
        confidence_threshold=run.confidence_threshold,
        timings=run.timings,
        **fields,  # type: ignore[arg-type]
    )
