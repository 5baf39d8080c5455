"""Users and their roles."""

from __future__ import annotations

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "portal.accounts"
    label = "accounts"
    verbose_name = "사용자"
    default_auto_field = "django.db.models.BigAutoField"
