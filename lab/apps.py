"""The laboratory as an application: it brings the commands that measure."""

from __future__ import annotations

from django.apps import AppConfig


class LabConfig(AppConfig):
    name = "lab"
