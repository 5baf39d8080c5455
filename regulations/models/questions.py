"""Questions that belong to provisions: what somebody would ask to be led there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy
from pgvector.django import HalfVectorField

from portal.jobs.leases import LeasedWork, LeaseTerms
from regulations.models.regulations import Regulation, RegulationVersion
from regulations.text.locators import Locator


class PassageQuestion(models.Model):
    """A question that leads to a provision, whatever the version: an amendment elsewhere leaves it where it is.

    `locator_key` is that of an article or an attachment; `content_hash` is of the text for which a model wrote it. Words
    and vector are made by a worker (regulations.search.questions.indexing); one that is not ACTIVE leads nowhere.
    """

    class Origin(models.TextChoices):
        MODEL = "MODEL", _("모델이 씀")
        STAFF = "STAFF", _("담당자가 붙임")
        STUDENT = "STUDENT", _("학생이 알려 줌")
        GOLDEN = "GOLDEN", _("골든 세트")

    class State(models.TextChoices):
        ACTIVE = "ACTIVE", _("쓰는 중")
        PENDING = "PENDING", _("확인 대기")
        REFUSED = "REFUSED", _("쓰지 않음")

    regulation = models.ForeignKey(
        Regulation, verbose_name=_("규정"), on_delete=models.CASCADE, related_name="questions"
    )
    locator_key = models.CharField(_("자리"), max_length=120)
    text = models.CharField(_("질문"), max_length=300)
    origin = models.CharField(_("출처"), max_length=8, choices=Origin, default=Origin.STAFF)
    state = models.CharField(_("상태"), max_length=8, choices=State, default=State.ACTIVE)
    content_hash = models.CharField(max_length=64, blank=True, editable=False)
    tokens = SearchVectorField(null=True, editable=False)
    tokenizer = models.CharField(max_length=40, blank=True, editable=False)
    model = models.CharField(max_length=100, blank=True, editable=False)
    vector = HalfVectorField(null=True, editable=False)
    created_at = models.DateTimeField(_("더한 때"), auto_now_add=True)

    class Meta:
        verbose_name = _("조문의 질문")
        verbose_name_plural = ngettext_lazy("조문의 질문", "조문의 질문", 2)
        constraints = (
            models.UniqueConstraint(
                fields=["regulation", "locator_key", "text"], name="passage_question_unique"
            ),
        )
        indexes = (
            GinIndex(fields=["tokens"], name="passage_question_tokens"),
            models.Index(fields=["state", "origin"], name="passage_question_state"),
        )

    def __str__(self) -> str:
        return self.text

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Let words and vector be made anew, of whatever the text is now."""
        self.tokenizer = ""
        super().save(*args, **kwargs)

    @property
    def place_label(self) -> str:
        """The provision as it is cited in its regulation."""
        return Locator.of_passage(self.locator_key).label


class QuestionRun(LeasedWork):
    """A version for whose articles a model writes questions; `done` of `total` articles are through."""

    class State(models.TextChoices):
        PENDING = "PENDING", _("대기")
        RUNNING = "RUNNING", _("쓰는 중")
        DONE = "DONE", _("끝남")
        FAILED = "FAILED", _("실패")

    terms = LeaseTerms(
        waiting=State.PENDING,
        running=(State.RUNNING,),
        given_up=State.FAILED,
        given_up_error="the worker was lost",
        most_attempts=3,
        lost_after=timedelta(minutes=10),
        lasts=timedelta(minutes=10),
        # No task: beat orders the next turn for all runs that wait (regulations.repair_index).
        since_field="created_at",
        related=("version__regulation",),
    )

    version = models.OneToOneField(
        RegulationVersion,
        verbose_name=_("판"),
        on_delete=models.CASCADE,
        related_name="question_run",
    )
    state = models.CharField(_("상태"), max_length=8, choices=State, default=State.PENDING)
    done = models.PositiveIntegerField(_("마친 조문"), default=0)
    total = models.PositiveIntegerField(_("조문"), default=0)
    written = models.PositiveIntegerField(_("쓴 질문"), default=0)
    created_at = models.DateTimeField(_("시작한 때"), auto_now_add=True)
    finished_at = models.DateTimeField(_("끝난 때"), null=True, blank=True)

    class Meta:
        verbose_name = _("질문 쓰기")
        verbose_name_plural = ngettext_lazy("질문 쓰기", "질문 쓰기", 2)

    def __str__(self) -> str:
        return f"{self.version} {self.done}/{self.total}"
