"""Regulations, their names, the versions that were in force one after another, and who is responsible."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateRangeField
from django.db import models
from django.db.models import F, Func, Q, Value
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy
from simple_history.models import HistoricalRecords

from regulations.text.locators import normalize_name


class Department(models.Model):
    """An office of the university. Contacts in answers come from here, never from a model."""

    name = models.CharField(_("부서"), max_length=100, unique=True)
    phone = models.CharField(_("전화"), max_length=40, blank=True)
    email = models.EmailField(_("전자우편"), blank=True)
    location = models.CharField(_("위치"), max_length=100, blank=True)
    hours = models.CharField(_("업무 시간"), max_length=100, blank=True)
    handles = models.CharField(
        _("맡은 일"), max_length=300, blank=True, help_text=_("쉼표로 나눈 낱말")
    )

    class Meta:
        verbose_name = _("소관부서")
        verbose_name_plural = ngettext_lazy("소관부서", "소관부서", 2)

    def __str__(self) -> str:
        return self.name


class Regulation(models.Model):
    """A text of rules under one title, whatever its kind; its contents stand in versions."""

    class Kind(models.TextChoices):
        ARTICLES_OF_INCORPORATION = "ARTICLES_OF_INCORPORATION", _("정관")
        SCHOOL_REGULATIONS = "SCHOOL_REGULATIONS", _("학칙")
        REGULATION = "REGULATION", _("규정")
        DETAILED_RULE = "DETAILED_RULE", _("시행세칙")
        INTERNAL_RULE = "INTERNAL_RULE", _("내규")
        GUIDELINE = "GUIDELINE", _("지침")
        STATUTE = "STATUTE", _("법령")

    class AppliesTo(models.TextChoices):
        UNDERGRADUATE = "undergraduate", _("학부")
        GRADUATE = "graduate", _("대학원")

    title = models.CharField(_("제목"), max_length=200)
    normalized_title = models.CharField(max_length=200, editable=False, db_index=True)
    slug = models.SlugField(_("주소"), max_length=220, unique=True, allow_unicode=True)
    code = models.CharField(_("규정번호"), max_length=40, blank=True)
    kind = models.CharField(_("종류"), max_length=30, choices=Kind, default=Kind.REGULATION)
    category = models.CharField(_("분류"), max_length=60, blank=True, db_index=True)
    owner_department = models.ForeignKey(
        Department,
        verbose_name=_("소관부서"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="regulations",
    )
    applies_to = models.CharField(
        _("적용 과정"),
        max_length=20,
        choices=AppliesTo,
        blank=True,
        default="",
        db_default="",
        help_text=_(
            "비우면 학부와 대학원에 함께 적용합니다. 다른 과정의 학생에게는 근거로 쓰지 않습니다."
        ),
    )

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("규정")
        verbose_name_plural = _("규정")
        constraints = (
            # A repealed text and its successor may share a title; the code tells them apart.
            models.UniqueConstraint(
                fields=["normalized_title", "code"], name="regulation_title_code_unique"
            ),
        )

    def __str__(self) -> str:
        return self.title

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the normalized title, by which names are compared, in step with the title."""
        self.normalized_title = normalize_name(self.title)
        super().save(*args, **kwargs)


class RegulationAlias(models.Model):
    """Another name under which a regulation is cited: a former title, a short form, the name with the university's."""

    regulation = models.ForeignKey(Regulation, on_delete=models.CASCADE, related_name="aliases")
    name = models.CharField(_("다른 이름"), max_length=200)
    normalized_name = models.CharField(max_length=200, editable=False, db_index=True)

    class Meta:
        verbose_name = _("다른 이름")
        verbose_name_plural = ngettext_lazy("다른 이름", "다른 이름", 2)
        constraints = (
            models.UniqueConstraint(
                fields=["regulation", "normalized_name"], name="regulation_alias_unique"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the normalized name in step with the name."""
        self.normalized_name = normalize_name(self.name)
        super().save(*args, **kwargs)


class RegulationVersion(models.Model):
    """The text of a regulation as it is in force from `enforcement_date` until the day before `ends_on`."""

    class State(models.TextChoices):
        DRAFT = "DRAFT", _("초안")
        PUBLISHED = "PUBLISHED", _("게시")
        REPEALED = "REPEALED", _("폐지")
        # Published once and replaced by a corrected text of the same day.
        CORRECTED = "CORRECTED", _("정정됨")

    # What readers see; drafts are to come, corrected texts are kept for the office.
    PUBLIC_STATES = (State.PUBLISHED, State.REPEALED)

    class IndexState(models.TextChoices):
        PENDING = "PENDING", _("대기")
        LEXICAL = "LEXICAL", _("낱말 색인됨")
        READY = "READY", _("색인됨")
        FAILED = "FAILED", _("실패")

    regulation = models.ForeignKey(Regulation, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField(_("판"))
    promulgated_date = models.DateField(_("공포일"), null=True, blank=True)
    enforcement_date = models.DateField(_("시행일"), null=True, blank=True)
    ends_on = models.DateField(
        _("효력 끝"),
        null=True,
        blank=True,
        help_text=_("이 날부터 효력이 없습니다. 다음 판의 시행일이거나 폐지일입니다."),
    )
    repealed_date = models.DateField(_("폐지일"), null=True, blank=True)
    reason = models.TextField(_("개정 이유"), blank=True)
    state = models.CharField(_("상태"), max_length=10, choices=State, default=State.DRAFT)
    source_name = models.CharField(_("파일"), max_length=255, blank=True)
    source_sha256 = models.CharField(max_length=64, blank=True)
    report: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(
        _("분석 결과"), default=dict, blank=True
    )
    index_state = models.CharField(
        _("색인"), max_length=10, choices=IndexState, default=IndexState.PENDING
    )
    # Published with others: its cross-references, and those of others to it, are still to be read.
    references_due = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("올린 사람"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="drafted_versions",
    )
    import_run = models.ForeignKey(
        "regulations.ImportRun",
        verbose_name=_("원본 파일"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="versions",
    )
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("게시한 사람"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="published_versions",
    )
    loss_reason = models.TextField(
        _("빠진 내용이 있어도 게시한 이유"), blank=True, default="", db_default=""
    )

    corrects = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="corrections"
    )
    correction_reason = models.TextField(_("정정한 이유"), blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("규정의 판")
        verbose_name_plural = ngettext_lazy("규정의 판", "규정의 판", 2)
        permissions = (("publish_regulationversion", "Can publish and repeal regulations"),)
        constraints = (
            models.UniqueConstraint(fields=["regulation", "number"], name="version_number_unique"),
            models.CheckConstraint(
                condition=~Q(state="PUBLISHED") | Q(enforcement_date__isnull=False),
                name="version_published_has_enforcement_date",
            ),
            models.CheckConstraint(
                condition=Q(ends_on__isnull=True) | Q(ends_on__gte=F("enforcement_date")),
                name="version_ends_after_it_begins",
            ),
            # PostgreSQL's own range types carry the equality of the regulation, so that no extension (btree_gist)
            # is needed: a range of one number overlaps only itself.
            ExclusionConstraint(
                name="version_no_overlap_in_time",
                expressions=[
                    (
                        Func(F("regulation"), F("regulation"), Value("[]"), function="int8range"),
                        "&&",
                    ),
                    (
                        Func(
                            F("enforcement_date"),
                            F("ends_on"),
                            function="daterange",
                            output_field=DateRangeField(),
                        ),
                        "&&",
                    ),
                ],
                condition=Q(state__in=["PUBLISHED", "REPEALED"])
                & Q(enforcement_date__isnull=False),
            ),
        )
        indexes = (
            models.Index(fields=["state", "enforcement_date", "ends_on"], name="version_in_force"),
        )

    def __str__(self) -> str:
        return f"{self.regulation.title} ({self.enforcement_date or '-'})"

    @property
    def last_day(self) -> date | None:
        """The last day on which it is in force: the one before the next version, or the repeal; None while there is none."""
        begins, ends = self.enforcement_date, self.ends_on
        if ends is None or (begins is not None and ends <= begins):
            return None
        return ends - timedelta(days=1)

    @property
    def says_repealed(self) -> bool:
        """Whether its text, or the office, says that the regulation is repealed."""
        return self.repealed_date is not None or bool(self.report.get("is_repealed"))


class Collection(models.Model):
    """A curated set of regulations that a question can be limited to."""

    name = models.CharField(_("이름"), max_length=100, unique=True)
    slug = models.SlugField(_("주소"), max_length=120, unique=True, allow_unicode=True)
    description = models.CharField(_("설명"), max_length=300, blank=True)
    regulations = models.ManyToManyField(Regulation, related_name="collections", blank=True)
    only_when_chosen = models.BooleanField(
        _("고를 때만 근거로 쓰기"),
        default=False,
        db_default=False,
        help_text=_("켜면 이 모음이나 그 규정을 고르거나 이름을 부른 질문에만 근거로 씁니다."),
    )

    class Meta:
        verbose_name = _("모음")
        verbose_name_plural = ngettext_lazy("모음", "모음", 2)

    def __str__(self) -> str:
        return self.name
