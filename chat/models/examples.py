"""Questions that the empty page offers."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

# In characters.
LONGEST_EXAMPLE = 200


class ExampleQuestion(models.Model):
    """A question to begin with. It is offered only while the regulations in force answer it; a worker looks."""

    question = models.CharField(_("질문"), max_length=LONGEST_EXAMPLE, unique=True)
    category = models.CharField(_("분류"), max_length=100, blank=True, editable=False)
    is_answered = models.BooleanField(_("답이 있음"), default=False, editable=False)
    checked_for = models.CharField(max_length=200, blank=True, editable=False)
    position = models.PositiveSmallIntegerField(_("순서"), default=100)
    # Made from what is asked anywhere and from the index; goes when it is among these no more.
    is_generated = models.BooleanField(default=False, db_default=False, editable=False)
    is_hidden = models.BooleanField(
        _("숨김"),
        default=False,
        db_default=False,
        help_text=_("켜면 첫 화면에 보이지 않습니다. 저절로 만들어진 예시를 지우면 다시 생깁니다."),
    )

    class Meta:
        verbose_name = _("예시 질문")
        verbose_name_plural = ngettext_lazy("예시 질문", "예시 질문", 2)

    def __str__(self) -> str:
        return self.question
