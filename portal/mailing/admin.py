"""Letters in the admin, to read: which went out, which did not and why."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from portal.mailing.models import Letter
from portal.mailing.webhooks import admin as webhooks_admin


@admin.register(Letter)
class LetterAdmin(admin.ModelAdmin[Letter]):
    """What was sent; nothing to change."""

    list_display = ("key", "to", "state", "attempts", "error", "created_at", "sent_at")
    list_filter = ("state",)
    search_fields = ("key", "to")
    ordering = ("-created_at", "pk")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Letters are sent by the portal."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What happened stays."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Without its row a letter would be sent again."""
        return False


__all__ = ["webhooks_admin"]
