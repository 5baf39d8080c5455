"""The switches in the admin, their history, and what the model was used for."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.admin.widgets import AdminTextareaWidget
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework_api_key.admin import APIKeyModelAdmin
from rest_framework_api_key.models import AbstractAPIKey, APIKey
from simple_history.admin import SimpleHistoryAdmin

from portal.admin_site import ReadOnlyRecord
from portal.controls.folders import watched_folder_validate
from portal.controls.models import ApiKey, ModelUsage, SiteControls
from portal.controls.services import controls_changed, key_rotate
from portal.controls.values import setting_rows
from portal.health import report

_LIFETIME = timedelta(days=365)

_TWO_LINES = AdminTextareaWidget(attrs={"rows": 2})

# The package's own keys have no scopes; nothing of the portal takes them.
admin.site.unregister(APIKey)


class SiteControlsForm(ModelForm[SiteControls]):
    """Says of each switch what visitors see of it."""

    class Meta:
        model = SiteControls
        fields = "__all__"  # noqa: DJ007 - the fieldsets name them
        widgets = dict.fromkeys(
            ("closed_message", "banner", "banner_english", "campuses"), _TWO_LINES
        )
        help_texts = {
            "closed_message": _("닫혀 있는 동안 규정이 아닌 화면에 이 글이 보입니다."),
            "banner": _("모든 화면 위에 보입니다. 비우면 띠가 없습니다."),
            "banner_english": _("비우면 다른 언어의 화면에도 한국어 띠가 보입니다."),
            "ai_notice": _("첫 질문 전과 답변 방법 쪽에 보입니다. 비우면 기본 안내문이 보입니다."),
            "ai_notice_english": _("비우면 다른 언어의 화면에는 그 언어의 기본 안내문이 보입니다."),
            "virus_scanner": _(
                "호스트와 포트를 적으면 올린 파일을 읽기 전에 검사합니다. 검사하지 못한 파일은 읽지 않습니다. "
                "비우면 검사하지 않습니다."
            ),
            "widget_origins": _(
                "질문 위젯을 넣을 사이트를 한 줄에 하나씩 적습니다. 비우면 어디에도 넣을 수 없습니다."
            ),
            "campuses": _(
                "캠퍼스가 여럿이면 규정 제목에 쓰는 이름을 한 줄에 하나씩 적습니다. 묻는 사람이 고르면 다른 캠퍼스의 규정은 근거로 쓰지 않습니다."
            ),
            "notices_folder": _(
                "작업자가 읽을 수 있는 폴더입니다. 그 안의 공지를 날마다 규정과 대조합니다. 비우면 하지 않습니다."
            ),
            "webhook_hosts": _(
                "내부 망에 있는 받는 쪽의 호스트 이름을 한 줄에 하나씩 적습니다. 비우면 공개된 https 주소에만 보냅니다."
            ),
            "watched_folder": _(
                "서버의 incoming 폴더 안에서 찾습니다. 한 시간마다 바뀐 파일만 초안으로 가져오고 게시하지 않습니다. 비우면 지켜보지 않습니다."
            ),
            "allows_anonymous": _("끄면 로그인한 사람만 질문합니다."),
            "questions_a_minute": _("0이면 아무도 질문하지 못합니다."),
            "address_questions_a_minute": _(
                "학교 전체가 한 주소로 나올 수 있으니 넉넉히 정하십시오."
            ),
            "address_api_calls_a_minute": _(
                "로그인이나 API 키 없이 한 주소에서 오는 호출을 모두 셉니다. 학교 전체가 한 주소로 나올 수 있으니 넉넉히 정하십시오."
            ),
        }

    def clean_watched_folder(self) -> str:
        """The folder has to be there, below its root."""
        name: str = self.cleaned_data["watched_folder"].strip()
        watched_folder_validate(name)
        return name


@admin.register(SiteControls)
class SiteControlsAdmin(SimpleHistoryAdmin):  # type: ignore[misc]
    """One row: the list leads to it at once, nothing is added or deleted."""

    form = SiteControlsForm
    fieldsets = (
        (
            _("열고 닫기"),
            {
                "fields": (
                    "is_open",
                    "takes_questions",
                    "takes_api_questions",
                    "closed_message",
                    "banner",
                    "banner_english",
                )
            },
        ),
        (
            _("언어 모델"),
            {
                "fields": (
                    "may_generate",
                    "monthly_model_tokens",
                    "ai_notice",
                    "ai_notice_english",
                    "shows_figures",
                )
            },
        ),
        (_("묻는 사람"), {"fields": ("campuses",)}),
        (_("공지 확인"), {"fields": ("notices_folder",)}),
        (_("올린 파일"), {"fields": ("virus_scanner",)}),
        (_("위젯과 웹훅"), {"fields": ("widget_origins", "webhook_hosts")}),
        (_("규정 파일"), {"fields": ("watched_folder",)}),
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
                    "address_api_calls_a_minute",
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
        """The pages that say how the portal is and with which values it works."""
        status = self.admin_site.admin_view(self.status_view)
        values = self.admin_site.admin_view(self.values_view)
        return [
            path("status/", status, name="controls_status"),
            path("values/", values, name="controls_values"),
            *super().get_urls(),
        ]

    def values_view(self, request: HttpRequest) -> HttpResponse:
        """The thresholds and limits that are set by the environment."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        context = self.admin_site.each_context(request) | {
            "title": _("답변과 검토의 값"),
            "rows": setting_rows(),
        }
        return TemplateResponse(request, "admin/controls/values.html", context)

    def status_view(self, request: HttpRequest) -> HttpResponse:
        """What /readyz says, for people."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        context = self.admin_site.each_context(request) | {
            "title": _("운영 상태"),
            "report": report(),
            "now": timezone.now(),
        }
        return TemplateResponse(request, "admin/controls/status.html", context)

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> SiteControls | None:
        """The one row, with the defaults where nobody has turned anything yet; looking at it writes nothing."""
        found: SiteControls | None = super().get_object(request, object_id, from_field)
        return SiteControls(pk=1) if found is None and object_id == "1" else found

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
class ModelUsageAdmin(ReadOnlyRecord, admin.ModelAdmin[ModelUsage]):
    """Counts to read: counted, not typed."""

    list_display = ("day", "model", "calls", "prompt_tokens", "completion_tokens")
    list_filter = ("model",)
    date_hierarchy = "day"
    ordering = ("-day", "model")


class ApiKeyForm(ModelForm[ApiKey]):
    """The package's fields in the words of the portal."""

    class Meta:
        model = ApiKey
        fields = ("name", "may_ask", "may_verify", "expiry_date", "revoked")
        labels = {"name": _("이름"), "expiry_date": _("기한"), "revoked": _("폐기")}
        help_texts = {
            "name": _("어느 프로그램이 쓰는지 적습니다."),
            "expiry_date": _("비우면 기한이 없습니다."),
            "revoked": _("되돌릴 수 없습니다."),
        }


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
        "last_used_at",
        "revoked",
    )
    list_filter = ("revoked", "may_ask", "may_verify")  # type: ignore[assignment]
    fields = ("name", "may_ask", "may_verify", "expiry_date", "revoked", "prefix", "last_used_at")
    form = ApiKeyForm
    actions = ("keys_rotate",)

    def get_readonly_fields(  # type: ignore[override]  # the package leaves out the None
        self, request: HttpRequest, obj: ApiKey | None = None
    ) -> tuple[str, ...]:
        """What nobody types; of a revoked key nothing is typed."""
        typed = ("name", "expiry_date", "revoked") if obj is not None and obj.revoked else ()
        return ("prefix", "last_used_at", *typed)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """A key ends after a year unless somebody says otherwise."""
        return {"expiry_date": timezone.now() + _LIFETIME}

    def save_model(
        self,
        request: HttpRequest,
        obj: AbstractAPIKey,
        form: ModelForm[ApiKey] | None = None,
        change: bool = False,
    ) -> None:
        """Save; a new key is shown now and never again."""
        if change:
            obj.save()
            return
        secret = ApiKey.objects.assign_key(obj)
        obj.save()
        self._show(request, obj, secret)

    @admin.action(description=_("새 키로 바꾸기"), permissions=["add"])
    def keys_rotate(self, request: HttpRequest, queryset: QuerySet[ApiKey]) -> None:
        """Show a new key for each chosen one that still works; the old one ends within a day."""
        for key in queryset.filter(revoked=False):
            if key.has_expired:
                continue
            made, secret = key_rotate(key=key, now=timezone.now())
            self.log_addition(request, made, [{"added": {}}])
            self.log_change(request, key, [{"changed": {"fields": ["expiry_date"]}}])
            self._show(request, made, secret)

    def _show(self, request: HttpRequest, key: AbstractAPIKey, secret: str) -> None:
        said = _("%(name)s 키: %(secret)s 지금만 보입니다. 안전한 곳에 옮겨 두십시오.")
        messages.warning(request, said % {"name": key.name, "secret": secret})

    def has_delete_permission(self, request: HttpRequest, obj: ApiKey | None = None) -> bool:
        """Revoked, not deleted."""
        return False


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyRecord, admin.ModelAdmin[LogEntry]):
    """What was done in the admin, by whom: to read. The database refuses to change or delete it."""

    list_display = ("at", "user", "content_type", "object_repr", "__str__")
    list_filter = ("action_flag", "content_type")
    search_fields = ("user__username", "object_repr")
    date_hierarchy = "action_time"
    list_select_related = ("user", "content_type")
    ordering = ("-action_time", "-pk")

    @admin.display(description=_("한 때"), ordering="action_time")
    def at(self, entry: LogEntry) -> datetime:
        """When it was done, under a heading of the portal."""
        return entry.action_time
