"""What pointing words and bare numbers mean: the parsed groups become citations, in one pass from left to right.

A bare number in the text of a regulation means that regulation: 「고등교육법」 제34조에 따라 … 제5조 is two laws, which is why
statutes write 같은 법 when they mean the same one. A bare number in an answer or a notice means what was named before. The
two kinds of text are told apart by their style: a regulation never speaks to its reader (…합니다, …하세요).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from regulations.text.citations.connectors import Joint
from regulations.text.citations.folding import FoldedText
from regulations.text.citations.grammar import (
    HeadingMark,
    Item,
    NameMention,
    ParagraphMark,
    ReferenceGroup,
)
from regulations.text.citations.members import SAME_TABLE, Member
from regulations.text.citations.model import (
    CitationContext,
    CitationKind,
    ExtractedCitation,
    RangeEnd,
    RegulationSource,
)
from regulations.text.citations.naming import NameResolver
from regulations.text.citations.places import (
    CitedPlace,
    carried_over,
    context_place,
    descended,
    following_place,
    previous_place,
    truncated,
)
from regulations.text.citations.titles import title_behind
from regulations.text.citations.token_kinds import Token, TokenKind

_SPOKEN_ENDING = re.compile(r"니다|세요|어요|해요|아요|돼요|니까\?|하십시오")
_WRITTEN_ENDING = re.compile(r"(?<!니)다\.|(?<!니)다$", re.MULTILINE)
_SENTENCE_END = re.compile(r"\n|[.!?]\s|다\.|요\.")
_DATE = re.compile(r"(\d{4})\s?[.\-년]\s?(\d{1,2})\s?[.\-월]\s?(\d{1,2})")
_COUNTED_BEFORE = re.compile(
    r"(?:표|비고|권|대통령령|총리령|부령|고시|공고|포고|예규|훈령|조례|통권|관보|법률|규정|호외|지침|법령|령|의안|안건|건물|No\.)\s?$"
)
_WRAPPER_LENGTH = 300
_REMEMBERED = 8
_CLOSE_BY = 20
_TIE = re.compile(r"\s?\(\s?|의?\s[가-힣\s]{0,16}중\s?")
_CLOSING = {"[": "]", "(": ")"}


class CarryOver:
    """Resolves the groups of one text; keeps what was named and cited last."""

    def __init__(self, text: FoldedText, *, context: CitationContext, naming: NameResolver) -> None:
        self._text = text
        self._context = context
        self._naming = naming
        self._of_regulation = _is_of_regulation(text.folded)
        self._last: CitedPlace | None = None
        self._recent: deque[CitedPlace] = deque(maxlen=_REMEMBERED)
        self._last_end = 0
        self._searched_to = 0
        self._sentence_ended = False
        self._table: str | None = None
        self._last_attached: CitedPlace | None = None
        self._wrappers: deque[tuple[int, int]] = deque()
        self.citations: list[ExtractedCitation] = []

    def read(self, items: Iterable[Item], wrappers: Iterable[Token]) -> list[ExtractedCitation]:
        """Return the citations of the parsed items, in the order in which they begin."""
        self._wrappers.extend(map(self._wrapper_span, wrappers))
        for item in items:
            if isinstance(item, ReferenceGroup):
                self._group(item)
            elif isinstance(item, NameMention):
                self._naming.mention(item.name, item.alias)
            elif isinstance(item, HeadingMark):
                self._heading(item.member)
            else:
                self._mark(item)
        return sorted(self.citations, key=lambda one: one.start)

    def _heading(self, member: Member) -> None:
        if member.article and (member.start, member.end) == (0, len(self._text.folded.rstrip())):
            # Nothing but 제25조(휴학): asked for, with no text to be the heading of.
            self._group(ReferenceGroup(None, [member]))
            return
        addenda = member.addenda or (self._context.addenda and member.article is not None)
        self._context = replace(
            self._context,
            article=member.article,
            branch=member.branch,
            paragraph=None,
            addenda=addenda,
        )

    def _mark(self, mark: ParagraphMark) -> None:
        if self._of_regulation:
            self._context = replace(self._context, paragraph=mark.number)

    def _group(self, group: ReferenceGroup) -> None:
        if self._states_a_scope(group):
            del group.members[0]
        if not group.members:
            return
        first = group.members[0]
        start = first.start
        if group.head is not None:
            follows = group.head.start > first.start
            reference = group.head.end if follows else first.start
            name = self._naming.head(group.head, reference, alias=group.alias)
            start = first.start if follows else name.start
            place = descended(CitedPlace(name.regulation, name.source), first)
        else:
            base = self._base(first)
            if base is None or (first.attachment == SAME_TABLE and self._table is None):
                return
            place = descended(base, first)
        self._add(place, first, start, group.members[1:2])
        for index, member in enumerate(group.members[1:], start=1):
            place = following_place(place, member)
            self._add(place, member, member.start, group.members[index + 1 : index + 2])

    def _states_a_scope(self, group: ReferenceGroup) -> bool:
        """(이하 이 조 및 제20조에서 "평가"라 한다): 이 조 says where a word holds and cites nothing."""
        first = group.members[0]
        if first.anaphora is not TokenKind.THIS or first.level != first.anaphora_level:
            return False
        return self._text.folded[max(0, first.start - 4) : first.start].strip().endswith("이하")

    def _base(self, member: Member) -> CitedPlace | None:
        """What stands above the first member of a group without a name; None where nothing is cited."""
        if member.anaphora is not None:
            return self._anaphora(member)
        if member.attachment == SAME_TABLE and self._last_attached is not None:
            return carried_over(self._last_attached)
        if member.attachment or member.article is not None or member.addenda:
            return self._bare_regulation(member)
        if member.paragraph is not None:
            return self._above_paragraph(member)
        if member.subparagraph is not None:
            return self._above_subparagraph(member)
        return self._above_item(member)

    def _bare_regulation(self, member: Member) -> CitedPlace:
        context = self._context.regulation
        named = self._naming.latest(in_english=self._text.folded[member.start] in "Aa§ĐđDdKk")
        if context and (self._of_regulation or named is None):
            return CitedPlace(context, RegulationSource.CONTEXT)
        if named is not None:
            return CitedPlace(named, RegulationSource.CARRIED)
        return CitedPlace()

    def _above_paragraph(self, member: Member) -> CitedPlace | None:
        last = self._last if self._last is not None and self._last.article is not None else None
        if last is not None and self._belongs_to_last(member.start):
            return replace(carried_over(last), paragraph=None, subparagraph=None, item=None)
        if self._context.article is not None and (self._of_regulation or last is None):
            return truncated(context_place(self._context), 1)
        if last is not None and self._reaches(member.start):
            return replace(carried_over(last), paragraph=None, subparagraph=None, item=None)
        return replace(self._bare_regulation(member), addenda=self._context.addenda)

    def _above_subparagraph(self, member: Member) -> CitedPlace | None:
        if _COUNTED_BEFORE.search(self._text.folded, max(0, member.start - 8), member.start):
            return None
        last = self._last if self._last is not None and self._last.article is not None else None
        if last is not None and self._same_sentence(member.start):
            return replace(carried_over(last), subparagraph=None, item=None)
        if self._context.article is not None:
            return truncated(context_place(self._context), 2)
        if last is not None and last.paragraph is not None and self._reaches(member.start):
            return replace(carried_over(last), subparagraph=None, item=None)
        return None

    def _reaches(self, start: int) -> bool:
        """Whether a bare number can still mean what was cited last: in a regulation only within the sentence."""
        stands_in_regulation = self._of_regulation and self._context.regulation is not None
        return not stands_in_regulation or self._same_sentence(start)

    def _belongs_to_last(self, start: int) -> bool:
        """제4조(제3항은 제외한다), 제4조의 요건 중 제3항: what stands between ties the two together."""
        if start - self._last_end > _CLOSE_BY:
            return False
        return _TIE.fullmatch(self._text.folded, self._last_end, start) is not None

    def _above_item(self, member: Member) -> CitedPlace | None:
        if member.start and "가" <= self._text.folded[member.start - 1] <= "힣":
            return None
        if (
            self._last is not None
            and self._last.subparagraph is not None
            and self._same_sentence(member.start)
        ):
            return replace(carried_over(self._last), item=None)
        return context_place(self._context) if self._context.article is not None else None

    def _same_sentence(self, start: int) -> bool:
        if not self._sentence_ended:
            # Looked through once, however many numbers follow without being citations.
            found = _SENTENCE_END.search(self._text.folded, self._searched_to, start)
            self._sentence_ended = found is not None
            self._searched_to = max(self._last_end, start - 2)
        return not self._sentence_ended

    def _anaphora(self, member: Member) -> CitedPlace | None:
        if member.anaphora is TokenKind.SAME:
            same = truncated(self._same(member.anaphora_level), member.anaphora_level)
            says_nothing = not (same.article or same.paragraph or same.subparagraph)
            return None if says_nothing and member.level == member.anaphora_level else same
        own = context_place(self._context)
        if member.anaphora is TokenKind.THIS:
            if own.article is None and self._last is not None:
                own = carried_over(self._last)
            says_nothing = own.article is None and member.level == member.anaphora_level
            return None if says_nothing else truncated(own, member.anaphora_level)
        return previous_place(own, member.anaphora_level)

    def _same(self, level: int) -> CitedPlace:
        """What was cited last down to the level that 같은 조, 같은 항 or 같은 호 names."""
        for place in self._recent:
            depth = (place.article, place.paragraph, place.subparagraph)[level - 1]
            if depth is not None:
                return carried_over(place)
        return context_place(self._context)

    def _add(self, place: CitedPlace, member: Member, start: int, following: list[Member]) -> None:
        if member.attachment:
            if member.attachment != SAME_TABLE:
                self._table = member.attachment
            self._last_attached = place
        range_end = RangeEnd.END if member.joint is Joint.RANGE else None
        if following and following[0].joint is Joint.RANGE:
            range_end = RangeEnd.START
        start, end = self._span(start, member.end)
        end = start + len(self._text.folded[start:end].rstrip())
        text = self._text
        folded = text.folded
        first, last = text.original_offset(start), text.original_offset(end)
        noted = _DATE.search(place.addenda_note or "")
        self.citations.append(
            ExtractedCitation(
                text=text.original[first:last],
                start=first,
                end=last,
                regulation=place.regulation,
                regulation_source=place.source,
                article=place.article,
                branch=place.branch,
                paragraph=place.paragraph,
                subparagraph=place.subparagraph,
                item=place.item,
                subitem=member.subitem,
                addenda=place.addenda,
                addenda_date=_as_date(noted) if noted else None,
                attachment=self._table if member.attachment else None,
                range=range_end,
                part=member.part,
                title=member.title or title_behind(folded, end),
                kind=self._kind(start),
            )
        )
        if not member.attachment:
            self._last = place
            self._recent.appendleft(place)
        self._last_end = self._searched_to = end
        self._sentence_ended = False

    def _span(self, start: int, end: int) -> tuple[int, int]:
        """Take in a closing bracket whose opening one is inside, and the pair around an attachment."""
        folded = self._text.folded
        closing = folded[end : end + 1]
        for opening, closes in (("(", ")"), ("[", "]"), ("<", ">")):
            if closing == closes:
                inside = folded[start:end]
                if inside.count(opening) > inside.count(closes):
                    return start, end + 1
                if opening != "(" and start and folded[start - 1] == opening and "별" in inside[:2]:
                    return start - 1, end + 1
        return start, end

    def _kind(self, start: int) -> CitationKind:
        while self._wrappers and self._wrappers[0][1] <= start:
            self._wrappers.popleft()
        inside = bool(self._wrappers) and self._wrappers[0][0] <= start
        return CitationKind.REFERENCE if inside else CitationKind.PROSE

    def _wrapper_span(self, token: Token) -> tuple[int, int]:
        folded = self._text.folded
        limit = token.end + _WRAPPER_LENGTH
        closing = folded.find(_CLOSING[folded[token.start]], token.end, limit)
        return token.start, closing if closing >= 0 else min(limit, len(folded))


def _is_of_regulation(folded: str) -> bool:
    """Whether a text is written like a regulation (…한다) and not spoken to a reader (…합니다)."""
    spoken = len(_SPOKEN_ENDING.findall(folded))
    return spoken == 0 or len(_WRITTEN_ENDING.findall(folded)) > spoken


def _as_date(match: re.Match[str]) -> date | None:
    try:
        return date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None
