"""What a program is told of a published version: names, days and addresses; it reads the text where that stands."""

from __future__ import annotations

from django.conf import settings

from regulations.models import RegulationVersion
from regulations.reading.links import provision_url
from regulations.reading.short_addresses import short_url


def version_event(version: RegulationVersion) -> dict[str, object]:
    """The data of the event."""
    regulation = version.regulation
    page = provision_url(slug=regulation.slug, version_number=version.number)
    return {
        "regulation": regulation.title,
        "slug": regulation.slug,
        "version": version.number,
        "state": version.state,
        "enforcement_date": f"{version.enforcement_date or ''}",
        "repealed_date": f"{version.repealed_date or ''}",
        "is_correction": version.corrects_id is not None,
        "url": f"{settings.PORTAL_URL}{page}",
        "permanent_url": f"{settings.PORTAL_URL}{short_url(regulation.title)}",
    }
