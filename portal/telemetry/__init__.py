"""Errors to Sentry, traces to an OpenTelemetry collector: off unless the settings name where, and then imported only.

Both packages are optional (requirements/optional.in). What leaves the portal is named one by one in `errors` and `traces`;
nothing of it is text that somebody wrote.
"""

from __future__ import annotations

from importlib.util import find_spec

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string


def begin() -> None:
    """Start what the settings ask for. Every process does so, once."""
    if settings.SENTRY_DSN:
        _begin("SENTRY_DSN", "sentry_sdk", "portal.telemetry.errors.begin")
    if settings.TRACES_ENDPOINT:
        _begin("OTEL_EXPORTER_OTLP_ENDPOINT", "opentelemetry.sdk", "portal.telemetry.traces.begin")


def _begin(setting: str, package: str, function: str) -> None:
    top = package.partition(".")[0]
    if find_spec(top) is None or find_spec(package) is None:
        raise ImproperlyConfigured(
            f"{setting} is set, but the package {package} is not installed: "
            "install requirements/optional.txt instead of requirements/production.txt."
        )
    import_string(function)()
