"""What an amendment makes stale: one item for each place that somebody has to look at."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from regulations.models.regulations import Department, RegulationVersion
from regulations.text.locators import Locator


class WorklistItem(models.Model):
    """A provision, form, office, verified answer or question that rests on what a version amends.

    `key` makes listing the same amendment again harmless. `proposed_key` is where the cited provision stands now, and
    `draft` the words of the citing provision with only that number changed.
    """

    class Kind(models.TextChoices):
        REFERS = "REFERS", _("인용한 조문")
        MUTATIS_MUTANDIS = "MUTATIS_MUTANDIS", _("준용한 조문")
        DELEGATES = "DELEGATES", _("위임한 조문")
        VERIFIED_ANSWER = "VERIFIED_ANSWER", _("확인된 답변")
        GOLDEN_QUESTION = "GOLDEN_QUESTION", _("골든 질문")
        PASSAGE_QUESTION = "PASSAGE_QUESTION", _("조문의 질문")
        FORM = "FORM", _("별표·서식")
        DEPARTMENT = "DEPARTMENT", _("부서 이름")
        STATUTE = "STATUTE", _("법령을 인용한 규정")

    class Cause(models.TextChoices):
        MOVED = "MOVED", _("번호 바뀜")
        REMOVED = "REMOVED", _("없어짐")
        REPEALED = "REPEALED", _("규정 폐지")
        RENAMED = "RENAMED", _("규정 이름 바뀜")
        CHANGED = "CHANGED", _("내용 바뀜")

    class State(models.TextChoices):
        TODO = "TODO", _("할 일")
        DONE = "DONE", _("마침")
        NOT_AFFECTED = "NOT_AFFECTED", _("영향 없음")

    amended = models.ForeignKey(
        RegulationVersion,
        verbose_name=_("바뀐 판"),
        on_delete=models.CASCADE,
        related_name="worklist_items",
    )
    key = models.CharField(max_length=200)
    kind = models.CharField(_("종류"), max_length=20, choices=Kind)
    cause = models.CharField(_("까닭"), max_length=10, choices=Cause)
    citing = models.ForeignKey(
        RegulationVersion, null=True, on_delete=models.CASCADE, related_name="+"
    )
    citing_key = models.CharField(max_length=120, blank=True)
    cited_key = models.CharField(max_length=120, blank=True)
    proposed_key = models.CharField(max_length=120, blank=True)
    said = models.CharField(_("쓰인 그대로"), max_length=300, blank=True)
    draft = models.TextField(_("고칠 글"), blank=True)
    subject_key = models.CharField(max_length=64, blank=True)
    owner_department = models.ForeignKey(
        Department, verbose_name=_("소관부서"), null=True, on_delete=models.SET_NULL
    )
    state = models.CharField(_("상태"), max_length=12, choices=State, default=State.TODO)
    reason = models.CharField(_("메모"), max_length=300, blank=True)
    created_at = models.DateTimeField(_("생긴 때"), auto_now_add=True)
    settled_at = models.DateTimeField(_("처리한 때"), null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        verbose_name = _("개정 뒤에 할 일")
        verbose_name_plural = _("개정 뒤에 할 일")
        constraints = (
            models.UniqueConstraint(fields=["amended", "key"], name="worklist_item_once"),
        )
        indexes = (models.Index(fields=["state", "created_at"], name="worklist_open"),)

    def __str__(self) -> str:
        return self.said

    @property
    def citing_label(self) -> str:
        """Where the citing words stand."""
        return Locator.parse(self.citing_key).label if self.citing_key else ""

    @property
    def cited_label(self) -> str:
        """What is cited, as it was numbered before."""
        return Locator.parse(self.cited_key).label if self.cited_key else ""

    @property
    def proposed_label(self) -> str:
        """Where that stands now, if the number is another one."""
        return Locator.parse(self.proposed_key).label if self.proposed_key else ""
