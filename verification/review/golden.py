"""A reviewed case as a row of a golden set: its question, and the provisions that a person found right."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from regulations.models import GoldenQuestion
from regulations.search.golden.questions import GoldenGold, golden_question_add
from regulations.text.locators import Locator
from verification.citations.states import CitationStatus
from verification.models import Review

# The set that grows from cases; rows are moved and edited in the admin.
CASES = "검토한 질문"


class NotDecidedError(ValueError):
    """Nobody has said yet what is right for this question."""


def golden_add_case(*, answer_id: UUID) -> GoldenQuestion:
    """Add a decided case to the set of cases; what was withdrawn is known to be wrong, not what is right."""
    review = (
        Review.objects.filter(answer_id=answer_id)
        .exclude(decision=Review.Decision.SECOND)
        .select_related("answer__message__in_reply_to")
        .order_by("-created_at", "pk")
        .first()
    )
    if review is None or review.decision == Review.Decision.WITHDRAWN:
        raise NotDecidedError
    asked = review.answer.message.in_reply_to
    return golden_question_add(
        name=CASES,
        question=asked.content if asked else "",
        gold=_corrected(review) if review.decision == Review.Decision.CORRECTED else _cited(review),
        origin=f"case {answer_id}",
    )


def _corrected(review: Review) -> list[GoldenGold]:
    return _once(
        (row["regulation_title"], row["locator_key"])
        for row in review.citations_now
        if row["status"] == CitationStatus.VERIFIED
    )


def _cited(review: Review) -> list[GoldenGold]:
    cited = review.answer.message.citations.filter(status=CitationStatus.VERIFIED)
    return _once(cited.order_by("position", "pk").values_list("regulation_title", "locator_key"))


def _once(provisions: Iterable[tuple[str, str]]) -> list[GoldenGold]:
    """Articles and paragraphs, each once; what a golden set cannot name is left out."""
    found = []
    for title, key in dict.fromkeys(provisions):
        locator = Locator.parse(key)
        if locator.article is None or locator.addenda is not None:
            continue
        found.append(
            GoldenGold(
                regulation=title,
                article=locator.article,
                branch=locator.branch,
                paragraph=locator.paragraph,
            )
        )
    return found
