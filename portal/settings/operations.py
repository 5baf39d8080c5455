"""Settings of running the portal: how it says how it is, where its errors and traces go."""

from __future__ import annotations

from portal.settings.environment import WATCHING
from portal.settings.services import DATABASE_REPLICA_URL

# --- health ----------------------------------------------------------------------------------------------------------

METRICS_ENABLED = WATCHING.flag("METRICS_ENABLED", "Whether /metrics has figures for Prometheus.")
# What /readyz and the page of the admin ask, in this order (portal.health).
HEALTH_CHECKS = [
    "portal.health.parts.database",
    "portal.health.parts.migrations",
    *(["portal.health.parts.replica"] if DATABASE_REPLICA_URL else []),
    "portal.health.parts.valkey",
    "portal.health.parts.workers",
    "chat.storing.health.waiting_answers",
    "verification.faithfulness.health.waiting_checks",
    "portal.llm.health.language_model",
    "portal.llm.health.embedding_model",
    "regulations.search.index.health.search_index",
    "portal.health.parts.files",
]
# What `manage.py evidence` asks, in this order (portal.health.evidence).
EVIDENCE = [
    "portal.health.evidence.installation.configuration",
    "portal.health.evidence.installation.parts",
    "portal.health.evidence.installation.connections",
    "portal.health.evidence.installation.stored_data",
    "portal.health.evidence.people.accounts",
    "portal.health.evidence.people.api_keys",
    "portal.health.evidence.installation.uploads",
    "chat.conversations.evidence.retention",
    "portal.health.evidence.kept_copies.backups",
    "portal.health.evidence.endpoints.model_endpoints",
    "portal.health.evidence.installation.versions",
]
HEALTH_TOKEN = WATCHING.secret(
    "HEALTH_TOKEN",
    "Who sends it as a bearer token gets details from /readyz, and /metrics through a proxy.",
)
# Enough for the largest upload with its pictures, many times over.
LEAST_FREE_DISK_BYTES = 1_000_000_000
# A question that waits longer means that something is wrong.
LONGEST_WAIT_SECONDS = 120
# A sign of life through every queue; nobody wants those that nobody took for an hour.
HEARTBEAT_SECONDS = 30.0
HEARTBEAT_EXPIRES_SECONDS = 3600

# Loaded before a process forks, and before a web process serves.
PRELOADED = [
    "regulations.text.morphemes.dictionary_load",
    "portal.llm.local_models.query_model_load",
    "portal.llm.pair_model.pair_models_load",
    "portal.llm.client_load",
]

# --- errors and traces (requirements/optional.in) --------------------------------------------------------------------

SENTRY_DSN = WATCHING.text("SENTRY_DSN", "Where errors are sent; needs requirements/optional.txt.")
# Its other variables are read by the package.
TRACES_ENDPOINT = WATCHING.text(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "Base address of a collector that takes OTLP over HTTP; needs requirements/optional.txt.",
)
