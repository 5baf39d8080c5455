"""What beside citing provisions an amendment makes stale: questions of the index, the regulation's own forms, office names."""

from __future__ import annotations

from collections.abc import Iterator

from regulations.models import (
    CrossReference,
    Department,
    PassageQuestion,
    RegulationVersion,
    WorklistItem,
)
from regulations.publishing.amendments import Amendment
from regulations.publishing.reference_targets import provisions_of
from regulations.reading.comparison import is_affected
from regulations.worklist.moving import Movement

Cause, Kind = WorklistItem.Cause, WorklistItem.Kind


def questions_of_provisions(amendment: Amendment) -> list[PassageQuestion]:
    """The questions that people have put to the regulation's provisions; a model writes its own anew."""
    rows = PassageQuestion.objects.filter(
        regulation=amendment.version.regulation_id, state=PassageQuestion.State.ACTIVE
    )
    return list(rows.exclude(origin=PassageQuestion.Origin.MODEL).order_by("pk"))


def form_references(amendment: Amendment, movement: Movement) -> Iterator[CrossReference]:
    """Citations in forms and tables of the regulation itself, where only the articles changed and not the form."""
    if amendment.is_repeal or amendment.before == amendment.version:
        return
    rows = CrossReference.objects.filter(
        version=amendment.before,
        to_regulation=amendment.version.regulation_id,
        to_locator_key__startswith="art-",
    ).exclude(from_locator_key__startswith="art-")
    for row in rows.exclude(from_locator_key__startswith="add-").order_by("pk"):
        is_there = row.from_locator_key in movement.present
        if is_there and not is_affected(frozenset(movement.changed), row.from_locator_key):
            yield row


def offices_gone(amendment: Amendment) -> list[Department]:
    """The offices that the former text names and the new one does not any more, though they are in the list."""
    if amendment.is_repeal or amendment.before == amendment.version:
        return []
    before, after = (_whole(one) for one in (amendment.before, amendment.version))
    return [
        one
        for one in Department.objects.order_by("pk")
        if one.name in before and one.name not in after
    ]


def _whole(version: RegulationVersion) -> str:
    rows = provisions_of([version.pk])[version.pk]
    return "\n".join(one.text for one in rows if not one.key.startswith("add-"))
