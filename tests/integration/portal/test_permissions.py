"""Every address and every role: a new address without a rule here fails, and so does a rule that is not kept.

A page that somebody may open answers with 200, leads elsewhere, or says that it does not know the invented thing that is asked for
(404) or the method (405). Who may not open it is led to the sign-in page or refused (401, 403), or is not told that it is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from portal.accounts.models import User

pytestmark = pytest.mark.django_db

EVERYBODY = frozenset({"anonymous", "student", "staff", "lead", "admin"})
SIGNED_IN = EVERYBODY - {"anonymous"}
REVIEWERS = frozenset({"staff", "lead", "admin"})
LEADS = frozenset({"lead", "admin"})
ADMINS = frozenset({"admin"})
ADMIN_VISITORS = frozenset({"anonymous", "staff"})

# By namespace or name of the address, the first that fits; object permissions (whose answer is it?) have tests of their own.
RULES: tuple[tuple[str, frozenset[str]], ...] = (
    ("admin:logout", EVERYBODY),
    ("admin:", ADMINS),
    ("api-", EVERYBODY),
    ("verification:lead-", LEADS),
    ("verification:alarms", LEADS),
    ("verification:notice-settings", SIGNED_IN),
    # Whoever asks without signing in is told, too; whose notice it is has a test of its own.
    ("verification:notice", EVERYBODY),
    ("verification:unsubscribe", EVERYBODY),
    ("verification:check-", EVERYBODY),
    ("verification:", REVIEWERS),
    ("chat:personal", SIGNED_IN),
    ("chat:dashboard", REVIEWERS),
    ("chat:report", LEADS),
    ("chat:casework", REVIEWERS),
    ("chat:", EVERYBODY),
    ("regulations:", EVERYBODY),
    ("mcp", EVERYBODY),
    # A key opens it, and no person.
    ("kakao-skill", frozenset()),
    # A platform sends people here; whoever comes by themselves is told so.
    ("lti_", EVERYBODY),
    ("livez", EVERYBODY),
    ("readyz", EVERYBODY),
    ("metrics", EVERYBODY),
    ("set_language", EVERYBODY),
    ("account_login", EVERYBODY),
    ("account_signup", EVERYBODY),
    ("account_inactive", EVERYBODY),
    ("account_reset_password", EVERYBODY),
    ("account_confirm_", EVERYBODY),
    ("account_email", EVERYBODY),
    ("account_logout", EVERYBODY),
    ("account_", SIGNED_IN),
    ("mfa_authenticate", EVERYBODY),
    ("mfa_", SIGNED_IN),
    ("usersessions_list", SIGNED_IN),
    ("socialaccount_connections", SIGNED_IN),
    ("socialaccount_", EVERYBODY),
    ("openid_connect_", EVERYBODY),
    ("saml_", EVERYBODY),
)
# The streams let go of the database before they begin, here that of the test; test_stream.py asks who may read it.
GIVE_THEIR_CONNECTION_BACK = ("chat:stream", "chat:changes")
# Where other packages put redirects without a name, which the walk cannot reach.
HOUSES_OF_OTHERS = ("account/", "admin/")
# Pages of allauth that refuse whoever has no password, or say that the university did not let somebody in.
SAY_MORE_BY_THEIR_STATUS = {
    "account_reauthenticate",
    "mfa_reauthenticate",
    "socialaccount_login_error",
}
ARGUMENTS: dict[str, object] = {
    "uuid": UUID(int=1),
    "int": 1,
    "str": "1",
    "slug": "1",
    "path": "1",
}
OPENED = {200, 301, 400, 404, 405, 410, 415}


@dataclass(frozen=True)
class Address:
    name: str
    pattern: str
    arguments: dict[str, object]


def addresses(
    patterns: list[URLPattern | URLResolver], outer: Address = Address("", "", {})
) -> Iterator[Address]:
    for pattern in patterns:
        here = str(pattern.pattern)
        arguments = outer.arguments | {
            key: _argument(converter) for key, converter in pattern.pattern.converters.items()
        }
        if isinstance(pattern, URLResolver):
            namespace = f"{outer.name}{pattern.namespace}:" if pattern.namespace else outer.name
            yield from addresses(
                pattern.url_patterns, Address(namespace, outer.pattern + here, arguments)
            )
        else:
            name = f"{outer.name}{pattern.name or ''}"
            yield Address(name, outer.pattern + here, arguments)


def _argument(converter: object) -> object:
    kind = type(converter).__name__.removesuffix("Converter").lower()
    return ARGUMENTS[kind.replace("string", "str")]


ALL = {address.name: address for address in addresses(get_resolver().url_patterns)}.values()


def permitted(name: str) -> frozenset[str] | None:
    return next((roles for prefix, roles in RULES if name.startswith(prefix)), None)


def test_every_address_has_a_name_of_its_own_and_a_rule() -> None:
    every = list(addresses(get_resolver().url_patterns))
    unnamed = [row.pattern for row in every if not row.name or row.name.endswith(":")]
    ours = [pattern for pattern in unnamed if not pattern.startswith(HOUSES_OF_OTHERS)]
    assert ours == [], "name these: what has no name is not walked"
    unruled = [row.pattern for row in ALL if row.name and permitted(row.name) is None]

    assert unruled == [], "say in RULES who may open these"


@pytest.fixture
def visitors(db: None) -> dict[str, Client]:
    cache.clear()
    clients = {"anonymous": Client()}
    for role in User.Role:
        person = User.objects.create_user(
            role.lower(), role=role, is_staff=role == "ADMIN", is_superuser=role == "ADMIN"
        )
        clients[role.lower()] = Client()
        clients[role.lower()].force_login(person)
    return clients


def test_every_address_is_open_to_its_roles_and_to_nobody_else(
    visitors: dict[str, Client],
) -> None:
    wrong = []
    for address in ALL:
        name = address.name
        if name in GIVE_THEIR_CONNECTION_BACK or name in SAY_MORE_BY_THEIR_STATUS:
            continue
        try:
            url = reverse(name, kwargs=address.arguments)
        except NoReverseMatch:
            # Patterns of other packages that are regular expressions or have no name.
            assert "(" in address.pattern or name.endswith(":") or not name, name
            continue
        # Before the admin a student is what the staff is, and the pages of other packages are many.
        asked = ADMIN_VISITORS if name.startswith("admin:") else EVERYBODY
        for role in sorted(asked):
            client = visitors[role]
            reply = client.get(url)
            to_sign_in = reply.status_code == 302 and "/login/?next=" in reply.headers["Location"]
            is_open = reply.status_code in OPENED or (reply.status_code == 302 and not to_sign_in)
            if is_open != (role in (permitted(name) or ())):
                wrong.append(f"{name} {url}: {role} got {reply.status_code}")

    assert not wrong, "\n".join(wrong)
