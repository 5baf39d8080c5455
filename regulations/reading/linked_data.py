"""A version as schema.org/Legislation, for search engines and programs."""

from __future__ import annotations

from datetime import date
from typing import Any

from regulations.models import RegulationVersion
from regulations.reading.links import provision_url
from regulations.reading.short_addresses import short_url


def legislation(version: RegulationVersion, *, today: date, base_url: str) -> dict[str, Any]:
    """Return the JSON-LD of a published version; `base_url` is the portal without a slash at its end."""
    regulation = version.regulation
    begins, ends = version.enforcement_date, version.ends_on
    is_in_force = bool(begins and begins <= today and (ends is None or ends > today))
    office = regulation.owner_department
    found = {
        "@context": "https://schema.org",
        "@type": "Legislation",
        "@id": base_url + short_url(regulation.title, day=begins),
        "name": regulation.title,
        "url": base_url + provision_url(slug=regulation.slug, version_number=version.number),
        "legislationIdentifier": regulation.code,
        "legislationType": str(regulation.get_kind_display()),
        "legislationDate": _day(version.promulgated_date),
        "legislationDateVersion": _day(begins),
        "temporalCoverage": f"{_day(begins)}/{_day(ends) or '..'}" if begins else "",
        "legislationLegalForce": f"https://schema.org/{'InForce' if is_in_force else 'NotInForce'}",
        "legislationResponsible": {"@type": "Organization", "name": office.name} if office else "",
        "inLanguage": "ko",
    }
    return {name: value for name, value in found.items() if value}


def _day(day: date | None) -> str:
    return day.isoformat() if day else ""
