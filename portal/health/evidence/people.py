"""Who could come in: people with rights and no second factor, well-known passwords, keys without an end."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from portal.accounts.demo import DEMO_ACCOUNTS
from portal.accounts.models import User
from portal.controls.models import ApiKey
from portal.health.evidence import EvidenceRow, judged, told

_MOST_NAMED = 10


def accounts() -> Iterator[EvidenceRow]:
    """People by what they may do."""
    area = "accounts"
    roles = (User.Role.STAFF, User.Role.LEAD, User.Role.ADMIN)
    rights = Q(is_staff=True) | Q(is_superuser=True) | Q(role__in=roles)
    privileged = User.objects.filter(rights, is_active=True)
    # Who has no password comes in by the university, which asks for its own second factor.
    lacking = [
        user.username
        for user in privileged.filter(authenticator__isnull=True).order_by("username")
        if user.has_usable_password()
    ]
    said = f"{len(lacking)} of {privileged.count()} people with rights: {_listed(lacking)}"
    yield judged(area, "password and no second factor", is_well=not lacking, said=said)
    yield judged(
        area,
        "second factor asked for",
        is_well=settings.STAFF_NEEDS_SECOND_FACTOR,
        said=f"STAFF_NEEDS_SECOND_FACTOR is {settings.STAFF_NEEDS_SECOND_FACTOR}",
    )
    open_doors = [one.username for one in DEMO_ACCOUNTS if _is_open(one.username, one.password)]
    said = f"{len(open_doors)} with the passwords of the demo: {_listed(open_doors)}"
    yield judged(area, "well-known passwords", is_well=not open_doors, said=said)
    supers = User.objects.filter(is_superuser=True, is_active=True).values_list(
        "username", flat=True
    )
    yield told(area, "superusers", f"{len(supers)}: {_listed(sorted(supers))}")


def api_keys() -> Iterator[EvidenceRow]:
    """Keys of programs that never end, or are over and not taken away."""
    keys = ApiKey.objects.filter(revoked=False)
    endless = sorted(keys.filter(expiry_date=None).values_list("name", flat=True))
    valid = keys.filter(Q(expiry_date=None) | Q(expiry_date__gt=timezone.now())).count()
    said = f"{valid} valid, {len(endless)} without an end: {_listed(endless)}"
    yield judged("accounts", "API keys", is_well=not endless, said=said)


def _is_open(username: str, password: str) -> bool:
    user = User.objects.filter(username=username, is_active=True).first()
    return user is not None and user.check_password(password)


def _listed(names: list[str]) -> str:
    rest = len(names) - _MOST_NAMED
    return (", ".join(names[:_MOST_NAMED]) or "none") + (f" and {rest} more" if rest > 0 else "")
