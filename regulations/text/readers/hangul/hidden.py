"""Text of a HWPX file that nobody sees: written in white or in letters of two points. The library says nothing of letters."""

from __future__ import annotations

import html
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from regulations.text.readers.source import SourceLine, SourceWarning

_CHARACTER = re.compile(rb"<hh:charPr\s([^>]*)>")
_ID, _HEIGHT = re.compile(rb'\bid="(\d+)"'), re.compile(rb'\bheight="(\d+)"')
_WHITE = re.compile(rb'\btextColor="#FFFFFF"', re.IGNORECASE)
_SHADED = re.compile(rb'\bshadeColor="#(?!FFFFFF)', re.IGNORECASE)
_TEXT = re.compile(rb"<hp:t(?:\s[^>]*)?>(.*?)</hp:t>", re.DOTALL)
_TAG = re.compile(rb"<[^>]*>")
# In hundredths of a point.
_TINY = 200
# Fewer letters hide nothing, and the same ones stand elsewhere in sight.
_FEWEST_LETTERS = 8


def hidden_texts(path: Path) -> Counter[str]:
    """The runs of text that are set in a hidden kind of letters, and how often each stands in the file."""
    found: Counter[str] = Counter()
    with zipfile.ZipFile(path) as package:
        names = package.namelist()
        if "Contents/header.xml" not in names:
            return found
        hidden = set(_hidden_letters(package.read("Contents/header.xml")))
        if not hidden:
            return found
        ids = b"|".join(sorted(hidden))
        run = re.compile(
            rb'<hp:run\s[^>]*charPrIDRef="(?:' + ids + rb')"[^>]*(?<!/)>(.*?)</hp:run>', re.DOTALL
        )
        for name in names:
            if re.fullmatch(r"Contents/section\d+\.xml", name):
                for match in run.finditer(package.read(name)):
                    text = b"".join(_TAG.sub(b"", part) for part in _TEXT.findall(match[1]))
                    found[html.unescape(text.decode("utf-8", "replace")).strip()] += 1
    return Counter(
        {one: n for one, n in found.items() if len("".join(one.split())) >= _FEWEST_LETTERS}
    )


def hidden_in(texts: Iterable[str], hidden: Counter[str]) -> frozenset[str]:
    """Those of the hidden runs that stand in no paragraph where they could be seen: as often there as they are hidden.

    Others are cells of tables, which are often white on dark, or the same words somewhere in sight.
    """
    if not hidden:
        return frozenset()
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(one for one in hidden if one in text)
    return frozenset(one for one, count in counts.items() if count == hidden[one])


def _hidden_letters(header: bytes) -> Iterator[bytes]:
    for match in _CHARACTER.finditer(header):
        named, height = _ID.search(match[1]), _HEIGHT.search(match[1])
        is_tiny = height is not None and int(height[1]) <= _TINY
        is_white = _WHITE.search(match[1]) and not _SHADED.search(match[1])
        if named and (is_tiny or is_white):
            yield named[1]


def without_hidden(lines: Iterable[SourceLine], hidden: frozenset[str]) -> Iterator[SourceLine]:
    """Take hidden runs out of paragraphs and say so."""
    for line in lines:
        found = [text for text in hidden if text in line.text] if line.kind == "text" else []
        text = line.text
        for one in sorted(found, key=len, reverse=True):
            text = text.replace(one, " ")
        warnings = tuple(SourceWarning("hidden", one) for one in found)
        yield replace(line, text=" ".join(text.split()), warnings=warnings) if found else line
