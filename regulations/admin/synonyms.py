"""What people say and what regulations call it."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from regulations.models import ThesaurusEntry


class OriginFilter(admin.SimpleListFilter):
    """Entries that came with the portal, those that were changed, and the office's own."""

    title = _("출처")
    parameter_name = "origin"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        """The three choices."""
        return [
            ("own", str(_("직접 넣음"))),
            ("changed", str(_("기본 항목을 고침"))),
            ("built_in", str(_("기본 항목"))),
        ]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[ThesaurusEntry]
    ) -> QuerySet[ThesaurusEntry]:
        """Keep those that were chosen."""
        unchanged = Q(built_in=F("line"), is_enabled=True)
        if self.value() == "own":
            return queryset.filter(built_in="")
        if self.value() == "changed":
            return queryset.exclude(built_in="").exclude(unchanged)
        if self.value() == "built_in":
            return queryset.filter(unchanged)
        return queryset


@admin.register(ThesaurusEntry)
class ThesaurusEntryAdmin(admin.ModelAdmin[ThesaurusEntry]):
    """Synonyms; searches use a change at once."""

    list_display = ("line", "origin", "is_enabled", "changed_at")
    list_editable = ("is_enabled",)
    list_filter = ("is_enabled", OriginFilter)
    search_fields = ("line",)
    search_help_text = _("사람들이 말하는 낱말이나 규정의 낱말로 찾습니다.")
    ordering = ("line",)
    list_per_page = 50

    @admin.display(description=_("출처"))
    def origin(self, entry: ThesaurusEntry) -> str:
        """Whether the line came with the portal."""
        if not entry.built_in:
            return str(_("직접 넣음"))
        return str(_("기본 항목") if entry.built_in == entry.line else _("기본 항목을 고침"))
