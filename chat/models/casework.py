"""What the staff has made of a case beside its decision: searches and compositions made once more, and questions to compare."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from pgvector.django import HalfVectorField

from chat.models.answers import Answer
from portal.jobs.leases import LeasedWork, LeaseTerms
from portal.models import TimestampedModel


class Rerun(LeasedWork, TimestampedModel):
    """A search or a composition for a case, made once more by a worker. Only the staff sees it: it changes no answer.

    `sources` are the passages that a composition was given; `result` is what came of it (chat.reruns).
    """

    class Kind(models.TextChoices):
        SEARCH = "SEARCH", _("다시 찾기")
        COMPOSE = "COMPOSE", _("다시 작성")

    class State(models.TextChoices):
        PENDING = "PENDING", _("대기 중")
        RUNNING = "RUNNING", _("실행 중")
        DONE = "DONE", _("끝남")
        FAILED = "FAILED", _("실행하지 못함")

    class Stage(models.TextChoices):
        SEARCHING = "SEARCHING", _("규정을 찾는 중")
        COMPOSING = "COMPOSING", _("답변을 작성하는 중")
        VERIFYING = "VERIFYING", _("조문과 대조하는 중")
        JUDGING = "JUDGING", _("충실도를 확인하는 중")

    terms = LeaseTerms(
        waiting=State.PENDING,
        running=(State.RUNNING,),
        given_up=State.FAILED,
        given_up_error="the rerun never ended",
        most_attempts=3,
        lost_after=timedelta(seconds=45),
        task="chat.rerun_case",
        argument="rerun_id",
        related=("answer__message__in_reply_to", "answer__message__conversation"),
    )

    answer = models.ForeignKey(Answer, on_delete=models.CASCADE, related_name="reruns")
    kind = models.CharField(max_length=10, choices=Kind)
    day = models.DateField(_("기준일"))
    ordered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    sources: models.JSONField[list[int], list[int]] = models.JSONField(default=list, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.PENDING)
    stage = models.CharField(max_length=10, choices=Stage, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    result: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        default=dict, blank=True
    )

    class Meta:
        verbose_name = _("다시 찾기·다시 작성")
        verbose_name_plural = _("다시 찾기·다시 작성")
        constraints = (
            models.UniqueConstraint(
                fields=["answer"],
                condition=Q(state__in=("PENDING", "RUNNING")),
                name="rerun_one_at_a_time",
            ),
        )
        indexes = (models.Index(fields=["answer", "-created_at"], name="rerun_of_answer"),)

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.get_state_display()}"

    @property
    def is_open(self) -> bool:
        """Whether a worker has still to do something."""
        return self.state in (self.State.PENDING, self.State.RUNNING)

    def fields_at_end(self, now: datetime) -> dict[str, Any]:
        """A rerun that has ended is in no stage."""
        return super().fields_at_end(now) | {"stage": ""}


class QuestionVector(models.Model):
    """What a question means, as a vector of one embedding model: by it the staff finds questions like it.

    It goes with its answer; where only the words of a person are forgotten, it is deleted with them (chat.conversations.personal_data).
    """

    answer = models.OneToOneField(Answer, on_delete=models.CASCADE, related_name="question_vector")
    model = models.CharField(max_length=100)
    dimensions = models.PositiveIntegerField()
    vector = HalfVectorField()

    class Meta:
        verbose_name = _("질문의 벡터")
        verbose_name_plural = _("질문의 벡터")

    def __str__(self) -> str:
        return f"{self.model} {self.dimensions}"
