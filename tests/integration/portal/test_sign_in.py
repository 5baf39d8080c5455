"""Coming in with a local account: lock-out, passwords and the second factor."""

from __future__ import annotations

import re

import pytest
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


def test_a_forgotten_password_is_reset_by_mail_only_where_mail_is_sent(
    client: Client, settings: Settings
) -> None:
    assert client.get("/account/password/reset/").status_code == 404

    settings.EMAIL_URL = "smtp+tls://mail.example.org:587"
    assert client.get("/account/password/reset/").status_code == 200


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
