"""That a letter was sent. No address of a person, no text: only under which key, when, and how it went."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from portal.models import TimestampedModel


class Letter(TimestampedModel):
    """One letter. `key` says which, so that the same is never sent twice; `to` is empty where it went to a person.

    One that stays at SENDING was interrupted: nobody knows whether it arrived, and it is not sent again.
    """

    class State(models.TextChoices):
        SENDING = "SENDING", _("보내는 중이거나 중단됨")
        SENT = "SENT", _("보냄")
        REFUSED = "REFUSED", _("메일 서버가 받지 않음")
        UNKNOWN = "UNKNOWN", _("도착했는지 알 수 없음")

    key = models.CharField(_("열쇠"), max_length=120, unique=True)
    to = models.EmailField(_("받는 주소"), blank=True)
    state = models.CharField(_("상태"), max_length=10, choices=State, default=State.SENDING)
    attempts = models.PositiveSmallIntegerField(_("시도한 횟수"), default=1)
    error = models.CharField(_("오류"), max_length=300, blank=True)
    sent_at = models.DateTimeField(_("보낸 때"), null=True, blank=True)

    class Meta:
        verbose_name = _("보낸 메일")
        verbose_name_plural = ngettext_lazy("보낸 메일", "보낸 메일", 2)

    def __str__(self) -> str:
        return self.key
