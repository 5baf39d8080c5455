"""Days of the university as times: where a day begins that figures count by."""

from __future__ import annotations

from datetime import date, datetime, time

from django.utils import timezone


def midnight(day: date) -> datetime:
    """When a day begins here."""
    return timezone.make_aware(datetime.combine(day, time.min), timezone.get_default_timezone())
