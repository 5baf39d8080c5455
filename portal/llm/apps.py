"""The gateway to model providers."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LLMConfig(AppConfig):
    name = "portal.llm"
    label = "llm"
    verbose_name = _("언어 모델")
