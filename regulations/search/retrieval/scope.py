"""Where a question is looked up: everything, some regulations, a category or a collection; and for whom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from django.db.models import Q

from regulations.models import Collection, CrossReference, Regulation
from regulations.search.retrieval.query import EXPANDED_WEIGHT, AnalyzedQuery, QueryTerm
from regulations.search.retrieval.wording import Audience
from regulations.text.courses import is_for_undergraduates, names_course

_GRADUATE_SCHOOL = "대학원"
_UNDERGRADUATE, _GRADUATE = Regulation.AppliesTo.UNDERGRADUATE, Regulation.AppliesTo.GRADUATE

# What a rule of graduate schools applies mutatis mutandis is for their students too.
_APPLIED = Q(kind=CrossReference.Kind.MUTATIS_MUTANDIS, version__regulation__applies_to=_GRADUATE)

Degree = Literal["undergraduate", "graduate"]


@dataclass(frozen=True, slots=True)
class Scope:
    """A limit of the search; several limits hold together. An empty set of regulations finds nothing.

    Who asks limits it too: `degree` to what is for that course of study or for all, `campus` to what is for no other one of
    `campuses`, and `entry_year` brings the text that transitional measures keep for who entered then.
    """

    regulation_ids: frozenset[int] | None = None
    category: str | None = None
    collection: str | None = None
    degree: Degree | None = None
    entry_year: int | None = None
    campus: str | None = None
    campuses: tuple[str, ...] = ()

    @property
    def is_narrow(self) -> bool:
        """Whether somebody chose what to leave out; who asks is no choice."""
        return any(
            part is not None for part in (self.regulation_ids, self.category, self.collection)
        )

    @property
    def everywhere(self) -> Scope:
        """The same who asks, in all regulations."""
        return replace(self, regulation_ids=None, category=None, collection=None)

    @property
    def other_course(self) -> str:
        """The course of study whose rules are left out; empty where nobody knows who asks, or chose regulations by name."""
        if self.degree is None or self.regulation_ids is not None:
            return ""
        return _GRADUATE if self.degree == "undergraduate" else _UNDERGRADUATE

    @property
    def other_campuses(self) -> list[str]:
        """The campuses whose rules are left out."""
        return [name for name in self.campuses if self.campus and name != self.campus]

    def asked(self, question: str) -> Scope:
        """The scope for one question: one about undergraduates alone is for them, whoever asks; another one that says itself whom it is about leaves out nobody's rules."""
        if is_for_undergraduates(question):
            return replace(self, degree="undergraduate")
        return replace(self, degree=None) if names_course(question) else self

    def asked_by(self, query: AnalyzedQuery) -> AnalyzedQuery:
        """The question with what the scope says about who asks."""
        if self.degree != "graduate":
            return query
        return replace(
            query,
            audiences=query.audiences | {Audience.GRADUATE},
            terms=(*query.terms, *_graduate_terms(query)),
            embedded=f"{_GRADUATE_SCHOOL} {query.embedded}",
        )

    def holds(self, regulation_id: int) -> bool:
        """Whether a regulation lies in the scope."""
        if self.regulation_ids is not None and regulation_id not in self.regulation_ids:
            return False
        regulation = Regulation.objects.filter(pk=regulation_id)
        if self.category is not None:
            regulation = regulation.filter(category=self.category)
        if self.other_course:
            applied = CrossReference.objects.filter(_APPLIED, to_regulation=regulation_id)
            if not (self.degree == "graduate" and applied.exists()):
                regulation = regulation.exclude(applies_to=self.other_course)
        for name in self.other_campuses:
            regulation = regulation.exclude(title__contains=name)
        if self.collection is None:
            return regulation.exists()
        members = Collection.objects.filter(slug=self.collection, regulations=regulation_id)
        return regulation.exists() and members.exists()


def _graduate_terms(query: AnalyzedQuery) -> tuple[QueryTerm, ...]:
    if any(term.text == _GRADUATE_SCHOOL for term in query.terms):
        return ()
    return (QueryTerm(_GRADUATE_SCHOOL, EXPANDED_WEIGHT, False, _GRADUATE_SCHOOL),)
