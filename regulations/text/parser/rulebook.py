"""A volume of many regulations: where each regulation begins, and the pages that belong to none.

Where there is a table of contents, its names, codes, chapters and 【폐지】 marks are the measure; without one, a line that ends
like a regulation's name and is followed by 제1조 or 제1장 begins a regulation.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from regulations.text.locators import normalize_name
from regulations.text.parser.cleaning import clean
from regulations.text.parser.contents import (
    FEWEST_LISTED,
    LISTING,
    PART,
    REPEALED,
    Contents,
    ContentsEntry,
    read_contents,
)
from regulations.text.parser.headmatter import HeadMatter
from regulations.text.parser.nodes import ParsedRegulation
from regulations.text.parser.opening import pipe_rows
from regulations.text.parser.regulation import REPEAL_NOTE, parse_regulation
from regulations.text.parser.report import LossReport, NumberedLine
from regulations.text.parser.titles import bare_title, unlisted_starts
from regulations.text.readers.source import SourceLine, SourceText

_DIVIDER = re.compile(r"[\s|]*제\s*\d+\s*[편장]")
_BEGINS = re.compile(r"제\s*1\s*(?:조|장|편)(?!\d)|총\s*칙$")
_UNIVERSITY = re.compile(r"^(.{2,20}?대학교)학칙$")
_LOOK_AHEAD = 3


def is_rulebook(source: SourceText) -> bool:
    """Say whether a file holds several regulations."""
    texts = [clean(line.text) for line in source.lines]
    listed = sum(1 for text in texts if LISTING.match(text))
    if listed >= FEWEST_LISTED:
        return True
    return sum(1 for _ in unlisted_starts(texts)) > 1


def split_rulebook(source: SourceText) -> tuple[ParsedRegulation, ...]:
    """Return the regulations of a volume in its order, the repealed ones without a text among them."""
    texts = [clean(line.text) for line in source.lines]
    contents = read_contents(texts)
    starts = _listed_starts(texts, contents)
    if not contents.end:
        known = {number for number, _ in starts}
        unlisted = (number for number in unlisted_starts(texts) if number not in known)
        starts = sorted(
            [*starts, *((number, ContentsEntry(bare_title(texts[number]))) for number in unlisted)],
            key=lambda start: start[0],
        )
    university = next(
        (
            match[1]
            for _, entry in starts
            if (match := _UNIVERSITY.match(normalize_name(entry.name)))
        ),
        "",
    )
    ends = [*(number for number, _ in starts[1:]), len(texts)][: len(starts)]
    found = [
        _parse_one(source, texts, start, end, entry, university)
        for (start, entry), end in zip(starts, ends, strict=True)
        if not entry.is_moved
    ]
    printed = {entry.code for _, entry in starts}
    missing = [entry for entry in contents.entries if contents.end and entry.code not in printed]
    if found and starts:
        absent = [entry.name for entry in missing if not entry.is_repealed]
        moved = [
            NumberedLine(number + 1, texts[number])
            for (start, entry), end in zip(starts, ends, strict=True)
            if entry.is_moved
            for number in range(start, end)
            if texts[number]
        ]
        found[0] = _with_front_pages(found[0], source, starts[0][0], moved)
        listed = sum(1 for entry in contents.entries if not entry.is_repealed)
        report = replace(found[0].report, listed=listed, absent=tuple(absent))
        found[0] = replace(found[0], report=report)
    found += [_without_text(entry) for entry in missing if entry.is_repealed]
    return tuple(found)


# -- where regulations begin ----------------------------------------------------------------------------------------------


def _listed_starts(texts: Sequence[str], contents: Contents) -> list[tuple[int, ContentsEntry]]:
    by_name: dict[str, list[ContentsEntry]] = defaultdict(list)
    for entry in contents.entries:
        by_name[normalize_name(entry.name)].append(entry)
    found: dict[str, list[int]] = defaultdict(list)
    for number in range(contents.end, len(texts)):
        name = _bare_name(texts[number])
        if name in by_name and _begins_a_text(texts, number):
            found[name].append(number)
    starts: list[tuple[int, ContentsEntry]] = []
    for name, numbers in found.items():
        entries = by_name[name]
        if len(entries) > len(numbers):
            # Some of the namesakes have no page: those in force come first to the pages that hold articles.
            entries = sorted(entries, key=lambda entry: entry.is_repealed)[: len(numbers)]
            entries = sorted(entries, key=contents.entries.index)
        for position, number in enumerate(numbers):
            if position < len(entries):
                starts.append((number, entries[position]))
            else:
                # A page that the contents do not know: a text of its own, or only the note that it has moved.
                unknown = ContentsEntry(
                    name=entries[0].name, is_moved=not _has_articles(texts, number)
                )
                starts.append((number, unknown))
    return sorted(starts, key=lambda start: start[0])


def _bare_name(text: str) -> str:
    return normalize_name(re.sub(REPEALED, "", text)) if len(text) <= 80 else ""


def _following(texts: Sequence[str], number: int) -> Iterator[str]:
    seen = 0
    for text in texts[number + 1 : number + 12]:
        if text:
            seen += 1
            yield text
        if seen == _LOOK_AHEAD:
            return


def _begins_a_text(texts: Sequence[str], number: int) -> bool:
    return any(_BEGINS.match(text) or REPEAL_NOTE.match(text) for text in _following(texts, number))


def _has_articles(texts: Sequence[str], number: int) -> bool:
    return any(_BEGINS.match(text) for text in _following(texts, number))


# -- one regulation -------------------------------------------------------------------------------------------------------


def _parse_one(
    source: SourceText,
    texts: Sequence[str],
    start: int,
    end: int,
    entry: ContentsEntry,
    university: str,
) -> ParsedRegulation:
    lines: list[SourceLine] = []
    numbers: list[int] = []
    layout: list[NumberedLine] = []
    for number in range(start, end):
        line = source.lines[number]
        if _is_layout(line, texts, number, end):
            text = texts[number] or " / ".join(pipe_rows(line.rows))
            layout.append(NumberedLine(number + 1, text))
        else:
            lines.append(line)
            numbers.append(number + 1)
    title = re.sub(REPEALED, "", entry.name).strip()
    parsed = parse_regulation(
        SourceText(tuple(lines), source.format, source.sha256, source.name),
        title=title,
        numbers=numbers,
    )
    head = replace(
        parsed.head, code=entry.code, category=entry.category, department=entry.department
    )
    report = replace(parsed.report, ignored_lines=(*parsed.report.ignored_lines, *layout))
    parsed = replace(parsed, head=head, report=report, aliases=_aliases(title, university))
    if parsed.articles or parsed.report.lost_numbers:
        return parsed
    return replace(parsed, is_repealed=True)


def _is_layout(line: SourceLine, texts: Sequence[str], number: int, end: int) -> bool:
    """Pages between chapters: their title, and the list of the chapter's regulations."""
    if line.kind == "table":
        return bool(_DIVIDER.match(" ".join(pipe_rows(line.rows)))) and len(line.rows) <= 4
    if LISTING.match(texts[number]):
        return True
    if not PART.match(texts[number]):
        return False
    following = next((text for text in texts[number + 1 : end] if text), "")
    return bool(LISTING.match(following))


def _without_text(entry: ContentsEntry) -> ParsedRegulation:
    """A repealed entry of the contents that has no page at all."""
    head = HeadMatter(code=entry.code, category=entry.category, department=entry.department)
    note = "차례에만 있고 본문이 없습니다."
    return ParsedRegulation(
        title=entry.name,
        head=head,
        articles=(),
        addenda=(),
        attachments=(),
        report=LossReport(notes=(note,)),
        is_repealed=True,
    )


def _with_front_pages(
    parsed: ParsedRegulation,
    source: SourceText,
    end: int,
    moved: Sequence[NumberedLine],
) -> ParsedRegulation:
    """Account for what belongs to no regulation in the report of the first: front matter, contents, notes of moved texts."""
    front = source.lines[:end]
    count = sum(1 for line in front if line.text.strip())
    pictures = sum(1 for line in front if line.picture is not None)
    notes = []
    if count:
        notes.append(
            f"규정집의 머리말·차례·찾아보기 {count}줄은 규정의 본문이 아니므로 넣지 않았습니다."
        )
    if pictures:
        notes.append(f"규정집의 머리말에 있는 그림 {pictures}개는 넣지 않았습니다.")
    notes += [f"읽지 않은 것: {kind} {number}개" for kind, number in source.not_read.items()]
    report = replace(
        parsed.report,
        notes=(*parsed.report.notes, *notes),
        ignored_lines=(*parsed.report.ignored_lines, *moved),
    )
    return replace(parsed, report=report)


def _aliases(title: str, university: str) -> tuple[str, ...]:
    """The name with and without the university's."""
    if not university:
        return ()
    if title.startswith(university):
        return (title.removeprefix(university).strip(),)
    return (f"{university} {title}",)
