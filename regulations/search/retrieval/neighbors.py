"""Mode `graph`: beside what the question finds, the provisions that the best of it applies, refers to or delegates to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.conf import settings
from django.db.models import Q

from regulations.models import CrossReference, Passage
from regulations.reading.references import RelatedProvision, related_provisions
from regulations.search.retrieval.results import RankedPassage
from regulations.search.retrieval.scope import Scope
from regulations.text.locators import provision_key

# References of so many of the best are followed; they fill at most so many places of the result.
_FROM_BEST = 3
_MOST = 2
_ASKED = 12
# A provision that is referred to is less likely the answer than the one that refers, by kind of reference.
_SHARE = {
    CrossReference.Kind.MUTATIS_MUTANDIS: 0.9,
    CrossReference.Kind.DELEGATES: 0.8,
    CrossReference.Kind.REFERS: 0.7,
}


def with_neighbors(
    found: Sequence[RankedPassage], *, as_of: date, scope: Scope, limit: int
) -> tuple[RankedPassage, ...]:
    """Put neighbors of the best passages behind what is more relevant; the result stays as long as it may be.

    Nothing is added where the best passage does not answer: what a wrong passage refers to is wrong too.
    """
    best = [one for one in found[:_FROM_BEST] if one.relevance >= settings.MIN_RELEVANCE]
    if not best or best[0].relevance < settings.CONTEXT_RELEVANCE_THRESHOLD:
        return tuple(found)
    by_place = {(one.passage.version_id, one.passage.locator.key): one for one in best}
    related = [
        one
        for one in related_provisions(by_place, as_of=as_of, limit=_ASKED)
        if one.is_outgoing and scope.holds(one.place.regulation_id)
    ]
    passages = _passages(related)
    known = {one.passage.pk: one.relevance for one in found}
    added: dict[int, RankedPassage] = {}
    for one in related:
        passage = passages.get((one.place.version_id, _article(one.place.locator_key)))
        if passage is None or len(added) == _MOST:
            continue
        neighbor = _neighbor(passage, one, by_place[one.of_version_id, one.of_key])
        # What the question itself found to be as good needs no reference.
        if known.get(passage.pk, 0.0) < neighbor.relevance:
            added.setdefault(passage.pk, neighbor)
    others = [one for one in found if one.passage.pk not in added]
    return _merged(others, list(added.values()), limit)


def _neighbor(passage: Passage, related: RelatedProvision, parent: RankedPassage) -> RankedPassage:
    kind = CrossReference.Kind(related.kind)
    via = f"{parent.passage.title} → {kind.label}"
    share = _SHARE[kind]
    return RankedPassage(
        passage=passage,
        rank=0,
        score=parent.score * share,
        relevance=parent.relevance * share,
        why=(f"함께 볼 조문: {via}",),
        via=via,
    )


def _merged(
    found: Sequence[RankedPassage], added: Sequence[RankedPassage], limit: int
) -> tuple[RankedPassage, ...]:
    """By relevance, those that the question found first where equal."""
    kept = list(found[: max(1, limit - len(added))])
    ordered = sorted([*kept, *added], key=lambda one: (-one.relevance, one.rank or limit + 1))
    return tuple(
        RankedPassage(one.passage, rank, one.score, one.relevance, one.why, one.via)
        for rank, one in enumerate(ordered, 1)
    )


def _passages(related: Sequence[RelatedProvision]) -> dict[tuple[int, str], Passage]:
    """The first passage of each provision's article or table."""
    wanted = Q(pk__in=[])
    for one in related:
        article = _article(one.place.locator_key)
        own = Q(locator_key=article) | Q(locator_key__startswith=f"{article}/")
        wanted |= Q(version=one.place.version_id) & own
    passages = Passage.objects.filter(wanted).select_related(
        "version__regulation", "article", "attachment"
    )
    found: dict[tuple[int, str], Passage] = {}
    for passage in passages.order_by("version_id", "position"):
        found.setdefault((passage.version_id, _article(passage.locator_key)), passage)
    return found


def _article(key: str) -> str:
    # Not `article_key`: what refers to a subparagraph of an article without paragraphs brings no neighbor, and search
    # was measured like that.
    return provision_key(key).partition("/para-")[0]
