"""The terms of the rules in English, Chinese and Vietnamese, for readers who meet them in Korean. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from regulations.text.languages import CHINESE, ENGLISH, VIETNAMESE

_FILE = Path(__file__).with_name("glossary.txt")
_ASKED_ABOUT = "# What people ask about"
_LANGUAGES = (ENGLISH, CHINESE, VIETNAMESE)


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """A term as the rules write it; what it is called and what it means, by language."""

    korean: str
    names: dict[str, str]
    meanings: dict[str, str]
    is_asked_about: bool


@cache
def glossary() -> dict[str, GlossaryTerm]:
    """Every term by its Korean."""
    found: dict[str, GlossaryTerm] = {}
    is_asked_about = False
    for line in _FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            is_asked_about = line == _ASKED_ABOUT
            continue
        korean, *others = (part.strip() for part in line.split("|"))
        names = dict(zip(_LANGUAGES, others[:3], strict=True))
        meanings = dict(zip(_LANGUAGES, others[3:], strict=True))
        found[korean] = GlossaryTerm(korean, names, meanings, is_asked_about)
    return found


@cache
def term_pattern() -> re.Pattern[str]:
    """A term in a text: at the beginning of a word, the longest first; no verb (규정한다) and no 대학원생."""
    terms = sorted(glossary(), key=len, reverse=True)
    return re.compile(
        rf"(?<![가-힣])(?:{'|'.join(map(re.escape, terms))})(?!생(?!활)|(?<=규정)(?:하|함|한|된|되|됨))"
    )
