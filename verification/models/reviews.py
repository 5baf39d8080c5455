"""Why an answer wants a person's look, and what people decided. Decisions are only ever added."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q, Value
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from portal.models import TimestampedModel
from regulations.models import Department


class Flag(TimestampedModel):
    """One reason to look at an answer. An answer carries each reason at most once while it is open."""

    class Reason(models.TextChoices):
        CITATION_NOT_VERIFIED = "CITATION_NOT_VERIFIED", _("확인되지 않은 인용")
        LOW_FAITHFULNESS = "LOW_FAITHFULNESS", _("낮은 충실도")
        CHECK_FAILED = "CHECK_FAILED", _("충실도 확인 실패")
        DISAGREEMENT = "DISAGREEMENT", _("규칙과 모델의 판단이 다름")
        UNSUPPORTED_ANSWER = "UNSUPPORTED_ANSWER", _("근거를 확인하지 못한 답변")
        THUMBS_DOWN = "THUMBS_DOWN", _("도움 안 됨 의견")
        PROVISION_AMENDED = "PROVISION_AMENDED", _("근거 조문 개정됨")
        VERIFIED_SUSPENDED = "VERIFIED_SUSPENDED", _("확인된 답변이 멈춤")
        ABSTAINED = "ABSTAINED", _("관련 조문이 있는데 답하지 않음")
        SAMPLED = "SAMPLED", _("표본 점검")
        REOPENED = "REOPENED", _("담당자가 다시 엶")
        HANDED_OVER = "HANDED_OVER", _("질문한 사람이 부서에 넘김")

    answer = models.ForeignKey(
        "chat.Answer", verbose_name=_("답변"), on_delete=models.CASCADE, related_name="flags"
    )
    reason = models.CharField(_("사유"), max_length=30, choices=Reason)
    detail = models.TextField(_("내용"), blank=True)
    # The office whose queue it stands in, where the asker handed the question over.
    department = models.ForeignKey(
        Department,
        null=True,
        blank=True,
        verbose_name=_("소관부서"),
        on_delete=models.SET_NULL,
        related_name="+",
    )
    resolved_at = models.DateTimeField(_("처리한 때"), null=True, blank=True)

    class Meta:
        verbose_name = _("검토 사유")
        verbose_name_plural = ngettext_lazy("검토 사유", "검토 사유", 2)
        constraints = (
            models.UniqueConstraint(
                fields=["answer", "reason"],
                condition=Q(resolved_at__isnull=True),
                name="flag_open_once_a_reason",
            ),
        )
        indexes = (models.Index(fields=["resolved_at", "created_at"], name="flag_open"),)

    def __str__(self) -> str:
        return str(self.get_reason_display())

    def was_settled_by(self, review: Review) -> bool:
        """Whether a decision had this doubt before it, and no earlier one had settled it."""
        is_open = self.resolved_at is None or self.resolved_at >= review.created_at
        return is_open and self.created_at <= review.created_at


class Assignment(TimestampedModel):
    """Who has a case in hand, until when. One row an answer; it is taken by one conditional UPDATE (verification.review.queue)."""

    answer = models.OneToOneField(
        "chat.Answer", on_delete=models.CASCADE, related_name="assignment"
    )
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="assignments"
    )
    until = models.DateTimeField(_("맡은 기한"))

    class Meta:
        verbose_name = _("맡은 사람")
        verbose_name_plural = _("맡은 사람")

    def __str__(self) -> str:
        return str(self.reviewer)


class Review(TimestampedModel):
    """What a reviewer did with a case, with the reason. Rows are never changed or deleted; the database refuses it.

    A request for a second person decides nothing: the case stays open, and the asker sees nothing of it.
    """

    class Decision(models.TextChoices):
        APPROVED = "APPROVED", _("승인")
        CORRECTED = "CORRECTED", _("수정")
        WITHDRAWN = "WITHDRAWN", _("철회")
        SECOND = "SECOND", _("2차 검토 요청")

    # What puts something else, or nothing, in the place of what was composed.
    REPLACING = (Decision.CORRECTED, Decision.WITHDRAWN)

    class Cause(models.TextChoices):
        REAL_DOUBT = "REAL_DOUBT", _("의심할 만했음(오경보 아님)")
        WORDING = "WORDING", _("같은 뜻을 다르게 씀")
        REFERENCE = "REFERENCE", _("인용 표기를 잘못 읽음")
        FIGURE = "FIGURE", _("숫자·날짜를 잘못 읽음")
        NEGATION = "NEGATION", _("부정·예외를 잘못 읽음")
        OPINION = "OPINION", _("의견이 틀림")
        OTHER = "OTHER", _("다른 까닭의 오경보")

    answer = models.ForeignKey(
        "chat.Answer", verbose_name=_("답변"), on_delete=models.PROTECT, related_name="reviews"
    )
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("담당자"),
        on_delete=models.PROTECT,
        related_name="reviews",
    )
    decision = models.CharField(_("결정"), max_length=10, choices=Decision)
    reason = models.TextField(_("이유"), blank=True)
    # Of an approval: why the answer had been doubted although it is right.
    cause = models.CharField(
        _("의심한 까닭"), max_length=20, choices=Cause, blank=True, default="", db_default=""
    )
    corrected_text = models.TextField(_("고친 답변"), blank=True)
    # When the reviewer first opened the case; what lies between is the time that it took them.
    opened_at = models.DateTimeField(_("연 때"), null=True, blank=True)
    # The citations of the corrected text as they were checked when it was saved (verification.texts.corrections).
    citations: models.JSONField[list[Any], list[Any]] = models.JSONField(
        default=list, db_default=Value([], models.JSONField()), blank=True
    )

    class Meta:
        verbose_name = _("검토 결정")
        verbose_name_plural = ngettext_lazy("검토 결정", "검토 결정", 2)

    def __str__(self) -> str:
        return str(self.get_decision_display())

    @property
    def citations_now(self) -> list[Any]:
        """Its citations as they are worth today; the text of a rule that they rest on may have been corrected since."""
        moved = max(self.later_marks.all(), key=lambda one: (one.created_at, one.pk), default=None)
        return self.citations if moved is None else moved.citations

    @property
    def decides(self) -> bool:
        """Whether the asker sees it."""
        return self.decision != self.Decision.SECOND

    @property
    def replaces(self) -> bool:
        """Whether the asker sees something else in the place of what was composed."""
        return self.decision in self.REPLACING


class CorrectionMarks(TimestampedModel):
    """The citations of a correction after a text that they name was corrected; the last row of a decision counts."""

    review = models.ForeignKey(
        Review, verbose_name=_("검토 결정"), on_delete=models.PROTECT, related_name="later_marks"
    )
    citations: models.JSONField[list[Any], list[Any]] = models.JSONField(default=list)

    class Meta:
        verbose_name = _("고친 답변의 인용")
        verbose_name_plural = _("고친 답변의 인용")

    def __str__(self) -> str:
        return str(self.review)
