"""The corpus: regulations, their versions, provisions and the search over them. Knows nothing of questions."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RegulationsConfig(AppConfig):
    name = "regulations"
    verbose_name = _("규정")
    default_auto_field = "django.db.models.BigAutoField"
