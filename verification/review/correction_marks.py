"""A text that staff cited in a correction was read wrong and is corrected: its marks stay only where the corrected words hold it up.

The decision itself is as it was taken; what its citations are worth since is a row of its own, of which the last counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils.timezone import localdate

from regulations.models import RegulationVersion
from regulations.reading.comparison import is_affected
from regulations.reading.links import provision_url
from verification.citations.states import CitationStatus
from verification.models import CorrectionMarks, Review
from verification.review.shown import shown_reviews
from verification.texts.corrections import CorrectionCitation, correction_check


@dataclass(frozen=True)
class MovedCorrection:
    """A correction whose words of a rule were corrected: the provisions that differ, and those that confirm it no more."""

    answer_id: UUID
    labels: tuple[str, ...]
    lost: tuple[str, ...]
    # How many of its sentences are confirmed no more.
    lines_lost: int


def correction_marks_move(
    *, before: RegulationVersion, after: RegulationVersion, changed: frozenset[str]
) -> Iterator[MovedCorrection]:
    """Hold the corrections that are shown against corrected words; call it in the transaction that publishes them.

    No mark is given here, only taken. Yields those that cite words which differ; the others lead to the corrected text.
    """
    named = [{"version_id": before.pk}]
    later = CorrectionMarks.objects.filter(citations__contains=named).values("review")
    found = shown_reviews().filter(
        Q(citations__contains=named) | Q(pk__in=later), decision=Review.Decision.CORRECTED
    )
    for review in found.order_by("created_at", "pk"):
        yield from _moved(review, before, after, changed)


def _moved(
    review: Review, before: RegulationVersion, after: RegulationVersion, changed: frozenset[str]
) -> Iterator[MovedCorrection]:
    rows = review.citations_now
    if all(row["version_id"] != before.pk for row in rows):
        return
    checked: dict[tuple[int, str], list[CorrectionCitation]] = defaultdict(list)
    differ = [row for row in rows if _differs(row, before, changed)]
    if differ:
        # As on the day on which it was written, but for the words that were wrong then.
        said = correction_check(text=review.corrected_text, on=localdate(review.created_at))
        for one in said.citations:
            checked[one.line, one.written].append(one)
    now = []
    for row in rows:
        same = checked[row["line"], row["written"]]
        fresh = same.pop(0) if same else None
        if row["version_id"] == before.pk:
            is_same = not _differs(row, before, changed)
            now.append(_leading_to(after, row) | ({} if is_same else _held_anew(row, fresh, after)))
        else:
            now.append(row)
    CorrectionMarks.objects.create(review=review, citations=now)
    lost = [
        row for row, one in zip(rows, now, strict=True) if _is_verified(row) > _is_verified(one)
    ]
    if differ:
        yield MovedCorrection(
            review.answer_id,
            tuple(dict.fromkeys(row["label"] for row in differ)),
            tuple(dict.fromkeys(row["label"] for row in lost)),
            len({row["line"] for row in lost}),
        )


def _differs(row: Mapping[str, Any], before: RegulationVersion, changed: frozenset[str]) -> bool:
    return row["version_id"] == before.pk and is_affected(changed, row["locator_key"])


def _is_verified(row: Mapping[str, Any]) -> bool:
    return bool(row["status"] == CitationStatus.VERIFIED)


def _leading_to(after: RegulationVersion, row: Mapping[str, Any]) -> dict[str, Any]:
    url = provision_url(
        slug=after.regulation.slug, version_number=after.number, locator_key=row["locator_key"]
    )
    return {**row, "version_id": after.pk, "url": url}


def _held_anew(
    row: Mapping[str, Any], fresh: CorrectionCitation | None, after: RegulationVersion
) -> dict[str, Any]:
    """What a citation is worth beside the corrected words; not checked where they could not be held against it."""
    if fresh is None or fresh.version_id not in (after.pk, None):
        return {"status": CitationStatus.NOT_CHECKED.value, "reason": "", "quote": ""}
    said = asdict(fresh)
    if _is_verified(said) and not _is_verified(row):
        said["status"] = CitationStatus.NOT_CHECKED.value
    return {name: said[name] for name in ("status", "reason", "quote")}
