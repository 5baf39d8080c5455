"""The citations of an answer that the staff corrected, as they were checked when it was saved or the text of a rule corrected."""

from __future__ import annotations

from datetime import date

from django.conf import settings

from chat.models import Citation
from chat.presenters.shapes import CitationView
from regulations.models import RegulationVersion
from regulations.reading.labels import locator_label, provision_label
from regulations.text.locators import Locator
from verification.citations.states import CitationStatus
from verification.models import Review


def correction_views(review: Review, line: int) -> tuple[CitationView, ...]:
    """The citations of one line, each provision once; none for a decision from before they were kept."""
    if not settings.ENABLE_CITATIONS:
        return ()
    views: dict[str, CitationView] = {}
    numbers = _numbers(review)
    for row in review.citations_now:
        if row["line"] != line:
            continue
        status = CitationStatus(row["status"])
        key, day = row["locator_key"], row["enforcement_date"]
        place = Locator.parse(key) if key else None
        view = CitationView(
            number=numbers[row["label"]],
            label=provision_label(row["regulation_title"], place) if place else row["label"],
            regulation_title=row["regulation_title"],
            provision_label=locator_label(place) if place else row["label"],
            status=status.value,
            status_label=str(status.label),
            status_sentence=str(status.sentence),
            url=row["url"],
            quote=row["quote"],
            enforcement_date=date.fromisoformat(day) if day else None,
        )
        views.setdefault(row["label"], view)
    return tuple(views.values())


def corrected_citations(review: Review) -> list[Citation]:
    """What a corrected text cites, in the form in which amendments are told of citations; nothing here is stored.

    Also what was not confirmed: it stands with the text, and its words can be amended like those of any other.
    """
    rows = [row for row in review.citations_now if row["version_id"]]
    numbers = _numbers(review)
    versions = (
        RegulationVersion.objects.select_related("regulation")
        .prefetch_related("regulation__versions")
        .in_bulk([row["version_id"] for row in rows])
    )
    return [
        Citation(
            number=numbers[row["label"]],
            version=versions[row["version_id"]],
            regulation_title=row["regulation_title"],
            locator_key=row["locator_key"],
        )
        for row in rows
        if row["version_id"] in versions
    ]


def _numbers(review: Review) -> dict[str, int]:
    """The number of each provision that a corrected text cites."""
    labels = dict.fromkeys(row["label"] for row in review.citations_now)
    return {label: number for number, label in enumerate(labels, start=1)}
