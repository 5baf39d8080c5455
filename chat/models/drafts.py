"""Questions tried against a draft that is on public notice."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from portal.jobs.leases import LeasedWork, LeaseTerms
from regulations.models import AdvanceNotice


class DraftTrial(LeasedWork):
    """`played` questions were searched for without and with the draft; `differing` holds those that lead elsewhere."""

    class State(models.TextChoices):
        PENDING = "PENDING", _("대기")
        RUNNING = "RUNNING", _("견주는 중")
        DONE = "DONE", _("끝남")
        FAILED = "FAILED", _("실패")

    terms = LeaseTerms(
        waiting=State.PENDING,
        running=(State.RUNNING,),
        given_up=State.FAILED,
        given_up_error="the worker was lost",
        most_attempts=2,
        lost_after=timedelta(minutes=30),
        # Longer than its task may live.
        lasts=timedelta(minutes=30),
        task="chat.rerun_draft",
        argument="trial_id",
        since_field="created_at",
        related=("notice__version__regulation",),
    )

    notice = models.OneToOneField(
        AdvanceNotice, verbose_name=_("사전공고"), on_delete=models.CASCADE, related_name="trial"
    )
    state = models.CharField(_("상태"), max_length=8, choices=State, default=State.PENDING)
    played = models.PositiveIntegerField(_("견준 질문"), default=0)
    differing: models.JSONField[list[dict[str, Any]], list[dict[str, Any]]] = models.JSONField(
        _("달라지는 질문"), default=list
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("초안으로 견준 질문")
        verbose_name_plural = _("초안으로 견준 질문")

    def __str__(self) -> str:
        return f"{self.notice} {self.state}"
