"""Asking and answering: conversations, answers and the citations that they carry."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import ngettext_lazy


class ChatConfig(AppConfig):
    name = "chat"
    verbose_name = ngettext_lazy("대화", "대화", 2)
    default_auto_field = "django.db.models.BigAutoField"
