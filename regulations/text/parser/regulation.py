"""Reading one regulation: head matter, contents left out, provisions, and the account of what was lost."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regulations.text.locators import normalize_name
from regulations.text.parser import grammar
from regulations.text.parser.accounting import ParsingState, loss_report
from regulations.text.parser.builder import RegulationBuilder
from regulations.text.parser.cleaning import clean, close_up, hides_characters
from regulations.text.parser.commencement import commencement
from regulations.text.parser.headmatter import HeadMatter, absorb_line, head_of_fields
from regulations.text.parser.marks import dates_in
from regulations.text.parser.nodes import ParsedRegulation
from regulations.text.parser.opening import pipe_rows
from regulations.text.parser.report import (
    LossReport,
    NumberedLine,
    TextWarning,
    looks_like_article,
)
from regulations.text.parser.splitting import split_at_addenda
from regulations.text.parser.titles import TitleLine, title_line
from regulations.text.readers.source import SourceLine, SourceText

_CONTENTS = re.compile(r"(?:차\s*례|목\s*차)")
# The page of a repealed regulation: its name and one line that says when and why it was repealed or moved.
REPEAL_NOTE = re.compile(r".{0,60}\d{4}\s*[년.].{0,200}(?:폐지|이동|통합|이관)")
MAX_TITLE = 80
_LONGEST_WARNING = 300


def parse_regulation(
    source: SourceText | str, *, title: str | None = None, numbers: Sequence[int] = ()
) -> ParsedRegulation:
    """Read one regulation. `title` is its name where the caller knows it better than the file.

    `numbers` are those of the lines in their file, where they are only a part of it.
    """
    if isinstance(source, str):
        lines = tuple(SourceLine(text=line) for line in source.splitlines() if line.strip())
        source = SourceText(lines=lines, format="txt", sha256="")
    head = head_of_fields(source.fields)
    reading = ParsingState(head=head, title=title or head.title)
    builder = RegulationBuilder()
    contents_until = _end_of_contents(source.lines)
    for position, line in enumerate(source.lines):
        number = numbers[position] if numbers else position + 1
        _read_line(line, number, position < contents_until, reading, builder)
        _note_warnings(line, number, reading, builder)
    return _finish(source, reading, builder)


def _read_line(
    line: SourceLine,
    number: int,
    is_contents: bool,
    reading: ParsingState,
    builder: RegulationBuilder,
) -> None:
    if line.kind == "table":
        _read_table(line, number, is_contents, reading, builder)
        return
    if line.picture is not None:
        builder.add_picture(line.picture)
        return
    text = clean(f"{line.label} {line.text}")
    if not text:
        return
    if line.kind == "note":
        reading.lines.append(NumberedLine(number, text))
        if not builder.add_note(text):
            reading.unplaced.append(NumberedLine(number, text))
        return
    if is_contents or grammar.is_layout(text):
        reading.ignored.append(NumberedLine(number, text))
        return
    for piece in split_at_addenda(text):
        if builder.has_begun or not _is_head(piece, line.level, reading):
            _place(NumberedLine(number, piece), line, reading, builder)


def _note_warnings(
    line: SourceLine, number: int, reading: ParsingState, builder: RegulationBuilder
) -> None:
    found = [(one.kind, one.text) for one in line.warnings]
    cells = (cell for row in line.rows for cell in row)
    found += [("invisible", text) for text in (line.text, *cells) if hides_characters(text)]
    for kind, text in found:
        said = clean(text)[:_LONGEST_WARNING]
        reading.warnings.append(TextWarning(kind, said, number, builder.place_label))


def _is_head(text: str, level: int, reading: ParsingState) -> bool:
    """Take in a line that stands before the provisions: the title, or what the head says; False for any other."""
    named = title_line(text)
    if not reading.title and (level == 1 or _could_be_title(named.name)):
        reading.title = close_up(named.name)
        _take_title_line(named, reading)
        return True
    head = absorb_line(reading.head, text)
    if head is not None:
        reading.head = head
        reading.title = reading.title or head.title
        return True
    if _same_name(named.name, reading.title):
        _take_title_line(named, reading)
        return True
    return False


def _take_title_line(named: TitleLine, reading: ParsingState) -> None:
    """What stands around a name belongs to the head: its code, its days."""
    if named.code and not reading.head.code:
        reading.head = replace(reading.head, code=named.code)
    for bracket in named.history:
        reading.head = absorb_line(reading.head, bracket) or reading.head


def _place(
    numbered: NumberedLine, line: SourceLine, reading: ParsingState, builder: RegulationBuilder
) -> None:
    reading.lines.append(numbered)
    builder.line_number = numbered.number
    if not builder.add_line(numbered.text, is_heading=line.level > 0):
        reading.unplaced.append(numbered)


def _read_table(
    line: SourceLine,
    number: int,
    is_contents: bool,
    reading: ParsingState,
    builder: RegulationBuilder,
) -> None:
    rows = tuple(tuple(clean(cell) for cell in row) for row in line.rows)
    text = "\n".join(pipe_rows(rows))
    if is_contents:
        reading.ignored.append(NumberedLine(number, text))
        return
    cells = (cell for row in rows for cell in row)
    reading.table_headings += [
        NumberedLine(number, cell) for cell in cells if looks_like_article(cell)
    ]
    reading.tables += 1
    reading.rows += len(rows)
    reading.table_text.append(text)
    reading.cells += [cell for row in rows for cell in row if cell.strip()]
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


def _finish(
    source: SourceText, reading: ParsingState, builder: RegulationBuilder
) -> ParsedRegulation:
    builder.finish()
    articles = tuple(article.freeze() for article in builder.articles)
    addenda = tuple(one.freeze() for one in builder.addenda)
    attachments = tuple(one.freeze() for one in builder.attachments)
    pictures = tuple(builder.pictures)
    begins = commencement(addenda, stated=reading.head.enforcement_date)
    reading.warnings.extend(begins.warnings)
    parsed = ParsedRegulation(
        title=reading.title,
        head=reading.head,
        articles=articles,
        addenda=addenda,
        attachments=attachments,
        pictures=pictures,
        report=LossReport(),
        enforcement_date=begins.day,
        aliases=reading.head.aliases,
    )
    if not articles and any(REPEAL_NOTE.match(line.text) for line in reading.unplaced):
        return _repealed(source, reading, parsed)
    return replace(parsed, report=loss_report(source, reading, builder, parsed))


def _repealed(
    source: SourceText, reading: ParsingState, parsed: ParsedRegulation
) -> ParsedRegulation:
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
