"""An item of a list that is no sentence is one claim with the line that it stands under: 일반휴학: 통산 3년(6학기) 이내.

By itself it does not say of what it speaks, and the line above it may be the wrong one: both are checked and shown together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from verification.checking.lines.items import is_phrase
from verification.checking.statements import claims_nothing, plain_prose, without_layout
from verification.grounding import TextSpan
from verification.grounding.language.languages import is_foreign

Given = TypeVar("Given")

_MARKER = re.compile(r"\s*\[†[^\]]*\]")
_HEADING = re.compile(r"^\s*(#{1,6})\s")
_BULLET = re.compile(r"^\s*([-*•▪◦○●·]|\(?\d{1,2}[.)]|[가-하][.)]|[①-⑳])\s+")
_CELL = re.compile(r"\|\s*")
_BOLD = re.compile(r"^\s*(?:(?:[-*•]|\d{1,2}[.)])\s+)?\*\*[^*]+\*\*\s*[:：]?\s*$")
_ENDS_OPEN = re.compile(r"[:：]\s*(?:\*\*)?\s*$")
# 휴학 기간은 다음과 같습니다: what it leads on to is said of its subject.
_LEAD = re.compile(
    r"^(?P<subject>.*?)(?:[은는이가])?\s*(?:(?:다음과|아래와)\s같(?:습니다|아요|다)|이렇습니다|이래요|이렇게\s(?:됩니다|돼요))\s*[.:：]*$"
)
# 휴학 안내 is the title of the answer.
_TITLE = re.compile(r"^(?P<subject>.+?)\s?(?:안내|공지|알림|요약|정리|개요|소개)\s*[:：]?$")
_STOP = re.compile(r"[.!?。！？…]$")
_WORDS = re.compile(r"[^\W\d_]{2}|\d[^\d.]|\d{3}")
_LETTER = re.compile(r"[^\W\d_]")
# …합니다(「학칙」 제25조제2항). is a sentence, 계산해 보면: and 다음 경우에는: are parts of one.
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)(?=[.:：\s]*$)")
_CLAUSE = re.compile(r"(?:면|[어아]서|니까?|으로|[에로]는|[고며])$")
_FIGURE = re.compile(r"\d")
# It speaks of the answer, and not of what stands under it.
_OF_THE_ANSWER = re.compile(
    r"^(?:답변|결론|요약|정리|내용|안내|개요|근거|결과|참고)?(?:\s?(?:내용|안내|요약|사항))?$"
)
# Beside a list, and not of it: where it stands, whom to ask.
_ASIDE = re.compile(
    r"^(?:\(|\[|※|「|출처|근거|참고|참조|비고|문의|관련\s?(?:규정|조문)|제\s?\d+조)"
)
_BOLD_RANK, _PLAIN_RANK, _BULLET_RANK = 7, 8, 9
_SAYS = re.compile(r"\w")
_TABLE_RULE = re.compile(r"^\s*\|[\s|:-]*-[\s|:-]*$")


@dataclass(frozen=True)
class AnswerLine:
    """A line of an answer: what it says without its dress, and how it stands among the others.

    The lower its rank the more it stands over: headings, lines in bold, plain lines, lines with a mark. Of the last
    `form` is the mark and how far in it stands.
    """

    plain: str
    rank: int
    form: tuple[str, int]
    is_head: bool
    is_phrase: bool
    is_row: bool = False

    @property
    def is_item(self) -> bool:
        """Whether it is a phrase that needs a head to say something."""
        return (
            self.is_phrase
            and not self.is_head
            and bool(_WORDS.search(self.plain))
            and not _ASIDE.match(self.plain)
        )

    @property
    def is_name(self) -> bool:
        """Whether it only names something, so that it may be the head of lines that stand deeper."""
        return self.is_item and bool(self.form[0]) and not _FIGURE.search(self.plain)

    def stands_under(self, above: AnswerLine) -> bool:
        """Whether it stands deeper than the name that comes right before it: further in, or with a dash after a number."""
        if not (self.is_item and self.form[0]):
            return False
        (mark, indent), (mark_above, indent_above) = self.form, above.form
        if indent != indent_above:
            return indent > indent_above
        return mark_above == "1." and mark != mark_above


@dataclass
class _Head:
    line: AnswerLine
    words: str
    is_lead: bool = False
    # How the first line under it stands.
    below: tuple[str, int] | None = None

    def ends_at(self, line: AnswerLine) -> bool:
        """Whether a line stands beside it or above it."""
        is_bulleted = line.rank == self.line.rank == _BULLET_RANK
        if line.is_head and not is_bulleted:
            return line.rank <= self.line.rank
        if not line.form[0]:
            return not line.is_phrase and self.line.rank >= _PLAIN_RANK
        if not is_bulleted:
            return False
        if line.form[1] != self.line.form[1]:
            return line.form[1] < self.line.form[1]
        # 2. after "1. 일반휴학:" with its own "- …" stands beside it; the first line after a head is under it.
        is_beside = line.is_head or self.below not in (None, line.form)
        return line.form == self.line.form and is_beside


@dataclass
class OpenHeads:
    """The heads that the next line of an answer stands under; the lines come in their order."""

    _open: list[_Head] = field(default_factory=list)

    def over(self, line: AnswerLine) -> str:
        """The heads of an item; empty for what stands under none and for what is no item."""
        standing = self._at(line) if line.is_item else []
        named = [one for one in standing if one.words]
        # What leads on to the whole list need not be said again with each part of it, nor with a row, which names its own.
        inner = [one for one in named if not one.is_lead]
        return ", ".join(one.words for one in inner or ([] if line.is_row else named))

    def add(self, line: AnswerLine, *, is_head: bool = False) -> None:
        """Take the next line; `is_head` says of a name that the line after it stands under it."""
        self._open = self._at(line)
        if self._open and self._open[-1].below is None:
            self._open[-1].below = line.form
        if is_head or line.is_head:
            lead = _LEAD.match(line.plain) or _TITLE.match(line.plain)
            words = (lead["subject"] if lead else line.plain).rstrip(":： ")
            says_nothing = _OF_THE_ANSWER.match(words) or not _LETTER.search(words)
            words = "" if says_nothing or _CLAUSE.search(words) else words
            self._open.append(_Head(line, words, is_lead=lead is not None))

    def _at(self, line: AnswerLine) -> list[_Head]:
        ended = (at for at, one in enumerate(self._open) if one.ends_at(line))
        return self._open[: next(ended, len(self._open))]


def answer_line(text: str, *, indent: int = 0) -> AnswerLine:
    """Read a line as it was written; `indent` is how far in it stood."""
    written = _MARKER.sub("", text)
    plain = plain_prose(written)
    if written.lstrip().startswith("|"):
        return AnswerLine(plain, _PLAIN_RANK, ("", 0), False, is_phrase(plain), is_row=True)
    core = _IN_BRACKETS.sub("", plain).rstrip(":： ")
    says_no_more = is_phrase(core) and not (is_foreign(plain) and _STOP.search(plain))
    heading, bullet = _HEADING.match(written), _BULLET.match(written)
    if heading:
        return AnswerLine(plain, len(heading[1]), ("", 0), says_no_more, says_no_more)
    is_bold = bool(_BOLD.match(written))
    mark = bullet[1] if bullet else ""
    mark = "1." if mark and mark[-1] in ".)" else mark
    rank = _BULLET_RANK if bullet else _BOLD_RANK if is_bold else _PLAIN_RANK
    is_head = bool(_LEAD.match(plain)) or (
        says_no_more
        and (is_bold or bool(_ENDS_OPEN.search(written)) or (not bullet and _names(plain)))
    )
    return AnswerLine(plain, rank, (mark, indent), is_head, says_no_more)


def _names(plain: str) -> bool:
    """Whether a phrase without a mark names something and says nothing of it: it is not shown by itself."""
    says_something = _FIGURE.search(plain) or _STOP.search(plain) or ":" in plain
    return not says_something and not _ASIDE.match(plain) and claims_nothing(plain, plain)


def with_head(text: str, head: str) -> str:
    """An item with its head before it, behind the mark that it stands with; as it is where it says the head itself."""
    if not head or without_layout(head) in without_layout(plain_prose(text)):
        return text
    mark = _BULLET.match(text) or _CELL.match(text)
    start = mark.end() if mark else 0
    item = text[start:]
    if text.startswith("|"):
        return f"{text[:start]}{head}, {item}"
    return f"{text[:start]}{head}{',' if ':' in plain_prose(item) else ':'} {item}"


def is_table_rule(line: str) -> bool:
    """Whether a line is the rule of a table: the row above it is its head."""
    return bool(_TABLE_RULE.match(line))


@dataclass(frozen=True)
class StandingLine(Generic[Given]):
    """What was given of a line, with the head that it stands under; a name that `leads_on` is the head of the line after it."""

    given: Given
    head: str = ""
    leads_on: bool = False


def standing_lines(
    lines: Iterable[tuple[Given, str, int, bool]],
) -> Iterator[StandingLine[Given]]:
    """Yield lines with their heads: each comes with its text, how far in it stands, and whether it is whole or comes once more.

    Whether a name has lines under it, `- 일반휴학`, is known by the line after it: it waits for that.
    """
    heads = OpenHeads()
    waiting: tuple[Given, AnswerLine] | None = None
    for given, text, indent, is_whole in lines:
        if not _SAYS.search(text):
            yield StandingLine(given)
            continue
        line = answer_line(text, indent=indent)
        if waiting is not None and is_whole:
            before, name = waiting
            is_head = line.stands_under(name)
            yield StandingLine(before, "" if is_head else heads.over(name), leads_on=is_head)
            heads.add(name, is_head=is_head)
            waiting = None
        if line.is_name:
            waiting = (given, line) if is_whole else waiting
            continue
        yield StandingLine(given, heads.over(line))
        if is_whole:
            heads.add(line)
    if waiting is not None:
        yield StandingLine(waiting[0], heads.over(waiting[1]))


@dataclass(frozen=True)
class HeadedLine:
    """A sentence of a text, as it was written there, with the head that it stands under where it is an item."""

    span: TextSpan
    head: str = ""
    leads_on: bool = False

    @property
    def text(self) -> str:
        """What a reader is shown as one claim."""
        return with_head(self.span.text, self.head)

    @property
    def as_checked(self) -> str:
        """What is held against provisions; a name that lines stand under leads on to them, as with a colon."""
        return checked_text(self.span.text, self.head, leads_on=self.leads_on)


def checked_text(text: str, head: str, *, leads_on: bool) -> str:
    """A line as it is held against provisions: an item with its head, a name that lines stand under as with a colon."""
    return f"{text}:" if leads_on else with_head(text, head)


def headed_lines(text: str, spans: Sequence[TextSpan]) -> list[HeadedLine]:
    """The sentences of a whole text, in their order, each with its head; the head of a table has none."""
    given = ((at, one.text, _indent(text, one.start), True) for at, one in enumerate(spans))
    standing = {one.given: one for one in standing_lines(given)}
    lines = []
    for at, span in enumerate(spans):
        head = "" if _is_table_head(text, span) else standing[at].head
        head = head if with_head(span.text, head) != span.text else ""
        lines.append(HeadedLine(span, head, leads_on=standing[at].leads_on))
    return lines


def _indent(text: str, start: int) -> int:
    """How far in a line begins; 0 for a sentence within one."""
    blanks = text[text.rfind("\n", 0, start) + 1 : start]
    return 0 if blanks.strip() else len(blanks)


def _is_table_head(text: str, span: TextSpan) -> bool:
    following = text[span.end :].lstrip(" \t\r").removeprefix("\n").partition("\n")[0]
    return span.text.startswith("|") and is_table_rule(following)


@dataclass(frozen=True)
class HeadedItem:
    """What an item says: `bare` begins with its head, both without citations."""

    head: str
    bare: str

    @property
    def alone(self) -> str:
        """What it says without its head."""
        return self.bare.removeprefix(self.head).lstrip(":, ")

    @property
    def as_row(self) -> str:
        """The same as a rule's row is read: 외박 신고 기한: 그날 22시, shown as 외박, 신고 기한: 그날 22시."""
        return f"{self.head} {self.alone}" if self.head and ":" in self.alone else self.bare
