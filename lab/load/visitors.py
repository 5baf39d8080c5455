"""The accounts of the bench: signed in without a password, whose hashing is not what is measured, and deleted at the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore

from portal.accounts.models import User

_NAME = "bench-load-"


@contextmanager
def signed_in(people: int) -> Iterator[list[dict[str, str]]]:
    """The cookies of so many people who are signed in."""
    _forget()
    unusable = make_password(None)
    users = User.objects.bulk_create(
        User(username=f"{_NAME}{number}", password=unusable, role=User.Role.STUDENT)
        for number in range(people)
    )
    sessions = [_session(user) for user in users]
    try:
        yield [{settings.SESSION_COOKIE_NAME: str(row.session_key)} for row in sessions]
    finally:
        for session in sessions:
            session.delete()
        _forget()


def _session(user: User) -> SessionStore:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return session


def _forget() -> None:
    User.objects.filter(username__startswith=_NAME).delete()
