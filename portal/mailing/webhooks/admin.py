"""Webhooks in the admin: where events go, what was sent, and what was given up, to be sent again."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from portal.controls.selectors import controls_get
from portal.mailing.models import Webhook, WebhookDelivery
from portal.mailing.webhooks.addresses import AddressRefused, address_check
from portal.mailing.webhooks.sending import delivery_resend, secret_renew


class WebhookForm(ModelForm[Webhook]):
    """The events as boxes; an address that is never sent to is refused where it is typed."""

    events = forms.MultipleChoiceField(
        label=_("알릴 것"), choices=Webhook.Event.choices, widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = Webhook
        fields = ("name", "address", "events", "is_active")

    def clean_address(self) -> str:
        """Refuse what the portal does not send to."""
        address = str(self.cleaned_data["address"])
        try:
            address_check(address, inside=controls_get().webhook_hosts.split())
        except AddressRefused as error:
            raise forms.ValidationError(
                _(
                    "https로 시작하는 주소만 적습니다. 학교 안의 호스트는 운영 설정의 ‘웹훅을 보낼 내부 호스트’에 먼저 적으십시오."
                )
            ) from error
        return address


@admin.register(Webhook)
class WebhookAdmin(admin.ModelAdmin[Webhook]):
    """The secret is shown when it is made, and never again."""

    form = WebhookForm
    list_display = ("name", "address", "events", "is_active", "created_at")
    ordering = ("name", "pk")
    actions = ("secrets_renew",)

    def save_model(
        self, request: HttpRequest, obj: Webhook, form: ModelForm[Webhook], change: bool
    ) -> None:
        """Give a new one its secret."""
        super().save_model(request, obj, form, change)
        if not change:
            self._show(request, obj)

    @admin.action(description=_("새 비밀 키로 바꾸기"), permissions=["change"])
    def secrets_renew(self, request: HttpRequest, queryset: QuerySet[Webhook]) -> None:
        """From now on the former secrets sign nothing."""
        for webhook in queryset:
            self.log_change(request, webhook, [{"changed": {"fields": ["secret"]}}])
            self._show(request, webhook)

    def _show(self, request: HttpRequest, webhook: Webhook) -> None:
        said = _("%(name)s 서명 비밀 키: %(secret)s 지금만 보입니다. 안전한 곳에 옮겨 두십시오.")
        messages.warning(request, said % {"name": webhook.name, "secret": secret_renew(webhook)})


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(admin.ModelAdmin[WebhookDelivery]):
    """What was sent, to read; what was given up is sent again by an action."""

    list_display = (
        "key",
        "webhook",
        "event",
        "state",
        "attempts",
        "error",
        "created_at",
        "sent_at",
    )
    list_filter = ("state", "event", "webhook")
    list_select_related = ("webhook",)
    ordering = ("-created_at", "pk")
    fields = (*list_display, "payload")
    actions = ("resend",)

    @admin.action(description=_("다시 보내기"), permissions=["change"])
    def resend(self, request: HttpRequest, queryset: QuerySet[WebhookDelivery]) -> None:
        """Order the chosen ones anew."""
        for delivery in queryset:
            delivery_resend(delivery=delivery)
        messages.success(request, _("%s개를 다시 보냅니다.") % len(queryset))

    def has_add_permission(self, request: HttpRequest) -> bool:
        """The portal writes them."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What was sent stays; the action asks for the permission itself."""
        return obj is None and super().has_change_permission(request, obj)
