"""Notices of offices that are checked again when rules change."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from portal.models import TimestampedModel


class Announcement(TimestampedModel):
    """A file with its last report.

    `rests_on` are the provisions of the report, [version, locator key]; `history` says of each sentence on which day it was
    last confirmed, and since which day it is wrong.
    """

    path = models.CharField(_("파일"), max_length=500, unique=True)
    sha256 = models.CharField(max_length=64)
    as_of = models.DateField(_("기준일"))
    checked_at = models.DateTimeField(_("확인한 때"))
    report: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(default=dict)
    rests_on: models.JSONField[list[list[Any]], list[list[Any]]] = models.JSONField(default=list)
    history: models.JSONField[dict[str, dict[str, str]], dict[str, dict[str, str]]] = (
        models.JSONField(default=dict)
    )
    wrong = models.PositiveIntegerField(_("틀린 문장"), default=0)
    outdated = models.PositiveIntegerField(_("개정으로 틀리게 된 문장"), default=0)
    problem = models.CharField(_("읽지 못한 까닭"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("확인하는 공지")
        verbose_name_plural = _("확인하는 공지")

    def __str__(self) -> str:
        return self.path
