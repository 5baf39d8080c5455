"""The place in a regulation that a citation points at, and the steps from one place to another."""

from __future__ import annotations

from dataclasses import dataclass, replace

from regulations.text.citations.members import Member
from regulations.text.citations.model import CitationContext, RegulationSource
from regulations.text.citations.token_kinds import TokenKind


@dataclass(slots=True)
class CitedPlace:
    """Where a citation points, as far as it is known."""

    regulation: str | None = None
    source: RegulationSource = RegulationSource.UNKNOWN
    article: int | None = None
    branch: int | None = None
    paragraph: int | None = None
    subparagraph: str | None = None
    item: str | None = None
    addenda: bool = False
    addenda_note: str | None = None

    def copy(self) -> CitedPlace:
        """Return a place that can be changed (dataclasses.replace is slow for what is done once a citation)."""
        return CitedPlace(
            self.regulation,
            self.source,
            self.article,
            self.branch,
            self.paragraph,
            self.subparagraph,
            self.item,
            self.addenda,
            self.addenda_note,
        )


def context_place(context: CitationContext) -> CitedPlace:
    """The place that the context gives, down to the level that is known."""
    return CitedPlace(
        context.regulation,
        RegulationSource.CONTEXT if context.regulation else RegulationSource.UNKNOWN,
        article=context.article,
        branch=context.branch,
        paragraph=context.paragraph,
        subparagraph=context.subparagraph,
        addenda=context.addenda,
    )


def carried_over(place: CitedPlace) -> CitedPlace:
    """The same place, named by carrying over."""
    place = place.copy()
    if place.source is RegulationSource.WRITTEN:
        place.source = RegulationSource.CARRIED
    return place


def truncated(place: CitedPlace, level: int) -> CitedPlace:
    """Keep the levels down to `level` (1 article, 2 paragraph, 3 subparagraph)."""
    return replace(
        place,
        paragraph=place.paragraph if level >= 2 else None,
        subparagraph=place.subparagraph if level >= 3 else None,
        item=None,
    )


def previous_place(own: CitedPlace, level: int) -> CitedPlace | None:
    """전조, 전항, 전호: the one before, read literally; the one before the first does not exist."""
    if level == 1 and own.article is not None:
        if own.branch is not None:
            return replace(truncated(own, 1), branch=own.branch - 1 if own.branch > 2 else None)
        return replace(truncated(own, 1), article=own.article - 1) if own.article > 1 else None
    if level == 2 and own.paragraph is not None and own.paragraph > 1:
        return replace(truncated(own, 2), paragraph=own.paragraph - 1)
    if level == 3 and own.subparagraph is not None and own.subparagraph.isdecimal():
        before = int(own.subparagraph) - 1
        return replace(truncated(own, 3), subparagraph=str(before)) if before else None
    return None


def descended(base: CitedPlace, member: Member) -> CitedPlace:
    """The place that `member` adds to `base`."""
    place = base.copy()
    if member.addenda:
        place.addenda, place.addenda_note = True, member.addenda_note
    if member.article is not None:
        place.article, place.branch = member.article, member.branch
        place.paragraph = place.subparagraph = place.item = None
    if member.paragraph is not None:
        place.paragraph = member.paragraph
        place.subparagraph = place.item = None
    if member.subparagraph is not None:
        place.subparagraph = member.subparagraph
        place.item = None
    if member.item is not None:
        place.item = member.item
    if member.attachment:
        place.article = place.branch = place.paragraph = None
        place.addenda = False
    return place


def following_place(previous: CitedPlace, member: Member) -> CitedPlace:
    """The place of a later member of an enumeration: it inherits the levels that it does not repeat."""
    previous = carried_over(previous)
    if member.anaphora is TokenKind.SAME:
        return descended(truncated(previous, member.anaphora_level), member)
    if member.attachment:
        base = replace(previous, paragraph=None, subparagraph=None, item=None)
        return descended(base, member)
    return descended(previous, member)
