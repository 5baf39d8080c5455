"""The admin with what is used most first, and what its pages have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib.admin import AdminSite, AllValuesFieldListFilter
from django.contrib.admin.apps import AdminConfig
from django.contrib.admin.options import BaseModelAdmin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# Applications by their labels, models by their classes; the others follow in the order of their names.
_FIRST = ("regulations", "chat", "verification", "accounts", "controls")
_FIRST_MODELS = ("Regulation", "RegulationVersion", "ImportRun", "Answer", "Conversation")
# Models of packages that have no name to translate.
_NAMES = {"Authenticator": gettext_lazy("2단계 인증 수단")}


class ReadOnlyRecord(BaseModelAdmin):  # type: ignore[type-arg]
    """A record of what happened: nobody adds, changes or deletes it here."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody changes."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody deletes."""
        return False


class LabelledCells:
    """Mixed into an admin or an inline with fields in a table: each is named for who does not see the head of its column."""

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """The field with its name."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)  # type: ignore[misc]
        if field is not None:
            field.widget.attrs.setdefault("aria-label", field.label)
        return field


class NamedValuesFilter(AllValuesFieldListFilter):
    """The values of a text field to choose from, the empty one with a name."""

    def choices(self, changelist: Any) -> Iterator[Any]:
        """As Django's, without a link that says nothing."""
        for choice in super().choices(changelist):
            yield {**choice, "display": choice["display"] or _("없음")}


class PortalAdminSite(AdminSite):
    """Django's site in another order."""

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """The applications and their models."""
        applications = super().get_app_list(request, app_label)
        for application in applications:
            for row in application["models"]:
                row["name"] = _NAMES.get(row["object_name"], row["name"])
            application["models"].sort(key=lambda row: _place(row["object_name"], _FIRST_MODELS))
        return sorted(applications, key=lambda row: _place(row["app_label"], _FIRST))


class PortalAdminConfig(AdminConfig):
    """Django's admin with this site."""

    default_site = "portal.admin_site.PortalAdminSite"


def _place(name: str, first: tuple[str, ...]) -> int:
    return first.index(name) if name in first else len(first)
