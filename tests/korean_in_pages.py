"""Korean words in the HTML of a page in another language."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_HANGUL = re.compile(r"[가-힣]")
_MARK = re.compile(r'<span lang="ko">([^<]*)</span>')
_EMPTY = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "wbr",
        "path",
        "circle",
        "rect",
        "use",
    ]
)


def unmarked(html: str) -> str:
    """The page without the marks around Korean words, to look for what it says."""
    return _MARK.sub(r"\1", html)


class _Walker(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, str | None]] = []
        self.left: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _EMPTY:
            self.open.append((tag, dict(attrs).get("lang")))

    def handle_endtag(self, tag: str) -> None:
        while self.open and tag not in _EMPTY and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        languages = [language for _tag, language in self.open if language]
        # A title and an option hold words alone, and take no mark.
        holds_words = any(tag in ("title", "option", "script", "style") for tag, _ in self.open)
        if _HANGUL.search(data) and languages[-1:] != ["ko"] and not holds_words:
            self.left.append(data.strip())


def korean_outside(html: str) -> list[str]:
    """The Korean texts of a page that nothing says to be Korean."""
    walker = _Walker()
    walker.feed(html)
    return walker.left
