"""The admin with what is used most first."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest

# Applications by their labels, models by their classes; the others follow in the order of their names.
_FIRST = ("regulations", "chat", "verification", "accounts", "controls")
_FIRST_MODELS = ("Regulation", "RegulationVersion", "ImportRun", "Answer", "Conversation")


class PortalAdminSite(AdminSite):
    """Django's site in another order."""

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """The applications and their models."""
        applications = super().get_app_list(request, app_label)
        for application in applications:
            application["models"].sort(key=lambda row: _place(row["object_name"], _FIRST_MODELS))
        return sorted(applications, key=lambda row: _place(row["app_label"], _FIRST))


class PortalAdminConfig(AdminConfig):
    """Django's admin with this site."""

    default_site = "portal.admin_site.PortalAdminSite"


def _place(name: str, first: tuple[str, ...]) -> int:
    return first.index(name) if name in first else len(first)
