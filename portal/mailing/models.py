"""That a letter was sent. No address of a person, no text: only under which key, when, and how it went."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from portal.jobs.leases import LeasedWork, LeaseTerms
from portal.models import TimestampedModel


class Letter(LeasedWork, TimestampedModel):
    """One letter. `key` says which, so that the same is never sent twice; `to` is empty where it went to a person.

    One that was interrupted while it was sent may have arrived, and is not sent again. One that the server did not take is
    sent again by whoever ordered it.
    """

    class State(models.TextChoices):
        SENDING = "SENDING", _("보내는 중이거나 중단됨")
        SENT = "SENT", _("보냄")
        REFUSED = "REFUSED", _("메일 서버가 받지 않음")
        UNKNOWN = "UNKNOWN", _("도착했는지 알 수 없음")

    terms = LeaseTerms(
        waiting=State.REFUSED,
        running=(State.SENDING,),
        given_up=State.UNKNOWN,
        given_up_error="the worker was lost",
        most_attempts=5,
        lost_after=timedelta(hours=1),
    )

    key = models.CharField(_("열쇠"), max_length=120, unique=True)
    to = models.EmailField(_("받는 주소"), blank=True)
    state = models.CharField(_("상태"), max_length=10, choices=State, default=State.SENDING)
    sent_at = models.DateTimeField(_("보낸 때"), null=True, blank=True)

    class Meta:
        verbose_name = _("보낸 메일")
        verbose_name_plural = ngettext_lazy("보낸 메일", "보낸 메일", 2)

    def __str__(self) -> str:
        return self.key

    @classmethod
    def free(cls, _now: datetime) -> Q:
        """Only what the server did not take."""
        return Q(state=cls.State.REFUSED, attempts__lt=cls.terms.most_attempts)

    @classmethod
    def spent(cls) -> Q:
        """One that was interrupted, at whichever attempt."""
        return Q(state=cls.State.SENDING)

    def fields_at_end(self, _now: datetime) -> dict[str, Any]:
        """Whether and when it left is not known."""
        return {}
