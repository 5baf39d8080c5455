"""The grammar: tokens become groups of references, still without knowing what 이 규정 or 전항 means.

    group = [name [definition | note | chapter]…] member {connector member}

The parser looks at each token once and at the text between two neighbors, never back over the whole text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from regulations.text.citations.connectors import LISTS, LONGEST_GAP, gap_between
from regulations.text.citations.foreign import ENGLISH, VIETNAMESE
from regulations.text.citations.headings import (
    is_addenda_heading,
    is_article_heading,
    is_attachment_heading,
    line_start,
)
from regulations.text.citations.members import ANAPHORA, ATTACHMENTS, LEVELS, Member, MemberReader
from regulations.text.citations.token_kinds import Token, TokenKind


@dataclass(slots=True)
class ReferenceGroup:
    """A name, or none, and the references that share it."""

    head: Token | None
    members: list[Member] = field(default_factory=list)
    alias: str | None = None


@dataclass(slots=True)
class NameMention:
    """A name without a reference: it matters for what is cited after it."""

    name: Token
    alias: str | None = None


@dataclass(slots=True)
class HeadingMark:
    """제5조(목적) at the beginning of a line: the article in hand, not a citation; or the head 부칙."""

    member: Member


@dataclass(slots=True)
class ParagraphMark:
    """② at the beginning of a line: the paragraph in hand."""

    number: int


Item = ReferenceGroup | NameMention | HeadingMark | ParagraphMark

_HEADS = frozenset(
    {
        TokenKind.BRACKETED,
        TokenKind.ENGLISH_NAME,
        TokenKind.ENDING,
        TokenKind.POINTING,
        TokenKind.SHORT_LAW,
    }
)
_BETWEEN = frozenset({TokenKind.DEFINITION, TokenKind.NOTE, TokenKind.CHAPTER})
_AFTER_HEAD = frozenset(
    {TokenKind.ARTICLE, TokenKind.ADDENDA, TokenKind.TABLE, TokenKind.FORM, TokenKind.PARAGRAPH}
)
_STARTS = frozenset(LEVELS) | ANAPHORA | ATTACHMENTS | {TokenKind.ADDENDA}
_AFTER_NAME = frozenset(
    {
        "",
        "의",
        "상",
        "상의",
        "중",
        "(",
        ">",
        ":",
        "-",
        "|",
        "/",
        "[",
        "<",
        ">[",
        "][",
        "]",
        ")",
        ">>",
        "的",
        "中",
        "中的",
        "里的",
    }
)
# Article 25 of the 학칙, Điều 25 của 학칙: in English and Vietnamese the name follows.
_OF_A_NAME = frozenset(
    {"of", "ofthe", "in", "inthe", "under", "underthe", "của", "cua", "trong", "thuộc", "theo"}
)
_OF = _OF_A_NAME | {",", "("}
_FOREIGN = frozenset({ENGLISH, VIETNAMESE})
# The first words of a name stand before the token that it ends with: of 도서관 이용 규정.
_NAME_BEGINS = re.compile(r"[가-힣·]{1,30}$")
_SMALL_PARENTHESIS = re.compile(r"\([^()\n]{0,40}\)")
_HEADING_GAP = 3


class CitationParser:
    """Reads the tokens of one text from left to right."""

    def __init__(self, folded: str, tokens: list[Token]) -> None:
        self._folded = folded
        self._reader = MemberReader(folded, tokens)
        self._heading_end = -LONGEST_GAP

    def parse(self) -> list[Item]:
        """Return what the text holds, in order."""
        items: list[Item] = []
        reader = self._reader
        while (token := reader.at(reader.position)) is not None:
            item: Item | None = None
            if token.kind in _HEADS:
                item = self._named(token)
            elif token.kind in _STARTS:
                item = self._heading(token) or self._unnamed(token)
            else:
                reader.position += 1
            if item is not None:
                items.append(item)
        return items

    def _named(self, head: Token) -> Item:
        """A name and, if a reference follows it, the group."""
        reader = self._reader
        alias = None
        previous, position = head, reader.position + 1
        while (token := reader.at(position)) is not None and token.kind in _BETWEEN:
            if not self._follows_name(previous, token):
                break
            if token.kind is TokenKind.DEFINITION:
                alias = token.text
            previous, position = token, position + 1
        reader.position += 1
        if token is None or not self._follows_name(previous, token):
            return NameMention(head, alias)
        if token.kind is TokenKind.SUBPARAGRAPH:
            adjacent = not self._folded[head.end : token.start].strip()
            if adjacent and head.kind is not TokenKind.POINTING:
                reader.position = position + 1  # 규정 제2437호 is the number of a promulgation
        elif token.kind in _AFTER_HEAD and (
            token.kind is not TokenKind.PARAGRAPH or token.prefixed
        ):
            reader.position = position
            members = self._before_another_name(reader.members())
            if members:
                return ReferenceGroup(head, members, alias)
        return NameMention(head, alias)

    def _before_another_name(self, members: list[Member]) -> list[Member]:
        """「학칙」 Article 25 and Article 26 of the Scholarship Regulations: the last one is not of the first name."""
        reader = self._reader
        if len(members) < 2 or self._name_behind(members[-1]) not in _OF_A_NAME:
            return members
        while (before := reader.tokens[reader.position - 1]).start > members[-1].start:
            reader.position -= 1
        if before.text not in _FOREIGN:
            return members
        reader.position -= 1
        return members[:-1]

    def _name_behind(self, member: Member) -> str | None:
        """What stands between a member and the name that is read next; None where that is no name."""
        head = self._reader.at(self._reader.position)
        if head is None or head.kind not in _HEADS:
            return None
        gap = (gap_between(self._folded, member.end, head.start) or "").lower()
        return _NAME_BEGINS.sub("", gap) if head.kind is TokenKind.ENDING else gap

    def _is_named_behind(self, token: Token, member: Member) -> bool:
        """Whether the name that is read next is that of a member in English or Vietnamese, not of what follows it."""
        if token.text not in _FOREIGN:
            return False
        gap = self._name_behind(member)
        if gap in _OF_A_NAME:
            return True
        # Điều 25 학칙 needs no word between.
        if gap not in _OF and not (gap == "" and token.text == VIETNAMESE):
            return False
        head, following = (self._reader.at(self._reader.position + step) for step in (0, 1))
        return head is not None and not (
            following is not None
            and following.kind in _AFTER_HEAD
            and self._follows_name(head, following)
        )

    def _follows_name(self, previous: Token, token: Token) -> bool:
        raw = self._folded[previous.end : min(token.start, previous.end + LONGEST_GAP)]
        if "\n" in raw and (
            token.kind not in (TokenKind.ARTICLE, TokenKind.PARAGRAPH)
            or is_article_heading(self._folded, token, None, bulleted=False)
        ):
            return False  # the title of a regulation above 제1조(목적) is no citation of it
        gap = gap_between(self._folded, previous.end, token.start)
        if gap is None:
            return False
        if "(" in gap and ")" in gap:
            gap = _SMALL_PARENTHESIS.sub("", gap)
        in_another_language = previous.kind is TokenKind.ENGLISH_NAME or token.text in _FOREIGN
        if gap in _AFTER_NAME or (gap == "," and in_another_language):
            return True
        if previous.kind is not TokenKind.CHAPTER:
            return False
        # 학칙 제5장, 제25조 and 학칙 제5장 학적변동 제25조
        return gap in LISTS or (raw[0] in " >(" and not any(mark in gap for mark in ".,|;:"))

    def _heading(self, token: Token) -> Item | None:
        """What begins a line without being cited; None where the token does not."""
        start = line_start(self._folded, token.start)
        if token.kind is TokenKind.PARAGRAPH and token.text == "mark":
            after_heading = 0 <= token.start - self._heading_end <= _HEADING_GAP
            if not start and not after_heading:
                return None
            self._reader.position += 1
            return ParagraphMark(token.number or 0)
        if not start:
            return None
        following = self._reader.at(self._reader.position + 1)
        if token.kind is TokenKind.ARTICLE:
            bulleted = start == "bullet"
            if not is_article_heading(self._folded, token, following, bulleted=bulleted):
                return None
            member = Member(token.start, token.end)
            member.take(token)
            self._heading_end = token.end
        elif is_addenda_heading(self._folded, token):
            member = Member(token.start, token.end, addenda=True, addenda_note=token.title)
        elif start == "line" and is_attachment_heading(self._folded, token):
            member = Member(token.start, token.end)
        else:
            return None
        self._reader.position += 1
        return HeadingMark(member)

    def _unnamed(self, token: Token) -> Item | None:
        """References without a name; numbers without 제 begin none."""
        if not token.prefixed and token.kind in LEVELS:
            self._reader.position += 1
            return None
        reader = self._reader
        members = reader.members()
        head = reader.at(reader.position)
        if members and head and self._is_named_behind(token, members[-1]):
            reader.position += 1
            members[-1].end = head.end
            return ReferenceGroup(head, members)
        return ReferenceGroup(None, members) if members else None
