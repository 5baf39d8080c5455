"""The Celery application. All of its settings are the `CELERY_` ones of Django's settings."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import beat_init, worker_init
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from portal import embedded
from portal.checks.deployment import unsafe_deployment_refuse
from portal.processes.preloading import models_preload

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.base")

app = Celery("portal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def load_models(**_: Any) -> None:
    """Before the pool forks: its processes share what is loaded here."""
    models_preload()


@worker_init.connect
@beat_init.connect
def start_embedded_services(**_: Any) -> None:
    """A worker speaks to the broker before it opens a database connection: the broker must be there."""
    try:
        unsafe_deployment_refuse()
        embedded.ensure_running(settings.EMBEDDED)
    except (ImproperlyConfigured, embedded.EmbeddedServiceError) as error:
        # Celery logs whatever other exception a receiver raises, and starts all the same.
        raise SystemExit(str(error)) from error
