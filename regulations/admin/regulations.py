"""Regulations with their names and versions, and the end of a regulation."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Count, F, Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from portal.admin_site import LabelledCells, NamedValuesFilter
from regulations.admin.access import any_permission_required, log_admin_action
from regulations.admin.forms import (
    AliasFormSet,
    RegulationForm,
    RepealForm,
    RepealWithdrawalForm,
)
from regulations.admin.questions import QuestionInline
from regulations.admin.states import code_expression, state_badge
from regulations.curation.drafts import regulation_repeal, repeal_withdraw
from regulations.models import Regulation, RegulationAlias, RegulationVersion
from regulations.publishing.continuing import former_title_keep
from regulations.publishing.roles import PUBLISH
from regulations.publishing.timeline import neighbors
from regulations.publishing.versions import NotPublishableError, regulation_names_changed
from regulations.reading.corpus_version import corpus_changed
from regulations.search.questions.services import question_saved
from regulations.text.locators import normalize_name

State = RegulationVersion.State


class AliasInline(LabelledCells, admin.TabularInline[RegulationAlias, Regulation]):
    """The other names of a regulation."""

    model = RegulationAlias
    formset = AliasFormSet
    fields = ("name",)
    extra = 1
    verbose_name_plural = _("다른 이름: 답변과 검색이 이 이름으로도 이 규정을 알아봅니다")


class VersionInline(admin.TabularInline[RegulationVersion, Regulation]):
    """The versions of a regulation, each with a link to its own page."""

    model = RegulationVersion
    fields = readonly_fields = ("page", "badge", "begins", "last_day", "source_name")
    ordering = ("-enforcement_date", "-number")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A version comes from a file."""
        return False

    @admin.display(description=_("판"))
    def page(self, version: RegulationVersion) -> SafeString:
        """The way to the version's own page."""
        address = reverse("admin:regulations_version_report", args=[version.pk])
        return format_html('<a href="{}">제{}판</a>', address, version.number)

    @admin.display(description=_("상태"))
    def badge(self, version: RegulationVersion) -> SafeString:
        """The state as of today."""
        return state_badge(version, timezone.localdate())

    @admin.display(description=_("시행일"))
    def begins(self, version: RegulationVersion) -> str:
        """The first day in force."""
        return date_format(version.enforcement_date) if version.enforcement_date else "-"

    @admin.display(description=_("끝나는 날"))
    def last_day(self, version: RegulationVersion) -> str:
        """The last day in force."""
        return date_format(version.last_day) if version.last_day else "-"


class InForceFilter(admin.SimpleListFilter):
    """Regulations by what they have today."""

    title = _("상태")
    parameter_name = "in_force"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        """The choices."""
        return [
            ("now", str(_("현행"))),
            ("upcoming", str(_("개정 예정"))),
            ("draft", str(_("초안 있음"))),
            ("repealed", str(_("폐지"))),
        ]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Regulation]
    ) -> QuerySet[Regulation]:
        """Keep those that were chosen."""
        today = timezone.localdate()
        published = Q(versions__state__in=(State.PUBLISHED, State.REPEALED))
        begun = Q(versions__enforcement_date__lte=today)
        lasting = Q(versions__ends_on=None) | Q(versions__ends_on__gt=today)
        conditions = {
            "now": published & begun & lasting,
            "upcoming": Q(versions__state=State.PUBLISHED, versions__enforcement_date__gt=today),
            "draft": Q(versions__state=State.DRAFT),
            "repealed": Q(versions__state=State.REPEALED),
        }
        chosen = conditions.get(self.value() or "")
        return queryset if chosen is None else queryset.filter(chosen).distinct()


@admin.register(Regulation)
class RegulationAdmin(SimpleHistoryAdmin):  # type: ignore[misc]
    """Regulations with their names and versions, and the way in for files."""

    form = RegulationForm
    list_display = ("number", "title", "kind", "category", "owner_department", "in_force", "drafts")
    list_filter = (
        InForceFilter,
        "kind",
        ("category", NamedValuesFilter),
        "applies_to",
        # Where nobody is named, an answer can name nobody to ask.
        ("owner_department", admin.EmptyFieldListFilter),
        "owner_department",
    )
    list_select_related = ("owner_department",)
    search_fields = ("title", "code", "normalized_title", "aliases__name")
    search_help_text = _("제목, 다른 이름, 규정번호로 찾습니다. 띄어쓰기는 달라도 됩니다.")
    autocomplete_fields = ("owner_department",)
    prepopulated_fields = {"slug": ("title",)}
    ordering = (code_expression("code"), "title")
    list_display_links = ("title",)
    inlines = (AliasInline, VersionInline, QuestionInline)
    change_list_template = "admin/regulations/regulation/change_list.html"
    change_form_template = "admin/regulations/regulation/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Regulation]:
        """Bring what the list says about versions along."""
        today = timezone.localdate()
        current = RegulationVersion.objects.filter(
            Q(ends_on=None) | Q(ends_on__gt=today),
            state__in=(State.PUBLISHED, State.REPEALED),
            enforcement_date__lte=today,
        )
        regulations: QuerySet[Regulation] = super().get_queryset(request)
        return regulations.annotate(
            draft_count=Count("versions", filter=Q(versions__state=State.DRAFT), distinct=True)
        ).prefetch_related(Prefetch("versions", queryset=current, to_attr="current"))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Regulation], search_term: str
    ) -> tuple[QuerySet[Regulation], bool]:
        """Find titles and other names whatever their spacing."""
        found, may_repeat = super().get_search_results(request, queryset, search_term)
        name = normalize_name(search_term)
        if not name:
            return found, may_repeat
        spelled = Regulation.objects.filter(
            Q(normalized_title__icontains=name) | Q(aliases__normalized_name__icontains=name)
        )
        matching = Q(pk__in=found.values("pk")) | Q(pk__in=spelled.values("pk"))
        return queryset.filter(matching), False

    def get_fields(self, request: HttpRequest, obj: Regulation | None = None) -> Any:
        """Who only looks has no form that could be out of date."""
        fields = super().get_fields(request, obj)
        if self.has_change_permission(request, obj):
            return fields
        return [name for name in fields if name != "seen_digest"]

    def get_prepopulated_fields(
        self, request: HttpRequest, obj: Regulation | None = None
    ) -> dict[str, Any]:
        """An address that people may have kept does not follow a new title."""
        return {} if obj else dict(super().get_prepopulated_fields(request, obj))

    def has_delete_permission(self, request: HttpRequest, obj: Regulation | None = None) -> bool:
        """What was ever published stays: answers cite it. It can be repealed."""
        if obj is not None and obj.versions.exclude(state=State.DRAFT).exists():
            return False
        return bool(super().has_delete_permission(request, obj))

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Leave out deleting many at once, which would not look at the versions of each."""
        actions: dict[str, Any] = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Let a changed name resolve what waits for it."""
        super().save_related(request, form, formsets, change)
        question_saved()
        former = str(form.initial.get("title", ""))
        if (
            change
            and "title" in form.changed_data
            and former_title_keep(regulation=form.instance, former=former)
        ):
            said = _(
                "앞 제목 「%s」을(를) 다른 이름으로 남겼습니다. 그 이름의 파일과 인용도 이 규정입니다."
            )
            messages.info(request, said % former)
        names = any(formset.has_changed() for formset in formsets)
        if names or "title" in form.changed_data:
            regulation_names_changed(regulation=form.instance, on=timezone.localdate())
        else:
            # Categories and departments are on pages that are kept.
            transaction.on_commit(corpus_changed)

    def get_urls(self) -> list[URLPattern]:
        """Add the pages that end a regulation, and that take its end back."""
        guard = self.admin_site.admin_view
        return [
            path("<int:regulation_id>/repeal/", guard(repeal), name="regulations_repeal"),
            path(
                "<int:regulation_id>/repeal/withdraw/",
                guard(repeal_undo),
                name="regulations_repeal_withdraw",
            ),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Offer to repeal what is in force, and to take a repeal back, to those who may."""
        versions = RegulationVersion.objects.filter(regulation_id=int(object_id))
        may_publish = request.user.has_perm(PUBLISH)
        repealed = versions.filter(state=State.REPEALED, repealed_date__isnull=False)
        extra = (extra_context or {}) | {
            "may_repeal": may_publish and versions.filter(state=State.PUBLISHED).exists(),
            "may_undo_repeal": may_publish and repealed.exists(),
            "is_public": versions.filter(state__in=RegulationVersion.PUBLIC_STATES).exists(),
        }
        response: HttpResponse = super().change_view(request, object_id, form_url, extra)
        return response

    @admin.display(description=_("규정번호"), ordering=code_expression("code"))
    def number(self, regulation: Regulation) -> str:
        """The regulation's number, sorted as numbers."""
        return regulation.code

    @admin.display(description=_("현행 시행일"))
    def in_force(self, regulation: Any) -> date | None:
        """Since when the version in force has been so."""
        versions = regulation.current
        return versions[0].enforcement_date if versions else None

    @admin.display(description=_("초안"), ordering=F("draft_count"))
    def drafts(self, regulation: Any) -> SafeString | str:
        """How many drafts wait, with the way to them."""
        if not regulation.draft_count:
            return ""
        address = reverse("admin:regulations_regulationversion_changelist")
        return format_html(
            '<a href="{}?regulation__id__exact={}&state__exact=DRAFT">{}</a>',
            address,
            regulation.pk,
            regulation.draft_count,
        )


@any_permission_required(PUBLISH)
def repeal(request: HttpRequest, regulation_id: int) -> HttpResponse:
    """Repeal a regulation from a day on, after asking what will end."""
    regulation = get_object_or_404(Regulation, pk=regulation_id)
    form = RepealForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            version = regulation_repeal(
                regulation=regulation,
                on=form.cleaned_data["on"],
                by=request.user,  # type: ignore[arg-type]
                reason=form.cleaned_data["reason"],
            )
        except NotPublishableError as error:
            form.add_error(None, str(error))
        else:
            day = form.cleaned_data["on"]
            log_admin_action(request, regulation, _("%s부터 폐지") % f"{day:%Y. %-m. %-d.}")
            messages.success(request, _("「%s」을(를) 폐지했습니다.") % regulation.title)
            return redirect("admin:regulations_version_report", version.pk)
    context = admin.site.each_context(request) | {
        "title": _("규정 폐지"),
        "regulation": regulation,
        "form": form,
        "last": regulation.versions.filter(state=State.PUBLISHED)
        .order_by("-enforcement_date")
        .first(),
    }
    return render(request, "admin/regulations/regulation/repeal.html", context)


@any_permission_required(PUBLISH)
def repeal_undo(request: HttpRequest, regulation_id: int) -> HttpResponse:
    """Say what follows where a repeal is taken back, and take it back."""
    regulation = get_object_or_404(Regulation, pk=regulation_id)
    repealed = regulation.versions.filter(state=State.REPEALED, repealed_date__isnull=False)
    version = repealed.order_by("-repealed_date").first()
    form = RepealWithdrawalForm(request.POST or None)
    if version is not None and request.method == "POST" and form.is_valid():
        try:
            repeal_withdraw(
                version=version,
                by=request.user,  # type: ignore[arg-type]
                reason=form.cleaned_data["reason"],
                now=timezone.now(),
            )
        except NotPublishableError as error:
            form.add_error(None, str(error))
        else:
            log_admin_action(
                request, regulation, _("폐지를 거둠: %s") % form.cleaned_data["reason"]
            )
            messages.success(request, _("「%s」의 폐지를 거두었습니다.") % regulation.title)
            return redirect("admin:regulations_version_publish", version.pk)
    context = admin.site.each_context(request) | {
        "title": _("폐지 거두기"),
        "regulation": regulation,
        "form": form,
        "version": version,
        "is_past": bool(
            version and version.repealed_date and version.repealed_date <= timezone.localdate()
        ),
        "after": neighbors(version=version, begins=version.enforcement_date).after
        if version and version.enforcement_date
        else None,
    }
    return render(request, "admin/regulations/regulation/repeal_withdraw.html", context)
