"""The lines of a reply as sentences that stand for themselves: an item with the head of its list; and which of them came already."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from verification.checking import DraftSentence
from verification.checking.lines.heads import with_head
from verification.checking.lines.standing import standing_lines
from verification.checking.statements import without_layout

_MARKER = re.compile(r"\[†[^\]]*\]")


def under_heads(drafts: Iterable[tuple[DraftSentence, int]]) -> Iterator[DraftSentence]:
    """Yield drafts, of which each comes with how far in it stood; an item that is no sentence begins with its head.

    A name with lines under it, `- 일반휴학`, is their head and no sentence.
    """
    lines = ((draft, draft.text, indent, draft.is_whole) for draft, indent in drafts)
    for line in standing_lines(lines):
        if not line.leads_on:
            yield _under(line.head, line.given)


def rows_under_heads(drafts: Iterable[DraftSentence]) -> Iterator[DraftSentence]:
    """Yield drafts, of which the rows of tables begin with their head, too."""
    for draft in drafts:
        is_row = draft.head and draft.text.startswith("|")
        text = with_head(draft.text, draft.head) if is_row else draft.text
        head = "" if is_row and text == draft.text else draft.head
        yield replace(draft, text=text, head=head)


def _under(head: str, draft: DraftSentence) -> DraftSentence:
    if draft.text.startswith("|"):
        # What stands above its rule is the head of a table: which it is, is known later.
        return replace(draft, head=head)
    text = with_head(draft.text, head)
    return draft if text == draft.text else replace(draft, text=text, head=head)


def is_said_again(draft: DraftSentence, said: set[str]) -> bool:
    """Whether the words of a draft came already, whatever they cite; those of a whole one are added to what was `said`."""
    words = without_layout(_MARKER.sub("", draft.text))
    if words in said:
        return True
    if draft.is_whole:
        said.add(words)
    return False
