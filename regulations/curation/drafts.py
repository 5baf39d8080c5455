"""What else becomes of versions: a draft's days are written down, a draft is discarded, a regulation is repealed or its repeal taken
back, an index is made anew. Publishing has a module of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.utils.timezone import localdate

from portal.accounts.models import User
from portal.jobs.dispatch import send_on_commit
from regulations.announcing.opening import is_on_notice
from regulations.curation.seen import digest_of
from regulations.models import Regulation, RegulationVersion, WorklistItem
from regulations.publishing.amendments import amendments_publish
from regulations.publishing.roles import may_publish
from regulations.publishing.timeline import (
    PLACED,
    TAKEN_BACK,
    end_of,
    neighbors,
    repeal_lift,
    repeal_said,
)
from regulations.publishing.versions import NotPermittedError, NotPublishableError
from regulations.reading.corpus_version import corpus_changed
from regulations.tasks import index_version_task

State = RegulationVersion.State


class NotADraftError(Exception):
    """The draft cannot be changed, or is one no more. The message is for a person (in Korean)."""


@dataclass(frozen=True, slots=True)
class DraftDays:
    """What the office says of a draft: its days and the reason."""

    promulgated_date: date | None
    enforcement_date: date | None
    reason: str

    @property
    def digest(self) -> str:
        """A short sign, by which a form notices that somebody else changed them."""
        return digest_of(self)

    @property
    def said(self) -> str:
        """All of it in a line."""
        days = (("시행일", self.enforcement_date), ("공포일", self.promulgated_date))
        parts = [f"{name} {f'{day:%Y. %-m. %-d.}' if day else '없음'}" for name, day in days]
        return ", ".join([*parts, f"개정 이유 {f'‘{self.reason}’' if self.reason else '없음'}"])


def days_of(version: RegulationVersion) -> DraftDays:
    """The days and the reason of a version as they are stored."""
    return DraftDays(version.promulgated_date, version.enforcement_date, version.reason)


def draft_lock(*, version: RegulationVersion, changes_text: bool = True) -> RegulationVersion:
    """Lock a draft's regulation until the end of the transaction and return the draft as it is now.

    Publishing takes the same lock, so that nothing changes under somebody who publishes, nor while its words are prepared. Nor
    does a text on which the public may remark.
    """
    Regulation.objects.select_for_update().get(pk=version.regulation_id)
    locked = RegulationVersion.objects.select_for_update(of=("self",)).select_related("regulation")
    present = locked.filter(pk=version.pk).first()
    if present is None:
        raise NotADraftError("이미 버린 초안입니다.")
    if present.state != State.DRAFT:
        raise NotADraftError(
            "이미 게시한 판은 바꿀 수 없습니다. 고친 글을 새 파일로 올려 개정하거나, 같은 시행일로 올려 정정해 주십시오."
        )
    if changes_text and is_on_notice(version=present, on=localdate()):
        raise NotADraftError(
            "사전공고로 의견을 받는 동안에는 글을 고칠 수 없습니다. 기간이 끝나거나 공고를 거둔 뒤에 고쳐 주십시오."
        )
    return present


@transaction.atomic
def draft_describe(
    *,
    version: RegulationVersion,
    promulgated_date: date | None,
    enforcement_date: date | None,
    reason: str,
    seen_digest: str = "",
) -> RegulationVersion:
    """Write down the days and the reason of a draft, to be published later.

    `seen_digest` is the digest of those that the person saw, where there was a form that showed them.
    """
    draft = draft_lock(version=version, changes_text=False)
    before = days_of(draft)
    after = DraftDays(promulgated_date, enforcement_date, reason.strip())
    if seen_digest and seen_digest != before.digest and before != after:
        raise NotADraftError(
            f"그 사이 다른 사람이 고쳐 저장했습니다. 지금 저장된 것: {before.said}. 보고 고친 뒤 다시 눌러 주십시오. "
            "그대로 다시 누르면 아래의 값으로 바뀝니다."
        )
    draft.promulgated_date = promulgated_date
    draft.enforcement_date = enforcement_date
    draft.reason = reason.strip()
    draft.save(update_fields=["promulgated_date", "enforcement_date", "reason"])
    return draft


@transaction.atomic
def draft_discard(*, version: RegulationVersion) -> None:
    """Delete a draft, and its regulation where the draft was all that it ever had: not where it was published once."""
    draft = draft_lock(version=version)
    if draft.advance_notices.exists():
        raise NotADraftError("사전공고한 초안은 공고의 기록으로 남습니다. 버릴 수 없습니다.")
    regulation = draft.regulation
    draft.delete()
    if "withdrawn" not in draft.report and not regulation.versions.exists():
        regulation.delete()


@transaction.atomic
def regulation_repeal(
    *, regulation: Regulation, on: date, by: User | None, reason: str
) -> RegulationVersion:
    """Repeal a regulation from a day on, in the past or to come; its last version ends there."""
    if by is not None and not may_publish(by):
        raise NotPermittedError("폐지할 권한이 없습니다. 게시 담당자에게 요청해 주십시오.")
    Regulation.objects.select_for_update().get(pk=regulation.pk)
    versions = regulation.versions.filter(state__in=(State.PUBLISHED, State.REPEALED))
    last = versions.order_by("-enforcement_date", "-number").first()
    if last is None or last.enforcement_date is None:
        raise NotPublishableError("게시된 판이 없는 규정입니다.")
    if last.state == State.REPEALED:
        raise NotPublishableError("이미 폐지한 규정입니다.")
    if on <= last.enforcement_date:
        raise NotPublishableError(
            f"폐지일은 마지막 판의 시행일({last.enforcement_date:%Y. %-m. %-d.})보다 뒤여야 합니다."
        )
    last.state = State.REPEALED
    last.repealed_date = on
    last.ends_on = on
    last.reason = repeal_said(last.reason, reason)
    last.save(update_fields=["state", "repealed_date", "ends_on", "reason"])
    amendments_publish(version=last)
    transaction.on_commit(corpus_changed)
    return last


@transaction.atomic
def repeal_withdraw(
    *, version: RegulationVersion, by: User | None, reason: str, now: datetime
) -> RegulationVersion:
    """Take the repeal of a version back, before its day or after it: it goes on until the next one, or without an end.

    Both reasons stay in its history. What the repeal put on the worklist and nobody did is taken off it; a verified answer that
    it suspended waits for a review, as after any other withdrawal. A text that says itself that it is repealed stays so.
    """
    if by is not None and not may_publish(by):
        raise NotPermittedError("폐지를 거둘 권한이 없습니다. 게시 담당자에게 요청해 주십시오.")
    Regulation.objects.select_for_update().get(pk=version.regulation_id)
    version.refresh_from_db()
    day, begins = version.repealed_date, version.enforcement_date
    if version.state != State.REPEALED or day is None or begins is None:
        raise NotPublishableError("거둘 폐지가 없습니다.")
    if version.report.get("is_repealed"):
        raise NotPublishableError(
            "글이 스스로 폐지되었다고 말하는 판입니다. 폐지가 아니면 고친 파일을 올려 정정해 주십시오."
        )
    if not reason.strip():
        raise NotPublishableError("폐지를 거두는 이유를 적어 주십시오.")
    repeal_lift(version)
    version.ends_on = end_of(version, neighbors(version=version, begins=begins).after)
    said = f"{day:%Y. %-m. %-d.} {TAKEN_BACK}({localdate(now):%Y. %-m. %-d.}): {reason.strip()}"
    version.reason = f"{version.reason}\n{said}".strip()
    version.save(update_fields=PLACED)
    WorklistItem.objects.filter(
        amended__regulation=version.regulation_id,
        cause=WorklistItem.Cause.REPEALED,
        state=WorklistItem.State.TODO,
    ).delete()
    if version.index_state == RegulationVersion.IndexState.PENDING:
        # A text that was repealed when it was published was not searched.
        send_on_commit(index_version_task, version_id=version.pk)
    transaction.on_commit(corpus_changed)
    return version


def version_reindex(*, version: RegulationVersion) -> None:
    """Have a published version's passages made anew; those that did not change keep their vectors."""
    RegulationVersion.objects.filter(
        pk=version.pk, state__in=RegulationVersion.PUBLIC_STATES
    ).update(index_state=RegulationVersion.IndexState.PENDING)
    index_version_task.delay(version_id=version.pk)
