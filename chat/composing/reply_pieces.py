"""What of a model's reply is its answer: what it thinks aloud before it and the tags of a web page are taken out as they come."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_NAMES = "think|thinking|thought|thoughts|reasoning|reflection"
_THOUGHT = re.compile(rf"<({_NAMES})\s*>", re.IGNORECASE)
_THOUGHT_END = re.compile(rf"</(?:{_NAMES})\s*>", re.IGNORECASE)
# What a model writes for looks, and no other tag: that stays, and is escaped where it is shown.
_TAG = re.compile(
    rf"</?(?:{_NAMES}|b|i|u|s|em|strong|mark|small|big|sub|sup|font|span|a|code|center|h[1-6])(?:\s[^<>]{{0,300}})?/?>",
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


def answer_pieces(pieces: Iterable[str]) -> Iterator[str]:
    """Yield a reply in pieces without its thoughts, tags and byte order marks; a thought that never ends gives nothing."""
    waiting, is_thinking = "", False
    for piece in pieces:
        waiting += piece.replace(_BYTE_ORDER_MARK, "")
        given = ""
        while found := (_THOUGHT_END if is_thinking else _THOUGHT).search(waiting):
            given += "" if is_thinking else waiting[: found.start()]
            waiting, is_thinking = waiting[found.end() :], not is_thinking
        if is_thinking:
            waiting = waiting[-_LONGEST_END:]
        else:
            begun = _BEGUN.search(waiting)
            cut = begun.start() if begun else len(waiting)
            given, waiting = given + waiting[:cut], waiting[cut:]
        if given:
            yield _untagged(given)
    if waiting and not is_thinking:
        yield _untagged(waiting)


def _untagged(text: str) -> str:
    return _TAG.sub("", _BREAK.sub(" ", text))
