"""By whom an answer was written and checked, for people and programs: said with every answer, wherever it goes."""

from __future__ import annotations

from collections.abc import Iterable

from chat.models import Answer
from chat.presenters.records import CheckedBy, GeneratedBy, Provenance
from chat.presenters.shapes import SentenceView
from verification.citations.states import ConfirmedBy
from verification.models import Review, Verification


def provenance_of(
    *,
    answer: Answer,
    sentences: Iterable[SentenceView],
    verification: Verification | None,
    review: Review | None,
) -> Provenance:
    """By whom an answer was written and checked, as it is shown now; `sentences` are those that were composed."""
    if review is not None and review.replaces:
        return _replaced_by(review)
    shown = [one for one in sentences if one.outcome != "WITHDRAWN"]
    checked: list[CheckedBy] = []
    if shown:
        checked.append(CheckedBy.RULES)
        if _was_judged(shown, verification):
            checked.append(CheckedBy.MODEL)
    if review is not None:
        checked.append(CheckedBy.STAFF)
    written = _writer(answer, shown)
    model = answer.model if written is GeneratedBy.MODEL else ""
    return Provenance(written, model, tuple(checked))


def _replaced_by(review: Review) -> Provenance:
    """Of what the staff wrote rules have read the citations, and no model a word; of nothing nobody is the writer."""
    if review.decision == Review.Decision.WITHDRAWN:
        return Provenance(checked_by=(CheckedBy.STAFF,))
    by_rules = (CheckedBy.RULES,) if review.citations else ()
    return Provenance(GeneratedBy.STAFF, checked_by=(*by_rules, CheckedBy.STAFF))


def _writer(answer: Answer, shown: list[SentenceView]) -> GeneratedBy:
    status = Answer.Status(answer.status)
    if not shown or status.is_refusal or status.is_error:
        return GeneratedBy.NOBODY
    own = all(one.is_excerpt or one.outcome == "DIFFERS" for one in shown)
    written = {
        Answer.Composer.EXTRACTIVE: GeneratedBy.EXCERPT,
        Answer.Composer.GENERATIVE: GeneratedBy.EXCERPT if own else GeneratedBy.MODEL,
        Answer.Composer.STAFF: GeneratedBy.STAFF,
    }
    if not answer.composer:
        return GeneratedBy.NOBODY
    return written[Answer.Composer(answer.composer)]


def _was_judged(shown: list[SentenceView], verification: Verification | None) -> bool:
    if any(one.method in (ConfirmedBy.JUDGE, ConfirmedBy.VERIFIER) for one in shown):
        return True
    return (
        verification is not None
        and verification.check_state == Verification.CheckState.DONE
        and verification.method == Verification.Method.MODEL
    )
