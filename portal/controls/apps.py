"""What an operator turns while the portal runs: open or closed, generation, banner, limits, the model's budget."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ControlsConfig(AppConfig):
    name = "portal.controls"
    label = "controls"
    verbose_name = _("운영")
    default_auto_field = "django.db.models.BigAutoField"
