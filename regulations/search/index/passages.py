"""Cutting a version into passages: whole provisions, never parts of one, short enough to rank and to read. Pure.

An article is one passage; a long one is several, each of whole paragraphs. A table is one passage or several groups of
rows, each with the head repeated. Of addenda only what says more than a date is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from regulations.text.locators import CIRCLED, Locator

LONG_ARTICLE = 900
_LONG_TABLE = 900
# Vectors are made of the beginning of a text; a single paragraph or row may be longer.
_EMBEDDED_LENGTH = 1500

_PARAGRAPH = re.compile(rf"^\s*(?:([{CIRCLED}])|제\s*(\d+)\s*항)")
# 이 규정은 2012년 6월 1일부터 시행한다: every regulation has dozens, and none of them answers a question.
_ONLY_A_DATE = re.compile(
    r"^(?:\d+\.\s*)?[^\d.]{0,60}(?:\d{4}\s*[년.]\s*\d{1,2}\s*[월.]\s*\d{1,2}\s*[일.]?|날)\s*(?:로\s*)?부터\s*"
    r"[가-힣\s]{0,12}(?:시행|적용)한다\.?$"
)


@dataclass(frozen=True, slots=True)
class PassageText:
    """A passage before it is stored. `name` is the provision's own title."""

    locator_key: str
    name: str
    heading: str
    text: str

    def title(self, regulation: str) -> str:
        """Where it stands: regulation, headings, the provision's title."""
        label = Locator.of_passage(self.locator_key).article_locator.label
        name = f"{label}({self.name})" if self.name else label
        return " ".join(part for part in (regulation, self.heading, name) if part)[:500]

    def embedded(self, regulation: str) -> str:
        """What its vector is made of."""
        return f"{regulation} {self.name}\n{self.text[:_EMBEDDED_LENGTH]}"

    def content_hash(self, regulation: str) -> str:
        """Passages of one hash have one vector and the same terms."""
        return sha256(f"{self.title(regulation)}\n{self.text}".encode()).hexdigest()


def article_passages(
    *, key: str, name: str, heading: str, text: str, in_addenda: bool = False
) -> Iterator[PassageText]:
    """The passages of one article that is not deleted; `text` is the whole article, line by line."""
    text = text.strip()
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if not text or (in_addenda and all(map(_ONLY_A_DATE.match, lines))):
        return
    if len(text) <= LONG_ARTICLE:
        yield PassageText(key, name, heading, text)
        return
    is_article = Locator.parse(key).paragraph is None
    for place, (number, group) in enumerate(_grouped(_paragraphs(text))):
        # What is counted within a paragraph of addenda has no locator: its second part is `add-1/para-3#2`.
        part = f"{key}/para-{number}" if number else key
        part = part if is_article else f"{key}#{place + 1}" if place else key
        yield PassageText(part, name, heading, group)


def table_passages(
    *, key: str, name: str, rows: Sequence[Sequence[str]], text: str
) -> Iterator[PassageText]:
    """The passages of an attached table: its lines in groups, rows under the head of their table.

    `text` holds the lines between which tables stand, and the rows too; `rows` are all there is in a text without bars.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not any(line.startswith("|") for line in lines):
        lines += [f"| {' | '.join(cell.strip() for cell in row)} |" for row in rows if any(row)]
    head = ""
    group: list[str] = []
    place = 0
    for raw in lines or [name]:
        is_row = raw.startswith("|")
        line = raw
        if is_row:
            cells = raw.removeprefix("|").removesuffix("|").split("|")
            line = " | ".join(cell.strip() for cell in cells)
        length = sum(map(len, group)) + len(line) + (0 if head in group else len(head))
        if length > _LONG_TABLE and any(one != head for one in group):
            yield _rows_passage(key, place, name, group)
            group, place = [head] if is_row and head else [], place + 1
        head = (head or line) if is_row else ""
        group.append(line)
    yield _rows_passage(key, place, name, group)


def _rows_passage(key: str, place: int, name: str, lines: Sequence[str]) -> PassageText:
    # Rows have no locator of their own: the second group of a table is `table-1#2`.
    text = "\n".join(line for line in lines if line)
    return PassageText(f"{key}#{place + 1}" if place else key, name, "", text)


def _paragraphs(text: str) -> list[tuple[int, str]]:
    """The paragraphs of an article with their numbers, 0 for what stands before the first."""
    found: list[tuple[int, list[str]]] = []
    for line in text.split("\n"):
        match = _PARAGRAPH.match(line)
        if match:
            number = CIRCLED.index(match[1]) + 1 if match[1] else int(match[2])
            found.append((number, [line]))
        elif found:
            found[-1][1].append(line)
        else:
            found.append((0, [line]))
    return [(number, "\n".join(lines)) for number, lines in found]


def _grouped(paragraphs: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Neighboring paragraphs together, up to the length of a long article; a group has its first one's number."""
    group: list[tuple[int, str]] = []
    taken: set[int] = set()
    for number, text in paragraphs:
        full = group and sum(len(t) for _, t in group) + len(text) > LONG_ARTICLE
        # The words before ① belong to it, and a number that returns is a flaw of the source.
        if full and group[-1][0] and number not in taken:
            yield group[0][0], "\n".join(t for _, t in group)
            group = []
        group.append((number, text))
        taken.add(number)
    yield group[0][0], "\n".join(t for _, t in group)
