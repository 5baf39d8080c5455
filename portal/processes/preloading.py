"""Models are loaded before a process forks, so that all that come from it share one copy in memory."""

from __future__ import annotations

import ctypes
import gc
import sys
from importlib import import_module

from celery import current_app
from django.conf import settings
from django.urls import get_resolver
from django.utils import translation
from django.utils.module_loading import import_string

# What workers, beat and `python -m uvicorn` would import, each for itself.
_ENTRANCES = (
    *("celery.apps.worker", "celery.apps.beat", "celery.worker.consumer", "celery.app.amqp"),
    *("celery.app.control", "celery.app.events", "celery.app.log", "celery.events.receiver"),
    *("celery.worker.autoscale", "celery.worker.components", "celery.worker.strategy"),
    *("celery.worker.consumer.delayed_delivery",),
    *("celery.concurrency.prefork", "billiard.popen_fork", "billiard.sharedctypes"),
    *("billiard.synchronize", "kombu.transport.redis", "uvicorn.main", "psycopg_pool"),
)

# M_ARENA_MAX, M_MMAP_THRESHOLD and M_TRIM_THRESHOLD of glibc; other C libraries know none of them.
_MALLOC = {-8: 2, -3: 256 * 1024, -1: 256 * 1024}


def all_preload() -> None:
    """For a process that only forks others, of every kind: the models, and the modules that they all import."""
    for name in (settings.ROOT_URLCONF, *_ENTRANCES):
        import_module(name)
    # With the checks of the settings, which read every form and address.
    current_app.loader.import_default_modules()
    current_app.finalize()
    # It is looked for in the lists of all packages.
    _backend = current_app.backend
    get_resolver()._populate()  # noqa: SLF001
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("")
    models_preload()


def models_preload() -> None:
    """Load what PRELOADED names, and keep the collector from touching it: a touched page is a copied page."""
    for name in settings.PRELOADED:
        import_string(name)()
    gc.collect()
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "mallopt"):
        # By itself glibc gives each thread a heap of its own, and keeps whatever a large text took.
        for option, value in _MALLOC.items():
            libc.mallopt(option, value)
        libc.malloc_trim(0)
    gc.freeze()
