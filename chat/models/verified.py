"""Answers that the staff confirmed and that are kept for the questions that they answer."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from chat.models.answers import Answer
from portal.models import TimestampedModel
from regulations.models import Regulation


class VerifiedAnswer(TimestampedModel):
    """A confirmed answer with the questions for which it is shown first.

    From `suspended_from` on it is shown to nobody until a person has looked at it again: a cited provision is another one
    from that day on, or the last check before showing it failed. `retired_at` ends it for good. From `replaced_at` on the staff
    say otherwise: nobody who was shown it reads any more that they confirmed it.
    """

    source = models.ForeignKey(
        Answer, null=True, blank=True, on_delete=models.SET_NULL, related_name="kept"
    )
    sentences: models.JSONField[list[str], list[str]] = models.JSONField(_("문장"), default=list)
    kept_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    suspended_from = models.DateField(_("멈춘 날"), null=True, blank=True)
    suspended_reason = models.TextField(_("멈춘 까닭"), blank=True)
    retired_at = models.DateTimeField(_("그만 쓴 때"), null=True, blank=True)
    replaced_at = models.DateTimeField(_("바꾸거나 철회한 때"), null=True, blank=True)
    uses = models.PositiveIntegerField(_("쓰인 횟수"), default=0)
    last_used_at = models.DateTimeField(_("마지막으로 쓰인 때"), null=True, blank=True)

    class Meta:
        verbose_name = _("확인된 답변")
        verbose_name_plural = _("확인된 답변")
        constraints = (
            models.UniqueConstraint(
                fields=["source"],
                condition=Q(retired_at__isnull=True),
                name="verified_answer_once_a_source",
            ),
        )

    def __str__(self) -> str:
        return " ".join(self.sentences)[:80]

    def is_shown(self, *, on: date) -> bool:
        """Whether it may be shown on a day; its citations are checked again all the same."""
        return self.retired_at is None and (self.suspended_from is None or on < self.suspended_from)


class VerifiedPhrasing(models.Model):
    """A question in the words in which it is asked. The two keys are computed from the text (chat.verified_answers.matching)."""

    verified = models.ForeignKey(VerifiedAnswer, on_delete=models.CASCADE, related_name="phrasings")
    text = models.TextField(_("질문"))
    text_key = models.CharField(max_length=64, db_index=True)
    sense_key = models.CharField(max_length=64, db_index=True)

    class Meta:
        verbose_name = _("질문의 표현")
        verbose_name_plural = _("질문의 표현")
        constraints = (
            models.UniqueConstraint(fields=["verified", "text_key"], name="verified_phrasing_once"),
        )

    def __str__(self) -> str:
        return self.text[:80]


class VerifiedCitation(models.Model):
    """A provision that a verified answer rests on; `text_hash` is its text when a person confirmed the answer.

    `sentence` counts from 1; 0 where the sentences name their provisions in their own words.
    """

    verified = models.ForeignKey(VerifiedAnswer, on_delete=models.CASCADE, related_name="citations")
    sentence = models.PositiveSmallIntegerField()
    regulation = models.ForeignKey(Regulation, on_delete=models.CASCADE, related_name="+")
    locator_key = models.CharField(max_length=120)
    label = models.CharField(_("조문"), max_length=300)
    text_hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("근거 조문")
        verbose_name_plural = _("근거 조문")
        ordering = ("sentence", "pk")

    def __str__(self) -> str:
        return self.label


class VerifiedUse(models.Model):
    """An answer in whose place a verified one was shown: whom to tell when that is withdrawn or replaced."""

    verified = models.ForeignKey(VerifiedAnswer, on_delete=models.CASCADE, related_name="used_in")
    answer = models.OneToOneField(Answer, on_delete=models.CASCADE, related_name="shown_from")

    class Meta:
        verbose_name = _("확인된 답변을 보인 곳")
        verbose_name_plural = _("확인된 답변을 보인 곳")

    def __str__(self) -> str:
        return str(self.answer_id)
