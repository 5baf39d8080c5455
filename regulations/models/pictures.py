"""The pictures of a version's source file, with the place they stand at."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from regulations.models.regulations import RegulationVersion


def picture_file(picture: Picture, _name: str) -> str:
    """Name the file by what is in it: nothing of the source file's names gets into a path, and equal pictures share one."""
    suffix = picture.media_type.rpartition("/")[2]
    return f"pictures/{picture.sha256[:2]}/{picture.sha256}.{suffix}"


class Picture(models.Model):
    """그림. `locator_key` is the provision it stands in, empty where it stands before the first; `number` counts in the version."""

    class MediaType(models.TextChoices):
        PNG = "image/png"
        JPEG = "image/jpeg"
        GIF = "image/gif"
        WEBP = "image/webp"

    version = models.ForeignKey(RegulationVersion, on_delete=models.CASCADE)
    locator_key = models.CharField(_("자리"), max_length=120, blank=True)
    number = models.PositiveIntegerField(_("번호"))
    media_type = models.CharField(_("형식"), max_length=20, choices=MediaType)
    width = models.PositiveIntegerField(_("너비"))
    height = models.PositiveIntegerField(_("높이"))
    sha256 = models.CharField(max_length=64)
    content = models.FileField(_("파일"), upload_to=picture_file, max_length=200)

    class Meta:
        verbose_name = _("그림")
        verbose_name_plural = _("그림")
        default_related_name = "pictures"
        constraints = (
            models.UniqueConstraint(fields=["version", "number"], name="picture_number_unique"),
        )

    def __str__(self) -> str:
        return f"그림 {self.number}"
