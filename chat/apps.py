"""Asking and answering: conversations, answers and the citations that they carry."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChatConfig(AppConfig):
    name = "chat"
    verbose_name = _("대화")
    default_auto_field = "django.db.models.BigAutoField"
