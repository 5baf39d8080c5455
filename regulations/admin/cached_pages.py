"""Admin of rows that cached pages show: every change invalidates the corpus cache."""

from __future__ import annotations

from typing import Any, TypeVar

from django.contrib import admin
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from regulations.reading.corpus_version import corpus_changed

Row = TypeVar("Row", bound=Model)


class CorpusCacheAdmin(admin.ModelAdmin[Row]):
    """Invalidates the corpus cache after every change."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """A row was added or changed, with what belongs to it."""
        super().save_related(request, form, formsets, change)
        transaction.on_commit(corpus_changed)

    def delete_model(self, request: HttpRequest, obj: Row) -> None:
        """One was deleted."""
        super().delete_model(request, obj)
        transaction.on_commit(corpus_changed)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Row]) -> None:
        """Several were deleted at once."""
        super().delete_queryset(request, queryset)
        transaction.on_commit(corpus_changed)
