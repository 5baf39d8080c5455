"""The line in which a regulation has its name, and where regulations begin in a file without a table of contents: at the name
that stands above 제1조 or 제1장.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from regulations.text.locators import normalize_name
from regulations.text.parser import grammar
from regulations.text.parser.attachment_heads import attachment_head
from regulations.text.parser.headmatter import HeadMatter, absorb_line
from regulations.text.parser.report import looks_like_article

_NAME = re.compile(
    r"(?:규정|세칙|학칙|내규|지침|정관|규칙|요령|준칙|예규|강령|헌장|기준|회칙|요강|방침|훈령|조례)$"
)
_BEGINS = re.compile(r"제\s*1\s*(?:조|장|편)(?!\d)|총\s*칙$")
# What is written around a name: its code before it, its last amendment or repeal behind it.
_CODE = re.compile(r"^(?:제?\s*\d{1,3}(?:\s*[-—–.]\s*\d{1,3}){1,3}\s*[.)]?\s+|\d{1,3}\.\s+)")
_BEHIND = re.compile(r"\s*(?:[(\[【〔<〈][^()\[\]【】〔〕<>〈〉]{0,60}[)\]】〕>〉])\s*$")
# A bracket of history: `[제정 2010. 3. 1.]`. One that tells a name from another (`(대학원)`) is part of the name.
_HISTORY = re.compile(
    r"\s*([(\[【〔<〈]\s*(?=(?:전부|전면|일부|전문)?\s*(?:개정|제정|폐지)|[^()\[\]【】〔〕<>〈〉]*(?:19|20)\d{2}\s*[.년-])"
    r"[^()\[\]【】〔〕<>〈〉]{0,300}[)\]】〕>〉])\s*$"
)
_OWN_CODE = re.compile(r"^(\d{1,3}(?:\s?[-—–]\s?\d{1,3}){1,3})\s*[.)]?\s+(?=\S)")
_CONTENTS = re.compile(r"(?:차\s*례|목\s*차)$")
_SENTENCE = re.compile(r"(?:다|[함음임])\.$")
_LONGEST_NAME = 70
_FARTHEST = 60
_LONGEST_HEAD_LINE = 80


@dataclass(frozen=True, slots=True)
class TitleLine:
    """A name, with the code before it and the brackets of its history behind it."""

    name: str
    code: str = ""
    history: tuple[str, ...] = ()


def title_line(text: str) -> TitleLine:
    """Take a line of title apart: `3-2-15 이용 규정 [제정 2010. 3. 1.] [개정 2024. 2. 20.]`."""
    history: list[str] = []
    name = text.strip()
    while (behind := _HISTORY.search(name)) and behind.start():
        history.insert(0, behind[1])
        name = name[: behind.start()]
    code = _OWN_CODE.match(name)
    if code is None:
        return TitleLine(name, "", tuple(history))
    written = re.sub(r"\s*[-—–]\s*", "-", code[1])
    return TitleLine(name[code.end() :], written, tuple(history))


def bare_title(text: str) -> str:
    """The name in a line of title: without its code and what stands in brackets behind it."""
    name = text
    while (shorter := _BEHIND.sub("", name)) != name and _NAME.search(shorter.rstrip()):
        name = shorter
    without_code = _CODE.sub("", name).strip()
    return without_code if _NAME.search(without_code) else name.strip()


def unlisted_starts(texts: Sequence[str]) -> Iterator[int]:
    """The lines at which regulations begin.

    Between a name and its first article stand only lines of its head: days, offices, a list of its articles. Where the name is
    written twice, the first of the lines counts; of other names the one next to the article.
    """
    names = [number for number, text in enumerate(texts) if _could_be_name(text)]
    last_end, last_name = -1, ""
    for position, number in enumerate(names):
        following = names[position + 1] if position + 1 < len(names) else len(texts)
        name = normalize_name(bare_title(texts[number]))
        begins = _first_article(texts, number, following)
        if begins is None and following < len(texts):
            # Written twice: on a page of its own, and above the text.
            twice = normalize_name(bare_title(texts[following])) == name
            begins = _first_article(texts, following, len(texts)) if twice else None
            if not twice or begins is None or not _only_head(texts, number, following):
                continue
        if begins is None or (begins <= last_end and name == last_name):
            continue
        if begins != last_end:
            yield number
        last_end, last_name = begins, name


def _could_be_name(text: str) -> bool:
    if not 3 <= len(text) <= _LONGEST_NAME or "|" in text:
        return False
    if not _NAME.search(bare_title(text)) or looks_like_article(text):
        return False
    # `[별표 2] 심사 기준` has the ending of a name.
    return attachment_head(text) is None


def _first_article(texts: Sequence[str], number: int, end: int) -> int | None:
    """The line of the first article or chapter below a name; None where anything but a head stands between."""
    for at in range(number + 1, min(number + _FARTHEST, end)):
        text = texts[at]
        if _BEGINS.match(text):
            return at
        if text and not _is_head_line(text):
            return None
    return None


def _only_head(texts: Sequence[str], number: int, end: int) -> bool:
    return all(_is_head_line(text) for text in texts[number + 1 : end] if text)


def _is_head_line(text: str) -> bool:
    if absorb_line(HeadMatter(), text) is not None or _CONTENTS.match(text):
        return True
    if grammar.addenda_title(text) is not None or looks_like_article(text):
        return False
    return len(text) <= _LONGEST_HEAD_LINE and not _SENTENCE.search(text)
