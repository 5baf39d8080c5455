"""Conversations and the messages in them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from portal.models import TimestampedModel


class Conversation(TimestampedModel):
    """A row of questions and answers of one person; `session_key` owns it where nobody is signed in.

    FORGOTTEN stands where a person's words stood before they were deleted.
    """

    FORGOTTEN = "(삭제된 질문)"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        verbose_name=_("사용자"),
        on_delete=models.CASCADE,
        related_name="conversations",
    )
    session_key = models.CharField(_("세션"), max_length=40, blank=True, db_index=True)
    title = models.CharField(_("제목"), max_length=200, blank=True)
    scope: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        _("범위"), default=dict, blank=True
    )

    as_of = models.DateField(
        _("기준일"), null=True, blank=True, help_text=_("비우면 물은 날을 기준으로 합니다.")
    )

    class Meta:
        verbose_name = _("대화")
        verbose_name_plural = ngettext_lazy("대화", "대화", 2)

    def __str__(self) -> str:
        return self.title or str(self.pk)


class Message(TimestampedModel):
    """What one side said. An assistant's message has one `Answer`."""

    class Role(models.TextChoices):
        USER = "USER", _("질문")
        ASSISTANT = "ASSISTANT", _("답변")

    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="messages"
    )
    role = models.CharField(max_length=10, choices=Role)
    content = models.TextField(blank=True)
    # Kinds of personal data that were masked in the content before it was stored (portal.privacy.masking).
    masked_kinds = ArrayField(
        models.CharField(max_length=20), default=list, db_default=[], blank=True
    )
    in_reply_to = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="reply"
    )

    class Meta:
        db_table = "chat_messages"
        verbose_name = _("메시지")
        verbose_name_plural = _("메시지")
        indexes = (
            models.Index(fields=["conversation", "created_at"], name="message_conversation"),
            # How often the same is asked lately (verification.review.ranking).
            models.Index(
                fields=["created_at"], condition=Q(role="USER"), name="message_question_created"
            ),
        )

    def __str__(self) -> str:
        return self.content[:40]
