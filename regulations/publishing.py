"""Putting a version in force: one transaction, in which the version before it ends where the new one begins."""

from __future__ import annotations

from datetime import date, datetime

from django.db import transaction
from django.db.models import Q
from django.utils.timezone import localdate

from regulations.amendments import amendments_announce
from regulations.crossreferences import references_read, references_read_around
from regulations.models import Regulation, RegulationVersion
from regulations.stamp import corpus_changed
from regulations.tasks import index_version_task

State = RegulationVersion.State


class NotPublishableError(Exception):
    """The version cannot be put in force as asked. The message is for a person (in Korean)."""


@transaction.atomic
def version_publish(
    *,
    version: RegulationVersion,
    now: datetime,
    enforcement_date: date | None = None,
    index: bool = True,
    references: bool = True,
) -> RegulationVersion:
    """Publish a draft with its day of enforcement, in the past, today or to come.

    The version in force before it ends on that day; where a later version was published already, this one ends where that
    one begins. A version whose head says that it was repealed is published as repealed. The version is indexed by a task after
    the commit, unless the caller indexes it itself (`index=False`). What it amends is announced in the same transaction
    (`regulations.amendments`). Its cross-references, and those of others that name it,
    are read and resolved in this transaction, unless the caller does that for many versions at once (`references=False`).
    """
    Regulation.objects.select_for_update().get(pk=version.regulation_id)
    version.refresh_from_db()
    if version.state != State.DRAFT:
        raise NotPublishableError("이미 게시한 판입니다.")
    begins = enforcement_date or version.enforcement_date
    version.enforcement_date = begins
    is_repealed = version.repealed_date is not None or bool(version.report.get("is_repealed"))
    if begins is None and not is_repealed:
        raise NotPublishableError(
            "시행일을 알 수 없습니다. 시행일을 정해 다시 게시해 주세요(--enforcement-date)."
        )
    if begins is not None:
        _close_neighbors(version, begins)
    else:
        _end_in_force(version, version.repealed_date or localdate(now))
    version.state = State.REPEALED if is_repealed else State.PUBLISHED
    version.published_at = now
    version.save()
    if references:
        today = localdate(now)
        references_read(versions=[version], on=max(today, begins or today))
        references_read_around(
            regulations=[version.regulation], on=today, except_versions=[version.pk]
        )
    amendments_announce(version=version)
    transaction.on_commit(corpus_changed)
    if index and not is_repealed:
        index_version_task.delay_on_commit(version_id=version.pk)  # type: ignore[attr-defined]
    return version


@transaction.atomic
def regulation_names_changed(*, regulation: Regulation, on: date) -> None:
    """Let a changed title or alias hold everywhere: in what names it, and in every process."""
    references_read_around(regulations=[regulation], on=on)
    transaction.on_commit(corpus_changed)


def _close_neighbors(version: RegulationVersion, begins: date) -> None:
    others = version.regulation.versions.exclude(pk=version.pk).filter(
        state__in=(State.PUBLISHED, State.REPEALED), enforcement_date__isnull=False
    )
    if others.filter(enforcement_date=begins).exists():
        raise NotPublishableError(
            f"시행일이 {begins:%Y. %-m. %-d.}인 판이 이미 게시되어 있습니다. 시행일을 확인해 주세요."
        )
    if version.repealed_date is not None and version.repealed_date < begins:
        raise NotPublishableError("폐지일이 시행일보다 앞섭니다. 날짜를 확인해 주세요.")
    before = others.filter(enforcement_date__lt=begins).order_by("-enforcement_date").first()
    after = others.filter(enforcement_date__gt=begins).order_by("enforcement_date").first()
    ends = [day for day in (version.repealed_date, after and after.enforcement_date) if day]
    version.ends_on = min(ends, default=None)
    if before is not None and (before.ends_on is None or before.ends_on > begins):
        before.ends_on = begins
        before.save(update_fields=["ends_on"])


def _end_in_force(version: RegulationVersion, day: date) -> None:
    """End what is in force where all that is known is a repeal: on its day, or on the day that it became known."""
    in_force = version.regulation.versions.filter(
        Q(ends_on__isnull=True) | Q(ends_on__gt=day), enforcement_date__lte=day
    ).exclude(state=State.DRAFT)
    in_force.update(ends_on=day)
