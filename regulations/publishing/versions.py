"""Putting a version in force: one transaction, in which the version before it ends where the new one begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.timezone import localdate, localtime

from portal.accounts.models import User
from portal.jobs.dispatch import send_on_commit
from portal.mailing.models import Webhook
from portal.mailing.webhooks.sending import webhooks_send
from regulations.models import Regulation, RegulationVersion
from regulations.publishing.amendments import amendments_publish
from regulations.publishing.continuing import name_take
from regulations.publishing.cross_references import (
    references_read,
    references_read_affected,
    references_read_due,
)
from regulations.publishing.events import version_event
from regulations.publishing.heads import head_take
from regulations.publishing.roles import may_publish, person_name
from regulations.publishing.timeline import PLACED, TOOK_REPEAL, end_of, neighbors, repeal_move
from regulations.publishing.transitional import measures_read
from regulations.reading.corpus_version import corpus_changed
from regulations.search.index.building import prepared_state, terms_add
from regulations.signals import version_corrected
from regulations.tasks import index_version_task
from regulations.text.loss import loss_of

State = RegulationVersion.State
NOTHING_TO_CORRECT = "이 시행일에는 정정할 판이 게시되어 있지 않습니다. 정정이면 시행일을 고치고, 개정이면 정정한 이유를 지워 주십시오."


class NotPublishableError(Exception):
    """The version cannot be put in force as asked. The message is for a person (in Korean)."""


class EnforcementDateMissingError(NotPublishableError):
    """Neither the text nor the person says from which day the version is in force."""


class LossNotAcceptedError(NotPublishableError):
    """Something of the file is missing in the version, and nobody gave a reason for publishing it so."""


class NotPermittedError(NotPublishableError):
    """This person may not publish this version."""


@dataclass(frozen=True, slots=True)
class PublishOutcome:
    """What became of one of many drafts; `message` is empty where it was published."""

    version: RegulationVersion
    message: str = ""


@transaction.atomic
def version_publish(  # noqa: PLR0913 - the reasons are two
    *,
    version: RegulationVersion,
    now: datetime,
    by: User | None = None,
    enforcement_date: date | None = None,
    loss_reason: str = "",
    correction_reason: str = "",
    index: bool = True,
    references: bool = True,
    announce: bool = True,
) -> RegulationVersion:
    """Publish a draft with its day of enforcement, in the past, today or to come.

    The version in force before it ends on that day; where a later version was published already, this one ends where that
    one begins. A version whose head says that it was repealed is published as repealed. A version that lacks something of its
    file needs a reason, which is kept. With a `correction_reason` it replaces what was published for the same day (정정): both
    are kept, and what rests on the former text is told. A repeal goes over to the version that is in force on its day
    (`regulations.publishing.timeline`). Its words are found from the commit on where they were prepared, else a task makes them,
    unless the caller does (`index=False`). What it amends is announced in the same transaction
    (`regulations.publishing.amendments`). Its cross-references, and those of others that name it, are read and resolved in this
    transaction, unless the caller does that for many versions at once (`references=False`, `references_read_due`). `by` is empty where a
    command publishes. Where it is only tried and taken back, nobody is told (`announce=False`): what rests on the former text is left
    alone, and so not locked.
    """
    Regulation.objects.select_for_update().get(pk=version.regulation_id)
    # Who prepares its words holds it meanwhile.
    version.refresh_from_db(from_queryset=RegulationVersion.objects.select_for_update())
    if version.state != State.DRAFT:
        raise NotPublishableError(_already_published(version))
    refusal = publishing_refusal(version=version, by=by)
    if refusal:
        raise NotPermittedError(refusal)
    loss = loss_of(version.report)
    if loss.needs_reason and not loss_reason.strip():
        raise LossNotAcceptedError(
            f"설명이 필요한 곳이 있습니다({loss.summary}). 확인하고 게시하는 이유를 적어 주십시오."
        )
    begins = enforcement_date or version.enforcement_date
    version.enforcement_date = begins
    is_repealed, took_repeal = version.says_repealed, False
    if begins is None and not is_repealed:
        raise EnforcementDateMissingError(
            "시행일을 알 수 없습니다. 시행일을 정해 다시 게시해 주십시오."
        )
    if begins is not None:
        took_repeal = _take_place(version, begins, correction_reason.strip())
    else:
        _end_in_force(version, version.repealed_date or localdate(now))
    version.state = State.REPEALED if version.says_repealed else State.PUBLISHED
    # One that is repealed later is in force until then.
    is_searched = not is_repealed or bool(version.ends_on and version.ends_on > localdate(now))
    version.published_at = now
    version.published_by = by
    version.references_due = not references
    version.loss_reason = loss_reason.strip() if loss.needs_reason else ""
    head_take(version=version, before=_latest_before(version))
    name_take(version=version)
    version.index_state = prepared_state(version=version, is_searched=is_searched)
    version.save()
    measures_read(versions=[version])
    if references:
        today = localdate(now)
        references_read(versions=[version], on=max(today, begins or today))
        references_read_affected(
            regulations=[version.regulation], on=today, except_versions=[version.pk]
        )
    if announce:
        _announce(version, now, repeals=not took_repeal)
    transaction.on_commit(corpus_changed)
    if index and is_searched:
        # At the end: whoever publishes at the same time waits for these rows.
        terms_add(version=version)
        send_on_commit(index_version_task, version_id=version.pk)
    return version


def _announce(version: RegulationVersion, now: datetime, *, repeals: bool) -> None:
    """Tell what rests on the former text, and programs that follow the regulations.

    A repeal that it took over (`repeals` is False) was told already.
    """
    if version.corrects is not None:
        version_corrected.send(
            sender=RegulationVersion, before=version.corrects, after=version, on=localdate(now)
        )
    amendments_publish(version=version, repeals=repeals)
    webhooks_send(
        event=Webhook.Event.VERSION_PUBLISHED,
        key=f"version:{version.pk}:{now.isoformat()}",
        data=version_event(version),
        now=now,
    )


def _latest_before(version: RegulationVersion) -> RegulationVersion | None:
    """The text that a version follows or corrects; None where it is the first, or a later one is public already."""
    if version.enforcement_date is None:
        return None
    around = neighbors(version=version, begins=version.enforcement_date)
    return None if around.after else version.corrects or around.before


@transaction.atomic
def regulation_names_changed(*, regulation: Regulation, on: date) -> None:
    """Let a changed title or alias hold everywhere: in what names it, and in every process."""
    references_read_affected(regulations=[regulation], on=on)
    transaction.on_commit(corpus_changed)


def publishing_refusal(*, version: RegulationVersion, by: User | None) -> str:
    """Return why this person may not publish this draft, empty where they may."""
    if by is not None and not may_publish(by):
        return "게시할 권한이 없습니다. 게시 담당자에게 요청해 주십시오."
    if not settings.PUBLISHING_NEEDS_SECOND_PERSON:
        return ""
    if by is None:
        return "다른 사람의 확인이 필요하므로 명령으로 게시할 수 없습니다. 관리 화면에서 게시해 주십시오."
    authors = {version.created_by_id, *version.edits.values_list("changed_by", flat=True)}
    if by.pk in authors:
        return "직접 올리거나 고친 초안은 다른 사람이 게시해야 합니다."
    return ""


def versions_publish(
    *,
    versions: Iterable[RegulationVersion],
    now: datetime,
    by: User | None,
    loss_reasons: Mapping[int, str] | None = None,
    correction_reasons: Mapping[int, str] | None = None,
) -> list[PublishOutcome]:
    """Publish many drafts, each by itself and those of one regulation in the order of their days; say what could not be.

    Cross-references are read once at the end, when all of them have their names. Reasons are given by the id of a version.
    """
    reasons, corrections = loss_reasons or {}, correction_reasons or {}
    outcomes = []
    for version in sorted(versions, key=_in_time):
        try:
            version_publish(
                version=version,
                now=now,
                by=by,
                loss_reason=reasons.get(version.pk, ""),
                correction_reason=corrections.get(version.pk, ""),
                references=False,
            )
        except NotPublishableError as error:
            version.refresh_from_db()
            outcomes.append(PublishOutcome(version, str(error)))
        else:
            outcomes.append(PublishOutcome(version))
    references_read_due(on=localdate(now))
    return outcomes


def _in_time(version: RegulationVersion) -> tuple[str, int, date, int]:
    begins = version.enforcement_date or date.max
    return version.regulation.title, version.regulation_id, begins, version.pk


def _already_published(version: RegulationVersion) -> str:
    who = person_name(version.published_by)
    if not who or version.published_at is None:
        return "이미 게시한 판입니다."
    when = localtime(version.published_at)
    return f"{who} 님이 {when:%Y. %-m. %-d. %H:%M}에 이미 게시한 판입니다."


def _take_place(version: RegulationVersion, begins: date, reason: str) -> bool:
    """Let the text of the same day give way where somebody says why it is corrected, and end what was in force before.

    Says whether the version takes over a repeal.
    """
    around = neighbors(version=version, begins=begins)
    present, before = around.same_day, around.before
    if present is not None and not reason:
        raise NotPublishableError(
            f"시행일이 {begins:%Y. %-m. %-d.}인 판이 이미 게시되어 있습니다. "
            "시행일을 고치거나, 정정이면 이유를 적어 주십시오."
        )
    if present is None and reason:
        raise NotPublishableError(NOTHING_TO_CORRECT)
    if version.repealed_date is not None and version.repealed_date < begins:
        raise NotPublishableError("폐지일이 시행일보다 앞섭니다. 날짜를 확인해 주십시오.")
    repealed = around.repeal_for(begins)
    if repealed is not None:
        repeal_move(former=repealed, successor=version)
    if present is not None:
        present.state = State.CORRECTED
        present.save(update_fields=PLACED)
        version.corrects, version.correction_reason = present, reason
    elif before is not None and (before.ends_on is None or before.ends_on > begins):
        # The same row as `repealed`, where that is one.
        before.ends_on = begins
        before.save(update_fields=PLACED)
    version.ends_on = end_of(version, around.after)
    return TOOK_REPEAL in version.report


def _end_in_force(version: RegulationVersion, day: date) -> None:
    """End what is in force where all that is known is a repeal: on its day, or on the day that it became known."""
    in_force = version.regulation.versions.filter(
        Q(ends_on__isnull=True) | Q(ends_on__gt=day), enforcement_date__lte=day
    ).filter(state__in=RegulationVersion.PUBLIC_STATES)
    in_force.update(ends_on=day)
