"""The automatic numbers of a Word document, which are not in its text: counted anew from numbering.xml and styles.xml.

Regulations number 제N조, ①, 1. and 가. this way, so a reader that ignores them loses every article.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from docx.oxml.ns import qn

from regulations.text.readers.numerals import spell

# An element of lxml, which has no types of its own.
Element = Any

_PLACEHOLDER = re.compile(r"%([1-9])")
_LEVELS = 9
# Above this a chain of styles is a circle.
_MAX_CHAIN = 20


@dataclass(frozen=True, slots=True)
class _Level:
    """One level of a list: how it counts and how it is written."""

    start: int
    form: str
    text: str
    restarts_after: int
    all_digits: bool


class WordStyles:
    """What a paragraph inherits from its style and from those that this one is based on."""

    def __init__(self, styles: Element) -> None:
        self._by_id: dict[str, Element] = {}
        self._default: str | None = None
        for style in styles.iterchildren(qn("w:style")):
            style_id = style.get(qn("w:styleId"))
            self._by_id[style_id] = style
            if style.get(qn("w:type")) == "paragraph" and style.get(qn("w:default")) == "1":
                self._default = style_id

    def chain(self, paragraph: Element) -> Iterator[tuple[str, Element]]:
        """The styles of a paragraph with their ids, the nearest first."""
        style_id = _value(paragraph, "w:pPr/w:pStyle") or self._default
        for _ in range(_MAX_CHAIN):
            style = self._by_id.get(style_id or "")
            if style is None or style_id is None:
                return
            yield style_id, style
            style_id = _value(style, "w:basedOn")

    def heading_level(self, paragraph: Element) -> int:
        """The level at which the paragraph stands in the outline, 1 for a title, 0 for text."""
        level = _value(paragraph, "w:pPr/w:outlineLvl")
        for _, style in self.chain(paragraph):
            if level is not None:
                break
            level = _value(style, "w:pPr/w:outlineLvl")
            if level is None and (_value(style, "w:name") or "").lower() == "title":
                return 1
        outline = _number(level, _LEVELS)
        return outline + 1 if outline < _LEVELS else 0

    def list_of(self, style_id: str) -> str | None:
        """The id of the list that a style of numbering stands for."""
        return _value(self._by_id.get(style_id), "w:pPr/w:numPr/w:numId")


class WordNumbering:
    """Counts the paragraphs of a document in order and returns the number before each."""

    def __init__(self, numbering: Element | None, styles: WordStyles) -> None:
        self._styles = styles
        self._lists: dict[str, Element] = {}
        self._patterns: dict[str, Element] = {}
        self._counters: dict[str, list[int | None]] = {}
        self._restarted: set[tuple[str, int]] = set()
        if numbering is not None:
            for one in numbering.iterchildren(qn("w:num")):
                self._lists[one.get(qn("w:numId"))] = one
            for one in numbering.iterchildren(qn("w:abstractNum")):
                self._patterns[one.get(qn("w:abstractNumId"))] = one

    def label(self, paragraph: Element) -> str:
        """Return the number that Word writes before the paragraph; must be called once for each, in order."""
        list_id, depth = self._place(paragraph)
        pattern_id = self._pattern_id(list_id)
        if pattern_id is None or not 0 <= depth < _LEVELS:
            return ""
        level = self._level(list_id, pattern_id, depth)
        if level is None:
            return ""
        self._count(list_id, pattern_id, depth, level)
        if level.form == "bullet":
            return ""
        return _PLACEHOLDER.sub(
            lambda match: self._spelled(list_id, pattern_id, int(match[1]) - 1, level), level.text
        ).strip()

    def _place(self, paragraph: Element) -> tuple[str, int]:
        """The list and the depth of a paragraph: its own, else those of its styles."""
        list_id = _value(paragraph, "w:pPr/w:numPr/w:numId")
        depth = _value(paragraph, "w:pPr/w:numPr/w:ilvl")
        for style_id, style in self._styles.chain(paragraph):
            if list_id is not None:
                break
            list_id = _value(style, "w:pPr/w:numPr/w:numId")
            if list_id is not None and depth is None:
                depth = self._depth_of_style(list_id, style_id)
                depth = depth or _value(style, "w:pPr/w:numPr/w:ilvl")
        return list_id or "0", _number(depth, 0)

    def _depth_of_style(self, list_id: str, style_id: str) -> str | None:
        pattern = self._patterns.get(self._pattern_id(list_id) or "")
        if pattern is None:
            return None
        for level in pattern.iterchildren(qn("w:lvl")):
            if _value(level, "w:pStyle") == style_id:
                return str(level.get(qn("w:ilvl")))
        return None

    def _pattern_id(self, list_id: str) -> str | None:
        """The pattern that a list follows, also where the pattern only refers to a style that names another list."""
        for _ in range(_MAX_CHAIN):
            one = self._lists.get(list_id)
            pattern_id = _value(one, "w:abstractNumId")
            pattern = self._patterns.get(pattern_id or "")
            if pattern is None:
                return None
            link = _value(pattern, "w:numStyleLink")
            if link is None:
                return pattern_id
            list_id = self._styles.list_of(link) or ""
        return None

    def _level(self, list_id: str, pattern_id: str, depth: int) -> _Level | None:
        override = self._override(list_id, depth)
        found = None if override is None else override.find(qn("w:lvl"))
        if found is None:
            found = _with_depth(self._patterns[pattern_id], "w:lvl", depth)
        if found is None:
            return None
        form = found.find(qn("w:numFmt"))
        return _Level(
            start=_number(_value(found, "w:start"), 0),
            form="decimal" if form is None else form.get(qn("w:val"), "decimal"),
            text=_value(found, "w:lvlText") or "",
            restarts_after=_number(_value(found, "w:lvlRestart"), depth),
            all_digits=found.find(qn("w:isLgl")) is not None,
        )

    def _override(self, list_id: str, depth: int) -> Element | None:
        one = self._lists.get(list_id)
        return None if one is None else _with_depth(one, "w:lvlOverride", depth)

    def _count(self, list_id: str, pattern_id: str, depth: int, level: _Level) -> None:
        """Lists that follow one pattern go on counting together, unless one of them says where it starts."""
        counters = self._counters.setdefault(pattern_id, [None] * _LEVELS)
        start = _value(self._override(list_id, depth), "w:startOverride")
        if start is not None and (list_id, depth) not in self._restarted:
            self._restarted.add((list_id, depth))
            counters[depth] = _number(start, level.start)
        else:
            last = counters[depth]
            counters[depth] = level.start if last is None else last + 1
        for below in range(depth + 1, _LEVELS):
            lower = self._level(list_id, pattern_id, below)
            # 0: never, otherwise only after a paragraph of this level (counted from 1) or above it.
            if lower is None or depth < lower.restarts_after:
                counters[below] = None

    def _spelled(self, list_id: str, pattern_id: str, depth: int, of: _Level) -> str:
        level = self._level(list_id, pattern_id, depth)
        if level is None:
            return ""
        number = self._counters[pattern_id][depth]
        form = "decimal" if of.all_digits else level.form
        return spell(level.start if number is None else number, form)


def _with_depth(parent: Element, name: str, depth: int) -> Element | None:
    for child in parent.iterchildren(qn(name)):
        if child.get(qn("w:ilvl")) == str(depth):
            return child
    return None


def _value(element: Element | None, path: str) -> str | None:
    """Return the attribute `w:val` of an element below, None where either is missing."""
    if element is None:
        return None
    found = element.find("/".join(qn(name) for name in path.split("/")))
    return None if found is None else found.get(qn("w:val"))


def _number(value: str | None, default: int) -> int:
    return int(value) if value is not None and value.isdecimal() else default
