"""What of a model's reply is its answer: what it thinks aloud before it and the tags of a web page are taken out as they come."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from portal.llm.thoughts import THOUGHT_NAMES, THOUGHT_TAG, EndpointThoughts

_THOUGHT_END = re.compile(rf"</(?:{THOUGHT_NAMES})\s*>", re.IGNORECASE)
# What a model writes for looks, and no other tag: that stays, and is escaped where it is shown.
_TAG = re.compile(
    rf"</?(?:{THOUGHT_NAMES}|b|i|u|s|em|strong|mark|small|big|sub|sup|font|span|a|code|center|h[1-6])(?:\s[^<>]{{0,300}})?/?>",
    re.IGNORECASE,
)
_BREAK = re.compile(
    r"</?(?:br|p|div|li|ul|ol|hr|blockquote|table|thead|tbody|tr|td|th)(?:\s[^<>]{0,300})?/?>",
    re.IGNORECASE,
)
# A tag that has begun.
_BEGUN = re.compile(r"</?(?:[a-zA-Z][^<>]{0,310})?$")
_LONGEST_END = 16
_BYTE_ORDER_MARK = "\ufeff"


class UnopenedThoughtsError(Exception):
    """Thoughts end that nothing began: all that was given of the reply belongs to them. What follows is its answer."""


class AnswerPieces:
    """A reply in pieces without its thoughts, tags and byte order marks; a thought that never ends gives nothing.

    Iterated again after UnopenedThoughtsError it goes on behind those thoughts. Of an endpoint that leaves out the opening tag
    nothing is given before the closing one; of others nothing waits for it.
    """

    def __init__(self, pieces: Iterable[str], thoughts: EndpointThoughts) -> None:
        self._pieces = iter(pieces)
        self._thoughts = thoughts
        self._waiting = ""
        self._is_thinking = False
        self._has_given = False
        # What may be thought; None where nothing is kept back, or no more.
        self._kept: str | None = None
        self._has_begun = False

    def __iter__(self) -> Iterator[str]:
        # What came behind the end of thoughts is read before there is more.
        for piece in chain(("",), self._pieces):
            self._waiting += piece.replace(_BYTE_ORDER_MARK, "")
            if piece and not self._has_begun:
                self._has_begun = True
                self._kept = "" if self._thoughts.are_unopened() else None
            given = self._given()
            if self._kept is not None:
                self._kept += given
            elif given:
                self._has_given = True
                yield _untagged(given)
        if self._kept is not None and not self._is_thinking:
            self._thoughts.note(are_unopened=False)
        rest = (self._kept or "") + ("" if self._is_thinking else self._waiting)
        if rest:
            yield _untagged(rest)

    def _given(self) -> str:
        """What is no thought and no tag that has only begun, of what waits; raises UnopenedThoughtsError."""
        given = ""
        while found := (_THOUGHT_END if self._is_thinking else THOUGHT_TAG).search(self._waiting):
            before, self._waiting = self._waiting[: found.start()], self._waiting[found.end() :]
            if self._is_thinking:
                self._is_thinking = False
                given, self._kept = (self._kept or "") + given, None
            elif found[1]:
                given = ""
                self._unopened()
            else:
                given += before
                self._is_thinking = True
        if self._is_thinking:
            self._waiting = self._waiting[-_LONGEST_END:]
            return given
        begun = _BEGUN.search(self._waiting)
        cut = begun.start() if begun else len(self._waiting)
        given, self._waiting = given + self._waiting[:cut], self._waiting[cut:]
        return given

    def _unopened(self) -> None:
        """What came so far was thought."""
        self._kept = None
        self._thoughts.note(are_unopened=True)
        if self._has_given:
            self._has_given = False
            raise UnopenedThoughtsError


def _untagged(text: str) -> str:
    return _TAG.sub("", _BREAK.sub(" ", text))
