"""How 별표, 별지 and 서식 begin: on a line of their own, in every bracket and none, or in the first row of their table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from regulations.text.parser.cleaning import half_width
from regulations.text.parser.marks import leading_marks, take_out_marks

Rows = tuple[tuple[str, ...], ...]

_WORD = r"(별\s*표|별\s*지|서\s*식|별\s*첨|별\s*도)"
# What forms also call the papers to be handed in with them, so it heads an attachment only after addenda.
_LATER_WORD = r"(붙\s*임|부\s*록)"
_NUMBER = (
    r"(?:제?\s*(\d{1,3})(?:\s*(?:호\s*)?(?:의|-)\s*(\d{1,3})|\s*\(\s*\d+\s*-\s*(\d{1,3})\s*\))?)?"
)
_HEAD = re.compile(
    rf"{_WORD}\s*(?:서\s*식)?\s*{_NUMBER}\s*(?:호)?\s*(?:의\s*(\d{{1,3}}))?\s*(?:서\s*식)?\s*"
)
_LATER_HEAD = re.compile(rf"{_LATER_WORD}\s*{_NUMBER}()\s*[.:)]?\s*")
_ORNAMENT = re.compile(r"[■□◎○◆▣●◈▶◇*]+\s*(?=[\[【<〔(《〈「별서])")
_OPENING, _CLOSING = "[【<〔(《〈「", "]】>〕)》〉」"
_MENTION = re.compile(r"(?:에|의|을|를|은|는|이|가|과|와|및|참조|중)\s")
_BARE_MENTION = re.compile(r"[,·]|제\s*\d+\s*[호조]|(?:부터|내지|까지)\s")
_SENTENCE = re.compile(r"(?:다|[함음임])\.$|다$")
_ENCLOSURE = re.compile(r"(?:\d\s*부|사본)\.?$")
_RELATED = re.compile(r"\([^()]{1,40}관련[^()]{0,6}\)$")
_LONGEST_IN_BRACKETS = 40
_LONGEST_NAME = 60
_FORM_NAME = re.compile(
    r"(?:서|장|표지|증|부|카드|대장|서식|양식|명부|일지|위임장|추천서|동의서)\s*(?:\([^()]*\))?$"
)


@dataclass(frozen=True, slots=True)
class AttachmentHead:
    """`[별표 1의2] 제목 <개정 …>`; the kind is that of a locator, `ornament` a sign before the bracket (■)."""

    kind: str
    number: int
    branch: int | None
    label: str
    title: str
    marks: tuple[str, ...]
    ornament: str = ""


def attachment_head(
    line: str, *, is_heading: bool = False, is_after_addenda: bool = False
) -> AttachmentHead | None:
    """Read `[별표 1] …`, `【별지 제2호 서식】`, `<별표 2의1>`, `■ [별지 제1호서식〕`.

    Without brackets it needs a sign that it is no sentence: the line is a heading, holds nothing more, ends with the article
    that it belongs to (`별표 1 징계의 기준(제36조 관련)`), or stands after addenda and names it shortly.
    """
    ornament = match[0] if (match := _ORNAMENT.match(line)) else ""
    inside, rest, is_bracketed = _unwrapped(line[len(ornament) :])
    match = _HEAD.match(half_width(inside))
    if match is None and is_after_addenda:
        match = _LATER_HEAD.match(half_width(inside))
        if match and (not match[2] or _ENCLOSURE.search(inside)):
            return None
    if match is None:
        return None
    remainder = inside[match.end() :].strip()
    if is_bracketed:
        # A bracket that goes on is a sentence in brackets, not the number of an attachment.
        fits = len(remainder) <= _LONGEST_IN_BRACKETS or bool(leading_marks(remainder).marks)
    else:
        fits = is_heading or _names_it(take_out_marks(remainder).text, match, is_after_addenda)
    marked = take_out_marks(f"{remainder} {rest}".strip())
    if not fits or _MENTION.match(marked.text) or marked.text.endswith("다."):
        return None
    word = re.sub(r"\s", "", match[1])
    return AttachmentHead(
        kind={"별표": "table", "별지": "form", "서식": "form"}.get(word, "figure"),
        number=int(match[2] or 0),
        branch=next((int(value) for value in match.group(3, 4, 5) if value), None),
        label=" ".join(inside[: match.end()].split()),
        title=marked.text,
        marks=marked.marks,
        ornament=ornament.strip(),
    )


def _names_it(remainder: str, match: re.Match[str], is_after_addenda: bool) -> bool:
    """Whether what follows the number of an attachment without brackets is its name."""
    if not remainder or _RELATED.search(half_width(remainder)):
        return True
    return (
        is_after_addenda
        and not _BARE_MENTION.match(remainder)
        and bool(match[2])
        and len(remainder) <= _LONGEST_NAME
        and not _SENTENCE.search(remainder)
    )


def _unwrapped(line: str) -> tuple[str, str, bool]:
    """Split `[별표 1] 제목` into the inside of its bracket and the rest; a line without one is all inside.

    A bracket of another kind closes it too: `[별지 제1호 서식〕` is a slip that stands in rulebooks.
    """
    narrow = half_width(line)
    if not narrow or narrow[0] not in _OPENING:
        return line, "", False
    depth = 0
    for position, character in enumerate(narrow):
        depth += (character in _OPENING) - (character in _CLOSING)
        if depth == 0:
            return line[1:position].strip(), line[position + 1 :].strip(), True
    return "", "", True


def attachments_of_table(rows: Rows) -> Iterator[tuple[AttachmentHead | None, Rows]]:
    """Cut a table at the rows that hold nothing but the head of an attachment; the name in the row below becomes its title.

    The rows come with what stood in them, that of the head among them, so that they can be counted.
    """
    head: AttachmentHead | None = None
    piece: list[tuple[str, ...]] = []
    for number, row in enumerate(rows):
        cell = _only_cell(row)
        found = attachment_head(cell, is_after_addenda=number == 0) if cell else None
        is_bracketed = cell[:1] in _OPENING or bool(found and found.ornament)
        if found is not None and (is_bracketed or (not number and found.number)):
            if piece:
                yield _with_name(head, piece), tuple(piece)
            head, piece = found, []
        piece.append(row)
    yield _with_name(head, piece), tuple(piece)


def _only_cell(row: tuple[str, ...]) -> str:
    filled = [cell for cell in row if cell.strip()]
    return filled[0].strip() if len(filled) == 1 else ""


def _with_name(head: AttachmentHead | None, rows: list[tuple[str, ...]]) -> AttachmentHead | None:
    if head is None or head.title:
        return head
    name = next((row for row in rows[1:] if any(cell.strip() for cell in row)), ())
    cell = _only_cell(name)
    if not cell or len(cell) > _LONGEST_NAME or cell[0] in "|①※*-·○◦□■1(" or cell.endswith("."):
        return head
    rows[rows.index(name)] = tuple("" for _ in name)
    marked = take_out_marks(cell)
    return replace(head, title=marked.text, marks=(*head.marks, *marked.marks))


def unnamed_kind(title: str) -> str:
    """The kind of an attachment that says no more than its name: a form, or else a table."""
    return "form" if _FORM_NAME.search(title) else "table"
