"""The loss report of a regulation: the text of its file compared with the stored provisions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from regulations.text.parser.builder import RegulationBuilder
from regulations.text.parser.headmatter import HeadMatter
from regulations.text.parser.marks import take_out_marks
from regulations.text.parser.nodes import ParsedRegulation, ParsedUnit
from regulations.text.parser.report import (
    HeadingDifference,
    LossReport,
    NumberedLine,
    ParseCounts,
    TextWarning,
    comparable,
    lines_not_in,
    looks_like_article,
    lost_characters,
)
from regulations.text.parser.structure import structure_account
from regulations.text.readers.source import SourceText

IN_TABLE, IGNORED = "in_table", "ignored"
# A title in brackets and then a sentence, ① or nothing: what is left of 제1조(목적) when its number was automatic.
_BARE_TITLE = re.compile(
    r"^\([가-힣][가-힣·ㆍ, ]{1,24}\)(?=\s*(?:$|[①<\[]|이\s|본\s|[가-힣]+[은는이가의을를]\s))"
)
_FEWEST_BARE = 2


@dataclass(slots=True)
class ParsingState:
    """What the parser collects besides provisions."""

    head: HeadMatter
    title: str
    lines: list[NumberedLine] = field(default_factory=list)
    ignored: list[NumberedLine] = field(default_factory=list)
    unplaced: list[NumberedLine] = field(default_factory=list)
    tables: int = 0
    rows: int = 0
    table_text: list[str] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    warnings: list[TextWarning] = field(default_factory=list)
    table_headings: list[NumberedLine] = field(default_factory=list)


def loss_report(
    source: SourceText, reading: ParsingState, builder: RegulationBuilder, parsed: ParsedRegulation
) -> LossReport:
    """Compare the parsed provisions with the lines that were read."""
    texts = [line.text for line in reading.lines] + reading.table_text
    result = _written_out(parsed, builder)
    total = len(comparable("".join(texts)))
    lost = lost_characters(texts, result)
    differences = _heading_differences(reading, builder)
    lost_numbers = _lost_numbers(reading, parsed)
    notes = [f"읽지 않은 것: {kind} {count}개" for kind, count in source.not_read.items()]
    if lost_numbers:
        notes.append(
            f"'(목적)'처럼 제목만 있고 조 번호가 없는 줄이 {lost_numbers}개 있습니다. 자동 번호가 사라진 파일로 보입니다. "
            "원본을 HWPX나 DOCX로 저장해 올리거나, 줄 앞에 '제1조'처럼 번호를 적어 다시 올려 주십시오."
        )
    elif not parsed.articles:
        notes.append("조문(제1조 …)을 찾지 못했습니다. 규정의 본문이 든 파일인지 확인해 주십시오.")
    rows_written, cells_lost = _tables_in(reading.cells, result)
    used = {heading for article in parsed.articles for heading in article.heading_path}
    return LossReport(
        source_lines=len(source.lines),
        source_characters=total,
        kept_characters=total - lost,
        counts=_counts(parsed),
        headings_in_source=builder.heading_lines.total() + sum(map(_is_beside, differences)),
        articles_in_provisions=sum(1 for _ in parsed.all_articles),
        heading_lines=dict(
            builder.heading_lines + Counter(one.reason for one in differences if _is_beside(one))
        ),
        heading_differences=differences,
        articles_without_heading=tuple(builder.without_heading),
        lost_numbers=lost_numbers,
        tables_in_source=reading.tables,
        tables_kept=builder.tables_kept,
        rows_in_source=reading.rows,
        rows_kept=rows_written + builder.rows_consumed,
        cells_in_source=len(reading.cells),
        cells_kept=len(reading.cells) - cells_lost,
        structure=structure_account(parsed, builder.findings, differences),
        warnings=tuple(reading.warnings),
        images=len(parsed.pictures),
        images_kept=sum(1 for one in parsed.pictures if one.picture.content),
        images_left_out=tuple(_left_out(parsed)),
        gaps=tuple(builder.findings.gaps),
        repeats=tuple(builder.findings.repeats),
        empty_headings=tuple(one.text for one in builder.headings if one.text not in used),
        heading_marks=tuple(builder.heading_marks),
        ignored_lines=tuple(reading.ignored),
        unplaced_lines=tuple(reading.unplaced),
        lost_lines=lines_not_in(reading.lines, result) if lost else (),
        notes=tuple(notes),
    )


def _heading_differences(
    reading: ParsingState, builder: RegulationBuilder
) -> tuple[HeadingDifference, ...]:
    """The heading-like lines that became no article, those in tables and contents among them, in the order of the file."""
    beside = [
        HeadingDifference(line.number, reason, line.text)
        for reason, lines in ((IN_TABLE, reading.table_headings), (IGNORED, reading.ignored))
        for line in lines
        if looks_like_article(line.text)
    ]
    return tuple(sorted([*builder.heading_differences, *beside], key=lambda one: one.number))


def _is_beside(difference: HeadingDifference) -> bool:
    """Whether the builder never saw the line."""
    return difference.reason in (IN_TABLE, IGNORED)


def _lost_numbers(reading: ParsingState, parsed: ParsedRegulation) -> int:
    """Count the titles whose article number is lost; 0 where articles are numbered, whatever else stands in brackets."""
    bare = sum(1 for line in reading.lines if _BARE_TITLE.match(line.text))
    begins = any(one.locator.article == 1 for one in parsed.articles)
    is_lost = bare >= _FEWEST_BARE and (not begins or bare > len(parsed.articles))
    return bare if is_lost else 0


def _left_out(parsed: ParsedRegulation) -> Iterator[str]:
    for one in parsed.pictures:
        if one.picture.fault:
            place = one.locator.label if one.locator else "본문 앞"
            yield f"{place}: {one.picture.fault}"


def _tables_in(cells: Iterable[str], result: str) -> tuple[int, int]:
    """Count the rows that stand in provisions, and the cells of the source that stand nowhere."""
    rows = [line for line in result.split("\n") if line.startswith("| ")]
    written = Counter(cell.strip() for row in rows for cell in row.strip("| ").split(" | "))
    missing = Counter(" ".join(cell.split()) for cell in cells)
    missing.subtract(written)
    unwritten = {cell: count for cell, count in missing.items() if count > 0}
    whole = comparable(result) if unwritten else ""
    # The head of an attachment is no row any more, and a cell may hold a bar.
    lost = sum(
        count
        for cell, count in unwritten.items()
        if comparable(take_out_marks(cell.lstrip("■□◎○◆▣● ")).text) not in whole
    )
    return len(rows), lost


def _written_out(parsed: ParsedRegulation, builder: RegulationBuilder) -> str:
    """Everything that is kept, written as in the source, so that the characters of both can be compared.

    The marks stand together at the end, because lines are looked up without theirs.
    """
    parts = [one.spelling for one in builder.headings] + builder.other_spellings
    marks: list[str] = list(builder.heading_marks)
    for article in parsed.all_articles:
        number = replace(article.locator, addenda=None).label
        parts += [number, article.title, article.text]
        marks.append(f"{article.title_marks} {article.marks}")
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
        parts += [unit.label, unit.text]
        marks.append(unit.marks)


def _counts(parsed: ParsedRegulation) -> ParseCounts:
    units = [unit for article in parsed.all_articles for unit in article.walk()]
    units.extend(unit for addenda in parsed.addenda for unit in addenda.walk())
    below = [unit.locator for unit in units]
    items = sum(1 for one in below if one.item is not None or one.subitem is not None)
    subparagraphs = sum(
        1 for one in below if one.subparagraph and one.item is None and one.subitem is None
    )
    return ParseCounts(
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
        table_units=sum(1 for one in parsed.attachments for _ in one.walk()),
        forms=sum(1 for one in parsed.attachments if one.locator.attachment_kind != "table"),
    )
