"""A verified answer as an outcome of the pipeline."""

from __future__ import annotations

import time
from collections.abc import Sequence

from django.utils import timezone

from chat.asking.askers import asker_of
from chat.composing.outcomes import AnswerOutcome, AnswerVariant
from chat.models import Answer
from chat.verified_answers.confirming import VerifiedMatch, confirm_verified_match
from regulations.search.retrieval import Scope
from regulations.search.retrieval.record import scope_as_json
from regulations.search.retrieval.transitional import is_bound


def find_verified_answer(
    *, answer: Answer, history: Sequence[str], scope: Scope | None, threshold: float
) -> AnswerOutcome | None:
    """Find a verified answer whose citations are all confirmed today, and hold for who asks; else None."""
    # Within a scope, or as of another day, another answer may be the right one.
    if (scope is not None and scope.is_narrow) or answer.as_of != timezone.localdate():
        return None
    started = time.perf_counter()
    served = confirm_verified_match(
        question=answer.question, history=history, on=answer.as_of, threshold=threshold
    )
    if served is None or not _is_for(served, scope or Scope()):
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


def _is_for(served: VerifiedMatch, scope: Scope) -> bool:
    """Whether an answer holds for who asks: it was given to nobody else, and rests on no other course's or former text."""
    source = Answer.objects.filter(kept=served.verified_id).first()
    given = asker_of(source.retrieval.get("scope", {})) if source else {}
    known = scope_as_json(scope)
    if any(known.get(name) != part for name, part in given.items()):
        return False
    regulations = {one.regulation_id for one in served.sources}
    if any(not scope.holds(regulation_id) for regulation_id in regulations):
        return False
    places = [(one.version_id, one.locator_key) for one in served.sources]
    return scope.entry_year is None or not is_bound(places, entry_year=scope.entry_year)
