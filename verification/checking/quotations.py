"""The words of a source inside a sentence: what stands in quotation marks, and what only a frame is put around. Pure.

They are not ours to rewrite: a reference in them is the regulation's own, and put into other words it is no quotation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from regulations.text.citations import ExtractedCitation, extract_markers
from verification.checking.statements import without_layout
from verification.grounding.proof import is_of_a_title

_OPENING = {'"': '"', "“": "”", "‘": "’", "'": "'"}
_CLOSING = frozenset(_OPENING.values())
# A sentence with more quotation marks was not written to be read.
_MOST_MARKS = 12
_LEAST_QUOTED = 6
# A bare 제1항 that is spoken of, not leaned on: 편입생에게는 제1항이 적용되지 않습니다.
_APPLIES = re.compile(
    r"[은는이가을를]?\s*(?:적용|준용)(?:되지|하지|받지|된다|됩니다|한다|합니다|되며|하며|되고|하고)"
)
# So many characters after a reference have to agree for it to be the source's own words.
_REPEATED = 3
_POLITE = (
    ("같습니다", "같다"),
    ("같아요", "같다"),
    ("따릅니다", "따른다"),
    ("따라요", "따른다"),
    ("의합니다", "의한다"),
)
# So many characters before a named regulation have to agree for the reference to be the source's own.
_REPEATED_BEFORE = 6

_PLACE = (
    r"(?:[「『｢《][^「」『』｢｣《》]{1,60}[」』｣》]|제\s?\d{1,4}\s?[조항호](?:\s?의\s?\d{1,2})?|[가-하]목|부칙|별표|\d{1,2}|\([^()]{1,40}\)"
    r"|본문|단서|전단|후단|(?:이|해당|위)?\s?(?:학칙|규정|시행세칙|세칙|규칙|지침|내규)|[,\s]|및|와|과)"
)
_ACCORDING = r"(?:에\s?따르면|에\s?의하면|에서는|에서|에는|은|는|[:：])"
_TOLD = (
    r"(?:이?라고|고)\s?(?:(?:분명히|명확히|명시적으로|직접)\s)?"
    r"(?:(?:정하고|규정하고|명시하고|밝히고|적고|두고|되어|적혀|쓰여|나와|규정되어|명시되어|정해져|기재되어|안내하고|설명하고)\s?(?:있습니다|있어요|있다|있음)"
    r"|(?:정|규정|명시|기재)?(?:합니다|됩니다|한다|했습니다|하였습니다|되었습니다)|나옵니다)"
)
_IN_BRACKETS = re.compile(r"\(([^()]{1,40})\)")
# 「학칙」 제25조에 따르면 "…"라고 정하고 있습니다: nothing but the place, the words, and that they are said there.
_FRAME = re.compile(
    rf"\s*+(?:{_PLACE}++{_ACCORDING},?\s*+)?(?:다음과\s?같이\s)?(?P<open>[\"“‘'])(?P<words>.+)(?P<close>[\"”’'])\s?(?:{_TOLD})?[.\s]*"
)


def framed_quotation(statement: str, titles: Sequence[str]) -> str:
    """The words that a sentence quotes where all it says is that they stand in a provision; empty where it says more.

    In brackets it may give what the provision is titled, and nothing else: 제30조제2항(지금은 세 번까지) says more.
    """
    found = _FRAME.fullmatch(statement)
    if found is None or _OPENING[found["open"]] != found["close"]:
        return ""
    asides = _IN_BRACKETS.findall(statement[: found.start("open")])
    return found["words"].strip() if all(is_of_a_title(one, titles) for one in asides) else ""


def quoted_spans(text: str, sources: Iterable[str]) -> list[tuple[int, int]]:
    """Where a text has words of a source in quotation marks, spacing and its markers aside."""
    marks = [at for at, sign in enumerate(text) if sign in _OPENING or sign in _CLOSING]
    pairs = [
        (start + 1, end)
        for start in marks[:_MOST_MARKS]
        for end in marks[:_MOST_MARKS]
        if end - start > _LEAST_QUOTED and _OPENING.get(text[start]) == text[end]
    ]
    if not pairs:
        return []
    given = [without_layout(one) for one in sources]
    return [(start, end) for start, end in pairs if _stands_in(text[start:end], given)]


def stands_before(text: str, start: int, end: int, sources: Iterable[str]) -> bool:
    """Whether a reference stands in a source after the very words that it stands after in a text."""
    words = without_layout(text[max(0, start - 3 * _REPEATED_BEFORE) : start])[-_REPEATED_BEFORE:]
    whole = words + without_layout(text[start:end])
    # 제30조 is not 제30조의2.
    there = re.compile(rf"{re.escape(whole)}(?!의?\d|\d)")
    return len(words) == _REPEATED_BEFORE and any(
        there.search(without_layout(one)) for one in sources
    )


def without_markers_of(text: str) -> str:
    """A text without [†1] and the like."""
    for marker in sorted({(one.start, one.end) for one in extract_markers(text)}, reverse=True):
        text = text[: marker[0]] + text[marker[1] :]
    return text


def _stands_in(quoted: str, given: Iterable[str]) -> bool:
    plain = without_layout(without_markers_of(quoted)).rstrip(".")
    return len(plain) >= _LEAST_QUOTED and any(plain in one for one in given)


def is_the_regulations(text: str, citation: ExtractedCitation, sources: Iterable[str]) -> bool:
    """Whether a reference stands in words that a source has too: 제1항의 기간, 위조·변조, 별표 1에도 불구하고.

    Then it is the regulation's own, whatever stands around it, and not what the sentence leans on.
    """
    if citation.article is not None and citation.regulation and text[citation.start] in "「『｢《":
        # 「학칙」 제25조에 따르면 is where a sentence found it, unless a source goes on to it from the same words.
        return stands_before(text, citation.start, citation.end, sources)
    if "조" not in citation.text and citation.paragraph and _APPLIES.match(text, citation.end):
        written = without_layout(citation.text)
        return any(written in without_layout(source) for source in sources)
    said = without_layout(_plain(text[citation.start : citation.end + 3 * _REPEATED]))
    length = len(without_layout(text[citation.start : citation.end])) + _REPEATED
    return len(said) >= length and any(said[:length] in without_layout(one) for one in sources)


def _plain(text: str) -> str:
    """A text with what rules end in where it is polite: 별표 1과 같습니다."""
    for polite, plain in _POLITE:
        text = text.replace(polite, plain)
    return text
