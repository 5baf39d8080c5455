"""The thesaurus as admins edit it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from portal.jobs.leases import LeasedWork, LeaseTerms
from regulations.text.thesaurus import InvalidEntryError, SynonymEntry, parse_entry


class ThesaurusEntry(models.Model):
    """One line of the thesaurus, `학비, 수업료 = 등록금`; `built_in` is the line it came with, empty for an admin's own.

    A built-in entry that an admin changed or switched off stays as it is when the built-in entries are loaded again.
    """

    MAX_LENGTH = 500

    line = models.CharField(
        _("낱말"),
        max_length=MAX_LENGTH,
        unique=True,
        help_text=_(
            "말하는 낱말, … | 함께 나오는 낱말, … = 규정의 낱말, …  (| 부분은 없어도 됩니다)"
        ),
    )
    built_in = models.CharField(max_length=MAX_LENGTH, blank=True, editable=False, db_index=True)
    is_enabled = models.BooleanField(_("사용"), default=True)
    changed_at = models.DateTimeField(_("고친 때"), auto_now=True)

    class Meta:
        verbose_name = _("동의어")
        verbose_name_plural = _("동의어")

    def __str__(self) -> str:
        return self.line

    def clean(self) -> None:
        """Refuse a line that cannot be read; however it is spaced, an entry is written in one way."""
        try:
            self.line = parse_entry(self.line).line
        except InvalidEntryError as error:
            raise ValidationError(
                {"line": _("‘낱말 = 규정의 낱말’ 꼴로 적어 주십시오.")}
            ) from error

    @property
    def entry(self) -> SynonymEntry:
        """The line, read."""
        return parse_entry(self.line)


class ThesaurusTrial(LeasedWork):
    """A change of the thesaurus that is looked at before it goes live.

    `lines` is the change as it was typed, `- ` before a line that goes. `golden` compares each golden set before and with
    it; `real` are those of the latest questions of people (`real_count` of them) that would get other sources.
    """

    class State(models.TextChoices):
        PENDING = "PENDING", _("대기")
        RUNNING = "RUNNING", _("재는 중")
        DONE = "DONE", _("끝남")
        FAILED = "FAILED", _("실패")

    terms = LeaseTerms(
        waiting=State.PENDING,
        running=(State.RUNNING,),
        given_up=State.FAILED,
        given_up_error="the worker was lost",
        # A trial that was begun is not made again by itself.
        most_attempts=1,
        lost_after=timedelta(minutes=30),
        # Longer than its task may live and than a message waits to be delivered again.
        lasts=timedelta(minutes=30),
        task="regulations.try_thesaurus",
        argument="trial_id",
        since_field="created_at",
    )

    lines = models.TextField(_("바꿀 동의어"))
    state = models.CharField(_("상태"), max_length=10, choices=State, default=State.PENDING)
    golden: models.JSONField[list[dict[str, Any]], list[dict[str, Any]]] = models.JSONField(
        default=list, blank=True
    )
    real: models.JSONField[list[dict[str, Any]], list[dict[str, Any]]] = models.JSONField(
        default=list, blank=True
    )
    real_count = models.PositiveIntegerField(default=0)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(_("시작한 때"), auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    applied_at = models.DateTimeField(_("반영한 때"), null=True, blank=True)

    class Meta:
        verbose_name = _("동의어 미리 재기")
        verbose_name_plural = ngettext_lazy("동의어 미리 재기", "동의어 미리 재기", 2)

    def __str__(self) -> str:
        return f"{self.lines.splitlines()[0][:60]} ({localtime(self.created_at):%Y-%m-%d %H:%M})"
