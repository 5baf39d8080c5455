"""The current switches and limits, cached for a few seconds because every request reads them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date
from typing import cast

import structlog
from django.conf import settings
from django.core.cache import cache
from django.db.models import F, Sum
from django.utils import timezone
from redis.exceptions import RedisError

from portal.controls.models import ModelUsage, SiteControls

logger = structlog.get_logger(__name__)

# Another name than an earlier release used, whose values lack what was added.
CACHE_KEY = "controls:5"
USAGE_KEY = "model-tokens"


@dataclass(frozen=True)
class Controls:
    """The row of `SiteControls` as everybody reads it."""

    is_open: bool
    closed_message: str
    takes_questions: bool
    takes_api_questions: bool
    may_generate: bool
    allows_anonymous: bool
    widget_origins: str
    webhook_hosts: str
    ai_notice: str
    ai_notice_english: str
    shows_figures: bool
    campuses: str
    banner: str
    banner_english: str
    questions_a_minute: int
    questions_a_day: int
    address_questions_a_minute: int
    site_questions_a_minute: int
    api_calls_a_minute: int
    address_api_calls_a_minute: int
    open_streams: int
    uploads_an_hour: int
    virus_scanner: str
    monthly_model_tokens: int | None


_NAMES = [field.name for field in fields(Controls)]


def controls_get() -> Controls:
    """The controls in force; a change reaches every process within five seconds, also where the cache is out of reach."""
    try:
        return cast(
            Controls,
            cache.get_or_set(CACHE_KEY, _controls_read, timeout=settings.CONTROLS_CACHE_SECONDS),
        )
    except RedisError:
        return _controls_read()


def may_generate(**_: object) -> bool:
    """Whether a language model may be asked: it is switched on, and this month's budget is not used up."""
    return controls_get().may_generate and not is_budget_used()


def is_budget_used() -> bool:
    """Whether this month's budget of the language model is used up."""
    budget = controls_get().monthly_model_tokens
    return budget is not None and tokens_this_month() >= budget


def tokens_this_month() -> int:
    """Tokens of all models since the first of the month."""
    first = timezone.localdate().replace(day=1)
    try:
        return cast(
            int,
            cache.get_or_set(
                USAGE_KEY, lambda: _tokens_since(first), timeout=settings.CONTROLS_CACHE_SECONDS
            ),
        )
    except RedisError:
        return _tokens_since(first)


def _controls_read() -> Controls:
    row = SiteControls.objects.filter(pk=1).first() or SiteControls()
    return Controls(**{name: getattr(row, name) for name in _NAMES})


def _tokens_since(first: date) -> int:
    used = ModelUsage.objects.filter(day__gte=first).aggregate(
        tokens=Sum(F("prompt_tokens") + F("completion_tokens"))
    )
    return used["tokens"] or 0
