"""Provisions to cite, as they are typed: from the table of articles in force, never from anywhere else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from regulations.models import Article
from regulations.selectors import versions_on

_MOST = 12
_NUMBER = re.compile(r"제?\s*(\d{1,4})\s*조?(?:\s*의\s*(\d{1,3}))?\s*$")
_MARKS = re.compile(r"[「」『』]")


@dataclass(frozen=True)
class CitableProvision:
    """An article as it is cited, with its title."""

    citation: str
    title: str


def provisions_named(*, text: str, on: date) -> list[CitableProvision]:
    """Articles of which every word typed stands in the title of the regulation or of the article; a number is the article's."""
    words = _MARKS.sub(" ", text)
    number = _NUMBER.search(words)
    if number is not None:
        words = words[: number.start()]
    if number is None and len(words.strip()) < 2:
        return []
    articles = Article.objects.filter(
        version__in=versions_on(day=on), is_deleted=False, addenda__isnull=True
    )
    if number is not None:
        articles = articles.filter(number=int(number[1]))
        if number[2]:
            articles = articles.filter(branch=int(number[2]))
    for word in words.split():
        articles = articles.filter(
            Q(version__regulation__title__icontains=word) | Q(title__icontains=word)
        )
    rows = articles.select_related("version__regulation").order_by(
        "version__regulation__title", "number", "branch", "pk"
    )
    return [
        CitableProvision(f"「{row.version.regulation.title}」 {row.locator.label}", row.title)
        for row in rows[:_MOST]
    ]
