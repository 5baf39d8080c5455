"""Asking and answering: conversations, answers and the citations that they carry."""

from __future__ import annotations

from django.apps import AppConfig


class ChatConfig(AppConfig):
    name = "chat"
    verbose_name = "대화"
    default_auto_field = "django.db.models.BigAutoField"
