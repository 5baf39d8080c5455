"""Readers of what is cited in English, Vietnamese and Chinese, as students write it and as the portal itself names provisions.

Chinese needs few of them: its signs are folded to those of Korean, and 第25条第2款 is read as 제25조제2항.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from regulations.text.citations.patterns import ITEM_CLASS
from regulations.text.citations.token_kinds import Token, TokenKind

# Takes a match, appends its tokens, returns the position at which reading goes on.
TokenReader = Callable[[re.Match[str], str, list[Token]], int]

# The text of an article's token where it is written Article 25 or § 25, and where it is written Điều 25.
ENGLISH, VIETNAMESE = "english", "vietnamese"
# What may stand below an article in English: (2), paragraph 2, (2) and (3), (2)1, subparagraph 1.
_ENGLISH_LEVELS = (
    *((group, TokenKind.PARAGRAPH) for group in ("ep", "eq", "epmore")),
    *((group, TokenKind.SUBPARAGRAPH) for group in ("es", "et")),
)
_NUMBERS = re.compile(r"\d{1,4}")
_ENGLISH_NUMBER = re.compile(r"\(?\s?(\d{1,2})(?:-(\d{1,2}))?\s?\)?")
_KOREAN_NAME = re.compile(r"[가-힣][」』>\"'*)]{0,2}\s?$")
# Behind 학칙, which is called so in Vietnamese.
_UNIVERSITY_REGULATIONS = "학칙"
_ITEMS = ITEM_CLASS.strip("[]")


def _int(digits: str | None) -> int | None:
    return int(digits) if digits else None


def _english(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
    """Article 25-2(3): the paragraph is a token of its own, as in Korean."""
    number, hyphenated = int(match["en"]), _int(match["eb"])
    is_range = hyphenated is not None and hyphenated > number
    end = match.end("ec" if match["ec"] else "en" if is_range or not match["eb"] else "eb")
    branch = _int(match["ec"]) if is_range else hyphenated or _int(match["ec"])
    tokens.append(Token(TokenKind.ARTICLE, match.start(), end, number, branch, text=ENGLISH))
    if is_range:
        tokens.append(Token(TokenKind.ARTICLE, *match.span("eb"), hyphenated, text=ENGLISH))
    for more in _NUMBERS.finditer(match["emore"] or ""):
        start = match.start("emore") + more.start()
        end = match.start("emore") + more.end()
        tokens.append(Token(TokenKind.ARTICLE, start, end, int(more[0]), text=ENGLISH))
    for group, kind in _ENGLISH_LEVELS:
        for below in _ENGLISH_NUMBER.finditer(folded, *match.span(group)) if match[group] else ():
            start = below.start() if group == "epmore" else tokens[-1].end
            tokens.append(Token(kind, start, below.end(), int(below[1]), _int(below[2])))
    if match["ei"]:
        letter = _ITEMS[ord(match["ei"][1]) - ord("a")]
        tokens.append(Token(TokenKind.ITEM, *match.span("ei"), text=letter))
    return match.end()


def _vietnamese(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
    """Điều 25-2, khoản 1, and khoản 1 Điều 25-2, where what is said first belongs behind."""
    end = match.end("vb" if match["vb"] else "vn")
    tokens.append(
        Token(
            TokenKind.ARTICLE,
            match.start(),
            end,
            int(match["vn"]),
            _int(match["vb"]),
            text=VIETNAMESE,
        )
    )
    for before, behind, kind in (
        ("vfp", "vp", TokenKind.PARAGRAPH),
        ("vfs", "vs", TokenKind.SUBPARAGRAPH),
    ):
        group = behind if match[behind] else before
        if match[group]:
            number, _hyphen, branch = match[group].partition("-")
            start, end = end, max(end, match.end(group))
            tokens.append(Token(kind, start, end, int(number), _int(branch)))
    if match["vi"]:
        tokens.append(Token(TokenKind.ITEM, end, match.end("vi"), text=match["vi"]))
    return match.end()


def _english_name(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
    """A name; 「학칙」(Academic Regulations) has one already, and this says it in English."""
    start, end = match.span()
    if (folded[start - 1 : start], folded[end : end + 1]) != ("(", ")") or not _KOREAN_NAME.search(
        folded, max(0, start - 4), start - 1
    ):
        tokens.append(Token(TokenKind.ENGLISH_NAME, start, end, text=match["ename"]))
    return end


def _vietnamese_name(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
    tokens.append(Token(TokenKind.ENGLISH_NAME, *match.span(), text=_UNIVERSITY_REGULATIONS))
    return match.end()


def _addenda(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
    tokens.append(Token(TokenKind.ADDENDA, *match.span()))
    return match.end()


def _attachment(kind: TokenKind, number: str, branch: str) -> TokenReader:
    def read(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
        numbers = _int(match[number]), _int(match[branch])
        tokens.append(Token(kind, *match.span(), *numbers, "의", prefixed=kind is TokenKind.TABLE))
        return match.end()

    return read


FOREIGN_READERS: dict[str, TokenReader] = {
    "english": _english,
    "englishname": _english_name,
    "englishaddenda": _addenda,
    "englishtable": _attachment(TokenKind.TABLE, "etn", "etb"),
    "englishform": _attachment(TokenKind.FORM, "efn", "efb"),
    "vietnamese": _vietnamese,
    "vietnamesename": _vietnamese_name,
    "vietnameseaddenda": _addenda,
    "vietnamesetable": _attachment(TokenKind.TABLE, "vtn", "vtb"),
    "vietnameseform": _attachment(TokenKind.FORM, "vgn", "vgb"),
    "chinesetable": _attachment(TokenKind.TABLE, "ctn", "ctb"),
    "chineseform": _attachment(TokenKind.FORM, "cfn", "cfb"),
}
