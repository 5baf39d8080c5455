"""What was found, for a course of study: articles of common rules that are for another one are left out."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings

from regulations.models import Passage
from regulations.search.retrieval.rerank import ScoredCandidate
from regulations.search.retrieval.scope import Scope
from regulations.text.courses import course_of_article

# A rule of one course that is less relevant than by so much of another one's is about something else.
AS_RELEVANT = 0.5


def course_of(passage: Passage) -> str:
    """The course of study that a passage is for; empty where it is for all."""
    article = passage.article
    heading = " ".join(article.heading_path) if article else ""
    return passage.version.regulation.applies_to or course_of_article(
        heading, passage.provision_title
    )


def for_course(
    ordered: Sequence[ScoredCandidate], relevances: Sequence[float], scope: Scope
) -> tuple[list[ScoredCandidate], list[float]]:
    """The candidates that are for who asks, with their relevances, in their order.

    Rules of the other course that were let in, because one of the asker's own course applies them mutatis mutandis, only
    stand where that course has no rule of its own on the matter.
    """
    rows = list(zip(ordered, relevances, strict=True))
    if not scope.other_course:
        return list(ordered), list(relevances)
    own = _best(rows, scope.degree or "")
    has_own = own >= settings.MIN_RELEVANCE and own >= AS_RELEVANT * _best(rows, scope.other_course)
    kept = [row for row in rows if _is_for(row[0], scope, has_own=has_own)]
    return [one for one, _relevance in kept], [relevance for _one, relevance in kept]


def _best(rows: Sequence[tuple[ScoredCandidate, float]], course: str) -> float:
    return max((rate for one, rate in rows if one.candidate.course == course), default=0.0)


def _is_for(one: ScoredCandidate, scope: Scope, *, has_own: bool) -> bool:
    if one.candidate.course != scope.other_course:
        return True
    # An article for another course has no business here; a whole regulation was let in for a reason.
    return bool(one.candidate.applies_to) and not has_own
