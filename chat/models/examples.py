"""Questions that the empty page offers."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy


class ExampleQuestion(models.Model):
    """A question to begin with. It is offered only while the regulations in force answer it; a worker looks."""

    question = models.CharField(_("질문"), max_length=200, unique=True)
    category = models.CharField(_("분류"), max_length=100, blank=True, editable=False)
    is_answered = models.BooleanField(_("답이 있음"), default=False, editable=False)
    checked_for = models.CharField(max_length=200, blank=True, editable=False)
    position = models.PositiveSmallIntegerField(_("순서"), default=100)

    class Meta:
        verbose_name = _("예시 질문")
        verbose_name_plural = ngettext_lazy("예시 질문", "예시 질문", 2)

    def __str__(self) -> str:
        return self.question
