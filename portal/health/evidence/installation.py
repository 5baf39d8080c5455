"""What the installation is made of: its settings and parts as they are now, the lines between them, its versions."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from importlib.metadata import version

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core import checks
from django.db import connection

from portal.accounts.seeds import is_encrypted
from portal.checks.plain_connections import service_connections
from portal.controls.selectors import controls_get
from portal.health import State, report
from portal.health.evidence import EvidenceRow, judged, not_checked, told
from portal.stores import valkey
from portal.stores.scanner import scanner_version

_PACKAGES = ("django", "celery", "uvicorn", "cryptography", "django-allauth")


def configuration() -> Iterator[EvidenceRow]:
    """The checks of settings with those of a deployment, and what runs at all as an installation."""
    area = "settings"
    yield judged(
        area,
        "production settings",
        is_well=settings.PRODUCTION,
        said=settings.SETTINGS_MODULE,
    )
    found = checks.run_checks(include_deployment_checks=True)
    faults = [one for one in found if one.level >= checks.WARNING]
    for fault in faults:
        yield judged(area, fault.id or "check", is_well=False, said=f"{fault.msg} {fault.hint}")
    if not faults:
        yield judged(area, "check --deploy", is_well=True, said="no warnings")


def parts() -> Iterator[EvidenceRow]:
    """What /readyz says of every part."""
    for part in report().parts:
        yield judged("parts", part.name, is_well=part.state is State.OK, said=part.detail)


def connections() -> Iterator[EvidenceRow]:
    """Every line to another service: encrypted, within this machine, named as plain on purpose, or in the open."""
    area = "encryption in transit"
    for one in service_connections():
        if not one.host:
            continue
        if one.is_encrypted:
            yield judged(area, one.setting, is_well=True, said=f"TLS to {one.host}")
        elif one.is_local:
            yield judged(area, one.setting, is_well=True, said="does not leave this machine")
        elif one.host in settings.PLAIN_HOSTS:
            yield told(area, one.setting, f"plain to {one.host}, which PLAIN_HOSTS names")
        else:
            yield judged(area, one.setting, is_well=False, said=f"plain to {one.host}")
    with connection.cursor() as cursor:
        cursor.execute("SELECT version, cipher FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        protocol, cipher = cursor.fetchone() or (None, None)
    said = f"{protocol} {cipher}" if protocol else "this connection is plain"
    yield told(area, "database, as connected now", said)


def stored_data() -> Iterator[EvidenceRow]:
    """What is encrypted where it lies, as far as it can be seen from here."""
    area = "encryption at rest"
    factors = [factor.data for factor in Authenticator.objects.only("data")]
    plain = sum(not is_encrypted(data) for data in factors)
    yield judged(
        area,
        "seeds of second factors",
        is_well=bool(settings.SECOND_FACTOR_KEYS) and not plain,
        said=f"{len(factors)} kept, {plain} in clear; SECOND_FACTOR_KEYS has "
        f"{len(settings.SECOND_FACTOR_KEYS)} keys",
    )
    said = "the portal does not encrypt them and cannot see whether their disks are"
    yield not_checked(area, "database, files, backups", said)


def uploads() -> Iterator[EvidenceRow]:
    """Whether a scanner looks at uploaded files, and answers."""
    area, address = "uploaded files", controls_get().virus_scanner
    if not address:
        yield told(area, "virus scanner", "none is named in the controls of the portal")
        return
    try:
        said = scanner_version(address)
    except OSError as error:
        said = f"{address} does not answer ({error}); files are held"
        yield judged(area, "virus scanner", is_well=False, said=said)
        return
    yield judged(area, "virus scanner", is_well=bool(said), said=f"{address}: {said or 'silent'}")


def versions() -> Iterator[EvidenceRow]:
    """What runs, to be held against lists of known faults (`make audit` looks up every package)."""
    area = "versions"
    yield told(area, "Python", platform.python_version())
    for name in _PACKAGES:
        yield told(area, name, version(name))
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        yield told(area, "PostgreSQL", cursor.fetchone()[0])
        cursor.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
        yield told(area, "pgvector", (cursor.fetchone() or ("none",))[0])
    server = valkey.client(socket_connect_timeout=2, socket_timeout=5).info("server")
    yield told(
        area,
        "Valkey or Redis",
        str(server.get("valkey_version") or server.get("redis_version")),
    )
