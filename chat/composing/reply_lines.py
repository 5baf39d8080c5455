"""The lines of a reply as sentences that stand for themselves: none is said twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from verification.checking import DraftSentence
from verification.checking.statements import without_layout

_MARKER = re.compile(r"\[†[^\]]*\]")


def said_once(drafts: Iterable[DraftSentence]) -> Iterator[DraftSentence]:
    """Yield drafts without those whose words came already, whatever they cite."""
    said: set[str] = set()
    for draft in drafts:
        words = without_layout(_MARKER.sub("", draft.text))
        if words in said:
            continue
        if draft.is_whole:
            said.add(words)
        yield draft
