"""Settings of running the portal: how it says how it is, where its errors and traces go."""

from __future__ import annotations

from portal.settings.environment import env

# --- health ----------------------------------------------------------------------------------------------------------

METRICS_ENABLED = env.bool("METRICS_ENABLED", default=False)
# What /readyz and the page of the admin ask, in this order (portal.health).
HEALTH_CHECKS = [
    "portal.health.parts.database",
    "portal.health.parts.migrations",
    "portal.health.parts.valkey",
    "portal.health.parts.workers",
    "chat.storing.health.waiting_answers",
    "verification.faithfulness.health.waiting_checks",
    "portal.llm.health.language_model",
    "portal.llm.health.embedding_model",
    "regulations.search.index.health.search_index",
    "portal.health.parts.files",
]
# Whoever sends it as `Authorization: Bearer …` is told the details by /readyz.
HEALTH_TOKEN = env.str("HEALTH_TOKEN", default="")
LEAST_FREE_DISK_BYTES = env.int("LEAST_FREE_DISK_BYTES", default=1_000_000_000)
# A question that waits longer means that something is wrong.
LONGEST_WAIT_SECONDS = env.int("LONGEST_WAIT_SECONDS", default=120)
# A sign of life through every queue; nobody wants those that nobody took for an hour.
HEARTBEAT_SECONDS = env.float("HEARTBEAT_SECONDS", default=30.0)
HEARTBEAT_EXPIRES_SECONDS = 3600

# --- errors and traces (requirements/optional.in) --------------------------------------------------------------------

SENTRY_DSN = env.str("SENTRY_DSN", default="")
# The base address of a collector that takes OTLP over HTTP; its other variables are read by the package.
TRACES_ENDPOINT = env.str("OTEL_EXPORTER_OTLP_ENDPOINT", default="")
TRACES_SERVICE = env.str("OTEL_SERVICE_NAME", default="regulation-portal")
