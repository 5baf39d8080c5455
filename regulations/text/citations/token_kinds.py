"""Tokens: the words of a text that can be part of a citation."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple


class TokenKind(Enum):
    """What a token is."""

    # The enumeration's own hash is a Python function, called for every token.
    __hash__ = object.__hash__

    ARTICLE = auto()
    PARAGRAPH = auto()
    SUBPARAGRAPH = auto()
    ITEM = auto()
    CHAPTER = auto()
    ADDENDA = auto()
    TABLE = auto()
    FORM = auto()
    HYPHENATED = auto()  # 제4-4호: a form, after a form
    BRACKETED = auto()  # 「학칙」
    ENGLISH_NAME = auto()  # Academic Regulations
    ENDING = auto()  # the last word part of an unbracketed name
    POINTING = auto()  # 이 규정, 같은 법 시행령
    SHORT_LAW = auto()  # 법 제3조, 영 제3조
    SAME = auto()  # 같은 조, 동항
    SAME_TABLE = auto()  # 같은 표
    THIS = auto()  # 본조, 이 항
    PREVIOUS = auto()  # 전조, 전항
    DEFINITION = auto()  # (이하 "법"이라 한다)
    NOTE = auto()  # (대통령령 제123호)
    WRAPPER = auto()  # [출처:


class Token(NamedTuple):
    """A token; `number`, `branch`, `text` and `title` mean what its kind says."""

    kind: TokenKind
    start: int
    end: int
    number: int | None = None
    branch: int | None = None
    text: str = ""
    title: str | None = None
    prefixed: bool = True  # written with 제
