"""Which state of the corpus is the newest: what everything cached about it is told from."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class CorpusVersion(models.Model):
    """One row; `value` is renewed with every change that a reader can see. Read it through `corpus_version_get`."""

    value = models.CharField(_("값"), max_length=32)

    class Meta:
        verbose_name = _("규정 전체의 판")
        verbose_name_plural = _("규정 전체의 판")

    def __str__(self) -> str:
        return self.value
