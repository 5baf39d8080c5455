"""Turning a switch, and counting what a model was used for."""

from __future__ import annotations

from typing import Any

import structlog
from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone
from redis.exceptions import RedisError

from portal.controls.models import ModelUsage, SiteControls, StepUsage
from portal.controls.selectors import CACHE_KEY

logger = structlog.get_logger(__name__)


@transaction.atomic
def controls_set(**changes: Any) -> SiteControls:
    """Change switches or limits; raises ValidationError for a value that no limit can have."""
    row = SiteControls.objects.select_for_update().filter(pk=1).first() or SiteControls(pk=1)
    for name, value in changes.items():
        setattr(row, name, value)
    row.full_clean()
    row.save()
    transaction.on_commit(controls_changed)
    return row


def controls_changed() -> None:
    """Let every process read the controls anew; without the cache they do so within seconds anyway."""
    try:
        cache.delete(CACHE_KEY)
    except RedisError:
        logger.warning("controls_cache_unreachable")


def usage_record(*, model: str, prompt_tokens: int, completion_tokens: int, step: str = "") -> None:
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
