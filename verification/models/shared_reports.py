"""Reports of checked texts that somebody shared."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import models
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _

from portal.models import TimestampedModel


def secret_token() -> str:
    """Return 192 bits that nobody guesses."""
    return secrets.token_urlsafe(24)


class SharedTextReport(TimestampedModel):
    """Whoever has `token` reads the report, whoever has `ending` deletes it."""

    token = models.CharField(max_length=40, unique=True, default=secret_token, editable=False)
    ending = models.CharField(max_length=40, unique=True, default=secret_token, editable=False)
    report: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(_("확인 결과"))
    expires_at = models.DateTimeField(_("끝나는 때"), db_index=True)

    class Meta:
        verbose_name = _("공유한 확인 결과")
        verbose_name_plural = _("공유한 확인 결과")

    def __str__(self) -> str:
        return f"{localdate(self.created_at)}"
