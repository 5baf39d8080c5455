"""Subscriptions in the admin: how many follow what, with masked addresses; who asks to be forgotten is deleted."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from portal.privacy.sealing import SealBroken
from regulations.following.subscribing import address_of_subscription, mail_masked
from regulations.models import AmendmentSubscription


@admin.register(AmendmentSubscription)
class AmendmentSubscriptionAdmin(admin.ModelAdmin[AmendmentSubscription]):
    """To read and to delete; nobody is subscribed by somebody else."""

    list_display = (
        "address", "collection", "regulation", "locator_key", "confirmed_at", "told_until", "created_at",
    )  # fmt: skip
    list_filter = (("confirmed_at", admin.EmptyFieldListFilter), "collection")
    list_select_related = ("collection", "regulation")
    ordering = ("-created_at", "pk")
    fields = list_display

    @admin.display(description=_("주소"))
    def address(self, row: AmendmentSubscription) -> str:
        """The first letter and the host."""
        try:
            return mail_masked(address_of_subscription(row))
        except SealBroken:
            return "?"

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Readers subscribe themselves."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing to change."""
        return False
