"""Markdown: optional YAML front matter, headings, emphasis and escapes taken off, tables kept as rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from regulations.text.readers.plaintext import decode, gather_tables
from regulations.text.readers.source import SourceLine, SourceText, UnreadableFileError

_HEADING = re.compile(r"^\s{0,3}(#{1,6})\s(.*)$", re.DOTALL)
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!<>~])")
_STRONG = re.compile(r"\*\*(.+?)\*\*")
_LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_FENCE = "---"
_LONGEST_HEAD = 50_000


def read_markdown(path: Path, sha256: str) -> SourceText:
    """Read a Markdown file into lines without markup, and its front matter into fields."""
    text = decode(path).replace("\r\n", "\n").replace("\r", "\n")
    fields, body = _split_front_matter(text)
    lines = tuple(gather_tables(_lines(body)))
    return SourceText(lines=lines, format="md", sha256=sha256, name=path.name, fields=fields)


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
            "파일 머리의 항목(---와 --- 사이)을 읽을 수 없습니다. '이름: 값' 모양인지 확인해 주세요."
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


def _lines(body: str) -> Iterator[SourceLine]:
    for raw in body.split("\n"):
        if raw.lstrip().startswith("|"):
            yield SourceLine(text=raw)
            continue
        heading = _HEADING.match(raw)
        level, text = (
            (len(heading[1]), heading[2].rstrip("# \t").strip()) if heading else (0, raw.strip())
        )
        plain = _ESCAPE.sub(r"\1", _STRONG.sub(r"\1", text))
        for part in _LINE_BREAK.split(plain):
            yield SourceLine(text=part.strip(), level=level)
