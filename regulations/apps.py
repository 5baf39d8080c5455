"""The corpus: regulations, their versions, provisions and the search over them. Knows nothing of questions."""

from __future__ import annotations

from django.apps import AppConfig


class RegulationsConfig(AppConfig):
    name = "regulations"
    verbose_name = "규정"
    default_auto_field = "django.db.models.BigAutoField"
