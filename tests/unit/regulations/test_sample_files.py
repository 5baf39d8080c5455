"""The main formats, read and parsed from files that lie in the project: every word, cell and picture of one regulation.

`python -m tests.sample_files` makes the files. `samples/formats/tree.json` was checked against the regulation by eye.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from regulations.text.parser import (
    ParsedAddenda,
    ParsedArticle,
    ParsedAttachment,
    ParsedRegulation,
    ParsedUnit,
    parse_regulation,
)
from regulations.text.readers import SourceLine, SourceText, read
from tests.sample_files.__main__ import FOLDER, WRITERS, write
from tests.sample_files.hwp import hwp_file
from tests.sample_files.pictures import picture
from tests.sample_files.regulation import (
    BLOCKS,
    HEADER,
    Block,
    ComparedLine,
    Picture,
    Table,
    typed_blocks,
)

FORMATS = sorted(WRITERS)
COUNTED = ("docx", "hwpx")  # their word processors write the numbers
NOT_READ = {
    "docx": {},
    "hwp": {"머리말·꼬리말": 2},
    "hwpx": {"머리말·꼬리말": 2},
    "pdf": {"쪽마다 되풀이되는 그림": 1},
}


@cache
def source_of(form: str, folder: Path = FOLDER) -> SourceText:
    [path] = folder.glob(f"*.{form}")
    return read(path)


@cache
def parsed(form: str) -> ParsedRegulation:
    return parse_regulation(source_of(form))


def shown(lines: Iterable[SourceLine]) -> list[object]:
    """Lines with their numbers, the cells of tables, and the place of each picture."""
    said: list[object] = []
    for line in lines:
        if line.kind == "text":
            blank = "" if line.text.startswith("(") or not line.label else " "
            said.append(f"{line.label}{blank}{line.text}")
        else:
            said.append(line.rows or line.kind)
    return said


def expected(blocks: Iterable[Block]) -> list[object]:
    """What a reader must find: pictures of cells stand after their table."""
    said: list[object] = []
    for block in blocks:
        if isinstance(block, ComparedLine):
            said.append(block.typed)
        elif isinstance(block, Table):
            said.append(block.grid)
            said += ["picture" for _, _, cell in block.placed if cell.picture]
        elif isinstance(block, Picture):
            said.append("picture")
    return said


def tree(regulation: ParsedRegulation) -> dict[str, Any]:
    return {
        "title": regulation.title,
        "in_force_from": str(regulation.enforcement_date),
        "articles": [_article(one) for one in regulation.articles],
        "addenda": [_addenda(one) for one in regulation.addenda],
        "attachments": [_attachment(one) for one in regulation.attachments],
        "pictures": [one.locator.key if one.locator else "" for one in regulation.pictures],
    }


def _unit(unit: ParsedUnit) -> dict[str, Any]:
    return _full(
        key=unit.locator.key,
        label=unit.label,
        text=unit.text.split("\n"),
        marks=unit.marks,
        deleted=unit.is_deleted,
        units=[_unit(one) for one in unit.units],
    )


def _article(article: ParsedArticle) -> dict[str, Any]:
    return _full(
        key=article.locator.key,
        title=article.title,
        under=" > ".join(article.heading_path),
        text=article.text.split("\n"),
        marks=article.marks,
        deleted=article.is_deleted,
        units=[_unit(one) for one in article.units],
    )


def _addenda(addenda: ParsedAddenda) -> dict[str, Any]:
    return _full(
        key=addenda.locator.key,
        title=addenda.title,
        promulgated=addenda.promulgated_date and addenda.promulgated_date.isoformat(),
        text=addenda.text.split("\n"),
        marks=addenda.marks,
        articles=[_article(one) for one in addenda.articles],
        units=[_unit(one) for one in addenda.units],
    )


def _attachment(attachment: ParsedAttachment) -> dict[str, Any]:
    return _full(
        key=attachment.locator.key,
        label=attachment.label,
        title=attachment.title,
        text=attachment.text.split("\n"),
        rows=[list(row) for row in attachment.rows],
        units=[_unit(one) for one in attachment.units],
    )


def _full(**values: Any) -> dict[str, Any]:
    """Leave out what is empty."""
    return {name: value for name, value in values.items() if value and value != [""]}


@pytest.mark.process
@pytest.mark.parametrize("form", FORMATS)
def test_every_line_cell_and_picture_is_read_in_its_place(form: str) -> None:
    blocks = BLOCKS if form in COUNTED else list(typed_blocks())
    assert shown(source_of(form).lines) == expected(blocks)


@pytest.mark.process
@pytest.mark.parametrize("form", COUNTED)
def test_numbers_that_a_word_processor_counts_are_apart_from_the_text(form: str) -> None:
    lines = [line for line in source_of(form).lines if line.kind == "text"]
    counted = [
        one for one in BLOCKS if isinstance(one, ComparedLine) and one.number and one.is_counted
    ]
    assert [(line.label, line.text) for line in lines if line.label] == [
        (one.number, one.text) for one in counted
    ]


@pytest.mark.process
def test_hangul_counts_the_articles_of_the_addenda() -> None:
    labels = [line.label for line in source_of("hwp").lines if line.label]
    assert labels == ["제1조", "제2조"]


@pytest.mark.process
@pytest.mark.parametrize("form", FORMATS)
def test_every_format_gives_the_same_regulation(form: str) -> None:
    assert tree(parsed(form)) == json.loads((FOLDER / "tree.json").read_text())


@pytest.mark.process
@pytest.mark.parametrize("form", FORMATS)
def test_nothing_is_lost_between_reading_and_parsing(form: str) -> None:
    report = parsed(form).report
    assert report.tables_in_source == report.tables_kept == 4
    assert report.rows_in_source == report.rows_kept == 14
    assert not report.unplaced_lines
    assert not report.lost_lines
    assert report.kept_characters == report.source_characters
    counts = report.counts
    assert (counts.articles, counts.addenda_articles, counts.paragraphs) == (8, 2, 5)
    assert (counts.tables, counts.forms, counts.table_units) == (2, 1, 3)


@pytest.mark.process
@pytest.mark.parametrize("form", FORMATS)
def test_heads_of_pages_are_no_text(form: str) -> None:
    source = source_of(form)
    assert not [line.text for line in source.lines if HEADER in line.text]
    assert source.not_read == NOT_READ[form]


@pytest.mark.process
@pytest.mark.parametrize("form", FORMATS)
def test_pictures_come_out_as_they_went_in(form: str) -> None:
    pictures = [line.picture for line in source_of(form).lines if line.picture]
    for found, name in zip(pictures, ("goggles", "warning"), strict=True):
        assert found.media_type == "image/png"
        if form != "pdf":  # which keeps the points of a picture and not its file
            assert found.content == picture(name)
        with (
            Image.open(io.BytesIO(found.content)) as read_,
            Image.open(io.BytesIO(picture(name))) as drawn,
        ):
            assert read_.convert("RGB").tobytes() == drawn.convert("RGB").tobytes()


@pytest.mark.process
def test_a_file_of_hangul_that_is_not_compressed_reads_the_same(tmp_path: Path) -> None:
    path = tmp_path / "규정.hwp"
    path.write_bytes(hwp_file(compressed=False))
    assert path.stat().st_size > 2 * next(FOLDER.glob("*.hwp")).stat().st_size
    assert read(path).lines == source_of("hwp").lines


@pytest.mark.process
def test_the_files_are_those_that_the_writers_make(tmp_path: Path) -> None:
    write(tmp_path)
    for form in FORMATS:
        assert source_of(form, tmp_path).lines == source_of(form).lines
    assert all(path.stat().st_size < 300_000 for path in FOLDER.iterdir())
