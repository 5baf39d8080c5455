"""Certificates and their keys for operators: to read, to revoke, and to sign with a new key."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from chat.conversations.certificates.issuing import certificates_end
from chat.conversations.certificates.keys import signing_key_rotate
from chat.models import Certificate, SigningKey
from portal.admin_site import ReadOnlyRecord


class NeverByHandAdmin(ReadOnlyRecord, admin.ModelAdmin[Any]):
    """Rows that the portal writes, and nobody deletes: who holds the paper can check it years later."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What is signed stays; actions ask for the permission themselves."""
        return obj is None and admin.ModelAdmin.has_change_permission(self, request)


@admin.register(Certificate)
class CertificateAdmin(NeverByHandAdmin):
    """Which certificates there are and which ended."""

    list_display = ("code", "created_at", "has_question", "ended_at", "ended_why")
    list_filter = ("ended_why", "has_question")
    search_fields = ("code",)
    ordering = ("-created_at", "pk")
    fields = ("code", "created_at", "key", "statement", "signature", "ended_at", "ended_why")
    actions = ("revoke",)

    @admin.action(description=_("폐기하기"), permissions=["change"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Certificate]) -> None:
        """End the chosen ones."""
        chosen = list(queryset.filter(ended_at=None))
        certificates_end(certificates=chosen, why=Certificate.Ended.REVOKED, now=timezone.now())
        for one in chosen:
            self.log_change(request, one, [{"changed": {"fields": ["ended_at"]}}])
        messages.success(request, _("%s개를 폐기했습니다.") % len(chosen))


@admin.register(SigningKey)
class SigningKeyAdmin(NeverByHandAdmin):
    """The keys, without their private halves."""

    list_display = ("pk", "public", "created_at", "retired_at")
    ordering = ("-created_at",)
    fields = ("public", "created_at", "retired_at")
    actions = ("rotate",)

    @admin.action(description=_("새 키로 바꾸기"), permissions=["change"])
    def rotate(self, request: HttpRequest, queryset: QuerySet[SigningKey]) -> None:
        """Sign with a new key from now on, whichever was chosen."""
        made = signing_key_rotate(now=timezone.now())
        self.log_addition(request, made, [{"added": {}}])
        messages.success(
            request, _("새 키로 서명합니다. 지난 키로 서명한 확인서는 계속 확인됩니다.")
        )
