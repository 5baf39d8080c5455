"""Is an answer true to its sources: citations, grounding, faithfulness and review."""

from __future__ import annotations

from django.apps import AppConfig


class VerificationConfig(AppConfig):
    name = "verification"
    verbose_name = "검증"
    default_auto_field = "django.db.models.BigAutoField"
