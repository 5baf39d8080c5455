"""Files in the folder where rules live: what each was when it was last brought in."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from regulations.models.curation import ImportRun


class WatchedFile(models.Model):
    """A file of the watched folder, or of a ZIP in it, by its name there; a changed one is brought in as a new run."""

    name = models.CharField(_("파일"), max_length=400, unique=True)
    sha256 = models.CharField(max_length=64)
    run = models.ForeignKey(
        ImportRun,
        verbose_name=_("가져온 결과"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    changed_at = models.DateTimeField(_("바뀐 것을 안 때"))

    class Meta:
        verbose_name = _("지켜보는 파일")
        verbose_name_plural = _("지켜보는 파일")

    def __str__(self) -> str:
        return self.name
