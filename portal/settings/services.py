"""How the services are reached where there is more than one of a kind: a replica, a pooler, Sentinels, an object store."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlsplit

from portal.settings.environment import env


def with_password(address: str, password: str) -> str:
    """The address with a password that was not written into it, so that it may hold any character."""
    if not (address and password):
        return address
    parts = urlsplit(address)
    user, _at, place = parts.netloc.rpartition("@")
    user = user.partition(":")[0]
    return parts._replace(netloc=f"{user}:{quote(password, safe='')}@{place}").geturl()


# Hosts that are reached without TLS on purpose, because nobody else is on the way (portal.checks.plain_connections).
PLAIN_HOSTS: list[str] = env.list("PLAIN_HOSTS", default=[])

# --- PostgreSQL ------------------------------------------------------------------------------------------------------

# A replica serves the pages of regulations (portal.stores.replicas).
DATABASE_REPLICA_URL = env.str("DATABASE_REPLICA_URL", default="")
REPLICA_APPLICATIONS = ("regulations",)
# A pooler that gives a connection a transaction at a time (PgBouncer) stands before the database.
_HAS_POOLER = env.bool("DATABASE_POOLER", default=False)
_POOL_SIZE = env.int("DATABASE_POOL_SIZE", default=10)
# Who waits in front of a page is told after this time; workers and commands take the time that they need.
_LONGEST = env.int("DATABASE_STATEMENT_SECONDS", default=20)
_IS_WEB = env.bool("PORTAL_WEB", default=False)
# A replica that is away is given up soon: the primary has the same rows.
_REPLICA_SECONDS = 2


def databases(primary: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The primary, and the replica where one is named."""
    found = {"default": _connecting(primary, timeout=10)}
    if DATABASE_REPLICA_URL:
        replica = _connecting(dict(env.db_url("DATABASE_REPLICA_URL")), timeout=_REPLICA_SECONDS)
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
    if _LONGEST and _IS_WEB:
        options["options"] = f"-c statement_timeout={_LONGEST}s"
    return database | {"CONN_MAX_AGE": 0, "OPTIONS": options}


# --- Valkey or Redis -------------------------------------------------------------------------------------------------

# host:port of every Sentinel; the host of REDIS_URL is then the name of the primary (portal.stores.valkey).
REDIS_SENTINELS: list[str] = env.list("REDIS_SENTINELS", default=[])
REDIS_SENTINEL_PASSWORD = env.str("REDIS_SENTINEL_PASSWORD", default="")


def cache(url: str) -> dict[str, Any]:
    """Django's cache."""
    found: dict[str, Any] = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": url,
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


def file_store() -> dict[str, Any]:
    """Where uploaded files and attachments are kept: a folder, or a bucket (requirements/optional.in)."""
    bucket = env.str("FILES_BUCKET", default="")
    if not bucket:
        return {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    # The keys come from the variables that every client of S3 reads.
    return {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": bucket,
            "endpoint_url": env.str("FILES_ENDPOINT_URL", default="") or None,
            "default_acl": None,
            "querystring_auth": True,
            "file_overwrite": False,
        },
    }
