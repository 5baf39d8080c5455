"""Where a question is looked up: everything, some regulations, a category or a collection; and for whom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from regulations.models import Collection, Regulation
from regulations.search.retrieval.query import EXPANDED_WEIGHT, AnalyzedQuery, QueryTerm
from regulations.search.retrieval.wording import Audience

# By this word of its title a regulation is one of a graduate school.
GRADUATE_SCHOOL = "대학원"

Degree = Literal["undergraduate", "graduate"]


@dataclass(frozen=True, slots=True)
class Scope:
    """A limit of the search; several limits hold together. An empty set of regulations finds nothing.

    For undergraduates the regulations of graduate schools are left out; for graduate students those come first, and
    what holds for everybody stays.
    """

    regulation_ids: frozenset[int] | None = None
    category: str | None = None
    collection: str | None = None
    degree: Degree | None = None

    @property
    def is_narrow(self) -> bool:
        """Whether anything is left out."""
        return self != Scope() and self != Scope(degree="graduate")

    def asked_by(self, query: AnalyzedQuery) -> AnalyzedQuery:
        """The question with what the scope says about who asks."""
        if self.degree != "graduate":
            return query
        return replace(
            query,
            audiences=query.audiences | {Audience.GRADUATE},
            terms=(*query.terms, *_graduate_terms(query)),
            embedded=f"{GRADUATE_SCHOOL} {query.embedded}",
        )

    def holds(self, regulation_id: int) -> bool:
        """Whether a regulation lies in the scope."""
        if self.regulation_ids is not None and regulation_id not in self.regulation_ids:
            return False
        regulation = Regulation.objects.filter(pk=regulation_id)
        if self.category is not None:
            regulation = regulation.filter(category=self.category)
        if self.degree == "undergraduate":
            regulation = regulation.exclude(title__contains=GRADUATE_SCHOOL)
        if self.collection is None:
            return not self.is_narrow or regulation.exists()
        members = Collection.objects.filter(slug=self.collection, regulations=regulation_id)
        return regulation.exists() and members.exists()


def _graduate_terms(query: AnalyzedQuery) -> tuple[QueryTerm, ...]:
    if any(term.text == GRADUATE_SCHOOL for term in query.terms):
        return ()
    return (QueryTerm(GRADUATE_SCHOOL, EXPANDED_WEIGHT, False, GRADUATE_SCHOOL),)
