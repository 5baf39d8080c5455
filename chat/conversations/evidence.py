"""What the installation shows of how long it keeps what people ask."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.utils import timezone

from chat.conversations.personal_data import conversations_kept
from portal.health.evidence import EvidenceRow, judged, not_checked, told

# The nightly task may have been late once.
_LATE = timedelta(days=2)


def retention() -> Iterator[EvidenceRow]:
    """Whether conversations are forgotten when their time is over, and what is known of logs."""
    area, days, now = "retention", settings.RETENTION_DAYS, timezone.now()
    yield judged(area, "RETENTION_DAYS", is_well=days > 0, said=f"{days} days")
    if days > 0:
        late = conversations_kept(before=now - timedelta(days=days) - _LATE).count()
        said = f"{late} conversations are older and still there"
        yield judged(area, "conversations", is_well=not late, said=said)
    oldest = LogEntry.objects.order_by("action_time").values_list("action_time", flat=True).first()
    since = f"since {oldest:%Y-%m-%d}" if oldest else "empty so far"
    yield told(area, "log of the admin", f"{since}; the database refuses to change it")
    said = "standard error: how long the platform keeps it cannot be seen from here"
    yield not_checked(area, "logs of processes", said)
