"""Coming in: local accounts with lock-out and a second factor, and the university's identity provider."""

from __future__ import annotations

import json
import re
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
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from portal.accounts.models import User

PASSWORD = "sounding-line-42"  # pragma: allowlist secret
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_counts() -> None:
    cache.clear()


def sign_in(client: Client, name: str, password: str = PASSWORD) -> int:
    return client.post("/account/login/", {"login": name, "password": password}).status_code


def given_person(name: str, role: User.Role = User.Role.STUDENT) -> User:
    return User.objects.create_user(
        name, password=PASSWORD, role=role, is_staff=role == User.Role.ADMIN
    )


def test_a_student_signs_in_with_a_password_and_lands_where_they_were_going(client: Client) -> None:
    given_person("student")

    reply = client.post(
        "/account/login/?next=/regulations/", {"login": "student", "password": PASSWORD}
    )

    assert reply.headers["Location"] == "/regulations/"
    assert client.session["_auth_user_id"]


def test_an_account_rests_after_five_wrong_passwords_also_for_the_right_one(client: Client) -> None:
    given_person("student")
    for _ in range(5):
        assert sign_in(client, "student", "wrong") == 200

    reply = client.post("/account/login/", {"login": "student", "password": PASSWORD})

    assert "_auth_user_id" not in client.session
    assert reply.status_code in (200, 429)


def test_who_comes_in_and_who_does_not_is_logged_without_what_was_typed(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    person = given_person("reviewer", User.Role.STAFF)
    TOTP.activate(person, generate_totp_secret())
    wrong = "typed-as-a-name"  # pragma: allowlist secret
    caplog.set_level("INFO")

    sign_in(client, wrong, wrong)
    sign_in(client, "reviewer")
    client.post("/account/2fa/authenticate/", {"code": "000000"})
    for _ in range(6):
        sign_in(Client(), "reviewer", wrong)
    given_person("student")
    browser = Client()
    sign_in(browser, "student")
    browser.post("/account/logout/")

    for said in (
        "'method': 'password', 'event': 'sign_in_failed'",
        "'method': 'second factor', 'reason': 'incorrect_code'",
        "'reason': 'too_many_login_attempts'",
        "'role': 'STUDENT', 'methods': ['password'], 'event': 'signed_in'",
        "'event': 'signed_out'",
    ):
        assert said in caplog.text, said
    assert wrong not in caplog.text


@pytest.mark.parametrize("word", ["Student", "gaon", "rules", "규정"])
def test_no_password_holds_a_word_of_this_place(
    client: Client, settings: Settings, word: str
) -> None:
    settings.PASSWORD_WORDS = ["Gaon"]
    settings.ALLOWED_HOSTS = ["testserver", "rules.example.ac.kr"]
    person = given_person("reader")
    sign_in(client, "reader")
    for new in (f"{word}-sounding-7", "another-line-43"):
        assert person.check_password(PASSWORD)
        sent = {"oldpassword": PASSWORD, "password1": new, "password2": new}
        client.post("/account/password/change/", sent)
        person.refresh_from_db()

    assert person.check_password("another-line-43")


def test_nobody_makes_an_account_for_themselves(client: Client) -> None:
    client.post(
        "/account/signup/",
        {"username": "me", "password1": PASSWORD, "password2": PASSWORD},
    )

    assert not User.objects.filter(username="me").exists()


def test_a_forgotten_password_is_reset_by_mail_only_where_mail_is_sent(client: Client) -> None:
    assert client.get("/account/password/reset/").status_code == 404


@pytest.mark.parametrize("mail", ["", "smtp+tls://mail.example.org:587"])
@pytest.mark.parametrize("page", ["login", "reauthenticate", "password/change"])
def test_pages_that_ask_for_a_password_lead_to_its_reset_only_where_mail_is_sent(
    client: Client, settings: Settings, mail: str, page: str
) -> None:
    settings.EMAIL_URL = mail
    if page != "login":
        given_person("reader")
        sign_in(client, "reader")

    shown = client.get(f"/account/{page}/").content.decode()

    assert 'type="password"' in shown
    assert ('href="/account/password/reset/"' in shown) is bool(mail)
    assert not re.search(r'<p class="note">\s*</p>', shown)


def test_the_admin_is_entered_through_the_same_door(client: Client) -> None:
    reply = client.get("/admin/login/?next=/admin/")

    assert reply.status_code == 302
    assert reply.headers["Location"].startswith("/account/login/")


@pytest.mark.parametrize("role", [User.Role.STAFF, User.Role.ADMIN])
def test_staff_set_up_a_second_factor_before_they_do_anything(
    client: Client, settings: Settings, role: User.Role
) -> None:
    settings.STAFF_NEEDS_SECOND_FACTOR = True
    person = given_person("reviewer", role)
    sign_in(client, "reviewer")

    assert client.get("/review/").headers["Location"] == "/account/2fa/totp/activate/"
    # The password is asked for once more, by whoever sits there now.
    again = client.get("/account/2fa/totp/activate/").headers["Location"]
    client.post(again, {"password": PASSWORD})
    page = client.get("/account/2fa/totp/activate/").content.decode()
    assert "data:image/svg+xml" in page

    TOTP.activate(person, generate_totp_secret())
    assert client.get("/review/").status_code == 200


def test_a_student_needs_no_second_factor(client: Client, settings: Settings) -> None:
    settings.STAFF_NEEDS_SECOND_FACTOR = True
    given_person("student")
    sign_in(client, "student")

    assert client.get("/").status_code == 200


def test_the_second_factor_is_asked_for_and_a_wrong_code_does_not_open(client: Client) -> None:
    person = given_person("reviewer", User.Role.STAFF)
    secret = generate_totp_secret()
    TOTP.activate(person, secret)

    reply = client.post("/account/login/", {"login": "reviewer", "password": PASSWORD})
    assert reply.headers["Location"].startswith("/account/2fa/authenticate/")
    client.post("/account/2fa/authenticate/", {"code": "000000"})
    assert "_auth_user_id" not in client.session

    counter = next(iter(yield_hotp_counters_from_time()))
    code = format_hotp_value(hotp_value(secret, counter))
    client.post("/account/2fa/authenticate/", {"code": code})
    assert client.session["_auth_user_id"] == str(person.pk)
    assert Authenticator.objects.filter(user=person).exists()


def test_an_admin_takes_a_second_factor_away_and_does_not_see_it(admin_client: Client) -> None:
    secret = generate_totp_secret()
    factor = TOTP.activate(given_person("reviewer", User.Role.STAFF), secret).instance
    page = f"/admin/mfa/authenticator/{factor.pk}"

    shown = admin_client.get(f"{page}/change/")
    assert shown.status_code == 200
    assert secret not in shown.content.decode()
    assert admin_client.post(f"{page}/change/", {"data": "{}"}).status_code == 403
    admin_client.post(f"{page}/delete/", {"post": "yes"})

    assert not Authenticator.objects.exists()


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
    for _ in range(200):
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


def come_from_the_university(client: Client, subject: str) -> None:
    """Follow the redirects as a browser does: to the provider, sign in there, and back."""
    there = client.post("/account/oidc/university/login/").headers["Location"]
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
    # Kept answers are managed in the admin, and nothing else there.
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
def test_who_came_by_the_university_goes_there_again_in_time(
    client: Client, settings: Settings
) -> None:
    settings.SSO_SESSION_SECONDS = 3600
    given_person("local")
    local = Client()
    sign_in(local, "local")
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


def test_a_provider_that_is_away_lets_nobody_in_and_is_no_fault_of_the_portal(
    client: Client, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SOCIALACCOUNT_PROVIDERS = oidc("http://127.0.0.1:9")

    reply = client.post("/account/oidc/university/login/")

    assert reply.status_code == 401
    assert "다시 시도해도" in reply.content.decode()
    assert "'error': 'ConnectionError', 'event': 'sign_in_failed'" in caplog.text
