"""Drafts that are shown to the public before they are in force (사전공고), and what people remark on them."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from regulations.models.regulations import RegulationVersion


class AdvanceNotice(models.Model):
    """A draft on public notice from `opened_on` until the end of `remarks_until`, unless it is taken back before.

    The draft stays a draft: it is in no index, and nothing is answered from it. It is published from its own page.
    """

    version = models.ForeignKey(
        RegulationVersion,
        verbose_name=_("초안"),
        # Where and how long a rule was on notice stays to be shown.
        on_delete=models.PROTECT,
        related_name="advance_notices",
    )
    explanation = models.TextField(_("취지와 주요 내용"), max_length=4000)
    opened_on = models.DateField(_("공고한 날"))
    remarks_until = models.DateField(_("의견을 받는 마지막 날"))
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("공고한 사람"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(_("거둔 때"), null=True, blank=True)
    withdrawn_reason = models.CharField(_("거둔 이유"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("사전공고")
        verbose_name_plural = _("사전공고")
        constraints = (
            models.UniqueConstraint(
                fields=["version"],
                condition=Q(withdrawn_at__isnull=True),
                name="advance_notice_once_a_draft",
            ),
            models.CheckConstraint(
                condition=Q(remarks_until__gte=models.F("opened_on")),
                name="advance_notice_ends_after_it_begins",
            ),
        )
        indexes = (models.Index(fields=["remarks_until"], name="advance_notice_until"),)

    def __str__(self) -> str:
        return f"{self.version} {self.opened_on}"

    @property
    def is_published(self) -> bool:
        """Whether the draft was put in force."""
        return self.version.state != RegulationVersion.State.DRAFT

    def takes_remarks(self, on: date) -> bool:
        """Whether remarks are taken on a day."""
        return self.withdrawn_at is None and not self.is_published and on <= self.remarks_until


class NoticeRemark(models.Model):
    """What somebody remarked, with personal data masked; who it was is stored nowhere. Shown once the office has read it."""

    class From(models.TextChoices):
        STUDENT = "STUDENT", _("학생")
        FACULTY = "FACULTY", _("교원")
        STAFF = "STAFF", _("직원")
        OTHER = "OTHER", _("그 밖")

    class State(models.TextChoices):
        WAITING = "WAITING", _("확인 전")
        SHOWN = "SHOWN", _("공개")
        HIDDEN = "HIDDEN", _("비공개")

    notice = models.ForeignKey(AdvanceNotice, on_delete=models.CASCADE, related_name="remarks")
    said_by = models.CharField(_("의견을 낸 사람"), max_length=8, choices=From)
    text = models.TextField(_("의견"), max_length=2000)
    created_at = models.DateTimeField(_("낸 때"), auto_now_add=True)
    state = models.CharField(_("상태"), max_length=8, choices=State, default=State.WAITING)
    reply = models.TextField(_("처리 결과"), max_length=2000, blank=True)
    decided_at = models.DateTimeField(_("확인한 때"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = _("사전공고 의견")
        verbose_name_plural = _("사전공고 의견")
        indexes = (models.Index(fields=["notice", "state"], name="notice_remark_state"),)

    def __str__(self) -> str:
        return self.text[:60]
