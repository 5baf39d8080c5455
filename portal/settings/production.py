"""Settings of a real installation: everything from the environment, nothing embedded, HTTPS only."""

from __future__ import annotations

from portal.logs import structlog_configure
from portal.settings.base import *  # noqa: F403
from portal.settings.base import STORAGES as BASE_STORAGES
from portal.settings.environment import BASE_DIR, env

PRODUCTION = True
_hosts = env.list("ALLOWED_HOSTS", default=[])
# The container asks itself how it is, under its own address.
ALLOWED_HOSTS = [*_hosts, "127.0.0.1"] if _hosts else []

# The proxy in front ends TLS and must set this header itself, never pass one on.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$"]
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=31_536_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=True)
SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_PRELOAD", default=True)
STAFF_NEEDS_SECOND_FACTOR = env.bool("STAFF_NEEDS_SECOND_FACTOR", default=True)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
# Browsers take cookies of such names from this host alone: no other site of the university can put one in their place.
SESSION_COOKIE_NAME = "__Host-sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken"
LANGUAGE_COOKIE_NAME = "__Host-language"

# Files get names with a hash of their content (`manage.py collectstatic` at build time) and are cached for ever.
STORAGES = BASE_STORAGES | {
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
}
STATIC_ROOT = env.str("STATIC_ROOT", default=str(BASE_DIR / "staticfiles"))
WHITENOISE_USE_FINDERS = False

LOGGING = structlog_configure(
    json_lines=env.bool("LOG_JSON", default=True), level=env.str("LOG_LEVEL", default="INFO")
)
