"""A topic as a scope: the regulations whose provisions verified answers about it have used."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db.models import Count, F, Func, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Length
from django.utils import timezone
from redis.exceptions import RedisError

from chat.models import Answer, Citation
from regulations.models import Article
from regulations.text.morphemes import lemmas
from verification.citations.states import CitationStatus
from verification.models import Review

_ANSWERED = (Answer.Status.ANSWERED, Answer.Status.PARTIAL)
# Every empty page lists the topics; nobody misses one that is a minute old.
_CACHE_KEY, _COUNTED_KEY = "topics-asked", "topics-counted"
_CACHE_SECONDS = 60
_KEPT_SECONDS = 24 * 60 * 60
# What was asked before is no longer what people ask, and the count does not grow with every answer ever given.
_LATELY = timedelta(days=180)
_MOST = 12
_SHORTEST, _LONGEST = 2, 12


def topic_regulations(*, topic: str) -> frozenset[int]:
    """The regulations that answers to questions with all words of the topic cite as verified; none where nobody asked yet.

    Words are looked up as they are written; only where nobody used them are they cut into their parts, which takes the
    morphemes of the search. Answers that the staff withdrew do not count.
    """
    return _cited(topic.split()) or _cited(lemmas(topic))


def topics_asked() -> list[str]:
    """Topics that a question can be limited to: titles of articles that stand in the very questions that they answered."""
    try:
        known: list[str] | None = cache.get(_CACHE_KEY)
        # One request counts anew; the others show the ones before, for which counting was a page's whole time.
        counts = cache.add(_COUNTED_KEY, "", timeout=_CACHE_SECONDS)
    except RedisError:
        # A page that can be shown is shown; who narrows a question does without topics for a while.
        return []
    if not counts:
        return known or []
    found = sorted(_counted(now=timezone.now()))
    with suppress(RedisError):
        cache.set(_CACHE_KEY, found, _KEPT_SECONDS)
    return found


def _counted(*, now: datetime) -> QuerySet[Citation, str]:
    article = Article.objects.filter(
        version=OuterRef("version"),
        locator_key=Func(OuterRef("locator_key"), Value("/"), Value(1), function="split_part"),
    )
    lately = _verified().filter(message__created_at__gte=now - _LATELY)
    rows = (
        lately.annotate(topic=Subquery(article.values("title")[:1]))
        .annotate(length=Length("topic"))
        .filter(
            length__gte=_SHORTEST,
            length__lte=_LONGEST,
            message__in_reply_to__content__icontains=F("topic"),
        )
        .values("topic")
        .annotate(times=Count("message", distinct=True))
        .order_by("-times", "topic")
    )
    return rows.values_list("topic", flat=True)[:_MOST]


def _verified() -> QuerySet[Citation]:
    cited = Citation.objects.filter(
        status=CitationStatus.VERIFIED,
        version__isnull=False,
        message__answer__status__in=_ANSWERED,
    )
    return cited.exclude(message__answer__reviews__decision=Review.Decision.WITHDRAWN)


def _cited(words: Sequence[str]) -> frozenset[int]:
    if not any(words):
        return frozenset()
    cited = _verified()
    for word in filter(None, words):
        cited = cited.filter(message__in_reply_to__content__icontains=word)
    return frozenset(cited.values_list("version__regulation_id", flat=True))
