"""Tell a claim that the rules can read from one in another language than the rules."""

from __future__ import annotations

import re

from regulations.text.languages import KOREAN, foreign_language

_HANGUL = re.compile(r"[가-힣]")
_LETTER = re.compile(r"[^\W\d_]")
# A Korean sentence about TOPIK or an ERASMUS stay still has its endings and particles.
_LEAST_SHARE = 0.25
_NAMED = re.compile(r"[「『｢《][^「『｢《」』｣》]{0,200}[」』｣》]|제\s{0,9}\d{1,5}\s{0,9}조")


def is_foreign(text: str) -> bool:
    """Whether a sentence, its Korean names of regulations left out, is not written in Korean."""
    plain = _NAMED.sub("", text)
    letters = len(_LETTER.findall(plain))
    return letters > 3 and len(_HANGUL.findall(plain)) < _LEAST_SHARE * letters


def written_in(text: str) -> str:
    """The language of a sentence: `ko`, `en`, `zh` or `vi`."""
    return foreign_language(_NAMED.sub("", text)) if is_foreign(text) else KOREAN
