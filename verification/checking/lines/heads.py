"""An item of a list that is no sentence is one claim with the line that it stands under: 일반휴학: 통산 3년(6학기) 이내.

By itself it does not say of what it speaks, and the line above it may be the wrong one: both are checked and shown together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from verification.checking.lines.items import is_phrase
from verification.checking.statements import (
    LIST_MARKS,
    claims_nothing,
    plain_prose,
    set_off_words,
    without_layout,
)
from verification.grounding.language.languages import is_foreign

_MARKER = re.compile(r"\s*\[†[^\]]*\]")
_HEADING = re.compile(r"^\s*(#{1,6})\s")
_BULLET = re.compile(rf"^\s*([{LIST_MARKS}·]|\(?\d{{1,2}}[.)]|[가-하][.)]|[①-⑳])\s+")
# What stands over what where neither is further in: □ 휴학, 1. 일반휴학, ○ 기간, - 통산 3년.
_MARKS_IN_ORDER = ("■□◆◇▶▷►◎", "1.", "○●◦ㅇ")
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
_BLANKS = re.compile(r"[^\S\n]{2,}")
# What is longer is no heading that anybody wrote; it is said with each item under it.
_LONGEST_WORDS, _LONGEST_HEAD = 200, 400
_BOLD_RANK, _PLAIN_RANK, _BULLET_RANK = 7, 8, 9


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
        """Whether it stands deeper than the name that comes right before it: further in, or by its mark."""
        if not (self.is_item and self.form[0]):
            return False
        (mark, indent), (mark_above, indent_above) = self.form, above.form
        if indent != indent_above:
            return indent > indent_above
        return _rank_of(mark) > _rank_of(mark_above)


@dataclass
class _Head:
    line: AnswerLine
    words: str
    is_lead: bool = False
    # How the first line under it stands.
    below: tuple[str, int] | None = None

    def ends_at(self, line: AnswerLine) -> bool:
        """Whether a line stands beside it or above it."""
        if self.line.rank == _BULLET_RANK and (line.rank == _BULLET_RANK or line.is_row):
            return self._ends_in_its_list(line)
        if line.is_head:
            return line.rank <= self.line.rank
        return not line.form[0] and not line.is_phrase and self.line.rank >= _PLAIN_RANK

    def _ends_in_its_list(self, line: AnswerLine) -> bool:
        # The first line after a head is under it, and so are those of its form.
        is_beside = self.below not in (None, line.form)
        if line.is_row:
            return is_beside
        if line.form[1] != self.line.form[1]:
            return line.form[1] < self.line.form[1]
        # 2. after "1. 일반휴학:" with its own "- …" stands beside it.
        if line.form == self.line.form:
            return line.is_head or is_beside
        return is_beside and _rank_of(line.form[0]) < _rank_of(self.line.form[0])


@dataclass
class OpenHeads:
    """The heads that the next line of an answer stands under; the lines come in their order."""

    _open: list[_Head] = field(default_factory=list)

    def over(self, line: AnswerLine) -> str:
        """The heads of an item; empty for what stands under none and for what is no item."""
        standing = self._at(line) if line.is_item else []
        named = [one for one in standing if one.words]
        # What leads on to the whole list need not be said again with each part of it, nor with a row, which names its own.
        last = max((at for at, one in enumerate(named) if not one.is_lead), default=-1)
        inner = [one for at, one in enumerate(named) if at > last or not one.is_lead]
        words = (one.words for one in inner if not (line.is_row and one.is_lead))
        return ", ".join(words)[-_LONGEST_HEAD:].lstrip(", ")

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
            words = words[:_LONGEST_WORDS].rstrip(":： ")
            self._open.append(_Head(line, words, is_lead=lead is not None))

    def _at(self, line: AnswerLine) -> list[_Head]:
        ended = (at for at, one in enumerate(self._open) if one.ends_at(line))
        return self._open[: next(ended, len(self._open))]


def answer_line(text: str, *, indent: int = 0) -> AnswerLine:
    """Read a line as it was written; `indent` is how far in it stood."""
    written = _MARKER.sub("", _BLANKS.sub(" ", text))
    set_off = set_off_words(written)
    written = set_off or written
    plain = _BULLET.sub("", plain_prose(written))
    if written.lstrip().startswith("|"):
        return AnswerLine(plain, _PLAIN_RANK, ("", 0), False, is_phrase(plain), is_row=True)
    core = _IN_BRACKETS.sub("", plain).rstrip(":： ")
    says_no_more = is_phrase(core) and not (_STOP.search(plain) and is_foreign(plain))
    heading, bullet = _HEADING.match(written), _BULLET.match(written)
    if heading:
        return AnswerLine(plain, len(heading[1]), ("", 0), says_no_more, says_no_more)
    is_bold = bool(set_off or _BOLD.match(written))
    mark = bullet[1] if bullet else ""
    mark = "1." if mark and mark[-1] in ".)" else mark
    rank = _BULLET_RANK if bullet else _BOLD_RANK if is_bold else _PLAIN_RANK
    is_head = bool(_LEAD.match(plain)) or (
        says_no_more
        and (is_bold or bool(_ENDS_OPEN.search(written)) or (not bullet and _names(plain)))
    )
    return AnswerLine(plain, rank, (mark, indent), is_head, says_no_more)


def _rank_of(mark: str) -> int:
    places = (at for at, marks in enumerate(_MARKS_IN_ORDER) if mark in marks)
    return next(places, len(_MARKS_IN_ORDER))


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


def head_end(text: str, head: str) -> int:
    """Where the head ends that an item begins with, behind its mark; 0 where it begins with none."""
    mark = _BULLET.match(text)
    start = mark.end() if mark else 0
    return start + len(head) if head and text.startswith(head, start) else 0
