"""The only door to a model provider."""

from __future__ import annotations

from django.apps import AppConfig


class LLMConfig(AppConfig):
    name = "portal.llm"
    label = "llm"
    verbose_name = "언어 모델"
