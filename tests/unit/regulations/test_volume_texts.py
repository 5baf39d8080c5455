"""A real volume, where it is: each text of a provision against another reading of the file, and the places that were misread.

Places are named by the number of the regulation and the key of the provision; no word of the file stands here.
"""

from __future__ import annotations

import html
import re
import unicodedata
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from regulations.text.locators import CIRCLED, Locator
from regulations.text.parser import ParsedRegulation, split_rulebook
from regulations.text.readers import read
from tests.shared_data import shared_file

_PIECE = re.compile(r"<hp:(t|script)(?:\s[^>]*)?(?<!/)>(.*?)</hp:\1>|</hp:p>", re.DOTALL)
_RUNNING_HEAD = re.compile(r"<hp:(header|footer)\s.*?</hp:\1>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_UNWRITTEN = re.compile("[\\s\ue000-\uf8ff\u200b-\u200f\ufeff\u00ad\U000f0000-\U000fffff]+")
_ACTS = "개정|신설|삭제|삽입|폐지|제정|이동|변경"
_MARK = re.compile(
    rf"[<〈＜](?:[^<>〈〉＜＞]*(?:{_ACTS})[^<>〈〉＜＞]*|[\s\d.,년월일]+)[>〉＞],?"
    rf"|\[[^\[\]]{{0,300}}(?:{_ACTS}|시행일)[^\[\]]{{0,300}}\]|\([^()]{{0,40}}(?:{_ACTS})[^()]{{0,200}}\d{{4}}[^()]{{0,200}}\)"
)
_TWO_IN_ONE = re.compile(rf"[다함음임]\.\s*[{CIRCLED}]\s*[가-힣]")
# One number in a file says that its 항 do not stand where the numbers say: ① ② ③ below 1) 2) 3).
_REPEATED = ("3-1-67", "제25조제1항")

PARAGRAPHS_OF_A_LINE = (("3-3-4", "art-8/para-2"), ("3-1-13", "art-3/para-2"))
WITH_COMMAS = (
    ("2-1-1", "art-21/para-1"),
    ("2-1-1", "art-27-5/para-2"),
    ("5-1-1", "art-25/para-1"),
)
# Regulation, key of an attachment, and how many rows it has at least.
BEHIND_ADDENDA = (
    ("3-1-1", "table-0", 100),
    ("3-1-3", "table-0", 1700),
    ("3-1-55", "form-0", 10),
    ("3-1-67", "figure-10", 10),
    ("3-1-123", "form-0", 5),
    ("3-1-130", "form-2", 5),
    ("3-2-35", "form-1", 20),
    ("6-0-3", "table-2", 5),
    ("6-0-32", "form-3", 2),
    ("6-0-40", "table-3", 5),
    ("6-0-40", "form-1", 20),
)


@pytest.mark.slow
@pytest.mark.process
def test_the_texts_of_a_real_volume_are_those_of_its_file() -> None:
    path = shared_file("university/dongeui/rulebook_9-349_20251202.hwpx")
    written = _own_reading(path)
    volume = [one for one in split_rulebook(read(path)) if not one.is_repealed]
    by_code = {one.head.code: one for one in volume if one.head.code}

    texts = [
        (one.head.code, place, line)
        for one in volume
        for place, text in _texts(one)
        for line in text.split("\n")
        if line and not line.startswith("| ")
    ]
    assert len(texts) > 19_000
    assert [found for found in texts if not _stands_in(found[2], written)] == []
    assert [found for found in texts if " ," in found[2] or _TWO_IN_ONE.search(found[2])] == []
    assert [one.head.code for one in volume for text in _addenda_texts(one) if "| " in text] == []

    for code, key in (*PARAGRAPHS_OF_A_LINE, *WITH_COMMAS):
        assert key in {place.key for place, _ in _texts(by_code[code])}, (code, key)
    for code, key, rows in BEHIND_ADDENDA:
        found = {one.locator.key: len(one.rows) for one in by_code[code].attachments}
        assert found.get(key, 0) >= rows, (code, key)
    code, label = _REPEATED
    assert label in by_code[code].report.repeats
    assert not by_code[code].report.is_complete


def _own_reading(path: Path) -> str:
    """The words of the file without blanks and marks of history, a paragraph a line; formulas as they are typed."""
    written: list[str] = []
    with zipfile.ZipFile(path) as package:
        for name in sorted(package.namelist()):
            if name.startswith("Contents/section"):
                section = _RUNNING_HEAD.sub("", package.read(name).decode())
                written += (
                    _TAG.sub("", match[2]) if match[2] else "\n"
                    for match in _PIECE.finditer(section)
                )
    text = unicodedata.normalize("NFC", html.unescape("".join(written)))
    lines = text.split("\n")
    return "\n".join([_bare(line) for line in lines] + [_UNWRITTEN.sub("", line) for line in lines])


def _bare(text: str) -> str:
    return _UNWRITTEN.sub("", _MARK.sub("", text))


def _stands_in(line: str, written: str) -> bool:
    bare = _bare(line)
    return bare == "삭제" or bare in written or _UNWRITTEN.sub("", line) in written


def _texts(parsed: ParsedRegulation) -> Iterator[tuple[Locator, str]]:
    for article in parsed.all_articles:
        yield article.locator, article.text
        yield from ((unit.locator, unit.text) for unit in article.walk())
    for addenda in parsed.addenda:
        yield addenda.locator, addenda.text
        yield from ((unit.locator, unit.text) for unit in addenda.walk())


def _addenda_texts(parsed: ParsedRegulation) -> Iterator[str]:
    return (text for locator, text in _texts(parsed) if locator.addenda is not None)
