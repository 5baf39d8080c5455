"""Sentences of the imported regulations as claims, repeated faithfully and with one fact changed.

Each claim is held against its article among others, as an answer's would be. What is accepted of the changed ones would have
been shown to a student.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from random import Random

from django.db.models import Q

from lab.grid.changes import CHANGES, politely
from regulations.models import Article
from verification.grounding import GroundingProvision
from verification.grounding.language.units import ProvisionSentence, units_of

FAITHFUL = "faithful"
POLITE = "faithful, politely"
ELSEWHERE = "other article"
_OTHERS = 4
# The seed makes two runs measure the same claims.
_SEED = 20260302
_PREDICATE = re.compile(r"[가-힣]다\.?$")
_MARK = re.compile(r"^(?:[①-⑳㉑-㉟]|\d+\.)\s*")


@dataclass(frozen=True, slots=True)
class RulebookClaim:
    """A claim with what it is held against, and whether it may be accepted."""

    kind: str
    claim: str
    context: tuple[GroundingProvision, ...]

    @property
    def is_faithful(self) -> bool:
        """Whether the article says so."""
        return self.kind in (FAITHFUL, POLITE)


def rulebook_claims(*, as_of: date, limit: int | None = None) -> Iterator[RulebookClaim]:
    """Take the sentences with a number in the articles in force, at most `limit`, in an order without preference."""
    random = Random(_SEED)  # noqa: S311 - it only has to be the same each time
    articles = _articles(as_of)
    sentences = [(article, sentence) for article in articles for sentence in _sentences_of(article)]
    random.shuffle(sentences)
    for article, sentence in islice(sentences, limit):
        others = random.sample(articles, min(len(articles), _OTHERS + 1))
        context = (article, *[other for other in others if other is not article][:_OTHERS])
        yield from _claims(sentence, context, random)
        strange = _from_elsewhere(sentences, context, random)
        if strange:
            yield RulebookClaim(ELSEWHERE, _cited(article, politely(strange)), context)


def _claims(
    sentence: str, context: tuple[GroundingProvision, ...], random: Random
) -> Iterator[RulebookClaim]:
    said = politely(sentence)
    yield RulebookClaim(FAITHFUL, _cited(context[0], sentence), context)
    yield RulebookClaim(POLITE, _cited(context[0], said), context)
    for kind, change in CHANGES.items():
        changed = change(said, random)
        if changed and changed != said:
            yield RulebookClaim(kind, _cited(context[0], changed), context)


def _from_elsewhere(
    sentences: Sequence[tuple[GroundingProvision, str]],
    context: Sequence[GroundingProvision],
    random: Random,
) -> str:
    """A sentence that no article of the context has; many regulations repeat each other word for word."""
    written = "".join("".join(article.text.split()) for article in context)
    for _attempt in range(10):
        _article, sentence = random.choice(sentences)
        if "".join(sentence.split()).rstrip(".") not in written:
            return sentence
    return ""


def _cited(article: GroundingProvision, sentence: str) -> str:
    return f"{article.label}에 따르면 {sentence}"


def _articles(as_of: date) -> list[GroundingProvision]:
    in_force = Q(version__ends_on__isnull=True) | Q(version__ends_on__gt=as_of)
    rows = Article.objects.filter(
        in_force,
        version__state="PUBLISHED",
        version__enforcement_date__lte=as_of,
        addenda__isnull=True,
        is_deleted=False,
    ).select_related("version__regulation")
    return [
        GroundingProvision(
            row.version.regulation.title, row.number, row.branch, None, row.full_text, row.title
        )
        for row in rows.order_by("version_id", "position")
    ]


def _sentences_of(article: GroundingProvision) -> list[str]:
    return [
        sentence
        for unit in units_of([article])
        if not unit.item and _is_countable(unit) and (sentence := _MARK.sub("", unit.text))
    ]


def _is_countable(unit: ProvisionSentence) -> bool:
    counted = [q for q in unit.analysis.quantities if q.unit]
    return bool(counted) and _PREDICATE.search(unit.text) is not None
