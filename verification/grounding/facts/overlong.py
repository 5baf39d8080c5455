"""Numbers of more signs than any that counts something: nobody's rule has one, and reading them costs more than their length."""

from __future__ import annotations

import re

_MOST_DIGITS, _MOST_GROUPS = 30, 9
_WRITTEN = re.compile(r"\d[\d.,]*")
_OVERLONG = re.compile(rf"\d{{{_MOST_DIGITS + 1}}}|\d{{1,3}}(?:[.,]\d{{3}}){{{_MOST_GROUPS + 1}}}")
# In words, as 三 or 삼, nobody writes so many either.
_IN_WORDS = re.compile(
    rf"[〇零一二两三四五六七八九十百千万亿点]{{{_MOST_DIGITS + 1},}}|[일이삼사오육칠팔구십백천만억조]{{{_MOST_DIGITS + 1},}}"
)
# Neither a digit nor a letter nor white space, so that what stands around it is read as before.
_NO_NUMBER = "#"


def without_overlong(text: str) -> str:
    """The text, each place where it was, with nothing to be read where a number is longer than any that counts something."""
    text = _WRITTEN.sub(_masked, text)
    return _IN_WORDS.sub(lambda match: _NO_NUMBER * len(match.group()), text)


def _masked(match: re.Match[str]) -> str:
    written = match.group()
    return _NO_NUMBER * len(written) if _OVERLONG.search(written) else written
