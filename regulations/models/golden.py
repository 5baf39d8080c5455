"""Golden sets: questions with the provisions that must be found for them, and the runs that measured it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from portal.jobs.leases import LeasedWork, LeaseTerms
from regulations.models.regulations import RegulationVersion


class GoldenSet(models.Model):
    """A named set of labelled questions; `as_of` fixes the day on which they are asked, empty for the day of the run."""

    name = models.SlugField(_("이름"), max_length=60, unique=True, allow_unicode=True)
    description = models.CharField(_("설명"), max_length=300, blank=True)
    as_of = models.DateField(_("기준일"), null=True, blank=True)

    class Meta:
        verbose_name = _("골든 세트")
        verbose_name_plural = ngettext_lazy("골든 세트", "골든 세트", 2)

    def __str__(self) -> str:
        return self.name


class GoldenQuestion(models.Model):
    """A question with its gold: `gold` must be found, `alternatives` count as found too.

    Both are lists of `{"regulation", "article", "branch", "paragraph"}` as a person writes them, so that a set survives
    amendments and goes from one installation to another.
    """

    golden_set = models.ForeignKey(GoldenSet, on_delete=models.CASCADE, related_name="questions")
    key = models.CharField(_("번호"), max_length=80)
    question = models.TextField(_("질문"))
    history: models.JSONField[list[str], list[str]] = models.JSONField(
        _("앞선 질문"), default=list, blank=True
    )
    answerable = models.BooleanField(_("답이 있음"), default=True)
    gold: models.JSONField[list[dict[str, Any]], list[dict[str, Any]]] = models.JSONField(
        _("찾아야 할 조문"), default=list, blank=True
    )
    alternatives: models.JSONField[list[dict[str, Any]], list[dict[str, Any]]] = models.JSONField(
        _("함께 맞는 조문"), default=list, blank=True
    )
    style = models.CharField(_("말투"), max_length=40, blank=True)
    topic = models.CharField(_("주제"), max_length=60, blank=True)
    origin = models.CharField(
        _("출처"), max_length=200, blank=True, help_text=_("이 질문이 나온 곳")
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("골든 질문")
        verbose_name_plural = ngettext_lazy("골든 질문", "골든 질문", 2)
        constraints = (
            models.UniqueConstraint(fields=["golden_set", "key"], name="golden_question_key"),
        )

    def __str__(self) -> str:
        return self.question[:60]


class GoldenRun(LeasedWork):
    """One measurement of a set: `draft` names the version that was tried as if it were published, `changed` the settings.

    `results` holds for each question its key, whether it was hit in the first five, the rank of the first hit, whether the
    search abstained and what was found, so that two runs can be compared question by question.
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
        # A run that was begun is not made again by itself.
        most_attempts=1,
        lost_after=timedelta(minutes=30),
        # Longer than its task may live and than a message waits to be delivered again.
        lasts=timedelta(minutes=30),
        task="regulations.run_golden",
        argument="run_id",
        since_field="created_at",
    )

    golden_set = models.ForeignKey(GoldenSet, on_delete=models.CASCADE, related_name="runs")
    draft = models.ForeignKey(
        RegulationVersion,
        verbose_name=_("미리 본 초안"),
        null=True,
        blank=True,
        # Without its draft a run would pass for one of what is live.
        on_delete=models.CASCADE,
        related_name="golden_runs",
    )
    changed: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        _("바꾸어 본 설정"), default=dict, blank=True
    )
    mode = models.CharField(max_length=10, default="hybrid")
    state = models.CharField(_("상태"), max_length=10, choices=State, default=State.PENDING)
    setup: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )
    figures: models.JSONField[dict[str, float], dict[str, float]] = models.JSONField(
        default=dict, blank=True
    )
    results: models.JSONField[list[dict[str, Any]], list[dict[str, Any]]] = models.JSONField(
        default=list, blank=True
    )
    as_of = models.DateField(null=True, blank=True)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("골든 세트 측정")
        verbose_name_plural = ngettext_lazy("골든 세트 측정", "골든 세트 측정", 2)
        indexes = (models.Index(fields=["golden_set", "-created_at"], name="golden_run_latest"),)

    def __str__(self) -> str:
        return f"{self.golden_set} {localtime(self.created_at):%Y-%m-%d %H:%M}"
