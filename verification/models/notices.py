"""What a person is told, and whether by mail."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from portal.mailing.models import Letter
from portal.models import TimestampedModel


class Notice(TimestampedModel):
    """A notice to a person, sent once per `key`.

    Who asks without signing in is known by the session, as in conversations. No words of a question or an answer stand here:
    they are read from the answer, and end with it.
    """

    class Kind(models.TextChoices):
        ANSWER_CORRECTED = "ANSWER_CORRECTED", _("담당자가 답변을 고쳤습니다.")
        ANSWER_WITHDRAWN = "ANSWER_WITHDRAWN", _("담당자가 답변을 철회했습니다.")
        ANSWER_RESTORED = "ANSWER_RESTORED", _("담당자가 다시 보고 처음 답변으로 되돌렸습니다.")
        MARK_WITHDRAWN = "MARK_WITHDRAWN", _("답변의 문장에서 확인 표시를 거두었습니다.")
        VERIFIED_REPLACED = "VERIFIED_REPLACED", _("담당자가 확인했던 답변의 확인을 거두었습니다.")
        FEEDBACK_HANDLED = "FEEDBACK_HANDLED", _("보내 주신 의견을 담당자가 확인했습니다.")
        PROVISION_AMENDED = "PROVISION_AMENDED", _("답변의 근거 조문에 개정이 있습니다.")
        CASE_ASSIGNED = "CASE_ASSIGNED", _("검토할 답변을 맡았습니다.")
        SECOND_ASKED = "SECOND_ASKED", _("2차 검토 요청이 있습니다.")
        CASE_LATE = "CASE_LATE", _("검토가 목표 시간을 넘겼습니다.")
        KEPT_SUSPENDED = "KEPT_SUSPENDED", _("확인된 답변이 멈추었습니다.")
        CASES_OPENED = "CASES_OPENED", _("규정 개정으로 검토할 답변이 생겼습니다.")
        DAY_SUMMARY = "DAY_SUMMARY", _("하루의 검토 현황입니다.")

    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="notices"
    )
    session_key = models.CharField(max_length=40, blank=True)
    kind = models.CharField(max_length=20, choices=Kind)
    key = models.CharField(max_length=120)
    url = models.CharField(max_length=300)
    answer = models.ForeignKey(
        "chat.Answer", null=True, on_delete=models.CASCADE, related_name="notices"
    )
    figures: models.JSONField[dict[str, int], dict[str, int]] = models.JSONField(
        default=dict, blank=True
    )
    read_at = models.DateTimeField(null=True, blank=True)
    letter = models.ForeignKey(Letter, null=True, on_delete=models.SET_NULL, related_name="notices")

    class Meta:
        verbose_name = _("알림")
        verbose_name_plural = _("알림")
        constraints = (
            models.UniqueConstraint(
                fields=["recipient", "session_key", "key"],
                name="notice_once",
                nulls_distinct=False,
            ),
            models.CheckConstraint(
                condition=Q(recipient__isnull=False, session_key="")
                | Q(recipient__isnull=True) & ~Q(session_key=""),
                name="notice_has_one_recipient",
            ),
        )
        indexes = (
            models.Index(fields=["recipient", "created_at"], name="notice_recipient"),
            # The counter in the header of every page.
            models.Index(
                fields=["recipient", "session_key"],
                condition=Q(read_at__isnull=True),
                name="notice_unread",
            ),
        )

    def __str__(self) -> str:
        return str(self.get_kind_display())


class NoticePreference(models.Model):
    """Whether a person gets a digest by mail, and in which language; without a row it is daily and Korean."""

    class Mail(models.TextChoices):
        NONE = "NONE", _("메일 받지 않음")
        DAILY = "DAILY", _("하루 한 번")
        IMMEDIATE = "IMMEDIATE", _("바로")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_preference"
    )
    mail = models.CharField(_("메일"), max_length=10, choices=Mail, default=Mail.DAILY)
    language = models.CharField(max_length=7, default="ko")

    class Meta:
        verbose_name = _("알림 설정")
        verbose_name_plural = _("알림 설정")

    def __str__(self) -> str:
        return str(self.get_mail_display())
