"""What went out: letters, of which neither the address of a person nor a text is kept, and events to webhooks."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from portal.jobs.leases import LeasedWork, LeaseTerms
from portal.models import TimestampedModel
from portal.privacy.sealing import SealedField


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


class Webhook(TimestampedModel):
    """A program of the university that is told of events; made and changed in the admin."""

    class Event(models.TextChoices):
        VERSION_PUBLISHED = "version.published", _("규정의 판 게시")
        ANSWER_CHANGED = "answer.corrected", _("담당자가 고치거나 철회한 답변")
        NOTICE_WRONG = "notice.wrong", _("규정과 달라진 공지")

    name = models.CharField(_("이름"), max_length=100)
    address = models.CharField(_("주소"), max_length=500)
    events = ArrayField(
        models.CharField(max_length=30, choices=Event), verbose_name=_("알릴 것"), default=list
    )
    sealed_secret = SealedField(editable=False)
    is_active = models.BooleanField(_("사용"), default=True)

    class Meta:
        verbose_name = _("웹훅")
        verbose_name_plural = ngettext_lazy("웹훅", "웹훅", 2)

    def __str__(self) -> str:
        return self.name


class WebhookDelivery(LeasedWork, TimestampedModel):
    """One event to one webhook, once under its key. It says what happened to what, never a question or a person."""

    class State(models.TextChoices):
        WAITING = "WAITING", _("대기")
        SENDING = "SENDING", _("보내는 중")
        SENT = "SENT", _("보냄")
        DEAD = "DEAD", _("포기함")

    terms = LeaseTerms(
        waiting=State.WAITING,
        running=(State.SENDING,),
        given_up=State.DEAD,
        given_up_error="the worker was lost",
        most_attempts=8,
        lost_after=timedelta(minutes=2),
        task="portal.send_webhook",
        argument="delivery_id",
        related=("webhook",),
    )

    webhook = models.ForeignKey(
        Webhook, verbose_name=_("웹훅"), on_delete=models.CASCADE, related_name="deliveries"
    )
    event = models.CharField(_("일"), max_length=30, choices=Webhook.Event)
    key = models.CharField(_("열쇠"), max_length=120)
    payload: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(_("내용"))
    state = models.CharField(_("상태"), max_length=10, choices=State, default=State.WAITING)
    sent_at = models.DateTimeField(_("보낸 때"), null=True, blank=True)

    class Meta:
        verbose_name = _("웹훅으로 보낸 것")
        verbose_name_plural = ngettext_lazy("웹훅으로 보낸 것", "웹훅으로 보낸 것", 2)
        constraints = (
            models.UniqueConstraint(fields=["webhook", "key"], name="webhook_event_once"),
        )
        indexes = (models.Index(fields=["state", "created_at"], name="webhook_delivery_state"),)

    def __str__(self) -> str:
        return f"{self.event} {self.key}"

    def fields_at_end(self, _now: datetime) -> dict[str, Any]:
        """It was not sent."""
        return {}
