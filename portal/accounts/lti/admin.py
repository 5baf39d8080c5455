"""The learning platforms from which people come in."""

from __future__ import annotations

from django import forms
from django.contrib import admin
from django.forms import ModelForm
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import LtiPlatform


class LtiPlatformForm(ModelForm[LtiPlatform]):
    """Addresses by https alone: whoever could change an answer on the way could be anybody here."""

    class Meta:
        model = LtiPlatform
        fields = (
            "name", "issuer", "client_id", "deployment_ids", "login_url", "keys_url", "is_active",
        )  # fmt: skip
        help_texts = {
            "deployment_ids": _("플랫폼이 준 deployment id를 한 줄에 하나씩 적습니다."),
            "issuer": _("id_token의 iss와 글자까지 같아야 합니다."),
        }

    def clean_login_url(self) -> str:
        """Where the browser is sent."""
        return _https(str(self.cleaned_data["login_url"]))

    def clean_keys_url(self) -> str:
        """Where the keys are fetched."""
        return _https(str(self.cleaned_data["keys_url"]))


@admin.register(LtiPlatform)
class LtiPlatformAdmin(admin.ModelAdmin[LtiPlatform]):
    """Registered by hand: the platform's administrator and the portal's exchange these values."""

    form = LtiPlatformForm
    list_display = ("name", "issuer", "client_id", "is_active")
    ordering = ("name", "pk")


def _https(address: str) -> str:
    if not address.startswith("https://"):
        raise forms.ValidationError(_("https로 시작하는 주소만 적습니다."))
    return address
