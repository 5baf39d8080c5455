"""What begins a line and is no citation: 제5조(목적), 부칙, [별표 1] with their own text after them."""

from __future__ import annotations

import re

from regulations.text.citations.token_kinds import Token, TokenKind

_EMPHASIS = " \t#*>|<["
_BULLETS = "-•·◦▪○●※+"
_MOST_MARKS = 12
# After a title these show that the article is cited; anything else is the text of the article itself.
_CITED_TAIL = re.compile(
    r"[*\s]*(?:[,·~:;)\].]|및|또는|내지|각\s?[호목]|단서|본문|전단|후단|등|중|참조|참고|부터|까지|위반|해당|관련|준용|적용"
    r"|규정(?:에\s?(?:따|의|근거)|을\s?(?:준용|적용))|제\s?\d+\s?호)"
)
_PARTICLE = re.compile(
    r"(?:에|의|을|를|은|는|이|가|과|와|도|만|로|으로|상|부터|까지|나|이나|란|이란|라)(?:[^가-힣]|따|서|는|도|의|게|라|에|$)"
)
_UNTITLED = re.compile(
    r"\s*(?:[<(\[]?\s?삭제|이\s(?:규정|학칙|세칙|규칙|정관|법|영|내규|지침)[은의에])"
)
_NOTHING_MORE = re.compile(r"[\s*]*(?:\n|$)")


def line_start(folded: str, start: int) -> str:
    """What stands between the beginning of the line and `start` if that is no text: "line", "bullet", else ""."""
    kind = "line"
    for position in range(start - 1, max(start - 1 - _MOST_MARKS, -2), -1):
        if position < 0 or folded[position] == "\n":
            return kind
        if folded[position] in _BULLETS:
            kind = "bullet"
        elif folded[position] not in _EMPHASIS:
            return ""
    return ""


def is_article_heading(
    folded: str, token: Token, following: Token | None, *, bulleted: bool
) -> bool:
    """Whether an article at the beginning of a line is the heading of the article in hand."""
    if token.title is None:
        return _UNTITLED.match(folded, token.end) is not None
    if _PARTICLE.match(folded, token.end) or _CITED_TAIL.match(folded, token.end):
        return False
    if bulleted and folded[token.end : token.end + 8].lstrip("* ")[:1] in ("", "\n"):
        return False
    return not (
        following is not None
        and following.kind is TokenKind.PARAGRAPH
        and following.text != "mark"
        and not folded[token.end : following.start].strip()
    )


def is_attachment_heading(folded: str, token: Token) -> bool:
    """Whether [별표 1] at the beginning of a line is the head of the table: no particle follows."""
    if token.kind not in (TokenKind.TABLE, TokenKind.FORM):
        return False
    if folded[token.start - 1 : token.start] not in ("[", "<"):
        return False
    if folded[token.end : token.end + 1] not in ("]", ">"):
        return False
    end = token.end + 1
    return not _PARTICLE.match(folded, end) and not _CITED_TAIL.match(folded, end)


def is_addenda_heading(folded: str, token: Token) -> bool:
    """Whether 부칙 at the beginning of a line is the head of the addenda: nothing else stands on the line."""
    return token.kind is TokenKind.ADDENDA and _NOTHING_MORE.match(folded, token.end) is not None
