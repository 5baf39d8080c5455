"""The lexer: a folded text becomes the list of its words that can be part of a citation.

One compiled pattern (`patterns`) finds the next token, in time linear in the length of the text whatever it holds. The
lexer knows how a number, a name's ending or a pointing word looks; whether it belongs to
a citation is for the grammar to say.
"""

from __future__ import annotations

import re

from regulations.text.citations.foreign import FOREIGN_READERS, TokenReader
from regulations.text.citations.numerals import number_in_words, short_branch
from regulations.text.citations.patterns import ARTICLE_TITLE, GLOSS, ITEM_CLASS, NEXT_BRANCH, TOKEN
from regulations.text.citations.titles import quoted_title
from regulations.text.citations.token_kinds import Token, TokenKind

CIRCLED = {
    chr(first + step): number + step
    for first, number, count in ((0x2460, 1, 20), (0x3251, 21, 15), (0x32B1, 36, 15))
    for step in range(count)
}
_HYPHENATED = re.compile(r"-(\d{1,2})")
_PARAGRAPH_FOLLOWS = re.compile(r"제\d{1,2}항")
_NUMBERS = re.compile(r"\d{1,4}")
_ITEMS = re.compile(rf"""["'(]?(?P<letter>{ITEM_CLASS})(?=["')\s,·~목])["')]?""")
_UNIT_KINDS = {"조": TokenKind.ARTICLE, "항": TokenKind.PARAGRAPH, "호": TokenKind.SUBPARAGRAPH}


def tokenize(folded: str) -> list[Token]:
    """Return the tokens of a folded text, in order and without overlap."""
    tokens: list[Token] = []
    position = 0
    search = TOKEN.search
    while (match := search(folded, position)) is not None:
        position = match.end()
        reader = _READERS.get(match.lastgroup or "")
        if reader is not None:
            position = max(reader(match, folded, tokens), match.start() + 1)
    return tokens


def _int(digits: str | None) -> int | None:
    return int(digits) if digits else None


def _unit(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
    prefixed = match.lastgroup == "unit"
    first, more, unit, branch = ("n", "more", "u", "b") if prefixed else ("bn", "bmore", "bu", "bb")
    kind = _UNIT_KINDS[match[unit]]
    inserted = _HYPHENATED.fullmatch(match[more] or "") if kind is TokenKind.ARTICLE else None
    if inserted is not None and int(inserted[1]) < int(match[first]):
        # 제25-2조 can be no range, so it is 제25조의2.
        tokens.append(
            Token(
                kind,
                match.start(),
                match.end(),
                int(match[first]),
                int(inserted[1]),
                prefixed=prefixed,
            )
        )
        return match.end()
    end = match.end()
    if match[more]:
        # 제3, 4조: each number is a token of its own, the last one has the unit.
        tokens.append(
            Token(kind, match.start(), match.end(first), int(match[first]), prefixed=prefixed)
        )
        found = list(_NUMBERS.finditer(folded, *match.span(more)))
        tokens.extend(Token(kind, m.start(), m.end(), int(m[0])) for m in found[:-1])
        start, number = found[-1].start(), int(found[-1][0])
    else:
        start, number = match.start(), int(match[first])
    below = _int(match[branch]) or _int(match["ib"])
    if kind is TokenKind.ARTICLE:
        if (short := match["sb" if prefixed else "sbb"]) is not None:
            below = short_branch(short, number, folded, *match.span())
            end = end if below else match.end(unit)
        # 17조제1항 leaves 제 out once.
        is_marked = prefixed or _PARAGRAPH_FOLLOWS.match(folded, end) is not None
        return _article(Token(kind, start, end, number, below, prefixed=is_marked), folded, tokens)
    if kind is TokenKind.PARAGRAPH and below:
        # Paragraphs have no branches: 제2항의 3 is 제2항.
        end = match.end(unit)
    tokens.append(Token(kind, start, end, number, below, prefixed=prefixed))
    return end


def _article(token: Token, folded: str, tokens: list[Token]) -> int:
    """Take an article with the title that stands behind it, and return where it ends."""
    if GLOSS.match(folded, token.end):
        return token.end  # 제3조(組) is the third group
    titled = None
    if folded[token.end : token.end + 3].lstrip()[:1] == "(":
        match = ARTICLE_TITLE.match(folded, token.end)
        titled = (match["title"], match.end()) if match else None
        if titled is not None and titled[0] == "조":
            return _article(token._replace(end=titled[1]), folded, tokens)  # 제2조(條)
    else:
        titled = quoted_title(folded, token.end)
    if titled is not None:
        token = token._replace(title=titled[0], end=titled[1])
    tokens.append(token)
    while token.branch and (more := NEXT_BRANCH.match(folded, token.end)) is not None:
        token = Token(token.kind, more.start("branch"), more.end(), token.number, int(more["b"]))
        tokens.append(token)
    return token.end


def _counted(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
    """제이십오조의이: the same as 제25조의2."""
    number, branch = number_in_words(match["kn"]), number_in_words(match["kb"] or "")
    if number is None:
        return match.end()
    kind = _UNIT_KINDS[match["ku"]]
    end = match.end() if branch is None or kind is not TokenKind.PARAGRAPH else match.end("ku")
    token = Token(kind, match.start(), end, number, branch)
    if kind is TokenKind.ARTICLE:
        return _article(token, folded, tokens)
    tokens.append(token)
    return end


def _circled(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
    number = CIRCLED[match["circle"]]
    text = "항" if match["hang"] else "" if match[0][0] == "제" else "mark"
    tokens.append(
        Token(
            TokenKind.PARAGRAPH,
            match.start(),
            match.end(),
            number,
            text=text,
            prefixed=text == "항",
        )
    )
    return match.end()


def _parenthesized(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
    """(2)항 below an article."""
    kind = _UNIT_KINDS[match["parun"]]
    tokens.append(Token(kind, match.start(), match.end(), int(match["parn"]), prefixed=False))
    return match.end()


def _items(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
    found = list(_ITEMS.finditer(folded, match.start(), match.end()))
    subitem = _int(match["subitem"]) if match.lastgroup == "items" else None
    tokens.extend(Token(TokenKind.ITEM, m.start(), m.end(), text=m["letter"]) for m in found[:-1])
    last = found[-1]
    tokens.append(Token(TokenKind.ITEM, last.start(), match.end(), subitem, text=last["letter"]))
    return match.end()


def _table(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
    joint = "-" if "-" in (match["tj"] or "") else "의"
    tokens.append(
        Token(
            TokenKind.TABLE, match.start(), match.end(), _int(match["tn"]), _int(match["tb"]), joint
        )
    )
    return match.end()


def _form(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
    number, hyphen, branch = _int(match["gn"]), _int(match["gb"]), _int(match["gc"])
    tokens.append(
        Token(
            TokenKind.FORM,
            match.start(),
            match.end(),
            number,
            hyphen or branch,
            "-" if hyphen else "의",
        )
    )
    return match.end()


def _numbered(kind: TokenKind, number: str, branch: str, joint: str) -> TokenReader:
    def read(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
        tokens.append(
            Token(
                kind,
                match.start(),
                match.end(),
                int(match[number]),
                _int(match[branch]),
                joint,
                prefixed=False,
            )
        )
        return match.end()

    return read


def _worded(kind: TokenKind, text: str | None = None, title: str | None = None) -> TokenReader:
    def read(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
        word = match[text] if text else None
        tokens.append(
            Token(
                kind,
                match.start(),
                match.end(),
                text=word or "",
                title=match[title] if title else None,
            )
        )
        return match.end()

    return read


def _pointing(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
    text = f"{match['pointer']}|{match['noun']}"
    tokens.append(
        Token(TokenKind.POINTING, match.start(), match.end(), text=text, title=match["suffix"])
    )
    return match.end()


def _same(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
    kind = TokenKind.SAME_TABLE if match["su"] == "표" else TokenKind.SAME
    tokens.append(Token(kind, match.start(), match.end(), text=match["su"]))
    return match.end()


def _addenda(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
    when = match["when"] or match["day"]
    tokens.append(Token(TokenKind.ADDENDA, match.start(), match.end(), title=when))
    return match.end()


def _same_law(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
    tokens.append(Token(TokenKind.POINTING, match.start(), match.end(), text="동|"))
    return match.end()


def _skip(match: re.Match[str], folded: str, tokens: list[Token]) -> int:
    return match.end()


_READERS: dict[str, TokenReader] = {
    "history": _skip,
    "definition": _worded(TokenKind.DEFINITION, "alias"),
    "note": _worded(TokenKind.NOTE),
    "wrapper": _worded(TokenKind.WRAPPER),
    "bracketed": _worded(TokenKind.BRACKETED, "name"),
    "hyphenated": _numbered(TokenKind.HYPHENATED, "hn", "hb", "-"),
    "formnumber": _numbered(TokenKind.FORM, "fn", "fb", "의"),
    "unit": _unit,
    "chapter": _worded(TokenKind.CHAPTER),
    "bare": _unit,
    "counted": _counted,
    "parenthesized": _parenthesized,
    "circled": _circled,
    "items": _items,
    "quoteditems": _items,
    "addenda": _addenda,
    "table": _table,
    "form": _form,
    "boxedform": _numbered(TokenKind.FORM, "xn", "xb", "의"),
    "same": _same,
    "this": _worded(TokenKind.THIS, "hu"),
    "previous": _worded(TokenKind.PREVIOUS, "pu"),
    "samelaw": _same_law,
    "pointing": _pointing,
    "shortlaw": _worded(TokenKind.SHORT_LAW, "short", title="decree"),
    "ending": _worded(TokenKind.ENDING, "ending"),
    **FOREIGN_READERS,
}
