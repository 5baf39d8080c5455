"""What every process of the portal reads before its settings: loaded once, in the process that tests fork theirs from.

Nothing that looks at a setting belongs here: each process has its own environment, and reads it anew. As in a portal that
forks its processes, dictionary and retriever are loaded and compute nothing yet.
"""

from __future__ import annotations

import gc
import os
from importlib import import_module

os.environ.pop("DJANGO_SETTINGS_MODULE", None)

for _name in (
    "celery.apps.worker",
    "celery.bin.worker",
    "celery.concurrency.prefork",
    "django.contrib.postgres.fields",
    "django.core.management",
    "django.test",
    "django_structlog",
    "kiwipiepy",
    "kombu.transport.redis",
    "limits",
    "lxml.etree",
    "numpy",
    "onnxruntime",
    "openai",
    "opentelemetry.sdk.metrics",
    "opentelemetry.sdk.trace",
    "pgvector.django",
    "phonenumbers",
    "PIL.Image",
    "portal.llm",
    "psycopg_pool",
    "pydantic",
    "redis.asyncio",
    "regulations.text.citations",
    "regulations.text.parser",
    "rest_framework.serializers",
    "structlog",
    "uvicorn.main",
    "uvicorn.protocols.http.httptools_impl",
    "verification.grounding.checking",
    "yaml",
):
    import_module(_name)

from portal.llm.local_models import OWN_MODEL, model_load  # noqa: E402
from regulations.text.morphemes import dictionary_load  # noqa: E402

dictionary_load()
model_load(OWN_MODEL)
gc.collect()
gc.freeze()
