"""Letters that go out at most once."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MailingConfig(AppConfig):
    name = "portal.mailing"
    label = "mailing"
    verbose_name = _("메일")
    default_auto_field = "django.db.models.BigAutoField"
