"""Characters that change what is read without being seen: in a question they hide words from whoever checks it."""

from __future__ import annotations

import re

# Zero-width characters, soft hyphens, marks of direction, tags, halves of a pair that stand alone. What joins the parts of
# an emoji or of a word of another script (U+200C, U+200D) stays.
_INVISIBLE = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)


def invisible_remove(text: str) -> str:
    """The text as it is read."""
    return _INVISIBLE.sub("", text)
