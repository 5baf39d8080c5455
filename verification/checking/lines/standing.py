"""The lines of a reply or a text with the heads that they stand under, and what an item says with its head and without."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from verification.checking.lines.heads import (
    AnswerLine,
    OpenHeads,
    answer_line,
    head_end,
    with_head,
)
from verification.grounding import TextSpan

_SAYS = re.compile(r"\w")
Given = TypeVar("Given")


def is_table_rule(line: str) -> bool:
    """Whether a line is the rule of a table: the row above it is its head."""
    plain = line.strip()
    return plain.startswith("|") and "-" in plain and not plain.strip("|:- \t")


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
    if not span.text.startswith("|"):
        return False
    begin = text.find("\n", span.end) + 1
    end = text.find("\n", begin)
    return begin > 0 and is_table_rule(text[begin : end if end >= 0 else None])


@dataclass(frozen=True)
class HeadedItem:
    """What an item says: `bare` begins with its head, both without citations."""

    head: str
    bare: str

    @property
    def alone(self) -> str:
        """What it says without its head."""
        return self.bare[head_end(self.bare, self.head) :].lstrip(":, ")

    @property
    def as_row(self) -> str:
        """The same as a rule's row is read: 외박 신고 기한: 그날 22시, shown as 외박, 신고 기한: 그날 22시."""
        return f"{self.head} {self.alone}" if self.head and ":" in self.alone else self.bare
