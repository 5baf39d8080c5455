"""Whether a question that does not say whom it is about has two answers: one for each course of study."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.conf import settings

from regulations.models import Regulation
from regulations.search.retrieval import RankedPassage, Scope, SearchOutcome, SearchResult
from regulations.search.retrieval.courses import course_of
from regulations.search.retrieval.scope import Degree
from regulations.text.courses import names_course
from regulations.text.locators import normalize_name

_GRADUATE_SCHOOL = "대학원"


def other_courses_rule(
    found: SearchResult,
    *,
    scope: Scope | None,
    search: Callable[[Scope], SearchResult],
    named: frozenset[int] = frozenset(),
) -> RankedPassage | None:
    """The rule that would answer for the other course of study; None where one answer is for all, or somebody said who asks.

    `named` are the regulations of which the question names a provision by number: it asks for that one. Who asks without a word of graduate schools is taken for an undergraduate by the ranking: so the other course is asked.
    """
    scope = scope or Scope()
    if scope.degree is not None or scope.regulation_ids is not None or names_course(found.query):
        return None
    best = found.passages[0] if found.outcome is SearchOutcome.ANSWER else None
    if best is None or best.passage.version.regulation_id in named:
        return None
    other = _other(best)
    if other is None:
        return None
    result = search(replace(scope, degree=other))
    rule = result.passages[0] if result.passages else None
    if rule is None or rule.relevance < settings.CONTEXT_RELEVANCE_THRESHOLD:
        return None
    is_its_own = course_of(rule.passage) == other or (
        other == "undergraduate" and _counterpart(rule)
    )
    return rule if is_its_own else None


def _other(best: RankedPassage) -> Degree | None:
    """The course for which there may be another rule."""
    course = course_of(best.passage)
    if course == "graduate":
        return "undergraduate"
    return "graduate" if course or _counterpart(best) else None


def _counterpart(one: RankedPassage) -> bool:
    """Whether there is a regulation of the same name for graduate schools."""
    name = one.passage.version.regulation.normalized_title
    titled = normalize_name(f"{_GRADUATE_SCHOOL}{name}")
    return Regulation.objects.filter(normalized_title=titled).exists()
