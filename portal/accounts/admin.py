"""People and their roles in the admin."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from allauth.account.admin import EmailAddress, EmailAddressAdmin
from allauth.mfa.admin import Authenticator
from allauth.socialaccount.admin import SocialApp
from allauth.usersessions.admin import UserSession
from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UsernameField
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from portal.accounts.addresses import addresses_forget
from portal.accounts.lti import admin as lti_admin
from portal.accounts.models import User
from portal.accounts.password_links import DAYS, password_link, password_link_send
from portal.accounts.sessions import sessions_end

# Deleting a row of allauth's list would end no session; the action below does.
admin.site.unregister(UserSession)
# The university's sign-in is set in the environment; a row here would be a second one, which nobody checks.
admin.site.unregister(SocialApp)
# Its page shows the secrets.
admin.site.unregister(Authenticator)
# Its action is anybody's who sees the rows.
admin.site.unregister(EmailAddress)
# In the form that Django's log keeps: it is translated when it is read.
_CLOSED: list[dict[str, Any]] = [{"changed": {"fields": ["is_active"]}}]
_PASSWORD_TAKEN: list[dict[str, Any]] = [{"changed": {"fields": ["password"]}}]
_SIGNED_OUT: list[dict[str, Any]] = [{"deleted": {"name": "session", "object": "*"}}]


class PersonCreationForm(forms.ModelForm[User]):
    """A new account: without a password, which its person chooses."""

    class Meta:
        model = User
        fields = ("username", "email", "role")
        field_classes: ClassVar = {"username": UsernameField}

    def clean_username(self) -> str:
        """No two that differ in capitals only."""
        name: str = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=name).exists():
            raise self.instance.unique_error_message(User, ("username",))
        return name

    def save(self, commit: bool = True) -> User:
        """Store it so that no password opens it."""
        self.instance.set_unusable_password()
        return super().save(commit)


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    """Django's page for users with the role in it. Accounts stand in records that stay: they are closed, not deleted."""

    list_display = ("username", "email", "role", "is_staff", "is_active")
    list_filter = ("role", "is_staff", "is_active")
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("역할"), {"fields": ("role",)}))
    # Django's two boxes beside each other lose their names in a narrow window.
    filter_horizontal = ()
    readonly_fields = ("last_login", "date_joined")
    add_form = PersonCreationForm
    add_form_template = None
    add_fieldsets = ((None, {"fields": ("username", "email", "role")}),)
    actions = ("accounts_close", "accounts_sign_out")

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Closed, not deleted; a person deletes the account with the questions under "내 정보"."""
        return False

    def save_model(
        self, request: HttpRequest, obj: User, form: forms.ModelForm[User], change: bool
    ) -> None:
        """Store it; the address that an admin sets is the person's own, and the only one."""
        super().save_model(request, obj, form, change)
        if change and "email" in form.changed_data:
            addresses_forget(obj)

    def response_add(
        self, request: HttpRequest, obj: User, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Let the new person choose a password, once the account is stored: a mail server may take its time."""
        transaction.on_commit(partial(self._password_link_give, request, obj))
        return super().response_add(request, obj, post_url_continue)

    def user_change_password(
        self,
        request: HttpRequest,
        id: str,  # noqa: A002 - as Django calls it
        form_url: str = "",
    ) -> HttpResponse:
        """Instead of Django's page, where an admin types a password that then two people know."""
        person = self.get_object(request, unquote(id))
        if person is None or not self.has_change_permission(request, person):
            raise PermissionDenied
        if person == request.user:
            return redirect("account_change_password")
        if request.method != "POST":
            context = {"title": _("비밀번호 링크"), "opts": self.opts, "person": person}
            page = "admin/accounts/password_link.html"
            return TemplateResponse(request, page, self.admin_site.each_context(request) | context)
        with transaction.atomic():
            # Whoever else knew the one until now is out, and so are their sessions.
            person.set_unusable_password()
            person.save(update_fields=["password"])
            self.log_change(request, person, _PASSWORD_TAKEN)
        self._password_link_give(request, person)
        return redirect("admin:accounts_user_change", person.pk)

    def _password_link_give(self, request: HttpRequest, person: User) -> None:
        """By mail to the person; where that cannot be, to the admin, who sees it this once."""
        link = password_link(request=request, person=person)
        if password_link_send(request=request, person=person, link=link):
            said = _("비밀번호를 정하는 링크를 %(address)s로 보냈습니다.")
            self.message_user(request, said % {"address": person.email}, messages.SUCCESS)
            return
        said = _(
            "비밀번호를 정하는 링크를 메일로 보내지 못했습니다. 아래 주소를 본인에게 직접 전하십시오. "
            "지금 한 번만 보이고, %(days)d일 안에 한 번만 쓸 수 있습니다. "
            "계정의 메일 주소를 바꾸면 쓸 수 없게 되니, 그 뒤에는 새로 만드십시오. %(link)s"
        )
        self.message_user(request, said % {"days": DAYS, "link": link}, messages.WARNING)

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

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Under a name, which the package's model has only in English."""
        named = {"title": _("2단계 인증 수단"), **(extra_context or {})}
        return super().changelist_view(request, named)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Everybody sets up their own."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Authenticator | None = None) -> bool:
        """Everybody sets up their own."""
        return False


@admin.register(EmailAddress)
class AddressAdmin(EmailAddressAdmin):  # type: ignore[misc]
    """allauth's page: a proved address gets letters and links for passwords, so who proves one may change addresses."""

    @admin.action(
        description=EmailAddressAdmin.make_verified.short_description, permissions=["change"]
    )
    def make_verified(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """As allauth does it."""
        super().make_verified(request, queryset)


__all__ = ["lti_admin"]
