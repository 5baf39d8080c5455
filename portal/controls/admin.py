"""The switches in the admin, their history, and what the model was used for."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework_api_key.admin import APIKeyModelAdmin
from rest_framework_api_key.models import APIKey
from simple_history.admin import SimpleHistoryAdmin

from portal.controls.models import ApiKey, ModelUsage, SiteControls
from portal.controls.services import controls_changed
from portal.health import report

# The package's own keys have no scopes; nothing of the portal takes them.
admin.site.unregister(APIKey)


@admin.register(SiteControls)
class SiteControlsAdmin(SimpleHistoryAdmin):  # type: ignore[misc]
    """One row: the list leads to it at once, nothing is added or deleted."""

    fieldsets = (
        (_("열고 닫기"), {"fields": ("is_open", "closed_message", "banner", "banner_english")}),
        (_("언어 모델"), {"fields": ("may_generate", "monthly_model_tokens")}),
        (
            _("한도"),
            {
                "fields": (
                    "allows_anonymous",
                    "questions_a_minute",
                    "questions_a_day",
                    "address_questions_a_minute",
                    "site_questions_a_minute",
                    "api_calls_a_minute",
                    "open_streams",
                    "uploads_an_hour",
                )
            },
        ),
    )

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """Lead to the one row."""
        return redirect(reverse("admin:controls_sitecontrols_change", args=[1]))

    def get_urls(self) -> list[URLPattern]:
        """The page that says how the portal is."""
        status = self.admin_site.admin_view(self.status_view)
        return [path("status/", status, name="controls_status"), *super().get_urls()]

    def status_view(self, request: HttpRequest) -> HttpResponse:
        """What /readyz says, for people."""
        context = self.admin_site.each_context(request) | {
            "title": _("운영 상태"),
            "report": report(),
            "now": timezone.now(),
        }
        return TemplateResponse(request, "admin/controls/status.html", context)

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> SiteControls | None:
        """The one row, with the defaults where nobody has turned anything yet."""
        if object_id == "1":
            SiteControls.objects.get_or_create(pk=1)
        found: SiteControls | None = super().get_object(request, object_id, from_field)
        return found

    def has_add_permission(self, request: HttpRequest) -> bool:
        """There is one row."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: SiteControls | None = None) -> bool:
        """There is one row."""
        return False

    def save_model(
        self,
        request: HttpRequest,
        obj: SiteControls,
        form: ModelForm[SiteControls],
        change: bool,
    ) -> None:
        """Save, and let every process know."""
        super().save_model(request, obj, form, change)
        transaction.on_commit(controls_changed)


@admin.register(ModelUsage)
class ModelUsageAdmin(admin.ModelAdmin[ModelUsage]):
    """Counts to read; nobody writes them by hand."""

    list_display = ("day", "model", "calls", "prompt_tokens", "completion_tokens")
    list_filter = ("model",)
    date_hierarchy = "day"
    ordering = ("-day", "model")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Counted, not typed."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: ModelUsage | None = None) -> bool:
        """Counted, not typed."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ModelUsage | None = None) -> bool:
        """Counted, not typed."""
        return False


@admin.register(ApiKey)
class ApiKeyAdmin(APIKeyModelAdmin):
    """Keys of programs: made here and shown once, revoked, never deleted, so that the records say whose they were."""

    list_display = (  # type: ignore[assignment]
        "prefix",
        "name",
        "may_ask",
        "may_verify",
        "created",
        "expiry_date",
        "revoked",
    )
    list_filter = ("revoked", "may_ask", "may_verify")  # type: ignore[assignment]
    fields = ("name", "may_ask", "may_verify", "expiry_date", "revoked", "prefix")

    def has_delete_permission(self, request: HttpRequest, obj: ApiKey | None = None) -> bool:
        """Revoked, not deleted."""
        return False


@admin.register(LogEntry)
class LogEntryAdmin(admin.ModelAdmin[LogEntry]):
    """What was done in the admin, by whom: to read. The database refuses to change or delete it."""

    list_display = ("action_time", "user", "content_type", "object_repr", "__str__")
    list_filter = ("action_flag", "content_type")
    search_fields = ("user__username", "object_repr")
    date_hierarchy = "action_time"
    list_select_related = ("user", "content_type")
    ordering = ("-action_time", "-pk")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Written by the admin itself."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: LogEntry | None = None) -> bool:
        """Only ever added."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: LogEntry | None = None) -> bool:
        """Only ever added."""
        return False
