"""References and enumerations of references: 제3조제1항 및 제2항, 제5조부터 제7조까지, 별표 1, 2.

member    = [addenda] [article [title]] [paragraph] [subparagraph] [item] [part] | attachment [subparagraph [item]]
connector = list | range, in `connectors`
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from regulations.text.citations.connectors import LISTS, LONGEST_GAP, RANGES, Joint, gap_between
from regulations.text.citations.foreign import ENGLISH, VIETNAMESE
from regulations.text.citations.model import NOTES
from regulations.text.citations.token_kinds import Token, TokenKind


@dataclass(slots=True)
class Member:
    """One reference as written; what is not written is None.

    `level` is the deepest level reached (1 article, 2 paragraph, 3 subparagraph, 4 item); `anaphora_level` is the level that
    같은 조, 전항 … stand for.
    """

    start: int
    end: int
    joint: Joint = Joint.FIRST
    anaphora: TokenKind | None = None
    anaphora_level: int = 0
    level: int = 0
    article: int | None = None
    branch: int | None = None
    title: str | None = None
    paragraph: int | None = None
    subparagraph: str | None = None
    item: str | None = None
    subitem: int | None = None
    part: str | None = None
    attachment: str | None = None
    addenda: bool = False
    addenda_note: str | None = None

    def stay_in(self, previous: Member) -> None:
        """별표 1 제1호 및 제2호, 제1호가목 및 나목: what has no article of its own is in the same attachment."""
        if self.level < 3 or self.article is not None or self.attachment or self.addenda:
            return
        self.attachment, self.part = previous.attachment, self.part or previous.part
        self.subparagraph = self.subparagraph or previous.subparagraph

    def take(self, token: Token) -> None:
        """Go down to the level of a token."""
        self.level, self.end = LEVELS[token.kind], token.end
        if token.kind is TokenKind.ARTICLE:
            self.article, self.branch, self.title = token.number, token.branch, token.title
        elif token.kind is TokenKind.PARAGRAPH:
            self.paragraph = token.number
        elif token.kind is TokenKind.SUBPARAGRAPH:
            branch = f"의{token.branch}" if token.branch else ""
            self.subparagraph = f"{token.number}{branch}"
        else:
            self.item, self.subitem = token.text, token.number


LEVELS = {
    TokenKind.ARTICLE: 1,
    TokenKind.PARAGRAPH: 2,
    TokenKind.SUBPARAGRAPH: 3,
    TokenKind.ITEM: 4,
}
ANAPHORA = frozenset({TokenKind.SAME, TokenKind.THIS, TokenKind.PREVIOUS})
ATTACHMENTS = frozenset({TokenKind.TABLE, TokenKind.FORM, TokenKind.SAME_TABLE})
SAME_TABLE = "같은 표"

_UNIT_LEVELS = {"조": 1, "항": 2, "호": 3}
_CONTINUING = (
    frozenset(LEVELS) | ATTACHMENTS | {TokenKind.SAME, TokenKind.ADDENDA, TokenKind.HYPHENATED}
)
_BRACKETS = str.maketrans("", "", "[]<>()")
_DEEPER = frozenset({"", "의", "중", ">", "중의"})
_AFTER_ADDENDA = frozenset({"", "의", "(", ">", "중"})
_PART = re.compile(
    r"\s?(?:의\s?)?(?P<opened>\()?(?P<part>각\s?[호목]\s?외의?\s?부분(?:\s?(?:본문|단서|전단|후단))?|각\s?[호목](?!수|록)"
    r"|단서(?!조항)|본문(?:\s?(?:및|과|와|또는|이나|[,·])\s?(?:그\s?)?단서(?!조항))?"
    r"|전단(?:\s?(?:및|과|와|또는|이나|[,·])\s?후단)?|후단)(?(opened)\))"
)
_DOTTED_ITEM = re.compile(r"\s([가나다라마바사아자차카타파하])\.(?=\s*(?:[)\]\n]|$))")
_ADDENDA_NUMBER = re.compile(r"\s?(\d{1,3})(?=\s?\()")
_NEXT_ATTACHMENT = re.compile(
    r"\s?(?P<joint>,|·|및|와|과|또는|내지|~|-|부터)\s?(?:제\s?)?(?P<n>\d{1,3})(?:(?P<j>[-의])(?P<b>\d{1,2}))?"
    r"(?![\d.]|\s?(?:학년|학기|학점|[조항호년월일명인개회차배%점]))"
)


class MemberReader:
    """Reads members from the tokens; `position` is the token to be read next."""

    def __init__(self, folded: str, tokens: list[Token]) -> None:
        self.folded = folded
        self.tokens = tokens
        self.position = 0

    def at(self, position: int) -> Token | None:
        """The token at a position, None behind the last."""
        return self.tokens[position] if position < len(self.tokens) else None

    def members(self) -> list[Member]:
        """The member at the present position and all that are joined to it; none where the tokens make no reference."""
        members: list[Member] = []
        joint: Joint | None = Joint.FIRST
        while joint is not None:
            position = self.position
            member = self._member(joint)
            if member is None:
                self.position = position if members else position + 1
                break
            if members and members[-1].attachment:
                member.stay_in(members[-1])
            members.append(member)
            if member.attachment:
                self._next_attachments(members)
            token = self.at(self.position)
            joint = None if token is None else self._joint(members[-1], token)
        return members

    def _joint(self, previous: Member, token: Token) -> Joint | None:
        """How `token` continues an enumeration after `previous`; None where it does not."""
        raw = self.folded[previous.end : min(token.start, previous.end + LONGEST_GAP)]
        gap = gap_between(self.folded, previous.end, token.start)
        if token.kind not in _CONTINUING or gap is None:
            return None
        if previous.attachment or token.kind in ATTACHMENTS:
            gap = gap.translate(_BRACKETS)
            if gap in ("", "의"):
                return Joint.LIST
        if not self._may_continue(previous, token):
            return None
        if gap in LISTS or (gap == "" and token.kind is TokenKind.ARTICLE and "\n" not in raw):
            return Joint.LIST
        until = self.folded[token.end : token.end + 3].lstrip().startswith("까지")
        # A dash that begins a line is a bullet; 에서 makes a range only with 까지.
        is_range = (gap in RANGES and "\n" not in raw) or (gap == "에서" and until)
        return Joint.RANGE if is_range else None

    def _may_continue(self, previous: Member, token: Token) -> bool:
        """제2호, 3호 goes on without 제, but only at the level that was reached: 제2조, 3호 does not."""
        if token.kind is TokenKind.HYPHENATED:
            return (previous.attachment or "").startswith("별지")
        if token.prefixed or token.kind is TokenKind.FORM:
            return True
        if token.text == "mark" and "\n" in self.folded[previous.end : token.start]:
            return False
        if LEVELS[token.kind] == previous.level:
            return True
        following = self.at(self.position + 1)
        deeper = following is not None and following.kind in (
            TokenKind.PARAGRAPH,
            TokenKind.SUBPARAGRAPH,
        )
        adjacent = (
            following is not None and gap_between(self.folded, token.end, following.start) == ""
        )
        return token.kind is TokenKind.ARTICLE and (
            token.branch is not None or (deeper and adjacent)
        )

    def _member(self, joint: Joint) -> Member | None:
        """One reference; None where the tokens make none (부칙 without a number)."""
        token = self.tokens[self.position]
        member = Member(token.start, token.end, joint)
        self.position += 1
        if token.kind in ATTACHMENTS or token.kind is TokenKind.HYPHENATED:
            member.attachment, member.level = attachment_label(token), 2
            if token.kind is not TokenKind.FORM:
                self._deeper(member)
            return member
        if token.kind is TokenKind.ADDENDA:
            return self._addenda(member, token)
        if token.kind in ANAPHORA:
            self._anaphora(member, token)
        else:
            member.take(token)
        self._deeper(member)
        return member

    def _anaphora(self, member: Member, token: Token) -> None:
        """같은 조 같은 항 제2호: the deeper of the two says all."""
        following = self.at(self.position)
        if (
            token.kind is TokenKind.SAME
            and following is not None
            and following.kind is TokenKind.SAME
            and gap_between(self.folded, token.end, following.start) == ""
        ):
            self.position += 1
            token = following
        member.anaphora, member.anaphora_level = token.kind, _UNIT_LEVELS[token.text]
        member.level, member.end = member.anaphora_level, token.end

    def _addenda(self, member: Member, token: Token) -> Member | None:
        member.addenda, member.addenda_note = True, token.title
        following = self.at(self.position)
        if (
            following is not None
            and following.kind in LEVELS
            and self._is_of_addenda(gap_between(self.folded, token.end, following.start), following)
            and (following.prefixed or following.kind in (TokenKind.ARTICLE, TokenKind.PARAGRAPH))
        ):
            self.position += 1
            member.take(following)
            self._deeper(member)
            return member
        number = _ADDENDA_NUMBER.match(self.folded, token.end)
        if number is None:
            return None
        member.paragraph, member.level, member.end = int(number[1]), 2, number.end()
        return member

    @staticmethod
    def _is_of_addenda(gap: str | None, following: Token) -> bool:
        """부칙 제2조, and in other languages Addenda, Article 2."""
        return gap in _AFTER_ADDENDA or (gap == "," and following.text in (ENGLISH, VIETNAMESE))

    def _deeper(self, member: Member) -> None:
        """Take the levels below, one by one, then the part of the provision that is meant."""
        while (following := self.at(self.position)) is not None:
            if LEVELS.get(following.kind, 0) <= member.level or not self._is_below(
                member, following
            ):
                break
            self.position += 1
            member.take(following)
        if member.level in (2, 3) and not member.attachment:
            dotted = _DOTTED_ITEM.match(self.folded, member.end)
            if dotted is not None:
                member.item, member.level, member.end = dotted[1], 4, dotted.end()
        part = _PART.match(self.folded, member.end)
        if part is not None:
            member.part, member.end = " ".join(part["part"].split()), part.end()

    def _is_below(self, member: Member, following: Token) -> bool:
        gap = gap_between(self.folded, member.end, following.start)
        if following.text == "mark":
            # ① without 항 counts only directly under an article.
            on_one_line = "\n" not in self.folded[member.end : following.start]
            return gap in _DEEPER and member.level == 1 and on_one_line
        if member.attachment:
            # 별표 2(제11호는 제외한다), 별표 2 비고 제1호
            member.part = NOTES if gap == NOTES else None
            return following.kind is not TokenKind.PARAGRAPH and (
                gap in _DEEPER or gap in ("(", NOTES)
            )
        if gap == "(":
            # 제25조(제1항), but 제25조(제1항은 제외한다) is two references
            return following.prefixed and self.folded[following.end : following.end + 1] == ")"
        return gap in _DEEPER or (gap == "에" and member.anaphora is not None)

    def _next_attachments(self, members: list[Member]) -> None:
        """별표 1-8 내지 1-15, 별표 1, 2: the later numbers stand without the word."""
        while (match := _NEXT_ATTACHMENT.match(self.folded, members[-1].end)) is not None:
            following = self.at(self.position)
            if following is not None and following.start < match.end():
                return
            kind = (
                TokenKind.TABLE
                if (members[-1].attachment or "").startswith("별표")
                else TokenKind.FORM
            )
            branch = int(match["b"]) if match["b"] else None
            token = Token(
                kind, match.start("n"), match.end(), int(match["n"]), branch, match["j"] or "의"
            )
            joint = Joint.RANGE if match["joint"] in ("내지", "~", "-", "부터") else Joint.LIST
            members.append(
                Member(token.start, token.end, joint, level=2, attachment=attachment_label(token))
            )


def attachment_label(token: Token) -> str:
    """The one spelling of an attachment: 별표 1, 별표 1의2, 별표 2-1, 별지 제1호의2서식."""
    if token.kind is TokenKind.SAME_TABLE:
        return SAME_TABLE
    hyphen = token.text == "-"
    branch = f"{'-' if hyphen else '의'}{token.branch}" if token.branch else ""
    if token.kind is TokenKind.TABLE:
        return f"별표 {token.number}{branch}" if token.number else "별표"
    if not token.number:
        return "별지서식"
    if hyphen:
        return f"별지 제{token.number}{branch}호서식"
    return f"별지 제{token.number}호{branch}서식"
