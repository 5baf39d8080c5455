"""Links by which an asker shows one answer to others."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from chat.models.answers import Answer
from portal.models import TimestampedModel


def new_token() -> str:
    """Return 192 bits that nobody guesses."""
    return secrets.token_urlsafe(24)


class AnswerShare(TimestampedModel):
    """Whoever has the token may read the answer as it stands now, until the link is taken back."""

    answer = models.ForeignKey(Answer, on_delete=models.CASCADE, related_name="shares")
    token = models.CharField(max_length=40, unique=True, default=new_token)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("공유 링크")
        verbose_name_plural = _("공유 링크")
        constraints = (
            models.UniqueConstraint(
                fields=["answer"], condition=Q(revoked_at__isnull=True), name="share_open_once"
            ),
        )

    def __str__(self) -> str:
        return str(self.answer_id)
