"""The university's sign-in by OpenID Connect: who comes in, with which role, and what the provider may answer."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import urlopen

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.socialaccount.models import SocialAccount
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from portal.accounts.addresses import own_address
from portal.accounts.models import User

PASSWORD = "sounding-line-42"  # pragma: allowlist secret
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_counts() -> None:
    cache.clear()


@pytest.fixture(scope="module")
def identity_provider() -> Iterator[str]:
    """A real OpenID Connect provider in a process of its own, with two people in it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    people = (
        {"sub": "s-1", "preferred_username": "gaon", "groups": ["students"]},
        {"sub": "r-1", "preferred_username": "reviewer", "groups": ["academic-affairs"]},
        {"sub": "r-2", "groups": ["academic-affairs"], "amr": ["pwd", "otp"]},
        {"sub": "r-3", "groups": ["academic-affairs"], "acr": "https://refeds.org/profile/mfa"},
        {"sub": "r-4", "groups": "academic-affairs", "acr": 1},
        {"sub": "a-1", "email": "gaon@example.org"},
        {"sub": "a-2", "email": "gaon@example.org", "email_verified": False},
        {"sub": "a-3", "email": "gaon@example.org", "email_verified": True},
    )
    claims = [part for person in people for part in ("--user-claims", json.dumps(person))]
    command = [sys.executable, "-W", "ignore", "-m", "oidc_provider_mock", "-p", str(port), *claims]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            _wait_for(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def _wait_for(port: int) -> None:
    # A minute: a busy machine needs more than ten seconds.
    for _ in range(1200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the identity provider did not start")


def oidc(address: str) -> dict[str, object]:
    """The settings of allauth for a provider at an address."""
    app = {
        "provider_id": "university",
        "name": "통합 로그인",
        "client_id": "portal",
        "secret": "portal-secret",  # pragma: allowlist secret
        "settings": {"server_url": address, "oauth_pkce_enabled": True},
    }
    return {"openid_connect": {"APPS": [app]}}


@pytest.fixture
def _university(identity_provider: str, settings: Settings) -> None:
    settings.SSO_STAFF_GROUPS = ["academic-affairs"]
    settings.SOCIALACCOUNT_PROVIDERS = oidc(identity_provider)


def come_from_the_university(client: Client, subject: str, process: str = "login") -> None:
    """Follow the redirects as a browser does: to the provider, sign in there, and back."""
    there = client.post(f"/account/oidc/university/login/?process={process}").headers["Location"]
    at = urlsplit(there)
    connection = HTTPConnection(at.netloc)
    connection.request(
        "POST",
        f"{at.path}?{at.query}",
        urlencode({"sub": subject}),
        {"Content-Type": "application/x-www-form-urlencoded"},
    )
    back = urlsplit(connection.getresponse().headers["Location"])
    connection.close()
    client.get(f"{back.path}?{back.query}")


@pytest.mark.usefixtures("_university")
def test_a_student_comes_in_by_the_university(client: Client) -> None:
    assert "통합 로그인" in client.get("/account/login/").content.decode()

    come_from_the_university(client, "s-1")

    person = User.objects.get(pk=client.session["_auth_user_id"])
    assert (person.username, person.role, person.is_staff) == ("gaon", User.Role.STUDENT, False)


@pytest.mark.usefixtures("_university")
def test_a_group_of_the_university_gives_a_role_and_takes_it_back(
    client: Client, settings: Settings
) -> None:
    settings.STAFF_NEEDS_SECOND_FACTOR = True
    come_from_the_university(client, "r-1")
    # The provider has asked for a second factor, so the portal does not.
    assert client.get("/review/").status_code == 200

    client.logout()
    settings.SSO_LEAD_GROUPS = ["academic-affairs"]
    come_from_the_university(client, "r-1")
    assert (User.objects.get().role, User.objects.get().is_superuser) == (User.Role.LEAD, False)
    # Verified answers are managed in the admin, and nothing else there.
    assert client.get("/admin/chat/verifiedanswer/").status_code == 200
    assert client.get("/admin/regulations/regulation/").status_code == 403

    client.logout()
    settings.SSO_STAFF_GROUPS = settings.SSO_LEAD_GROUPS = []
    come_from_the_university(client, "r-1")

    assert User.objects.get().role == User.Role.STUDENT
    assert client.get("/review/").status_code == 403


@pytest.mark.usefixtures("_university")
@pytest.mark.parametrize(("subject", "told"), [("r-1", False), ("r-2", True), ("r-3", True)])
def test_staff_of_whom_the_provider_tells_no_second_factor_set_one_up_here(
    client: Client, settings: Settings, subject: str, told: bool
) -> None:
    settings.STAFF_NEEDS_SECOND_FACTOR = True
    settings.SSO_SECOND_FACTORS = ["otp", "https://refeds.org/profile/mfa"]
    come_from_the_university(client, subject)

    assert client.get("/review/").status_code == (200 if told else 302)
    person = User.objects.get()
    TOTP.activate(person, generate_totp_secret())
    client.logout()
    come_from_the_university(client, subject)
    # Who has one here is asked for it on every way in.
    assert "_auth_user_id" not in client.session


@pytest.mark.usefixtures("_university")
def test_what_the_provider_told_counts_for_the_session_of_that_sign_in(
    client: Client, settings: Settings
) -> None:
    settings.STAFF_NEEDS_SECOND_FACTOR = True
    settings.SSO_SECOND_FACTORS = ["otp"]
    # The second time who is signed in already is signed out first.
    for subject, status in (("r-2", 200), ("r-2", 200), ("r-1", 302), ("r-2", 200)):
        come_from_the_university(client, subject)
        assert client.get("/review/").status_code == status, subject

    # Another identity that is put to the account signs nobody in.
    come_from_the_university(client, "r-3", process="connect")
    assert SocialAccount.objects.get(uid="r-3").user == SocialAccount.objects.get(uid="r-2").user
    assert client.get("/review/").status_code == 200


@pytest.mark.usefixtures("_university")
@pytest.mark.parametrize(("told", "status"), [([], 200), (["1"], 200), (["2"], 302)])
def test_a_provider_may_tell_it_in_a_number(
    client: Client, settings: Settings, told: list[str], status: int
) -> None:
    settings.STAFF_NEEDS_SECOND_FACTOR = True
    settings.SSO_SECOND_FACTORS = told

    come_from_the_university(client, "r-4")

    assert client.get("/review/").status_code == status


@pytest.mark.usefixtures("_university")
def test_who_came_by_the_university_goes_there_again_in_time(
    client: Client, settings: Settings
) -> None:
    settings.SSO_SESSION_SECONDS = 3600
    User.objects.create_user("local", password=PASSWORD)
    local = Client()
    local.post("/account/login/", {"login": "local", "password": PASSWORD})
    come_from_the_university(client, "s-1")
    began = timezone.now()

    for minutes, stays in ((59, True), (61, False)):
        with time_machine.travel(began + timedelta(minutes=minutes), tick=False):
            assert client.get("/").wsgi_request.user.is_authenticated is stays
            assert local.get("/").wsgi_request.user.is_authenticated


@contextmanager
def answering(status: int, body: bytes = b"", **headers: str) -> Iterator[str]:
    """The address of something that answers everything alike."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_the_provider_is_not_asked_where_an_answer_points(
    client: Client, settings: Settings, identity_provider: str, caplog: pytest.LogCaptureFixture
) -> None:
    metadata = f"{identity_provider}/.well-known/openid-configuration"
    with answering(302, Location=metadata) as address:
        settings.SOCIALACCOUNT_PROVIDERS = oidc(address)

        reply = client.post("/account/oidc/university/login/")

    assert reply.status_code == 401
    assert "설정과 다르게" in reply.content.decode()
    assert "let OIDC_ISSUER name the provider's own address" in caplog.text


@pytest.mark.parametrize(
    "issuer", ["https://login.example.org", "{address}/realms/other", "", None]
)
def test_metadata_of_another_issuer_let_nobody_in(
    client: Client,
    settings: Settings,
    identity_provider: str,
    caplog: pytest.LogCaptureFixture,
    issuer: str | None,
) -> None:
    with urlopen(f"{identity_provider}/.well-known/openid-configuration", timeout=5) as reply:
        metadata = json.load(reply)
    metadata["issuer"] = issuer and issuer.format(address=identity_provider)
    settings.SOCIALACCOUNT_PROVIDERS = oidc(identity_provider)
    on_the_way = client.post("/account/oidc/university/login/").headers["Location"]
    answer = {"code": "1", "state": parse_qs(on_the_way)["state"][0]}
    with answering(200, json.dumps(metadata).encode()) as address:
        settings.SOCIALACCOUNT_PROVIDERS = oidc(address)

        there = client.post("/account/oidc/university/login/")
        back = client.get("/account/oidc/university/login/callback/", answer)

    assert (there.status_code, back.status_code) == (401, 401)
    assert "설정과 다르게" in there.content.decode()
    refused = f"are those of the issuer {metadata['issuer']!r}, not of {address}"
    assert caplog.text.count(refused) == 2


@pytest.mark.parametrize(("status", "body"), [(404, b""), (200, b"<html>"), (200, b"[]")])
def test_what_is_no_metadata_lets_nobody_in(
    client: Client, settings: Settings, caplog: pytest.LogCaptureFixture, status: int, body: bytes
) -> None:
    with answering(status, body) as address:
        settings.SOCIALACCOUNT_PROVIDERS = oidc(address)

        assert client.post("/account/oidc/university/login/").status_code == 401

    assert f"holds no metadata (HTTP status {status})" in caplog.text


def test_an_outage_of_the_provider_is_not_told_as_a_wrong_setting(
    client: Client, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    with answering(503, b"<html>") as address:
        settings.SOCIALACCOUNT_PROVIDERS = oidc(address)

        reply = client.post("/account/oidc/university/login/")

    assert reply.status_code == 401
    assert "다시 시도해도" in reply.content.decode()
    assert "is away (HTTP status 503)" in caplog.text


def test_a_provider_that_is_away_lets_nobody_in_and_is_no_fault_of_the_portal(
    client: Client, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SOCIALACCOUNT_PROVIDERS = oidc("http://127.0.0.1:9")

    reply = client.post("/account/oidc/university/login/")

    assert reply.status_code == 401
    assert "다시 시도해도" in reply.content.decode()
    assert "'error': 'ConnectionError', 'event': 'sign_in_failed'" in caplog.text


@pytest.mark.usefixtures("_university")
@pytest.mark.parametrize(("subject", "is_own"), [("a-1", True), ("a-2", False), ("a-3", True)])
def test_an_address_is_what_the_university_says_unless_it_says_that_nobody_proved_it(
    client: Client, subject: str, is_own: bool
) -> None:
    come_from_the_university(client, subject)

    assert User.objects.get().email == "gaon@example.org"
    assert bool(own_address(User.objects.get())) == is_own


@pytest.mark.usefixtures("_university")
def test_an_address_counts_from_the_sign_in_at_which_the_university_tells_it(
    client: Client,
) -> None:
    come_from_the_university(client, "a-1")
    person = User.objects.get()
    # As releases before stored it.
    EmailAddress.objects.update(verified=False)
    assert own_address(person) == ""

    client.logout()
    come_from_the_university(client, "a-1")

    assert own_address(person) == "gaon@example.org"


@pytest.mark.usefixtures("_university")
@pytest.mark.parametrize("verified", [None, False, True])
def test_whoever_has_the_address_here_already_neither_opens_nor_bars_the_account(
    client: Client, verified: bool | None
) -> None:
    other = User.objects.create_user("other", "gaon@example.org")
    if verified is not None:
        EmailAddress.objects.create(user=other, email=other.email, verified=verified)

    come_from_the_university(client, "a-1")

    person = User.objects.get(pk=client.session["_auth_user_id"])
    assert person != other
    assert own_address(person) == "gaon@example.org"
