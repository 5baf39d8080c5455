"""What can be read along with an answer, shown: the rows that were stored with it (chat.storing.see_also)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from chat.presenters.shapes import SeeAlsoView
from regulations.models import CrossReference
from regulations.reading.labels import locator_label, provision_label
from regulations.reading.links import provision_url
from regulations.text.locators import Locator


def see_also_views(rows: Iterable[Mapping[str, Any]]) -> tuple[SeeAlsoView, ...]:
    """What is shown of the rows that an answer keeps."""
    return tuple(
        SeeAlsoView(
            label=provision_label(row["regulation"], Locator.parse(row["locator_key"])),
            regulation_title=row["regulation"],
            locator_key=row["locator_key"],
            title=row["title"],
            kind=row["kind"],
            kind_label=str(CrossReference.Kind(row["kind"]).label),
            via=_via(row),
            url=provision_url(
                slug=row["slug"],
                version_number=row["version_number"],
                locator_key=row["locator_key"],
            ),
        )
        for row in rows
    )


def _via(row: Mapping[str, Any]) -> str:
    """The provision that leads there; within one regulation its place alone."""
    place = Locator.parse(row["of_key"])
    if row["of_regulation"] == row["regulation"]:
        return locator_label(place)
    return provision_label(row["of_regulation"], place)
