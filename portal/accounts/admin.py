"""People and their roles in the admin."""

from __future__ import annotations

from typing import Any

from allauth.mfa.admin import Authenticator
from allauth.usersessions.admin import UserSession
from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.admin import UserAdmin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from portal.accounts.models import User
from portal.accounts.sessions import sessions_end

# Deleting a row of allauth's list would end no session; the action below does.
admin.site.unregister(UserSession)
# Its page shows the secrets.
admin.site.unregister(Authenticator)
# In the form that Django's log keeps: it is translated when it is read.
_CLOSED: list[dict[str, Any]] = [{"changed": {"fields": ["is_active"]}}]
_SIGNED_OUT: list[dict[str, Any]] = [{"deleted": {"name": "session", "object": "*"}}]


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    """Django's page for users with the role in it. Accounts stand in records that stay: they are closed, not deleted."""

    list_display = ("username", "email", "role", "is_staff", "is_active")
    list_filter = ("role", "is_staff", "is_active")
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("역할"), {"fields": ("role",)}))
    add_fieldsets = (*UserAdmin.add_fieldsets, (_("역할"), {"fields": ("role",)}))
    actions = ("accounts_close", "accounts_sign_out")

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Closed, not deleted; a person deletes the account with the questions under "내 정보"."""
        return False

    @admin.action(description=_("선택한 계정 닫기"), permissions=["change"])
    @transaction.atomic
    def accounts_close(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Let nobody sign in with these accounts any more; sessions end with it. One's own stays."""
        me = str(request.user.pk)
        closed = list(queryset.exclude(pk=me).filter(is_active=True))
        queryset.filter(pk__in=[user.pk for user in closed]).update(is_active=False)
        sessions_end(people=closed)
        LogEntry.objects.log_actions(
            user_id=me,
            queryset=closed,
            action_flag=CHANGE,
            change_message=_CLOSED,
        )
        said = ngettext(
            "계정 %(count)d개를 닫았습니다.", "계정 %(count)d개를 닫았습니다.", len(closed)
        )
        self.message_user(request, said % {"count": len(closed)}, messages.SUCCESS)

    @admin.action(description=_("선택한 계정을 모든 기기에서 로그아웃"), permissions=["change"])
    @transaction.atomic
    def accounts_sign_out(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """End all sessions of these people but the one that asks."""
        count = sessions_end(people=queryset, but=request.session.session_key or "")
        LogEntry.objects.log_actions(
            user_id=str(request.user.pk),
            queryset=queryset,
            action_flag=CHANGE,
            change_message=_SIGNED_OUT,
        )
        said = ngettext(
            "기기 %(count)d대에서 로그아웃했습니다.",
            "기기 %(count)d대에서 로그아웃했습니다.",
            count,
        )
        self.message_user(request, said % {"count": count}, messages.SUCCESS)


@admin.register(Authenticator)
class SecondFactorAdmin(admin.ModelAdmin[Authenticator]):
    """Who has a second factor. Taken away from who lost it, so that they set up another; never seen, never written."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    fields = ("user", "type", "created_at", "last_used_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Everybody sets up their own."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Authenticator | None = None) -> bool:
        """Everybody sets up their own."""
        return False
