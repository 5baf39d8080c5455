"""Searching the words of regulations for a person who knows the word: every hit is there to be seen.

Unlike the search for answers (`regulations.search.retrieval`) nothing is guessed: no synonyms, no meaning, and therefore neither
morphemes nor a model in the web process. A word is found wherever its syllables stand, whatever the spacing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import add

from django.db.models import F, FloatField, Func, Q, QuerySet, TextField, Value
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Cast, Length, Lower, Replace

from regulations.models import Passage
from regulations.reading.links import provision_url
from regulations.reading.selectors import versions_on
from regulations.text.diffing import Segment

LONGEST_QUERY = 100
PAGE = 20
_MOST_TERMS = 6
_SHORTEST_TERM = 2
_SNIPPET = 180
_TITLE_WEIGHT = 5.0
_WORD = re.compile(r"[^\s\"'“”‘’「」『』,.;:!?()\[\]<>|]+")


@dataclass(frozen=True, slots=True)
class WordHit:
    """A provision that holds every word, with the words marked."""

    title: tuple[Segment, ...]
    regulation: str
    enforcement_date: date | None
    lines: tuple[tuple[Segment, ...], ...]
    url: str


@dataclass(frozen=True, slots=True)
class WordHits:
    """One page of what was found. `terms` is what was looked for, `too_short` that nothing was: one letter is everywhere."""

    terms: tuple[str, ...]
    total: int
    page: int
    hits: tuple[WordHit, ...]
    too_short: bool = False
    was_cut: bool = False

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return -(-self.total // PAGE)


def text_search(*, query: str, on: date, page: int = 1, category: str = "") -> WordHits:
    """Find provisions in force on a day that hold all words of a query, those that hold them most often first."""
    was_cut = len(query.strip()) > LONGEST_QUERY
    terms = _terms(query.strip()[:LONGEST_QUERY])
    if not terms:
        return WordHits((), 0, 1, (), too_short=bool(query.strip()), was_cut=was_cut)
    found = _passages(terms, on, category)
    total = found.count()
    page = max(1, min(page, -(-total // PAGE) or 1))
    rows = found[(page - 1) * PAGE : page * PAGE]
    return WordHits(terms, total, page, tuple(_hit(row, terms) for row in rows), was_cut=was_cut)


def _terms(query: str) -> tuple[str, ...]:
    words = dict.fromkeys(match[0].lower() for match in _WORD.finditer(query))
    return tuple(word for word in words if len(word) >= _SHORTEST_TERM)[:_MOST_TERMS]


def _passages(terms: Sequence[str], on: date, category: str) -> QuerySet[Passage]:
    passages = Passage.objects.filter(version__in=versions_on(day=on))
    if category:
        passages = passages.filter(version__regulation__category=category)
    passages = passages.alias(
        words=Lower(_without("\n", _without(" ", F("text")))),
        name=Lower(_without(" ", F("provision_title"))),
        of=Lower(_without(" ", F("version__regulation__title"))),
    )
    for term in terms:
        passages = passages.filter(
            Q(words__contains=term) | Q(name__contains=term) | Q(of__contains=term)
        )
    often = reduce(add, (_weight(term) for term in terms))
    return (
        passages.annotate(often=often)
        .select_related("version__regulation")
        .defer("tokens", "lexical")
        .order_by("-often", "version__regulation__title", "position", "pk")
    )


def _weight(term: str) -> CombinedExpression:
    """How often a word stands in a text, and more where it stands in the title."""
    return _times(term, "words") + _times(term, "name") * Value(_TITLE_WEIGHT)


def _times(term: str, name: str) -> CombinedExpression:
    """How many times a word stands in a field: what is missing when it is taken out, by the word's length."""
    taken_out = Length(F(name)) - Length(_without(term, F(name)))
    return Cast(taken_out, FloatField()) / Value(float(len(term)))


def _without(term: str, text: F | Func) -> Func:
    return Replace(text, Value(term), output_field=TextField())


def _hit(passage: Passage, terms: Sequence[str]) -> WordHit:
    pattern = _pattern(terms)
    version = passage.version
    locator = passage.locator
    name = locator.article_locator.label
    if passage.provision_title:
        name = f"{name}({passage.provision_title})"
    return WordHit(
        title=_marked(name, pattern),
        regulation=version.regulation.title,
        enforcement_date=version.enforcement_date,
        lines=tuple(_marked(line, pattern) for line in _best_lines(passage.text, pattern)),
        url=provision_url(
            slug=version.regulation.slug,
            version_number=version.number,
            locator_key=locator.key,
        ),
    )


def _pattern(terms: Sequence[str]) -> re.Pattern[str]:
    longest_first = sorted(terms, key=len, reverse=True)
    return re.compile(
        "|".join(r"\s*".join(map(re.escape, term)) for term in longest_first), re.IGNORECASE
    )


def _best_lines(text: str, pattern: re.Pattern[str]) -> list[str]:
    """The two lines with the most hits in their order, each cut around its first hit; else how the text begins."""
    lines = [said for line in text.split("\n") if (said := _as_said(line))]
    counted = [(len(pattern.findall(line)), place) for place, line in enumerate(lines)]
    best = sorted(counted, key=lambda one: (-one[0], one[1]))[:2]
    places = sorted(place for count, place in best if count) or [0]
    return [_cut(lines[place], pattern) for place in places if place < len(lines)]


def _as_said(line: str) -> str:
    """A line as it is read: of a row of a table its cells, without what is empty and the rule below its head."""
    line = line.strip()
    if not line.startswith("|") and " | " not in line:
        return line
    return " · ".join(cell for cell in map(str.strip, line.split("|")) if cell.strip("-:"))


def _cut(line: str, pattern: re.Pattern[str]) -> str:
    if len(line) <= _SNIPPET:
        return line
    first = pattern.search(line)
    start = max(0, (first.start() if first else 0) - _SNIPPET // 3)
    start = line.rfind(" ", 0, start) + 1 if start else 0
    piece = line[start : start + _SNIPPET]
    return f"{'… ' if start else ''}{piece}{' …' if start + _SNIPPET < len(line) else ''}"


def _marked(text: str, pattern: re.Pattern[str]) -> tuple[Segment, ...]:
    segments: list[Segment] = []
    end = 0
    for match in pattern.finditer(text):
        if match.start() > end:
            segments.append(Segment(text[end : match.start()]))
        segments.append(Segment(match[0], is_changed=True))
        end = match.end()
    if end < len(text):
        segments.append(Segment(text[end:]))
    return tuple(segments)
