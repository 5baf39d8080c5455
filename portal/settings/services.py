"""How the services are reached where there is more than one of a kind: a replica, a pooler, Sentinels, an object store."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlsplit

from portal.settings.environment import SITE, STORES, env


def with_password(address: str, password: str) -> str:
    """The address with a password that was not written into it, so that it may hold any character."""
    if not (address and password):
        return address
    parts = urlsplit(address)
    user, _at, place = parts.netloc.rpartition("@")
    user = user.partition(":")[0]
    return parts._replace(netloc=f"{user}:{quote(password, safe='')}@{place}").geturl()


PLAIN_HOSTS = SITE.names(
    "PLAIN_HOSTS",
    "Hosts that are reached without TLS on purpose; `check --deploy` names all others (portal.W050).",
)

# --- PostgreSQL ------------------------------------------------------------------------------------------------------

DATABASE_URL = with_password(
    STORES.text("DATABASE_URL", "PostgreSQL with pgvector; empty: the embedded server."),
    STORES.secret(
        "DATABASE_PASSWORD", "Its password as it is; in an address it is percent-encoded."
    ),
)
DATABASE_REPLICA_URL = STORES.text(
    "DATABASE_REPLICA_URL", "A replica for the pages of regulations (operations.md)."
)
REPLICA_APPLICATIONS = ("regulations",)
_HAS_POOLER = STORES.flag(
    "DATABASE_POOLER",
    "Whether a pooler that lends a connection for a transaction (PgBouncer) is in front of the database.",
)
# Connections of a process. Where the server has too few for all processes, a pooler helps and a smaller pool does not.
_POOL_SIZE = 10
# Who waits in front of a page is told after this time; workers and commands take the time that they need.
STATEMENT_SECONDS = 20
# A replica that is away is given up soon: the primary has the same rows.
_REPLICA_SECONDS = 2


def databases(primary: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The primary, and the replica where one is named."""
    found = {"default": _connecting(primary, timeout=10)}
    if DATABASE_REPLICA_URL:
        replica = _connecting(
            dict(env.db_url_config(DATABASE_REPLICA_URL)), timeout=_REPLICA_SECONDS
        )
        replica["OPTIONS"]["connect_timeout"] = _REPLICA_SECONDS
        found["replica"] = replica | {"TEST": {"MIRROR": "default"}}
    return found


def _connecting(database: dict[str, Any], *, timeout: int) -> dict[str, Any]:
    """Under ASGI a connection must not outlive its request; a pool keeps it for the next one, here or outside."""
    # Those of the address, such as sslmode.
    options = dict(database.get("OPTIONS", {}))
    if _HAS_POOLER:
        # The limit of time of a statement then belongs to the role: a pooler passes no option on.
        own = {"CONN_MAX_AGE": 0, "DISABLE_SERVER_SIDE_CURSORS": True, "OPTIONS": options}
        return database | own
    options["pool"] = {"min_size": 0, "max_size": _POOL_SIZE, "timeout": timeout}
    # Else each connection that a restart of the server cut makes one page or task fail after it.
    return database | {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}


def statements_limit(databases: dict[str, dict[str, Any]], seconds: int) -> None:
    """For a process in front of which somebody waits, before its first connection."""
    for database in () if _HAS_POOLER else databases.values():
        database["OPTIONS"]["options"] = f"-c statement_timeout={seconds}s"


# --- Valkey or Redis -------------------------------------------------------------------------------------------------

REDIS_URL = with_password(
    STORES.text("REDIS_URL", "Valkey or Redis, for cache and broker; empty: the embedded server."),
    STORES.secret("REDIS_PASSWORD", "Its password as it is; in an address it is percent-encoded."),
)
REDIS_SENTINELS = STORES.names(
    "REDIS_SENTINELS",
    "host:port of every Sentinel; the host of REDIS_URL is then the name of the primary.",
)
REDIS_SENTINEL_PASSWORD = STORES.secret("REDIS_SENTINEL_PASSWORD", "Password of the Sentinels.")


def cache(url: str) -> dict[str, Any]:
    """Django's cache."""
    found: dict[str, Any] = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": url,
        # Values are pickled objects: raise it where a class that is cached changes its module, name or fields.
        "VERSION": 3,
    }
    if REDIS_SENTINELS:
        found["OPTIONS"] = {"pool_class": "portal.stores.valkey.SentinelPool"}
    return found


def broker_url(url: str) -> str:
    """The address as Celery writes it."""
    if REDIS_SENTINELS:
        place = urlsplit(url)
        password = f":{place.password}@" if place.password else ""
        return ";".join(f"sentinel://{password}{one}{place.path}" for one in REDIS_SENTINELS)
    if url.startswith("unix://"):
        return "redis+socket" + url.removeprefix("unix").replace("?db=", "?virtual_host=")
    return url


def broker_options(url: str) -> dict[str, Any]:
    """What Celery must know beside the address."""
    if not REDIS_SENTINELS:
        return {}
    options: dict[str, Any] = {"master_name": urlsplit(url).hostname}
    if REDIS_SENTINEL_PASSWORD:
        options["sentinel_kwargs"] = {"password": REDIS_SENTINEL_PASSWORD}
    return options


# --- files -----------------------------------------------------------------------------------------------------------


FILES_BUCKET = STORES.text(
    "FILES_BUCKET",
    "Bucket of an object store for uploaded files; its keys are the usual AWS_ variables; needs requirements/optional.txt.",
)
FILES_ENDPOINT_URL = STORES.text(
    "FILES_ENDPOINT_URL", "Address of an object store that is not Amazon's."
)


def file_store() -> dict[str, Any]:
    """Where uploaded files and attachments are kept: a folder, or a bucket."""
    if not FILES_BUCKET:
        return {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    # The keys come from the variables that every client of S3 reads.
    return {
        "BACKEND": "portal.stores.buckets.Bucket",
        "OPTIONS": {
            "bucket_name": FILES_BUCKET,
            "endpoint_url": FILES_ENDPOINT_URL or None,
            "default_acl": None,
            "querystring_auth": True,
            "file_overwrite": False,
        },
    }
