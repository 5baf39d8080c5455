"""Taking a publication back: a version that nothing rests on becomes a draft again, and its neighbours close the gap."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.timezone import localdate

from portal.accounts.models import User
from regulations.models import Regulation, RegulationVersion
from regulations.publishing.continuing import name_give_back
from regulations.publishing.cross_references import references_read_affected
from regulations.publishing.roles import may_publish
from regulations.publishing.timeline import PLACED, TOOK_REPEAL, end_of, neighbors, repeal_move
from regulations.reading.corpus_version import corpus_changed
from regulations.signals import reliance_requested

State = RegulationVersion.State


class NotWithdrawableError(Exception):
    """The publication cannot be taken back. The message is for a person (in Korean) and says what to do instead."""


@dataclass(frozen=True, slots=True)
class Reliance:
    """What rests on a version: a name for a person and how many."""

    name: str
    count: int


def reliance_of(
    version: RegulationVersion, *, changed: frozenset[str] | None = None
) -> list[Reliance]:
    """What rests on a version, or on some of its provisions, as the applications above say."""
    said: list[tuple[Any, Any]] = reliance_requested.send(
        sender=RegulationVersion, version=version, changed=changed
    )
    return [Reliance(name, count) for _, rows in said for name, count in rows if count]


@transaction.atomic
def version_withdraw(*, version: RegulationVersion, by: User | None, reason: str) -> None:
    """Make a published version a draft again. The version before is in force as long as it would have been without it."""
    if by is not None and not may_publish(by):
        raise NotWithdrawableError("게시를 거둘 권한이 없습니다. 게시 담당자에게 요청해 주십시오.")
    regulation = Regulation.objects.select_for_update().get(pk=version.regulation_id)
    version.refresh_from_db()
    if version.state not in RegulationVersion.PUBLIC_STATES:
        raise NotWithdrawableError("게시되어 있는 판만 거둘 수 있습니다.")
    heir = version.corrects or _ended_by(regulation, version.enforcement_date)
    took_repeal = TOOK_REPEAL in version.report
    if version.state == State.REPEALED and not (took_repeal and heir):
        raise NotWithdrawableError("폐지한 판은 거둘 수 없습니다. 먼저 폐지를 거두어 주십시오.")
    resting = reliance_of(version)
    if resting:
        said = ", ".join(f"{one.name} {one.count}개" for one in resting)
        raise NotWithdrawableError(
            f"이 판을 인용하는 것이 있어 거둘 수 없습니다: {said}. 잘못 읽은 글이면 고친 파일을 같은 시행일로 올려 정정하고, "
            "효력이 없어야 하면 폐지해 주십시오."
        )
    name_give_back(version=version)
    if took_repeal and heir is not None:
        repeal_move(former=version, successor=heir)
    replaced = version.corrects
    version.state, version.published_at, version.published_by = State.DRAFT, None, None
    version.corrects, version.ends_on = None, version.repealed_date
    version.index_state = RegulationVersion.IndexState.PENDING
    version.report = version.report | {"withdrawn": reason.strip()}
    version.save()
    version.passages.all().delete()
    version.worklist_items.all().delete()
    if heir is not None:
        _go_on(heir, is_replaced=replaced is not None)
    references_read_affected(regulations=[regulation], on=localdate())
    transaction.on_commit(corpus_changed)


def _ended_by(regulation: Regulation, begins: date | None) -> RegulationVersion | None:
    """The version that ended where the withdrawn one began, unless it was repealed on that day."""
    public = regulation.versions.filter(state__in=RegulationVersion.PUBLIC_STATES)
    ended = public.filter(ends_on=begins).exclude(repealed_date=begins) if begins else public.none()
    return ended.first()


def _go_on(heir: RegulationVersion, *, is_replaced: bool) -> None:
    """Let a version be in force until the next one, or its own repeal, as if nothing had taken its place."""
    if is_replaced or heir.repealed_date is not None:
        heir.state = State.REPEALED if heir.says_repealed else State.PUBLISHED
    if heir.enforcement_date is not None:
        heir.ends_on = end_of(heir, neighbors(version=heir, begins=heir.enforcement_date).after)
    heir.save(update_fields=PLACED)
