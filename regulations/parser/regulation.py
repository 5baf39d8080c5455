"""Reading one regulation: head matter, contents left out, provisions, and the account of what was lost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from regulations.locators import normalize_name
from regulations.parser import grammar
from regulations.parser.builder import RegulationBuilder
from regulations.parser.cleaning import clean, close_up
from regulations.parser.headmatter import HeadMatter, absorb_line, head_of_fields
from regulations.parser.marks import dates_in
from regulations.parser.nodes import ParsedAddenda, ParsedRegulation, ParsedUnit
from regulations.parser.opening import DELETED_TEXT, pipe_rows
from regulations.parser.report import (
    Counts,
    LossReport,
    NumberedLine,
    comparable,
    lines_not_in,
    lost_characters,
)
from regulations.readers.source import SourceLine, SourceText

_CONTENTS = re.compile(r"(?:차\s*례|목\s*차)")
_IN_FORCE_FROM = re.compile(
    r"\d{4}\s*[년.]\s*\d{1,2}\s*[월.]\s*\d{1,2}\s*[일.]?\)?\s*(?:부터|자로)[^.\n]{0,60}(?:시행|적용)"
)
# The page of a repealed regulation: its name and one line that says when and why it was repealed or moved.
REPEAL_NOTE = re.compile(r".{0,60}\d{4}\s*[년.].{0,200}(?:폐지|이동|통합|이관)")
_BARE_TITLE = re.compile(r"^\((?:목적|정의|시행일)\)")
MAX_TITLE = 80


@dataclass(slots=True)
class _Reading:
    """What is gathered beside the provisions while the lines go by."""

    head: HeadMatter
    title: str
    lines: list[NumberedLine] = field(default_factory=list)
    ignored: list[NumberedLine] = field(default_factory=list)
    unplaced: list[NumberedLine] = field(default_factory=list)
    tables: int = 0
    rows: int = 0
    table_text: list[str] = field(default_factory=list)


def parse_regulation(source: SourceText | str, *, title: str | None = None) -> ParsedRegulation:
    """Read one regulation. `title` is its name where the caller knows it better than the file."""
    if isinstance(source, str):
        lines = tuple(SourceLine(text=line) for line in source.splitlines() if line.strip())
        source = SourceText(lines=lines, format="txt", sha256="")
    head = head_of_fields(source.fields)
    reading = _Reading(head=head, title=title or head.title)
    builder = RegulationBuilder()
    contents_until = _end_of_contents(source.lines)
    for number, line in enumerate(source.lines, start=1):
        _read_line(line, number, number <= contents_until, reading, builder)
    return _finish(source, reading, builder)


def _read_line(
    line: SourceLine, number: int, is_contents: bool, reading: _Reading, builder: RegulationBuilder
) -> None:
    if line.kind == "table":
        _read_table(line, number, is_contents, reading, builder)
        return
    text = clean(f"{line.label} {line.text}")
    if not text:
        return
    numbered = NumberedLine(number, text)
    if is_contents or grammar.is_layout(text):
        reading.ignored.append(numbered)
        return
    if builder.has_begun or not _is_head(text, line.level, reading):
        _place(numbered, line, reading, builder)


def _is_head(text: str, level: int, reading: _Reading) -> bool:
    """Take in a line that stands before the provisions: the title, or what the head says; False for any other."""
    if not reading.title and (level == 1 or _could_be_title(text)):
        reading.title = close_up(text)
        return True
    head = absorb_line(reading.head, text)
    if head is not None:
        reading.head = head
        reading.title = reading.title or head.title
        return True
    return _same_name(text, reading.title)


def _place(
    numbered: NumberedLine, line: SourceLine, reading: _Reading, builder: RegulationBuilder
) -> None:
    reading.lines.append(numbered)
    if not builder.add_line(numbered.text, is_heading=line.level > 0):
        reading.unplaced.append(numbered)


def _read_table(
    line: SourceLine, number: int, is_contents: bool, reading: _Reading, builder: RegulationBuilder
) -> None:
    rows = tuple(tuple(clean(cell) for cell in row) for row in line.rows)
    text = "\n".join(pipe_rows(rows))
    if is_contents:
        reading.ignored.append(NumberedLine(number, text))
        return
    reading.tables += 1
    reading.rows += len(rows)
    reading.table_text.append(text)
    if not builder.add_table(rows):
        reading.unplaced.append(NumberedLine(number, text))


def _end_of_contents(lines: Sequence[SourceLine]) -> int:
    """Return the number of the last line of a table of contents, 0 where there is none.

    After a line 목차 or 차례 the articles are listed once; the text begins where the first of them comes again.
    """
    start = next(
        (n for n, line in enumerate(lines[:60]) if _CONTENTS.fullmatch(clean(line.text))), None
    )
    if start is None:
        return 0
    firsts = [
        n
        for n, line in enumerate(lines)
        if n > start and re.match(r"제\s*1\s*(?:조|장)(?!\d)", clean(line.text))
    ]
    kinds: dict[str, int] = {}
    for n in firsts:
        kind = "조" if "조" in clean(lines[n].text)[:6] else "장"
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] == 2:
            return n
    return 0


def _could_be_title(text: str) -> bool:
    if len(text) > MAX_TITLE or text.endswith(("다.", ":")):
        return False
    return (
        grammar.article_head(text) is None
        and grammar.heading(text) is None
        and absorb_line(HeadMatter(), text) is None
    )


def _same_name(text: str, title: str) -> bool:
    return bool(title) and normalize_name(text.replace("폐지", "")) == normalize_name(title)


def _finish(source: SourceText, reading: _Reading, builder: RegulationBuilder) -> ParsedRegulation:
    articles = tuple(article.freeze() for article in builder.articles)
    addenda = tuple(one.freeze() for one in builder.addenda)
    attachments = tuple(one.freeze() for one in builder.attachments)
    parsed = ParsedRegulation(
        title=reading.title,
        head=reading.head,
        articles=articles,
        addenda=addenda,
        attachments=attachments,
        report=LossReport(),
        enforcement_date=reading.head.enforcement_date or latest_enforcement(addenda),
        aliases=reading.head.aliases,
    )
    if not articles and any(REPEAL_NOTE.match(line.text) for line in reading.unplaced):
        return _repealed(source, reading, parsed)
    return replace(parsed, report=_account(source, reading, builder, parsed))


def _repealed(source: SourceText, reading: _Reading, parsed: ParsedRegulation) -> ParsedRegulation:
    notes = [line.text for line in reading.unplaced]
    days = [day for note in notes if REPEAL_NOTE.match(note) for day in dates_in(note)]
    head = replace(
        reading.head,
        repealed_date=reading.head.repealed_date or (days[0] if days else None),
        reason=reading.head.reason or "\n".join(notes),
    )
    report = LossReport(
        source_lines=len(source.lines), notes=("본문 없이 폐지만 알리는 글입니다.",)
    )
    return replace(parsed, head=head, report=report, is_repealed=True)


def latest_enforcement(addenda: Iterable[ParsedAddenda]) -> date | None:
    """Return the latest day from which addenda say that the text is in force."""
    days: list[date] = []
    for one in addenda:
        texts = [one.text, *(unit.text for unit in one.walk())]
        for text in [*texts, *(article.full_text for article in one.articles)]:
            for sentence in _IN_FORCE_FROM.findall(text):
                days.extend(dates_in(sentence)[:1])
            if one.promulgated_date and re.search(r"공포한\s*날부터", text):
                days.append(one.promulgated_date)
    return max(days, default=None)


def _account(
    source: SourceText, reading: _Reading, builder: RegulationBuilder, parsed: ParsedRegulation
) -> LossReport:
    texts = [line.text for line in reading.lines] + reading.table_text
    result = _written_out(parsed, builder)
    total = len(comparable("".join(texts)))
    lost = lost_characters(texts, result)
    has_articles = bool(parsed.articles)
    bare = [line for line in reading.lines if _BARE_TITLE.match(line.text)]
    notes = []
    if not has_articles:
        notes.append("조문(제1조 …)을 찾지 못했습니다.")
        if bare:
            notes.append(
                "'(목적)'처럼 번호 없는 제목이 있습니다. 자동 번호가 사라진 파일로 보이니 원본을 HWPX로 저장해 올려 주세요."
            )
    used = {heading for article in parsed.articles for heading in article.heading_path}
    return LossReport(
        source_lines=len(source.lines),
        source_characters=total,
        kept_characters=total - lost,
        counts=_counts(parsed),
        heading_lines=dict(builder.heading_lines),
        tables_in_source=reading.tables,
        tables_kept=builder.tables_kept,
        rows_in_source=reading.rows,
        rows_kept=builder.rows_kept,
        images=source.images,
        gaps=tuple(builder.gaps),
        repeats=tuple(builder.repeats),
        empty_headings=tuple(one.text for one in builder.headings if one.text not in used),
        heading_marks=tuple(builder.heading_marks),
        ignored_lines=tuple(reading.ignored),
        unplaced_lines=tuple(reading.unplaced),
        lost_lines=lines_not_in(reading.lines, result) if lost else (),
        notes=tuple(notes),
    )


def _written_out(parsed: ParsedRegulation, builder: RegulationBuilder) -> str:
    """Everything that is kept, written as in the source, so that the characters of both can be compared.

    The marks stand together at the end, because lines are looked up without theirs.
    """
    parts = [one.spelling for one in builder.headings] + builder.other_spellings
    marks: list[str] = list(builder.heading_marks)
    for article in parsed.all_articles:
        said = f"{article.title_marks} {article.marks}"
        number = replace(article.locator, addenda=None).label
        parts += [number, article.title, _own_words(article.text, said)]
        marks.append(said)
        _write_units(article.walk(), parts, marks)
    for addenda in parsed.addenda:
        parts += ["부칙", addenda.title, addenda.text]
        marks.append(addenda.marks)
        _write_units(addenda.walk(), parts, marks)
    for attachment in parsed.attachments:
        parts += [attachment.label, attachment.title, attachment.text]
        marks.append(attachment.marks)
    return "\n".join([*parts, *marks])


def _write_units(units: Iterable[ParsedUnit], parts: list[str], marks: list[str]) -> None:
    for unit in units:
        parts += [unit.label, _own_words(unit.text, unit.marks)]
        marks.append(unit.marks)


def _own_words(text: str, marks: str) -> str:
    """Leave out the word 삭제 where it was not written but only said by a mark."""
    return "" if text == DELETED_TEXT and DELETED_TEXT in marks else text


def _counts(parsed: ParsedRegulation) -> Counts:
    units = [unit for article in parsed.all_articles for unit in article.walk()]
    units.extend(unit for addenda in parsed.addenda for unit in addenda.walk())
    below = [unit.locator for unit in units]
    items = sum(1 for one in below if one.item is not None or one.subitem is not None)
    subparagraphs = sum(
        1 for one in below if one.subparagraph and one.item is None and one.subitem is None
    )
    return Counts(
        articles=len(parsed.articles),
        branch_articles=sum(1 for one in parsed.articles if one.locator.branch),
        deleted_articles=sum(1 for one in parsed.articles if one.is_deleted),
        addenda=len(parsed.addenda),
        addenda_articles=sum(len(one.articles) for one in parsed.addenda),
        paragraphs=len(below) - items - subparagraphs,
        subparagraphs=subparagraphs,
        items=items,
        deleted_units=sum(1 for unit in units if unit.is_deleted),
        tables=sum(1 for one in parsed.attachments if one.locator.attachment_kind == "table"),
        forms=sum(1 for one in parsed.attachments if one.locator.attachment_kind != "table"),
    )
