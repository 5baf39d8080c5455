"""Sets of regulations that a question can be limited to."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from regulations.admin.cached_pages import CorpusCacheAdmin
from regulations.models import Collection


@admin.register(Collection)
class CollectionAdmin(CorpusCacheAdmin[Collection]):
    """Collections, chosen on the ask page as the scope of a question."""

    list_display = ("name", "description", "regulation_count")
    prepopulated_fields = {"slug": ("name",)}
    autocomplete_fields = ("regulations",)
    search_fields = ("name", "description", "regulations__title")
    search_help_text = _("모음의 이름이나 그 안의 규정 제목으로 찾습니다.")
    ordering = ("name",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Collection]:
        """Count the regulations of each collection in the same query."""
        return super().get_queryset(request).annotate(number=Count("regulations", distinct=True))

    @admin.display(description=_("규정 수"), ordering="number")
    def regulation_count(self, collection: Collection) -> int:
        """How many regulations the collection holds."""
        return int(getattr(collection, "number", 0))
