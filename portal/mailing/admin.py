"""Letters in the admin, to read: which went out, which did not and why."""

from __future__ import annotations

from django.contrib import admin

from portal.admin_site import ReadOnlyRecord
from portal.mailing.models import Letter
from portal.mailing.webhooks import admin as webhooks_admin


@admin.register(Letter)
class LetterAdmin(ReadOnlyRecord, admin.ModelAdmin[Letter]):
    """What was sent; nothing to change, and without its row a letter would be sent again."""

    list_display = ("key", "to", "state", "attempts", "error", "created_at", "sent_at")
    list_filter = ("state",)
    search_fields = ("key", "to")
    ordering = ("-created_at", "pk")


__all__ = ["webhooks_admin"]
