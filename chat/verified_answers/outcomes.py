"""A kept answer as the end of a question's way through the pipeline."""

from __future__ import annotations

import time
from collections.abc import Sequence

from django.utils import timezone

from chat.composing.outcomes import Outcome, Variant
from chat.models import Answer
from chat.verified_answers.serving import verified_serve
from regulations.search.retrieval import Scope


def kept_outcome(
    *, answer: Answer, history: Sequence[str], scope: Scope | None, threshold: float
) -> Outcome | None:
    """The answer that the staff confirmed for this question, where its citations stand today; else None."""
    # Within a scope, or as of another day, another answer may be the right one.
    if scope is not None or answer.as_of != timezone.localdate():
        return None
    started = time.perf_counter()
    served = verified_serve(
        question=answer.question, history=history, on=answer.as_of, threshold=threshold
    )
    if served is None:
        return None
    return Outcome(
        status=Answer.Status.ANSWERED,
        sources=served.sources,
        variant=Variant(served.sentences),
        composer=Answer.Composer.STAFF,
        verified_id=served.verified_id,
        confidence_threshold=threshold,
        timings={"kept": round((time.perf_counter() - started) * 1000, 1)},
    )
