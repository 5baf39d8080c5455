"""Offices and how to reach them."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from regulations.admin.cached_pages import CorpusCacheAdmin
from regulations.models import Department


class ReachedFilter(admin.SimpleListFilter):
    """Departments that an answer could name without saying how to reach them."""

    title = _("연락처")
    parameter_name = "contact"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        """The two choices."""
        return [("missing", str(_("전화도 전자우편도 없음"))), ("present", str(_("있음")))]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Department]
    ) -> QuerySet[Department]:
        """Keep those that were chosen."""
        if self.value() == "missing":
            return queryset.filter(phone="", email="")
        if self.value() == "present":
            return queryset.exclude(phone="", email="")
        return queryset


@admin.register(Department)
class DepartmentAdmin(CorpusCacheAdmin[Department]):
    """Departments: what an answer shows as the office to ask comes from here."""

    list_display = ("name", "phone", "email", "location", "hours", "regulation_count")
    list_filter = (ReachedFilter,)
    search_fields = ("name", "handles", "phone", "email")
    search_help_text = _("부서 이름, 맡은 일, 전화, 전자우편으로 찾습니다.")
    ordering = ("name",)
    fieldsets = (
        (None, {"fields": ("name",)}),
        (
            _("연락처"),
            {
                "fields": ("phone", "email", "location", "hours"),
                "description": _("답변에 ‘문의할 부서’로 보입니다. 비운 칸은 보이지 않습니다."),
            },
        ),
        (_("맡은 일"), {"fields": ("handles",)}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Department]:
        """Count the regulations of each department in the same query."""
        return super().get_queryset(request).annotate(number=Count("regulations"))

    @admin.display(description=_("규정 수"), ordering="number")
    def regulation_count(self, department: Department) -> SafeString:
        """How many regulations the department is responsible for, with the way to them."""
        address = reverse("admin:regulations_regulation_changelist")
        count = int(getattr(department, "number", 0))
        return format_html(
            '<a href="{}?owner_department__id__exact={}">{}</a>', address, department.pk, count
        )
