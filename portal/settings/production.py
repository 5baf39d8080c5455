"""Settings of a real installation: everything from the environment, nothing embedded, HTTPS only."""

from __future__ import annotations

from portal.logs import structlog_configure
from portal.settings.base import *  # noqa: F403
from portal.settings.base import HSTS_SECONDS, LOG_LEVEL, NAMED_HOSTS
from portal.settings.base import STORAGES as BASE_STORAGES
from portal.settings.environment import BASE_DIR, env

PRODUCTION = True
# The container asks itself how it is, under its own address.
ALLOWED_HOSTS = [*NAMED_HOSTS, "127.0.0.1"] if NAMED_HOSTS else []

# The proxy in front ends TLS and must set this header itself, never pass one on.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$"]
SECURE_HSTS_SECONDS = HSTS_SECONDS
# The portal has a name of its own, and no other site below it; nobody preloads it without being asked to.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
STAFF_NEEDS_SECOND_FACTOR = env.bool("STAFF_NEEDS_SECOND_FACTOR", default=True)
REVIEW_FOUR_EYES = env.bool("REVIEW_FOUR_EYES", default=True)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
# Browsers take cookies of such names from this host alone: no other site of the university can put one in their place.
SESSION_COOKIE_NAME = "__Host-sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken"
LANGUAGE_COOKIE_NAME = "__Host-language"

# Files get names with a hash of their content (`manage.py collectstatic` at build time) and are cached for ever.
STORAGES = BASE_STORAGES | {
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
}
STATIC_ROOT = str(BASE_DIR / "staticfiles")
WHITENOISE_USE_FINDERS = False

LOGGING = structlog_configure(json_lines=True, level=LOG_LEVEL)
