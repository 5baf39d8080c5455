"""The project itself as an application: it carries the system checks and the project's commands."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from portal import checks  # noqa: F401 - registers them
from portal.celery import app


class PortalConfig(AppConfig):
    name = "portal"
    verbose_name = _("포털")

    def ready(self) -> None:
        """Make the Celery application current, so that every task is sent to the portal's broker."""
        app.set_default()
