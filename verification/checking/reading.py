"""A sentence as it was read: what it says, what it cites, and what it may rest on by its own word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verification.checking.evidence import is_named_by
from verification.checking.lines.heads import head_end
from verification.checking.lines.standing import HeadedItem
from verification.checking.mentions import CitationMention
from verification.checking.named_alone import NamedAlone
from verification.checking.sentence_text import bare_statement
from verification.checking.values import DraftSentence, SourceUnit
from verification.citations.resolution import FoundProvision
from verification.citations.states import CitationStatus


@dataclass(frozen=True)
class Reading:
    """A sentence as it was read, without Markdown, and what it may rest on; `bare` is what it says without citations.

    Of an item with a head that is left to a judge, `bare` is what else says the same (see `HeadedItem`).
    """

    draft: DraftSentence
    statement: str
    bare: str
    mentions: tuple[CitationMention, ...]
    in_force: Mapping[int, FoundProvision]
    units: tuple[SourceUnit, ...] = ()
    alone: tuple[NamedAlone, ...] = ()

    @property
    def of_head(self) -> tuple[CitationMention, ...]:
        """The citations that stand in its head."""
        end = head_end(self.draft.text, self.draft.head)
        return tuple(m for m in self.mentions if m.end is not None and m.end <= end)

    @property
    def item(self) -> HeadedItem:
        """What it says with its head and without."""
        return HeadedItem(bare_statement(self.draft.head, self.of_head), self.bare)

    @property
    def named(self) -> tuple[CitationMention, ...]:
        """The citations in its words, which a reader takes for its source."""
        return tuple(m for m in self.mentions if m.citation is not None and not m.is_quoted)

    @property
    def is_misleading(self) -> bool:
        """Whether a citation in its words names what does not exist, is not in force or was not found: it misleads."""
        return any(
            mention.status is not CitationStatus.VERIFIED
            for mention in self.mentions
            if mention.marker is None and not mention.is_quoted
        )

    def may_rest_on(self, units: Sequence[SourceUnit]) -> bool:
        """Whether every citation in its words names one of the units, and every unit is one that they name."""
        given = [(unit.source, unit.text) for unit in units]
        if any(one.is_other(given) for one in self.alone):
            return False
        if not self.named:
            return True
        return all(any(is_named_by(one, unit) for unit in units) for one in self.named) and all(
            any(is_named_by(one, unit) for one in self.named) for unit in units
        )
