"""Flags of the answers that rest on amended provisions, raised once, inside the transaction that publishes.

What a reader sees of an amendment is derived on the day of reading (chat.presenters.amended).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from uuid import UUID

from django.utils.translation import gettext as _

from chat.conversations.notices import notify_amended
from chat.models import Answer, Citation
from chat.stream.changes import publish_changes
from regulations.models import RegulationVersion
from regulations.publishing.amendments import Amendment
from regulations.reading.comparison import compare_versions, is_affected
from regulations.text.locators import Locator
from verification.models import Flag, Review
from verification.review.flags import flags_add

_FLAGGED = (Answer.Status.ANSWERED, Answer.Status.PARTIAL)


def flag_amended_answers(*, amendment: Amendment, **_kwargs: object) -> None:
    """Flag every answer that cites a provision which the amendment changes or removes, or whose correction does. Idempotent."""
    labels: dict[UUID, list[str]] = defaultdict(list)
    for version in _cited_versions(amendment):
        for answer_id, title, key in _concerned_citations(amendment, version):
            labels[answer_id].append(Locator.parse(key).cited_in(title))
    for answer_id, label in _corrected_citations(amendment):
        labels[answer_id].append(label)
    flags_add(
        details={
            answer_id: amendment_detail(amendment, found) for answer_id, found in labels.items()
        },
        reason=Flag.Reason.PROVISION_AMENDED,
    )
    notify_amended(amendment=amendment, answer_ids=list(labels))
    publish_changes(labels)


def _corrected_citations(amendment: Amendment) -> Iterator[tuple[UUID, str]]:
    """What the corrections of answers cite; the answers' own citations are others."""
    title = amendment.version.regulation.title
    corrected = Review.objects.filter(
        decision=Review.Decision.CORRECTED, citations__contains=[{"regulation_title": title}]
    )
    for review in corrected.order_by("created_at", "pk"):
        for row in review.citations:
            is_concerned = amendment.is_repeal or is_affected(
                amendment.changed_keys, row["locator_key"]
            )
            if row["regulation_title"] == title and is_concerned:
                yield review.answer_id, row["label"]


def amendment_detail(amendment: Amendment, labels: Iterable[str]) -> str:
    """What became of which cited provisions, each named once, and from when on, for whoever reads the flag."""
    what = _("폐지됨") if amendment.is_repeal else _("개정됨")
    day = amendment.enforcement_date
    when = _("%s 시행") % f"{day:%Y. %-m. %-d.}" if day else _("날짜를 알 수 없음")
    return f"{', '.join(dict.fromkeys(labels))} {what} ({when})"


def _cited_versions(amendment: Amendment) -> Iterator[RegulationVersion]:
    """The versions of the regulation that answers cite and that the amendment follows in time."""
    versions = amendment.version.regulation.versions.exclude(pk=amendment.version.pk)
    begins = amendment.version.enforcement_date
    if begins is not None and not amendment.is_repeal:
        versions = versions.filter(enforcement_date__lt=begins)
    cited = Citation.objects.filter(version__in=versions).values("version")
    yield from versions.filter(pk__in=cited).order_by("pk")


def _concerned_citations(
    amendment: Amendment, version: RegulationVersion
) -> Iterator[tuple[UUID, str, str]]:
    citations = Citation.objects.filter(
        version=version, message__answer__status__in=_FLAGGED
    ).order_by("position", "pk")
    rows = citations.values_list("message__answer", "regulation_title", "locator_key")
    if amendment.is_repeal:
        yield from rows
        return
    changed = amendment.changed_keys
    if version != amendment.before:
        changed = compare_versions(version, amendment.version).changed_keys
    yield from (row for row in rows if is_affected(changed, row[2]))
