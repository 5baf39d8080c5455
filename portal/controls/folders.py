"""The folder of the operator's settings in which rules are looked for: below one root, so that nobody reads another path."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from portal.controls.models import SiteControls


class FolderOutsideError(Exception):
    """The folder that is named is not there, or not below the root. The message is for a person (in Korean)."""


def watched_folder(name: str | None = None) -> Path | None:
    """The folder or file that is named, or stands in the settings; None where none is. Raises FolderOutsideError."""
    if name is None:
        rows = SiteControls.objects.values_list("watched_folder", flat=True)
        name = rows.filter(pk=1).first() or ""
    if not name.strip():
        return None
    root = Path(settings.WATCHED_ROOT).resolve()
    path = (root / name.strip()).resolve()
    if not path.is_relative_to(root) or not path.exists():
        raise FolderOutsideError(
            _("지켜보는 폴더가 %(root)s 안에 없습니다: %(name)s")
            % {"root": root.name, "name": name}
        )
    return path


def watched_folder_validate(name: str) -> None:
    """Refuse what is not below the root."""
    try:
        watched_folder(name)
    except FolderOutsideError as error:
        raise ValidationError(str(error)) from error
