"""Looking through the watched folder in the background; reading an upload has its task in regulations.tasks."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from regulations.importing.watching import watched_import


@shared_task(name="regulations.read_watched")
def read_watched(**_: object) -> None:
    """Begin a run for each file of the watched folder that is new or changed."""
    watched_import(now=timezone.now())
