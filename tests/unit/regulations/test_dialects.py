"""The same regulation as many programs write it: always the same provisions, in the same places."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulations.text.parser import ParsedRegulation, is_rulebook, parse_regulation
from regulations.text.readers import read
from tests.sample_files.dialects import DIALECTS, TREE

pytestmark = pytest.mark.process


def tree(parsed: ParsedRegulation) -> dict[str, object]:
    """The provisions by their keys."""
    found: dict[str, object] = {}
    for article in parsed.all_articles:
        found[article.locator.key] = article.text
        found.update({unit.locator.key: unit.text for unit in article.walk()})
    for addenda in parsed.addenda:
        if addenda.text:
            found[addenda.locator.key] = addenda.text
        found.update({unit.locator.key: unit.text for unit in addenda.walk()})
    found.update({one.locator.key: one.rows for one in parsed.attachments})
    return found


@pytest.mark.parametrize("name", DIALECTS)
def test_a_dialect_gives_the_same_provisions(name: str, tmp_path: Path) -> None:
    suffix, write = DIALECTS[name]
    content = write()
    path = tmp_path / f"규정.{suffix}"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    source = read(path)
    assert not is_rulebook(source)
    parsed = parse_regulation(source)
    assert parsed.title == "실습실 이용 규정"
    found = tree(parsed)
    if name.startswith("PDF without"):
        # The blanks at which it broke lines are lost with the file.
        assert {key: _tight(value) for key, value in found.items()} == {
            key: _tight(value) for key, value in TREE.items()
        }
    else:
        assert found == TREE
    report = parsed.report
    assert (report.structure.found, report.structure.places) == (report.structure.expected, ())
    assert (report.rows_kept, report.cells_kept) == (report.rows_in_source, report.cells_in_source)
    assert [one.title for one in parsed.attachments] == ["실습실 사용료(제3조 관련)", "이용 신청서"]


def _tight(value: object) -> object:
    return "".join(value.split()) if isinstance(value, str) else value
