"""What the checks found: one `Verification` an answer, one row a citation, one row a claim."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from portal.jobs.leases import LeasedWork, LeaseTerms
from portal.models import TimestampedModel
from verification.citations.states import CitationStatus, Verdict


class Verification(LeasedWork, TimestampedModel):
    """The synchronous check (citations, grounding) and the asynchronous one (faithfulness) of one answer.

    `faithfulness` stays NOT_CHECKED until the asynchronous check has a result; `score` is empty unless something was
    measured: there is no made-up value.
    """

    class Faithfulness(models.TextChoices):
        NOT_CHECKED = "NOT_CHECKED", _("확인 안 됨")
        FAITHFUL = "FAITHFUL", _("충실도 확인 완료")
        PARTLY = "PARTLY", _("일부만 확인됨")
        UNFAITHFUL = "UNFAITHFUL", _("근거와 다름")

    class CheckState(models.TextChoices):
        PENDING = "PENDING", _("대기 중")
        RUNNING = "RUNNING", _("확인 중")
        DONE = "DONE", _("끝남")
        FAILED = "FAILED", _("실행하지 못함")
        NOT_NEEDED = "NOT_NEEDED", _("확인할 주장 없음")

    class Method(models.TextChoices):
        RULES = "RULES", _("규칙")
        MODEL = "MODEL", _("모델")

    # Of the asynchronous check.
    terms = LeaseTerms(
        state_field="check_state",
        waiting=CheckState.PENDING,
        running=(CheckState.RUNNING,),
        given_up=CheckState.FAILED,
        given_up_error="the check never ended",
        most_attempts=5,
        lost_after=timedelta(seconds=60),
        task="verification.check_faithfulness",
        argument="answer_id",
        key="answer_id",
    )

    answer = models.OneToOneField(
        "chat.Answer", verbose_name=_("답변"), on_delete=models.CASCADE, related_name="verification"
    )
    original_text = models.TextField(_("처음 글"), blank=True)
    corrected_text = models.TextField(_("고친 글"), blank=True)
    confidence = models.FloatField(_("확신"), null=True, blank=True)
    accuracy_rate = models.FloatField(_("일치한 인용의 비율"), null=True, blank=True)
    grounding_score = models.FloatField(_("대조 점수"), null=True, blank=True)
    variants: models.JSONField[list[Any], list[Any]] = models.JSONField(
        _("버린 답변"), default=list, blank=True
    )
    confidence_threshold = models.FloatField(_("확신의 기준"), null=True, blank=True)
    pairs_prompt_hash = models.CharField(_("인용별 확인의 프롬프트"), max_length=64, blank=True)
    pairs_error = models.CharField(_("인용별 모델 확인을 못 한 까닭"), max_length=300, blank=True)
    faithfulness = models.CharField(
        _("충실도"), max_length=12, choices=Faithfulness, default=Faithfulness.NOT_CHECKED
    )
    score = models.FloatField(_("충실도 점수"), null=True, blank=True)
    method = models.CharField(_("확인한 방법"), max_length=10, choices=Method, blank=True)
    model = models.CharField(_("모델"), max_length=100, blank=True)
    prompt_hash = models.CharField(_("프롬프트"), max_length=64, blank=True)
    check_state = models.CharField(
        _("확인의 진행"), max_length=12, choices=CheckState, default=CheckState.PENDING
    )
    # The columns have the names that the release before writes.
    attempts = models.PositiveSmallIntegerField(
        _("확인을 시도한 횟수"), default=0, db_default=0, db_column="check_attempts"
    )
    lease_until = models.DateTimeField(
        _("맡은 기한"), null=True, blank=True, db_column="check_lease_until"
    )
    checked_at = models.DateTimeField(_("확인한 때"), null=True, blank=True)
    error = models.CharField(
        _("확인하지 못한 까닭"), max_length=300, blank=True, db_column="check_error"
    )

    class Meta:
        verbose_name = _("검증")
        verbose_name_plural = ngettext_lazy("검증", "검증", 2)
        constraints = (
            models.CheckConstraint(
                condition=Q(faithfulness="NOT_CHECKED") | Q(check_state="DONE"),
                name="verification_result_only_when_done",
            ),
            models.CheckConstraint(
                condition=Q(score__isnull=True) | Q(check_state="DONE"),
                name="verification_score_only_when_done",
            ),
        )
        indexes = (
            models.Index(fields=["check_state", "created_at"], name="verification_state"),
            # What was checked late belongs to a day that was counted already (chat.insights.dashboard).
            models.Index(fields=["checked_at"], name="verification_checked"),
        )

    def __str__(self) -> str:
        return self.get_faithfulness_display()

    @property
    def shown_check_state(self) -> str:
        """How far the check is, for people: one that was put off until the judge has calls again is not "being checked"."""
        is_put_off = self.check_state == self.CheckState.PENDING and self.lease_until is not None
        return "DEFERRED" if is_put_off else self.check_state

    @property
    def lacks_pairs(self) -> bool:
        """Whether the model was asked about the pairs and did not answer, or left one out."""
        return bool(self.pairs_error) or any(
            row.model_reason and row.model_verdict == Verdict.NOT_CHECKED
            for row in self.checks_in_order
        )

    @property
    def can_be_read_again(self) -> bool:
        """Whether the second reading is over or put off; one that is under way is left to its worker."""
        return self.shown_check_state in (
            self.CheckState.DONE,
            self.CheckState.FAILED,
            "DEFERRED",
        )

    @property
    def checks_in_order(self) -> list[CitationCheck]:
        """The citations as they follow one another in the answer, prefetched or not; an update moves rows of a table."""
        return sorted(self.citation_checks.all(), key=lambda check: check.position)

    def fields_at_end(self, _now: datetime) -> dict[str, Any]:
        """A check that was given up was never made: it has no time."""
        return {}


class CitationCheck(models.Model):
    """One (statement, citation) pair of the answer as the composer wrote it, also where it was taken out."""

    class Action(models.TextChoices):
        KEPT = "KEPT", _("그대로 둠")
        COMPLETED = "COMPLETED", _("보완함")
        GENERALIZED = "GENERALIZED", _("일반 표현으로 바꿈")
        REMOVED = "REMOVED", _("뺌")
        MARKED = "MARKED", _("확인 필요로 표시함")

    verification = models.ForeignKey(
        Verification, on_delete=models.CASCADE, related_name="citation_checks"
    )
    position = models.PositiveSmallIntegerField(_("순서"))
    statement = models.TextField()
    citation_text = models.CharField(_("쓰인 그대로"), max_length=300)
    citation_number = models.PositiveSmallIntegerField(null=True, blank=True)
    version = models.ForeignKey(
        "regulations.RegulationVersion",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    regulation_title = models.CharField(max_length=200, blank=True)
    locator_key = models.CharField(max_length=120, blank=True)
    status = models.CharField(_("상태"), max_length=20, choices=CitationStatus)
    verdict = models.CharField(
        _("판정"), max_length=15, choices=Verdict, default=Verdict.NOT_CHECKED
    )
    action = models.CharField(_("한 일"), max_length=12, choices=Action)
    reason = models.TextField(_("이유"), blank=True)
    evidence = models.TextField(blank=True)
    confidence = models.FloatField(null=True, blank=True)
    # What a language model says of the same pair, later; `verdict` is what the rules said before it was shown.
    model_verdict = models.CharField(
        _("모델의 판단"), max_length=15, choices=Verdict, default=Verdict.NOT_CHECKED
    )
    model_confidence = models.FloatField(null=True, blank=True)
    model_reason = models.TextField(blank=True)

    class Meta:
        verbose_name = _("인용 확인")
        verbose_name_plural = ngettext_lazy("인용 확인", "인용 확인", 2)
        constraints = (
            models.UniqueConstraint(
                fields=["verification", "position"], name="citation_check_position_unique"
            ),
        )

    def __str__(self) -> str:
        return f"{self.citation_text} {self.status}"

    @property
    def final_verdict(self) -> Verdict:
        """The verdict that counts after the second reading: that of the mark which is shown."""
        heard = {self.verdict, self.model_verdict} - {Verdict.NOT_CHECKED}
        if not heard:
            return Verdict.NOT_CHECKED
        if self.status == CitationStatus.VERIFIED:
            return Verdict.SUPPORTED
        is_open = heard <= {Verdict.NOT_IN_CONTEXT, Verdict.SUPPORTED}
        return Verdict.NOT_IN_CONTEXT if is_open else Verdict.CONTRADICTED


class ClaimCheck(models.Model):
    """One claim of the answer as shown, with the verdict of the asynchronous check."""

    verification = models.ForeignKey(
        Verification, on_delete=models.CASCADE, related_name="claim_checks"
    )
    position = models.PositiveSmallIntegerField(_("순서"))
    claim = models.TextField(_("주장"))
    verdict = models.CharField(
        _("판정"), max_length=15, choices=Verdict, default=Verdict.NOT_CHECKED
    )
    reason = models.TextField(_("이유"), blank=True)
    evidence = models.TextField(blank=True)
    evidence_locator = models.CharField(max_length=300, blank=True)
    score = models.FloatField(null=True, blank=True)
    method = models.CharField(_("확인한 방법"), max_length=10, choices=Verification.Method)

    class Meta:
        verbose_name = _("주장 확인")
        verbose_name_plural = ngettext_lazy("주장 확인", "주장 확인", 2)
        constraints = (
            models.UniqueConstraint(
                fields=["verification", "position"], name="claim_check_position_unique"
            ),
        )

    def __str__(self) -> str:
        return f"{self.claim[:40]} {self.verdict}"
