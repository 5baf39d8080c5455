"""The project itself as an application: it carries the system checks and the project's commands."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from portal import telemetry
from portal.celery import app
from portal.checks import deployment, plain_connections  # noqa: F401 - registers the checks
from portal.http.languages import english_behind_other_languages
from portal.logs import task_logs


class PortalConfig(AppConfig):
    name = "portal"
    verbose_name = _("포털")

    def ready(self) -> None:
        """Make the Celery application current, so that every task is sent to the portal's broker; begin to watch."""
        app.set_default()
        english_behind_other_languages()
        # Before the traces: a span takes the identifier that is bound here.
        task_logs.connect_worker_signals()
        telemetry.begin()
