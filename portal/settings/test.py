"""Settings of the test run: embedded services of its own, one database and one Valkey number a test worker."""

from __future__ import annotations

from dataclasses import replace

from portal.embedded import Folders
from portal.logs import structlog_configure
from portal.settings.base import *  # noqa: F403
from portal.settings.base import (
    CACHES,
    CELERY_BEAT_SCHEDULE,
    DATA_DIR,
    DATABASES,
    EMBEDDED,
    INSTALLED_APPS,
    LOG_LEVEL,
    REDIS_URL,
    REPAIR_SECONDS,
    STORAGES,
)
from portal.settings.environment import env

# Kept between runs: creating the cluster is the slow part.
DATA_DIR = DATA_DIR / "test"
EMBEDDED = replace(EMBEDDED, root=DATA_DIR, durable=False)
_worker = env.str("PYTEST_XDIST_WORKER", default="gw0").removeprefix("gw")

if "postgres" in EMBEDDED.servers:
    DATABASES["default"]["HOST"] = str(Folders(DATA_DIR).sockets)
# Processes that a test starts are told which database the test runs on.
DATABASES["default"]["NAME"] = env.str("TEST_DATABASE", default=str(DATABASES["default"]["NAME"]))
# A pool would keep connections open while a test database is dropped.
if "TEST_DATABASE_POOL" not in env:
    DATABASES["default"]["OPTIONS"].pop("pool")

# A test that waits for what takes seconds in an installation.
# Most processes of tests need no model; those that do load it at its first use.
PRELOADED = []
STATEMENT_SECONDS = env.int("TEST_STATEMENT_SECONDS", default=20)
if "TEST_REPAIR_SECONDS" in env:
    for _entry in CELERY_BEAT_SCHEDULE.values():
        if _entry["schedule"] == REPAIR_SECONDS and _entry["task"] != "portal.heartbeat":
            _entry["schedule"] = env.float("TEST_REPAIR_SECONDS")
if env.bool("TEST_LOG_JSON", default=False):
    LOGGING = structlog_configure(json_lines=True, level=LOG_LEVEL)

if "valkey" in EMBEDDED.servers:
    _socket = f"{Folders(DATA_DIR).valkey_socket}"
    REDIS_URL = f"unix://{_socket}?db={_worker}"
    CELERY_BROKER_URL = f"redis+socket://{_socket}?virtual_host={_worker}"
CACHES["default"]["LOCATION"] = REDIS_URL

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Uploaded files stay in memory; a test with several processes says where they meet.
if "TEST_MEDIA_ROOT" in env:
    MEDIA_ROOT = env.str("TEST_MEDIA_ROOT")
else:
    STORAGES["default"] = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
STORAGES["dbbackup"] = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
WHITENOISE_AUTOREFRESH = True

# One run tries both kinds of sign-in; elsewhere the settings name the provider, and with it the application.
SAML = "allauth.socialaccount.providers.saml"
INSTALLED_APPS = [*INSTALLED_APPS, *({SAML} - set(INSTALLED_APPS))]

# Never the model that a developer's own environment names; a test that wants one starts the stub.
LLM_BASE_URL = env.str("TEST_LLM_BASE_URL", default="")
LLM_MODEL = "stub"
LLM_TIMEOUT = 5.0
EMBEDDING_BASE_URL = env.str("TEST_EMBEDDING_BASE_URL", default="")
RERANK_BASE_URL = ""

# As for the model: only where a test says so.
SENTRY_DSN = env.str("TEST_SENTRY_DSN", default="")
TRACES_ENDPOINT = env.str("TEST_TRACES_ENDPOINT", default="")

# Tests count queries; one that turns a switch clears the cache.
CONTROLS_CACHE_SECONDS = 600
# Factories make regulations without publishing them; a test of what is kept keeps it.
CORPUS_CACHE_SECONDS = 0

# A test that wants a sample draws one.
REVIEW_SAMPLE_RATE = 0.0
# The rules alone; a test of the verifier names its file.
VERIFIER_MODEL = CROSS_ENCODER_MODEL = ""

# Most tests have no worker.
CALLS_IN_WORKERS = env.bool("TEST_CALLS_IN_WORKERS", default=False)

# A test that kills a worker does not wait for minutes until its lease is over.
if "TEST_LEASE_SECONDS" in env:
    LEASE_SECONDS = env.int("TEST_LEASE_SECONDS")
