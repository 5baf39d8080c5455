"""Users and their roles."""

from __future__ import annotations

import urllib.request

from django.apps import AppConfig, apps
from django.utils.translation import ngettext_lazy

from portal.accounts.provider_calls import NoRedirects


class AccountsConfig(AppConfig):
    name = "portal.accounts"
    label = "accounts"
    verbose_name = ngettext_lazy("사용자", "사용자", 2)
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """The package of SAML takes no opener of ours, so every process that has it gets one that follows nothing."""
        if apps.is_installed("allauth.socialaccount.providers.saml"):
            urllib.request.install_opener(urllib.request.build_opener(NoRedirects))
