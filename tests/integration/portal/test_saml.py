"""The university's sign-in by SAML, against a provider that runs: who comes in, with which role, and what is refused."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from portal.accounts.addresses import own_address
from portal.accounts.models import User
from portal.settings.accounts import SAML_STRICT
from tests.saml_provider import (
    MAIL,
    MAIL_PROVED,
    SUBJECT_ID,
    USER_NAME,
    SamlPerson,
    SamlProvider,
    running_provider,
)

pytestmark = pytest.mark.django_db
HERE = "127.0.0.1"
STAFF = SamlPerson("r-1", "reviewer", ("students", "academic-affairs"))


@pytest.fixture
def provider(settings: Settings) -> Iterator[SamlProvider]:
    cache.clear()
    with running_provider() as running:
        settings.SSO_STAFF_GROUPS = ["academic-affairs"]
        settings.SOCIALACCOUNT_PROVIDERS = {
            "saml": {
                "APPS": [
                    {
                        "provider_id": "university",
                        "name": "통합 로그인",
                        "client_id": "university",
                        "settings": {
                            "idp": {
                                "entity_id": f"{running.address}/metadata",
                                "metadata_url": f"{running.address}/metadata",
                            },
                            "attribute_mapping": {
                                "uid": SUBJECT_ID,
                                "username": USER_NAME,
                                "email": MAIL,
                                "email_verified": MAIL_PROVED,
                            },
                            "advanced": SAML_STRICT,
                        },
                    }
                ]
            }
        }
        yield running


def visitor() -> Client:
    return Client(headers={"host": HERE})


def answered(client: Client, provider: SamlProvider) -> tuple[str, str]:
    """What the provider tells the browser to post, after the visitor was sent there."""
    there = client.post("/account/saml/university/login/").headers["Location"]
    assert there.startswith(f"{provider.address}/sso?")
    address, packed = provider.response(there)
    return urlsplit(address).path, packed


def post(client: Client, path: str, packed: str) -> str | None:
    """Post what the provider answered; the account that is signed in afterwards."""
    finish = client.post(path, {"SAMLResponse": packed}).headers["Location"]
    client.get(finish)
    return client.session.get("_auth_user_id")


def test_a_person_comes_in_and_the_groups_give_and_take_the_role(
    provider: SamlProvider, settings: Settings
) -> None:
    provider.person = STAFF
    settings.STAFF_NEEDS_SECOND_FACTOR = True
    client = visitor()
    assert "통합 로그인" in client.get("/account/login/").content.decode()

    assert post(client, *answered(client, provider))
    person = User.objects.get()
    assert (person.username, person.role) == ("reviewer", User.Role.STAFF)
    assert client.get("/review/").status_code == 200

    provider.person = SamlPerson("r-1", "reviewer", ("students",))
    again = visitor()
    assert post(again, *answered(again, provider)) == str(person.pk)
    person.refresh_from_db()
    assert person.role == User.Role.STUDENT


def test_a_name_that_somebody_has_here_does_not_open_their_account(provider: SamlProvider) -> None:
    admin = User.objects.create_superuser("gaon", password="x")
    client = visitor()

    signed_in = post(client, *answered(client, provider))

    assert signed_in not in (None, str(admin.pk))


@pytest.mark.parametrize(("said", "is_own"), [("", True), ("true", True), ("false", False)])
def test_an_address_is_what_the_university_says_unless_it_says_that_nobody_proved_it(
    provider: SamlProvider, said: str, is_own: bool
) -> None:
    provider.person = SamlPerson("s-1", "gaon", mail="gaon@example.org", is_mail_proved=said)
    client = visitor()

    assert post(client, *answered(client, provider))

    assert User.objects.get().email == "gaon@example.org"
    assert bool(own_address(User.objects.get())) == is_own


@pytest.mark.parametrize(
    "bent",
    [
        pytest.param({"signs": "nothing"}, id="no signature"),
        pytest.param({"signs": "message"}, id="only the message is signed"),
        pytest.param({"key": rsa.generate_private_key(65537, 2048)}, id="signed by another key"),
        pytest.param({"audience": "https://other.example.org/metadata"}, id="for another service"),
        pytest.param({"age": timedelta(minutes=30)}, id="too old"),
        pytest.param({"age": timedelta(minutes=-30)}, id="not yet"),
    ],
)
def test_a_bent_answer_opens_nothing(provider: SamlProvider, bent: dict[str, object]) -> None:
    client = visitor()
    # The portal knows the true key by now.
    answered(client, provider)
    for name, value in bent.items():
        setattr(provider, name, value)

    assert post(client, *answered(client, provider)) is None
    assert not User.objects.exists()


def test_metadata_are_not_fetched_where_an_answer_points(
    provider: SamlProvider, caplog: pytest.LogCaptureFixture
) -> None:
    with running_provider() as elsewhere:
        provider.leads_to = f"{elsewhere.address}/metadata"

        reply = visitor().post("/account/saml/university/login/")

    assert reply.status_code == 401
    assert "let SAML_METADATA_URL name the provider's own address" in caplog.text


@pytest.mark.parametrize("page", ["<html><body>Maintenance</body></html>", "<html><br>"])
def test_what_is_no_metadata_lets_nobody_in(
    provider: SamlProvider, caplog: pytest.LogCaptureFixture, page: str
) -> None:
    provider.instead = page

    reply = visitor().post("/account/saml/university/login/")

    assert reply.status_code == 401
    assert "설정과 다르게" in reply.content.decode()
    assert "SAML_METADATA_URL holds no metadata" in caplog.text


def test_a_changed_word_breaks_the_signature(provider: SamlProvider) -> None:
    client = visitor()
    path, packed = answered(client, provider)
    changed = base64.b64decode(packed).replace(b">gaon<", b">root<")

    assert post(client, path, base64.b64encode(changed).decode()) is None


def test_an_answer_serves_once_and_only_who_asked(provider: SamlProvider) -> None:
    thief, client = visitor(), visitor()
    path, packed = answered(client, provider)

    assert post(thief, path, packed) is None
    # Not even with a request of their own open.
    answered(thief, provider)
    assert post(thief, path, packed) is None
    assert post(client, path, packed)
    client.logout()
    assert post(client, path, packed) is None


def test_what_nobody_asked_for_is_refused(provider: SamlProvider) -> None:
    client = visitor()
    path, packed = answered(client, provider)

    unasked = re.sub(rb' InResponseTo="[^"]*"', b"", base64.b64decode(packed), count=1)

    assert post(client, path, base64.b64encode(unasked).decode()) is None


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"A",
        b"<?xml version='1.0'?>",
        b"<r/>" + b" " * 500_000,
        b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><r>&x;</r>',
    ],
    ids=["nothing", "no XML", "no element", "too much", "an entity"],
)
def test_what_is_no_answer_is_turned_away_before_it_is_kept(
    provider: SamlProvider, sent: bytes
) -> None:
    packed = base64.b64encode(sent).decode()

    reply = visitor().post("/account/saml/university/acs/", {"SAMLResponse": packed})

    assert reply.status_code == 400
    assert not Session.objects.exists()


def test_xml_that_says_something_else_is_refused(provider: SamlProvider) -> None:
    packed = base64.b64encode(b"<r/>").decode()

    assert post(visitor(), "/account/saml/university/acs/", packed) is None
