"""Provisions to cite, as they are typed: from the table of articles in force, never from anywhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import islice

from django.db.models import BooleanField, Case, F, Prefetch, Q, QuerySet, Value, When

from regulations.models import Article, Paragraph
from regulations.reading.selectors import versions_on

_MOST = 12
# 25 | 제25조 | 25조의2 | 제25조제2항: what stands at the end of what is typed, also while it is not whole yet.
_NUMBER = re.compile(
    r"제?\s*(?P<number>\d{1,4})\s*(?P<whole>조?)(?:\s*의\s*(?P<branch>\d{0,3}))?"
    r"(?:\s*제?\s*(?P<paragraph>\d{1,2})\s*항?)?\s*제?$"
)
_MARKS = re.compile(r"[「」『』]")
# Articles of these many are offered with their paragraphs; of more the articles alone.
_FEW = 3
_TITLE = 60


@dataclass(frozen=True)
class CitableProvision:
    """A provision as it is cited, with its title or its first words."""

    citation: str
    title: str


def provisions_named(*, text: str, on: date) -> list[CitableProvision]:
    """Articles of which every word typed stands in the title of the regulation or of the article; a number is the article's.

    A number may be the beginning of one: after 2 come 20 to 29. An article that is named whole comes with its paragraphs.
    """
    words = _MARKS.sub(" ", text)
    number = _NUMBER.search(words)
    if number is not None:
        words = words[: number.start()]
    if number is None and len(words.strip()) < 2:
        return []
    articles = Article.objects.filter(
        version__in=versions_on(day=on), is_deleted=False, addenda__isnull=True
    )
    for word in words.split():
        articles = articles.filter(
            Q(version__regulation__title__icontains=word) | Q(title__icontains=word)
        )
    if number is not None:
        articles = _numbered(articles, number)
    rows = _ordered(articles, words, int(number["number"]) if number else None)
    exact = [row for row in rows if number is not None and row.number == int(number["number"])]
    with_paragraphs = {row.pk for row in exact} if len(exact) <= _FEW else set()
    paragraph = int(number["paragraph"]) if number is not None and number["paragraph"] else None
    return list(islice(_proposed(rows, with_paragraphs, paragraph), _MOST))


def _numbered(articles: QuerySet[Article], typed: re.Match[str]) -> QuerySet[Article]:
    number = int(typed["number"])
    wanted = Q(number=number)
    is_whole = typed["whole"] or typed["branch"] is not None or typed["paragraph"]
    if not is_whole:
        for zeros in range(1, 4 - len(typed["number"])):
            first = number * 10**zeros
            wanted |= Q(number__gte=first, number__lt=first + 10**zeros)
    if typed["branch"]:
        wanted &= Q(branch=int(typed["branch"]))
    return articles.filter(wanted)


def _unless(condition: Q) -> Case:
    return Case(
        When(condition, then=Value(False)), default=Value(True), output_field=BooleanField()
    )


def _ordered(articles: QuerySet[Article], words: str, number: int | None) -> list[Article]:
    paragraphs = Paragraph.objects.filter(is_deleted=False).order_by("position")
    return list(
        articles.select_related("version__regulation")
        .prefetch_related(Prefetch("paragraphs", paragraphs))
        .annotate(
            # Of 학칙 and 대학원 학칙 the one that is named whole comes first.
            is_other=_unless(Q(version__regulation__title=" ".join(words.split()))),
            is_longer=_unless(Q(number=number)),
        )
        .order_by(
            "is_other",
            "is_longer",
            "version__regulation__title",
            "number",
            F("branch").asc(nulls_first=True),
            "pk",
        )[:_MOST]
    )


def _proposed(
    rows: Iterable[Article], with_paragraphs: set[int], wanted: int | None
) -> Iterator[CitableProvision]:
    for row in rows:
        title = row.version.regulation.title
        if wanted is None:
            yield CitableProvision(row.locator.cited_in(title), row.title)
        if row.pk not in with_paragraphs:
            continue
        for paragraph in row.paragraphs.all():
            if wanted in (None, paragraph.number):
                label = paragraph.locator.cited_in(title)
                yield CitableProvision(label, _first_words(paragraph.text))


def _first_words(text: str) -> str:
    line = text.strip().partition("\n")[0]
    return line if len(line) <= _TITLE else f"{line[:_TITLE].rstrip()}…"
