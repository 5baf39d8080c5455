"""Citations in the provisions of one regulation: each provision's place is known and need not be read from headings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from regulations.text.citations.carryover import CarryOver
from regulations.text.citations.folding import FoldedText
from regulations.text.citations.grammar import (
    HeadingMark,
    Item,
    NameMention,
    ParagraphMark,
    ReferenceGroup,
)
from regulations.text.citations.model import CitationContext, ExtractedCitation
from regulations.text.citations.names import NameIndex
from regulations.text.citations.naming import NameResolver
from regulations.text.citations.token_kinds import Token


@dataclass(frozen=True, slots=True)
class TextPlace:
    """From `start` on the text is that of the provision that `context` names."""

    start: int
    context: CitationContext


class ProvisionReader(CarryOver):
    """Resolves the groups of a whole regulation and takes note of the regulations that are named as a whole."""

    def __init__(
        self, text: FoldedText, *, places: Sequence[TextPlace], names: NameIndex | None
    ) -> None:
        context = places[0].context if places else CitationContext()
        naming = NameResolver(text, context=context, known=names)
        super().__init__(text, context=context, naming=naming)
        self._places = places
        self._place = 0
        self._strangers: set[int] = set()
        # A fragment need not end like a sentence: 1. 제25조에 따른 휴학.
        self._of_regulation = True

    def read(self, items: Iterable[Item], wrappers: Iterable[Token]) -> list[ExtractedCitation]:
        """Return the citations of the parsed items."""
        for item in items:
            if isinstance(item, ReferenceGroup):
                first = item.members[0].start
                self._move_to(min(first, item.head.start) if item.head else first)
                self._group(item)
            elif isinstance(item, HeadingMark):
                self._move_to(item.member.start)
                self._heading_inside()
            elif isinstance(item, NameMention):
                self._move_to(item.name.start)
                self._mentioned_whole(item)
            elif isinstance(item, ParagraphMark):
                continue
        return self.citations

    def _heading_inside(self) -> None:
        """A form that has articles of its own, like a contract, means those by bare numbers, not the regulation's."""
        if self._context.article is None and not self._context.addenda:
            self._strangers.add(self._place)
            self._move_to(self._places[self._place].start)

    def _move_to(self, position: int) -> None:
        """Let the context be that of the provision at a position; a new article forgets what the last one cited."""
        places, before = self._places, self._context
        while self._place + 1 < len(places) and places[self._place + 1].start <= position:
            self._place += 1
        context = places[self._place].context if places else before
        if self._place in self._strangers:
            context = CitationContext()
        self._context = context
        self._naming.move_to(context)
        if (context.article, context.branch, context.addenda) != (
            before.article,
            before.branch,
            before.addenda,
        ):
            self._last = None
            self._recent.clear()
            self._table = None
            self._last_attached = None

    def _mentioned_whole(self, mention: NameMention) -> None:
        name = self._naming.whole(mention.name)
        self._naming.mention(mention.name, mention.alias)
        if name is None:
            return
        text = self._text
        first, last = text.original_offset(name.start), text.original_offset(mention.name.end)
        self.citations.append(
            ExtractedCitation(
                text=text.original[first:last],
                start=first,
                end=last,
                regulation=name.regulation,
                regulation_source=name.source,
            )
        )
