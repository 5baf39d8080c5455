"""Models are loaded before a process forks, so that all that come from it share one copy in memory."""

from __future__ import annotations

import ctypes
import gc
import sys
from importlib import import_module

from celery import current_app
from django.conf import settings
from django.utils.module_loading import import_string

# What `python -m celery` and `python -m uvicorn` would import, each for itself.
_ENTRANCES = (
    *("celery.bin.celery", "celery.apps.worker", "celery.apps.beat", "celery.worker.consumer"),
    *("celery.concurrency.prefork", "kombu.transport.redis", "uvicorn.main", "psycopg_pool"),
)


def all_preload() -> None:
    """For a process that only forks others, of every kind: the models, and the modules that they all import."""
    for name in (settings.ROOT_URLCONF, *_ENTRANCES):
        import_module(name)
    current_app.loader.import_default_modules()
    current_app.finalize()
    models_preload()


def models_preload() -> None:
    """Load what PRELOADED names, and keep the collector from touching it: a touched page is a copied page."""
    for name in settings.PRELOADED:
        import_string(name)()
    gc.collect()
    if sys.platform == "linux":
        # What loading took and gave back; other C libraries than glibc have no such function.
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
    gc.freeze()
