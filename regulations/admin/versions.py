"""The list of versions and the addresses of the pages on which one goes from draft to published."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from portal.admin_site import NamedValuesFilter
from regulations.admin import curation, editing, notices, publishing
from regulations.admin.golden import preview_golden
from regulations.admin.states import code_expression, state_badge
from regulations.models import RegulationVersion
from regulations.publishing.roles import PUBLISH
from regulations.text.locators import normalize_name
from regulations.text.loss import loss_of

State = RegulationVersion.State


class LossFilter(admin.SimpleListFilter):
    """Versions by whether something of their file needs an explanation."""

    title = _("빠진 내용")
    parameter_name = "loss"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        """The two choices."""
        return [("some", str(_("확인할 곳 있음"))), ("none", str(_("없음")))]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[RegulationVersion]
    ) -> QuerySet[RegulationVersion]:
        """Keep those that were chosen; what counts as a loss is said in one place only, so it is asked there."""
        if self.value() not in ("some", "none"):
            return queryset
        wanted = self.value() == "some"
        reports = queryset.values_list("pk", "report")
        return queryset.filter(
            pk__in=[pk for pk, report in reports if loss_of(report).needs_reason == wanted]
        )


@admin.register(RegulationVersion)
class RegulationVersionAdmin(admin.ModelAdmin[RegulationVersion]):
    """Versions: drafts to be curated, and what was published of them."""

    list_display = (
        "code",
        "name",
        "badge",
        "enforcement_date",
        "loss",
        "index_state",
        "created_by",
        "uploaded_at",
    )
    list_display_links = None
    list_filter = (
        "state",
        LossFilter,
        "index_state",
        "enforcement_date",
        ("regulation__category", NamedValuesFilter),
    )
    list_select_related = ("regulation", "created_by")
    search_fields = (
        "regulation__title",
        "regulation__code",
        "regulation__aliases__name",
        "source_name",
    )
    search_help_text = _(
        "규정의 제목, 다른 이름, 파일 이름으로 찾습니다. 띄어쓰기는 달라도 됩니다."
    )
    date_hierarchy = "enforcement_date"
    ordering = ("-created_at", "-pk")
    actions = ("publish", preview_golden)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[RegulationVersion], search_term: str
    ) -> tuple[QuerySet[RegulationVersion], bool]:
        """Find names whatever their spacing."""
        found, may_repeat = super().get_search_results(request, queryset, search_term)
        name = normalize_name(search_term)
        if not name:
            return found, may_repeat
        spelled = Q(regulation__normalized_title__icontains=name) | Q(
            regulation__aliases__normalized_name__icontains=name
        )
        present = RegulationVersion.objects.filter(spelled)
        return queryset.filter(Q(pk__in=found.values("pk")) | Q(pk__in=present.values("pk"))), False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A version comes from a file."""
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: RegulationVersion | None = None
    ) -> bool:
        """Drafts are discarded on their own page; what was published stays, because answers cite it."""
        return False

    def get_urls(self) -> list[URLPattern]:
        """Add the steps."""
        guard = self.admin_site.admin_view
        pages: list[tuple[str, Any]] = [
            ("report", curation.report),
            ("findings", curation.findings),
            ("compare", curation.compare),
            ("discard", curation.discard),
            ("reindex", curation.reindex),
            ("index", curation.index_state),
            ("edit", editing.edit),
            ("publish", publishing.publish),
            ("withdraw", curation.withdraw),
            ("notice", notices.notice),
        ]
        steps = [
            path(f"<int:version_id>/{name}/", guard(view), name=f"regulations_version_{name}")
            for name, view in pages
        ]
        many = path("publish/", guard(publishing.publish_many), name="regulations_publish_many")
        return [many, *steps, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """A version is looked at on the page of its report."""
        version = get_object_or_404(RegulationVersion, pk=object_id)
        return redirect("admin:regulations_version_report", version.pk)

    def has_publish_permission(self, request: HttpRequest) -> bool:
        """Who may publish many."""
        return request.user.has_perm(PUBLISH)

    @admin.action(description=_("선택한 초안 게시…"), permissions=["publish"])
    def publish(self, request: HttpRequest, queryset: QuerySet[RegulationVersion]) -> HttpResponse:
        """Show what would be published of the chosen drafts, and ask."""
        chosen = queryset.filter(state=State.DRAFT).values_list("pk", flat=True).order_by("pk")
        return publishing.publish_many_ask(request, list(chosen))

    @admin.display(description=_("규정번호"), ordering=code_expression("regulation__code"))
    def code(self, version: RegulationVersion) -> str:
        """The regulation's number, sorted as numbers."""
        return version.regulation.code

    @admin.display(description=_("규정"), ordering="regulation__title")
    def name(self, version: RegulationVersion) -> SafeString:
        """The title with the number, and the way to the version's page."""
        address = reverse("admin:regulations_version_report", args=[version.pk])
        return format_html(
            '<a href="{}">{} 제{}판</a>', address, version.regulation.title, version.number
        )

    @admin.display(description=_("상태"), ordering="state")
    def badge(self, version: RegulationVersion) -> SafeString:
        """The state as of today."""
        return state_badge(version, timezone.localdate())

    @admin.display(description=_("올린 때"), ordering="created_at")
    def uploaded_at(self, version: RegulationVersion) -> str:
        """When the draft was made, short enough for a list."""
        return f"{timezone.localtime(version.created_at):%Y. %-m. %-d. %H:%M}"

    @admin.display(description=_("확인할 곳"))
    def loss(self, version: RegulationVersion) -> str:
        """How many findings need an explanation."""
        loss = loss_of(version.report)
        return str(loss.count) if loss.needs_reason else ""
