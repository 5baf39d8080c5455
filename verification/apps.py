"""Is an answer true to its sources: citations, grounding, faithfulness and review."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class VerificationConfig(AppConfig):
    name = "verification"
    verbose_name = _("검증")
    default_auto_field = "django.db.models.BigAutoField"
