"""The thesaurus as admins edit it."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from regulations.thesaurus import Entry, InvalidEntryError, parse_entry


class ThesaurusEntry(models.Model):
    """One line of the thesaurus, `학비, 수업료 = 등록금`; `built_in` is the line it came with, empty for an admin's own.

    A built-in entry that an admin changed or switched off stays as it is when the built-in entries are loaded again.
    """

    line = models.CharField(
        _("낱말"),
        max_length=500,
        unique=True,
        help_text=_(
            "말하는 낱말, … | 함께 나오는 낱말, … = 규정의 낱말, …  (| 부분은 없어도 됩니다)"
        ),
    )
    built_in = models.CharField(max_length=500, blank=True, editable=False, db_index=True)
    is_enabled = models.BooleanField(_("사용"), default=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("동의어")
        verbose_name_plural = _("동의어")

    def __str__(self) -> str:
        return self.line

    def clean(self) -> None:
        """Refuse a line that cannot be read."""
        try:
            parse_entry(self.line)
        except InvalidEntryError as error:
            raise ValidationError({"line": _("‘낱말 = 규정의 낱말’ 꼴로 적어 주세요.")}) from error

    @property
    def entry(self) -> Entry:
        """The line, read."""
        return parse_entry(self.line)
