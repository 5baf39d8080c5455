"""Switches and limits as a test needs them; in the portal they are changed in the admin."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from portal.controls.models import SiteControls
from portal.controls.services import controls_changed


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
