"""Markdown as people, pandoc, markitdown and readers of HWP write it: markup comes off, tables keep their rows.

Pandoc breaks lines at 72 columns; where a file does, the lines of a paragraph are joined again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import yaml

from regulations.text.readers.line_starts import ITEM, PROVISION, SIGN, SUBPARAGRAPH
from regulations.text.readers.markdown_tables import display_width, take_table
from regulations.text.readers.pictures import lost_picture
from regulations.text.readers.plaintext import decode, gather_tables
from regulations.text.readers.source import (
    SourceLine,
    SourceText,
    SourceWarning,
    UnreadableFileError,
)

_HEADING = re.compile(r"^\s{0,3}(#{1,6})\s(.*)$", re.DOTALL)
_HEADING_END = re.compile(r"(?:\s+\{[#.][^{}]*\})?\s*#*\s*$")
_UNDERLINE = re.compile(r"^\s{0,3}={3,}\s*$")
_RULE = re.compile(r"^\s{0,3}(?:-\s*){3,}$|^\s{0,3}(?:\*\s*){3,}$|^\s{0,3}(?:_\s*){3,}$")
_FENCE_LINE = re.compile(r"^\s{0,3}(?:`{3,}|~{3,}|:{3,})\s*\S*(?:\s*\{[^}]*\})?\s*:*\s*$")
_QUOTED = re.compile(r"^\s{0,3}(?:>\s?)+")
_BULLET = re.compile(r"^\s*[-*+•]\s+(?=\S)")
_CHECKBOX = re.compile(r"^\[[ xX]\]\s+")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!<>~'\"|^$@:;,/ ])")
_ESCAPED, _FIRST_ESCAPED = re.compile("[\ue100-\ue17f]"), 0xE100
_SPAN = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\{[^{}\n]*\}")
_PICTURE = re.compile(r"!\[[^\]\n]*\]\((?:[^()\n]|\([^()\n]*\))*\)(?:\{[^{}\n]*\})?")
_LINK = re.compile(r"\[([^\[\]\n]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"]*\")?\)")
_STRONG = re.compile(r"(\*{2,3})(?=\S)(.{1,2000}?)(?<=\S)\1")
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]{1,2000}?)(?<=\S)\*(?![\w*])")
_UNDERSCORED = re.compile(r"(?<!\w)(_{1,3})(?=[^\s_])(.{1,2000}?)(?<=[^\s_])\1(?!\w)")
_STRUCK = re.compile(r"~~(?=\S)(.{1,2000}?)(?<=\S)~~")
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?:\{=?[^{}\n]*\})?")
_INLINE_TAG = re.compile(
    r"</?(?:u|b|i|em|strong|span|sup|sub|mark|font|a|p|div|center|ins)\b[^>]*>", re.IGNORECASE
)
_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
_LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_NOTE = re.compile(r"^\[\^([^\]\s]+)\]:\s*(.*)$")
_NOTE_REFERENCE = re.compile(r"\[\^([^\]\s]+)\]")
_FENCE = "---"
_LONGEST_HEAD = 50_000
# Columns at which programs that break lines do so, and how many full lines show that they did.
_FEWEST_COLUMNS, _MOST_COLUMNS, _FEWEST_FULL = 60, 80, 2
_ELSEWHERE = "파일 밖에 있는 그림"


def read_markdown(path: Path, sha256: str) -> SourceText:
    """Read a Markdown file into lines without markup, and its front matter into fields."""
    text = decode(path).replace("\r\n", "\n").replace("\r", "\n")
    fields, body = _split_front_matter(text)
    lines = tuple(map(_with_plain_cells, gather_tables(_MarkdownReader(body).lines())))
    return SourceText(lines=lines, format="md", sha256=sha256, name=path.name, fields=fields)


def _with_plain_cells(line: SourceLine) -> SourceLine:
    if line.kind != "table":
        return line
    rows = tuple(
        tuple(_LINE_BREAK.sub(" ", _plain(cell)[0]).strip() for cell in row) for row in line.rows
    )
    return replace(line, rows=rows)


def _split_front_matter(text: str) -> tuple[dict[str, str | tuple[str, ...]], str]:
    if not text.startswith(_FENCE + "\n"):
        return {}, text
    head, found, body = text[len(_FENCE) + 1 :].partition(f"\n{_FENCE}\n")
    if not found or len(head) > _LONGEST_HEAD:
        return {}, text
    try:
        loaded = yaml.load(head, Loader=yaml.BaseLoader)  # noqa: S506 (BaseLoader makes strings only)
    except (yaml.YAMLError, RecursionError) as error:
        raise UnreadableFileError(
            "파일 머리의 항목(---와 --- 사이)을 읽을 수 없습니다. '이름: 값' 모양인지 확인해 주십시오."
        ) from error
    if not isinstance(loaded, dict):
        return {}, body
    fields: dict[str, str | tuple[str, ...]] = {}
    for key, value in loaded.items():
        if isinstance(value, str):
            fields[str(key)] = value
        elif isinstance(value, list):
            fields[str(key)] = tuple(item for item in value if isinstance(item, str))
    return fields, body


class _MarkdownReader:
    """Walks through the lines of a text once."""

    def __init__(self, body: str) -> None:
        self._comments: list[str] = []
        body = _COMMENT.sub(self._keep_comment, body)
        self._raw = body.split("\n")
        self._notes: dict[str, str] = {}
        self._columns = _columns(self._raw)
        self._drops_bullets = _drops_bullets(self._raw)

    def lines(self) -> Iterator[SourceLine]:
        """The paragraphs, tables and footnotes."""
        for comment in self._comments:
            yield SourceLine(text="", warnings=(SourceWarning("comment", comment),))
        self._raw = self._without_notes(self._raw)
        number = 0
        while number < len(self._raw):
            if table := take_table(self._raw, number):
                yield SourceLine(text="", kind="table", rows=table.rows)
                number = table.end
                continue
            raw = self._raw[number]
            number += 1
            if raw.lstrip().startswith("|"):
                yield SourceLine(text=raw)
                continue
            if _FENCE_LINE.match(raw) or _RULE.match(raw) or _UNDERLINE.match(raw):
                continue
            while self._goes_on(raw, number):
                raw = f"{raw.rstrip()} {_QUOTED.sub('', self._raw[number]).strip()}"
                number += 1
            is_title = number < len(self._raw) and bool(_UNDERLINE.match(self._raw[number]))
            yield from self._paragraph(raw, level=1 if is_title else 0)

    def _paragraph(self, raw: str, *, level: int) -> Iterator[SourceLine]:
        raw = _QUOTED.sub("", raw)
        heading = _HEADING.match(raw)
        text = _HEADING_END.sub("", heading[2]) if heading else raw.strip().removesuffix("\\")
        level = len(heading[1]) if heading else level
        pictures = len(_PICTURE.findall(text))
        text = _PICTURE.sub("", text)
        notes = [self._notes[one] for one in _NOTE_REFERENCE.findall(text) if one in self._notes]
        plain, warnings = _plain(_NOTE_REFERENCE.sub("", text))
        for part in _LINE_BREAK.split(plain):
            text = self._without_bullet(part.strip())
            line = SourceLine(text=text, level=level, warnings=warnings)
            yield line
            warnings = ()
        yield from (lost_picture(_ELSEWHERE) for _ in range(pictures))
        yield from (SourceLine(text=_plain(note)[0], kind="note") for note in notes)

    def _goes_on(self, raw: str, number: int) -> bool:
        """Whether the next line is the rest of this paragraph: its first word did not fit any more."""
        if not self._columns or number >= len(self._raw) or _HEADING.match(raw):
            return False
        following = _QUOTED.sub("", self._raw[number])
        plain = following.strip()
        if not plain or raw.endswith(("  ", "\\")) or plain.startswith(("#", "|", "+-", "<")):
            return False
        if _BULLET.match(following) or _RULE.match(following) or _FENCE_LINE.match(following):
            return False
        if _begins_provision(_plain(plain)[0]):
            return False
        last = raw.rsplit("\n", 1)[-1] if "\n" in raw else self._raw[number - 1]
        return display_width(last.rstrip()) + 1 + display_width(plain.split()[0]) > self._columns

    def _without_notes(self, raw: Sequence[str]) -> list[str]:
        """Take out the footnotes, which stand behind the text, with the lines that go on with them."""
        kept: list[str] = []
        open_note = ""
        for line in raw:
            if note := _NOTE.match(line):
                open_note = note[1]
                self._notes[open_note] = note[2]
            elif open_note and line.startswith(("    ", "\t")):
                self._notes[open_note] += f" {line.strip()}"
            else:
                open_note = open_note if not line.strip() else ""
                kept.append(line)
        return kept

    def _without_bullet(self, text: str) -> str:
        """The text without a sign of a list that stands before a number of its own."""
        bare = _CHECKBOX.sub("", _BULLET.sub("", text))
        return bare if self._drops_bullets or _begins_provision(bare) else text

    def _keep_comment(self, match: re.Match[str]) -> str:
        if text := " ".join(match[1].split()):
            self._comments.append(text)
        return ""


def _columns(raw: Sequence[str]) -> int:
    """The column at which a program broke the lines of a file; 0 where they are as long as they are."""
    lines = [
        line.rstrip()
        for line in raw
        if line.strip() and not line.lstrip().startswith(("|", "+", "#", "<", "-", "!", "["))
    ]
    widths = [display_width(line) for line in lines if " " in line.strip()]
    widest = max(widths, default=0)
    full = sum(width > _FEWEST_COLUMNS for width in widths)
    is_broken = _FEWEST_COLUMNS < widest <= _MOST_COLUMNS and full >= _FEWEST_FULL
    return min(widest, 72) if is_broken else 0


def _begins_provision(text: str) -> bool:
    return bool(
        PROVISION.match(text) or SUBPARAGRAPH.match(text) or ITEM.match(text) or SIGN.match(text)
    )


def _drops_bullets(raw: Sequence[str]) -> bool:
    """Whether a file sets a bullet before each line of a list, numbered or not, as people do."""
    bare = [_BULLET.sub("", line) for line in raw if _BULLET.match(line)]
    return sum(_begins_provision(line) for line in bare) * 2 > len(bare)


def _plain(text: str) -> tuple[str, tuple[SourceWarning, ...]]:
    """The text without markup, and what was struck out in it; escaped signs are text."""
    text = _ESCAPE.sub(lambda match: chr(_FIRST_ESCAPED + ord(match[1])), text)
    struck = tuple(SourceWarning("tracked", f"취소선: {one}") for one in _STRUCK.findall(text))
    text = _STRUCK.sub(r"\1", _CODE.sub(r"\1", text))
    for _ in range(3):
        text = _SPAN.sub(r"\1", text)
    text = _LINK.sub(r"\1", text)
    text = _UNDERSCORED.sub(r"\2", _EMPHASIS.sub(r"\1", _STRONG.sub(r"\2", text)))
    text = _INLINE_TAG.sub("", text)
    return _ESCAPED.sub(lambda match: chr(ord(match[0]) - _FIRST_ESCAPED), text), struck
