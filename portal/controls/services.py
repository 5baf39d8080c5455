"""What follows a switch that was turned; keys of programs; counting what a model was used for."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import structlog
from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone
from redis.exceptions import RedisError
from rest_framework_api_key.models import AbstractAPIKey

from portal.controls.models import ApiKey, ModelUsage, StepUsage
from portal.controls.selectors import CACHE_KEY

logger = structlog.get_logger(__name__)

# That a key is used is written once in this time, not at every call.
_USED_EVERY = timedelta(minutes=5)
# How long an old key goes on working beside the new one, so that a program can be given the new one without a gap.
ROTATION = timedelta(hours=24)


def controls_changed() -> None:
    """Let every process read the controls anew; without the cache they do so within seconds anyway."""
    try:
        cache.delete(CACHE_KEY)
    except RedisError:
        logger.warning("controls_cache_unreachable")


def usage_record(
    *, model: str, prompt_tokens: int, completion_tokens: int, step: str = "", **_unknown: object
) -> None:
    """Add one call to today's rows, of the model and of the step. A count that cannot be written is logged; the answer is not lost for it."""
    today = timezone.localdate()
    try:
        with transaction.atomic():
            whole, _ = ModelUsage.objects.get_or_create(day=today, model=model[:100])
            part, _ = StepUsage.objects.get_or_create(day=today, step=step[:30], model=model[:100])
            used: dict[str, Any] = {
                "calls": F("calls") + 1,
                "prompt_tokens": F("prompt_tokens") + prompt_tokens,
                "completion_tokens": F("completion_tokens") + completion_tokens,
            }
            ModelUsage.objects.filter(pk=whole.pk).update(**used)
            StepUsage.objects.filter(pk=part.pk).update(**used)
    except DatabaseError:
        logger.warning("model_usage_not_counted", model=model)


def key_used(*, key: ApiKey, now: datetime) -> None:
    """Note that a key is in use; who asks later sees which keys nobody needs."""
    if key.last_used_at is None or now - key.last_used_at > _USED_EVERY:
        ApiKey.objects.filter(pk=key.pk).update(last_used_at=now)


@transaction.atomic
def key_rotate(*, key: ApiKey, now: datetime) -> tuple[AbstractAPIKey, str]:
    """Make a key that follows another with the same name, scopes and length of life; the old one ends within a day.

    Returns the new row and the key itself, which is kept nowhere.
    """
    lifetime = key.expiry_date - key.created if key.expiry_date else None
    made, secret = ApiKey.objects.create_key(
        name=key.name,
        may_ask=key.may_ask,
        may_verify=key.may_verify,
        expiry_date=now + lifetime if lifetime else None,
    )
    end = now + ROTATION
    if key.expiry_date is None or key.expiry_date > end:
        ApiKey.objects.filter(pk=key.pk).update(expiry_date=end)
    return made, secret
