"""A verified answer as an outcome of the pipeline."""

from __future__ import annotations

import time
from collections.abc import Sequence

from django.utils import timezone

from chat.composing.outcomes import AnswerOutcome, AnswerVariant
from chat.models import Answer
from chat.verified_answers.confirming import confirm_verified_match
from regulations.search.retrieval import Scope


def find_verified_answer(
    *, answer: Answer, history: Sequence[str], scope: Scope | None, threshold: float
) -> AnswerOutcome | None:
    """Find a verified answer whose citations are all confirmed today; else None."""
    # Within a scope, or as of another day, another answer may be the right one.
    if scope is not None or answer.as_of != timezone.localdate():
        return None
    started = time.perf_counter()
    served = confirm_verified_match(
        question=answer.question, history=history, on=answer.as_of, threshold=threshold
    )
    if served is None:
        return None
    return AnswerOutcome(
        status=Answer.Status.ANSWERED,
        sources=served.sources,
        variant=AnswerVariant(served.sentences),
        composer=Answer.Composer.STAFF,
        verified_id=served.verified_id,
        confidence_threshold=threshold,
        timings={"kept": round((time.perf_counter() - started) * 1000, 1)},
    )
