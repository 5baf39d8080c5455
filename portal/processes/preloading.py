"""Models are loaded before a process forks, so that all that come from it share one copy in memory."""

from __future__ import annotations

import ctypes
import gc
import sys
from importlib import import_module

from django.conf import settings
from django.utils.module_loading import import_string


def all_preload() -> None:
    """For a process that only forks others, of every kind: the models, and the modules that they all import."""
    import_module(settings.ROOT_URLCONF)
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
