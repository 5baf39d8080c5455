"""The sessions of a person: where they are signed in, how long that lasts, and how it ends.

allauth keeps a row for each sign-in; the times stand in the session itself, which every request reads anyway, and are written
to the row at most once in a few minutes.
"""

from __future__ import annotations

import ipaddress
import re
import time
from collections.abc import Iterable
from datetime import UTC, datetime

from allauth.account.authentication import get_authentication_records
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.http import HttpRequest

from portal.accounts.models import User

# Session key: the provider reported a second factor.
SECOND_FACTOR_REPORTED = "second_factor_told"
_BEGAN, _SEEN = "signed_in_at", "seen_at"
# A request writes that the session is in use only when this time has passed since it was written.
_SEEN_EVERY_SECONDS = 300
_DEVICE_UNKNOWN = "?"
# What stands in a browser's name for itself; others claim to be Chrome and Safari, so they stand before them.
_BROWSERS = (
    ("Whale", r"Whale/"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Edge", r"Edg(?:e|A|iOS)?/"),
    ("Opera", r"OPR/"),
    ("Firefox", r"(?:Firefox|FxiOS)/"),
    ("Chrome", r"(?:Chrome|CriOS)/"),
    ("Safari", r"Safari/"),
)
_SYSTEMS = (
    ("Windows", r"Windows"),
    ("Android", r"Android"),
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("macOS", r"Macintosh|Mac OS X"),
    ("ChromeOS", r"CrOS"),
    ("Linux", r"Linux"),
)


def session_has_expired(request: HttpRequest, person: User) -> bool:
    """Whether the session is past its lifetime or idle limit; if not, its last use is recorded."""
    now = int(time.time())
    began = _began(request, person)
    if began is None:
        began = request.session[_BEGAN] = now
    seen = request.session.get(_SEEN, began)
    reviews = person.may_review or person.is_staff
    idle = settings.STAFF_SESSION_IDLE_SECONDS if reviews else settings.SESSION_IDLE_SECONDS
    longest = settings.SESSION_COOKIE_AGE
    if is_university_session(request, person):
        longest = min(longest, settings.SSO_SESSION_SECONDS)
    if now - began > longest or now - seen > idle:
        return True
    if now - seen > _SEEN_EVERY_SECONDS:
        request.session[_SEEN] = now
        UserSession.objects.filter(session_key=request.session.session_key).update(
            last_seen_at=datetime.fromtimestamp(now, UTC)
        )
    return False


def is_university_session(request: HttpRequest, person: User) -> bool:
    """Whether this session began at the identity provider."""
    return any(
        record.get("method") == "socialaccount"
        for record in get_authentication_records(request, person)
    )


def session_end(request: HttpRequest) -> None:
    """End the session that a request comes with."""
    UserSession.objects.filter(session_key=request.session.session_key).delete()
    logout(request)


def sessions_end(*, people: Iterable[User], but: str = "") -> int:
    """End all sessions of these people but the one with that key; returns how many there were."""
    rows = UserSession.objects.filter(user__in=list(people)).exclude(session_key=but or None)
    count = 0
    for row in rows:
        row.end()
        count += 1
    return count


def expired_sessions_delete() -> int:
    """Delete the rows of sessions that have run out, and the sessions themselves."""
    Session.objects.filter(expire_date__lt=datetime.now(UTC)).delete()
    there = Session.objects.filter(session_key=OuterRef("session_key"))
    count: int = UserSession.objects.filter(~Exists(there)).delete()[0]
    return count


def device_of(user_agent: str) -> str:
    """Browser and system in two words, as far as the browser says them."""
    parts = (_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))
    return " · ".join(filter(None, parts)) or _DEVICE_UNKNOWN


def ip_masked(address: str) -> str:
    """Where somebody came from, as much of it as tells a person whether it was them: 203.0.113.*, 2001:db8:1:*."""
    parsed = ipaddress.ip_address(address)
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is None:
        return (
            ":".join(format(int(part, 16), "x") for part in parsed.exploded.split(":")[:3]) + ":*"
        )
    return str(getattr(parsed, "ipv4_mapped", None) or parsed).rpartition(".")[0] + ".*"


def _began(request: HttpRequest, person: User) -> int | None:
    """When the person signed in, as allauth noted it; None for a session that came about in another way."""
    signed_in = [
        int(record["at"])
        for record in get_authentication_records(request, person)
        if "at" in record
    ]
    began: int | None = min(signed_in, default=request.session.get(_BEGAN))
    return began


def _first(names: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for name, pattern in names if re.search(pattern, text)), "")
