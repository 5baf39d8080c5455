"""Flags of the answers that rest on amended provisions, raised once, inside the transaction that publishes.

What a reader sees of an amendment is derived on the day of reading (chat.presenters.amended).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from uuid import UUID

from django.db.models import Q, QuerySet
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
from verification.review.shown import shown_reviews

_FLAGGED = (Answer.Status.ANSWERED, Answer.Status.PARTIAL)
# The answer, the title of the regulation and the key of the provision.
_Cited = tuple[UUID, str, str]


def flag_amended_answers(*, amendment: Amendment, **_kwargs: object) -> None:
    """Flag every answer of which the shown text cites a provision that the amendment changes or removes. Idempotent."""
    labels: dict[UUID, list[str]] = defaultdict(list)
    for answer_id, title, key in _concerned(amendment):
        labels[answer_id].append(Locator.parse(key).cited_in(title))
    flags_add(
        details={
            answer_id: amendment_detail(amendment, found) for answer_id, found in labels.items()
        },
        reason=Flag.Reason.PROVISION_AMENDED,
    )
    notify_amended(amendment=amendment, answer_ids=list(labels))
    publish_changes(labels)


def amendment_detail(amendment: Amendment, labels: Iterable[str]) -> str:
    """What became of which cited provisions, each named once, and from when on, for whoever reads the flag."""
    what = _("폐지됨") if amendment.is_repeal else _("개정됨")
    day = amendment.enforcement_date
    when = _("%s 시행") % f"{day:%Y. %-m. %-d.}" if day else _("날짜를 알 수 없음")
    return f"{', '.join(dict.fromkeys(labels))} {what} ({when})"


def _concerned(amendment: Amendment) -> Iterator[_Cited]:
    versions = _earlier_versions(amendment)
    corrections = _of_corrections(versions)
    cited = Citation.objects.filter(version__in=versions).values("version")
    for version in versions.filter(Q(pk__in=cited) | Q(pk__in=corrections)).order_by("pk"):
        rows = [*_of_answers(version), *corrections.get(version.pk, ())]
        if amendment.is_repeal:
            yield from rows
            continue
        changed = amendment.changed_keys
        if version != amendment.before:
            changed = compare_versions(version, amendment.version).changed_keys
        yield from (row for row in rows if is_affected(changed, row[2]))


def _earlier_versions(amendment: Amendment) -> QuerySet[RegulationVersion]:
    """The versions of the regulation that the amendment follows in time."""
    versions = amendment.version.regulation.versions.exclude(pk=amendment.version.pk)
    begins = amendment.version.enforcement_date
    if begins is not None and not amendment.is_repeal:
        versions = versions.filter(enforcement_date__lt=begins)
    return versions


def _of_answers(version: RegulationVersion) -> Iterator[_Cited]:
    """What answers cite that are shown as they were composed."""
    replaced = shown_reviews().filter(decision__in=Review.REPLACING).values("answer")
    citations = Citation.objects.filter(version=version, message__answer__status__in=_FLAGGED)
    rows = citations.exclude(message__answer__in=replaced).order_by("position", "pk")
    yield from rows.values_list("message__answer", "regulation_title", "locator_key")


def _of_corrections(versions: QuerySet[RegulationVersion]) -> dict[int, list[_Cited]]:
    """By version what the staff cite in the place of answers."""
    numbers = list(versions.values_list("pk", flat=True))
    named = Q(pk__in=())
    for number in numbers:
        named |= Q(citations__contains=[{"version_id": number}])
    found: dict[int, list[_Cited]] = defaultdict(list)
    corrected = shown_reviews().filter(named, decision=Review.Decision.CORRECTED)
    for review in corrected.prefetch_related("later_marks").order_by("created_at", "pk"):
        for row in review.citations_now:
            if row["version_id"] in numbers:
                cited = (review.answer_id, row["regulation_title"], row["locator_key"])
                found[row["version_id"]].append(cited)
    return found
