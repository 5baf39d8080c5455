"""Work on rows: a worker leases a row, and whoever comes back too late writes over nobody's result.

Every step is one conditional UPDATE. A lease counts `attempts` up, and its worker writes only while the row is leased until when
it has leased it, by the same count: work that is ordered again counts from 0, and is leased until another moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, Self, cast

import structlog
from django.conf import settings
from django.db import models, transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from portal.jobs.signals import work_given_up

logger = structlog.get_logger(__name__)

# A lease that was extended a moment ago is not written again.
_WORTH_EXTENDING = timedelta(seconds=10)


@dataclass(frozen=True, kw_only=True)
class LeaseTerms:
    """How one kind of work is leased, and how it is repaired."""

    waiting: str
    # A lease sets the first of them.
    running: tuple[str, ...]
    # The state and the error of work that was tried too often.
    given_up: str
    given_up_error: str
    most_attempts: int
    # Below this age a row that waits may still have its message.
    lost_after: timedelta
    # The task that repair sends, and how it names the row; empty where the work is ordered again without repair.
    task: str = ""
    argument: str = ""
    key: str = "pk"
    state_field: str = "state"
    since_field: str = "updated_at"
    # What is read with a leased row.
    related: tuple[str, ...] = ()
    # None: LEASE_SECONDS. Longer where the task may take longer.
    lasts: timedelta | None = None

    def until(self, now: datetime) -> datetime:
        """When a lease that begins now runs out."""
        return now + (self.lasts or timedelta(seconds=settings.LEASE_SECONDS))


class LeasedWork(models.Model):
    """A row that is work for one worker at a time. Subclasses give the field of their state and their `terms`."""

    attempts = models.PositiveSmallIntegerField(_("시도한 횟수"), default=0, db_default=0)
    lease_until = models.DateTimeField(_("맡은 기한"), null=True, blank=True)
    error = models.CharField(_("오류"), max_length=300, blank=True)

    terms: ClassVar[LeaseTerms]

    class Meta:
        abstract = True

    @classmethod
    def lease(cls, *, now: datetime, **which: Any) -> Self | None:
        """Take the row that `which` names; None where another worker has it or it is finished."""
        terms = cls.terms
        taken = (
            cls._rows()
            .filter(cls.free(now), **which)
            .update(
                **{terms.state_field: terms.running[0]},
                lease_until=terms.until(now),
                attempts=F("attempts") + 1,
            )
        )
        if not taken:
            return None
        return cls._rows().select_related(*terms.related).get(**which)

    @classmethod
    def stalled(cls, now: datetime) -> QuerySet[Self]:
        """The rows that nobody works on: their message was lost, or their worker died."""
        terms = cls.terms
        lost = Q(lease_until=None) & Q((f"{terms.since_field}__lt", now - terms.lost_after))
        open_ = Q((f"{terms.state_field}__in", (terms.waiting, *terms.running)))
        return cls._rows().filter(open_, lost | Q(lease_until__lt=now))

    @classmethod
    def free(cls, now: datetime) -> Q:
        """What may be leased: waiting rows, and those of a dead worker that were not tried too often."""
        terms = cls.terms
        running = Q((f"{terms.state_field}__in", terms.running))
        over = Q(lease_until=None) | Q(lease_until__lt=now)
        return Q((terms.state_field, terms.waiting)) | (running & over & ~cls.spent())

    @classmethod
    def spent(cls) -> Q:
        """Stalled rows that are given up, not sent again."""
        return Q(attempts__gte=cls.terms.most_attempts)

    def own(self) -> QuerySet[Self]:
        """The row, as long as this worker has it."""
        if self.lease_until is None:
            return self._rows().none()
        under_way = Q((f"{self.terms.state_field}__in", self.terms.running))
        return self._rows().filter(
            under_way, pk=self.pk, attempts=self.attempts, lease_until=self.lease_until
        )

    def extend(self, *, now: datetime, only: Q | None = None, **fields: Any) -> bool:
        """Keep the row for longer, with changed fields; False where it is another worker's, or not as `only` wants it."""
        until = self.terms.until(now)
        own = self.own() if only is None else self.own().filter(only)
        if not fields and self.lease_until and until - self.lease_until < _WORTH_EXTENDING:
            return own.exists()
        if not own.update(lease_until=until, **fields):
            return False
        self.lease_until = until
        return True

    def release(
        self,
        *,
        state: str | None = None,
        until: datetime | None = None,
        is_counted: bool = True,
        **fields: Any,
    ) -> bool:
        """Give the row back: not to be sent before `until`, and not counted as an attempt where it was none."""
        return self._end(
            self.own(),
            state or self.terms.waiting,
            lease_until=until,
            **({} if is_counted else {"attempts": F("attempts") - 1}),
            **fields,
        )

    def finish(self, *, state: str, **fields: Any) -> bool:
        """Store the result; False where another worker has taken the row over."""
        return self._end(self.own(), state, **{"error": ""} | fields)

    def fail(self, error: str, *, state: str, **fields: Any) -> bool:
        """End the row without a result; False where another worker has taken it over."""
        return self._end(self.own(), state, error=error, **fields)

    @transaction.atomic
    def give_up(self, now: datetime) -> None:
        """End stalled work that was tried too often, and tell whoever listens to `work_given_up`."""
        terms = self.terms
        fields = {"error": terms.given_up_error} | self.fields_at_end(now)
        rows = self.stalled(now).filter(pk=self.pk, attempts=self.attempts)
        if self._end(rows, terms.given_up, **fields):
            logger.warning("work_given_up", kind=self._meta.label, pk=str(self.pk))
            self.refresh_from_db()
            work_given_up.send(sender=type(self), work=self)

    def fields_at_end(self, now: datetime) -> dict[str, Any]:
        """What else is set where work is given up."""
        return {"finished_at": now}

    @classmethod
    def _rows(cls) -> QuerySet[Self]:
        return cls._default_manager.all()

    def _end(self, rows: QuerySet[Self], state: str, **fields: Any) -> bool:
        if "error" in fields:
            longest = cast("models.Field[Any, Any]", self._meta.get_field("error")).max_length
            fields["error"] = fields["error"][:longest]
        return bool(rows.update(**{self.terms.state_field: state, "lease_until": None} | fields))
