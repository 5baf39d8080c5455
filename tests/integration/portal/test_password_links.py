"""An account that an admin makes has no password until its person chooses one, by a link that serves once."""

from __future__ import annotations

import re
import smtplib

import pytest
from django.core import mail
from django.core.mail.backends import smtp
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import Client
from pytest_django import Settings

from portal.accounts.models import User

# The link is given once the account is committed.
pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = "/admin/accounts/user/"
CHOSEN = "sounding-line-42"  # pragma: allowlist secret
LINK = re.compile(r"http://testserver(/account/password/reset/key/[^\s<]+)")


def made(admin_client: Client, **more: str) -> str:
    """What the admin's next page says after making an account."""
    sent = {"username": "gaon", "email": "", "role": "STAFF"} | more
    reply = admin_client.post(f"{PEOPLE}add/", sent, follow=True)
    assert User.objects.get(username="gaon").role == "STAFF"
    return reply.content.decode()


def link_in(text: str) -> str:
    [link] = set(LINK.findall(text))
    return str(link)


def choose(link: str, password: str = CHOSEN) -> bool:
    """Follow a link in another browser and choose; whether that password then opens the account."""
    browser = Client()
    form = browser.get(link, follow=True)
    browser.post(
        form.redirect_chain[-1][0] if form.redirect_chain else link,
        {"password1": password, "password2": password},
    )
    browser = Client()
    browser.post("/account/login/", {"login": "gaon", "password": password})
    return "_auth_user_id" in browser.session


def test_who_makes_an_account_is_shown_the_link_once_and_no_field_for_a_password(
    admin_client: Client,
) -> None:
    assert 'type="password"' not in admin_client.get(f"{PEOPLE}add/").content.decode()

    link = link_in(made(admin_client))

    assert not User.objects.get(username="gaon").has_usable_password()
    assert not LINK.search(admin_client.get(PEOPLE).content.decode())
    assert choose(link)
    assert not choose(link, "another-line-43")


def test_the_link_goes_to_the_person_where_mail_is_sent(
    admin_client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(backend: EmailBackend, letters: list[mail.EmailMessage]) -> int:
        holds.append(connection.in_atomic_block)
        return send(backend, letters)

    holds: list[bool] = []
    send = EmailBackend.send_messages
    monkeypatch.setattr(EmailBackend, "send_messages", held)
    settings.EMAIL_URL = "smtp+tls://mail.example.org:587"

    said = made(admin_client, email="gaon@example.org")

    assert holds == [False], "a mail server must not hold a transaction open"
    assert "gaon@example.org" in said
    assert not LINK.search(said)
    [letter] = mail.outbox
    assert letter.to == ["gaon@example.org"]
    assert choose(link_in(str(letter.body)))


@pytest.mark.parametrize("address", ["", "gaon@example.org"])
def test_a_letter_that_cannot_go_leaves_the_link_with_the_admin(
    admin_client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    def refuse(*_: object) -> int:
        raise smtplib.SMTPRecipientsRefused({})

    settings.EMAIL_URL = "smtp+tls://mail.example.org:587"
    monkeypatch.setattr(EmailBackend, "send_messages", refuse)

    assert choose(link_in(made(admin_client, email=address)))


def test_a_mail_server_that_says_nothing_is_waited_for_ten_seconds() -> None:
    assert smtp.EmailBackend().timeout == 10


def test_another_address_ends_the_link_as_its_page_says(admin_client: Client) -> None:
    said = made(admin_client)
    User.objects.filter(username="gaon").update(email="gaon@example.org")

    assert "메일 주소를 바꾸면 쓸 수 없게" in said
    assert not choose(link_in(said))


def test_a_link_ends_after_its_time(admin_client: Client, settings: Settings) -> None:
    link = link_in(made(admin_client))
    settings.PASSWORD_RESET_TIMEOUT = -1

    assert not choose(link)
    assert "새 링크를 부탁" in Client().get(link).content.decode()


def test_a_name_is_taken_whatever_its_capitals(admin_client: Client) -> None:
    User.objects.create_user("Gaon")

    reply = admin_client.post(f"{PEOPLE}add/", {"username": "gaon", "email": "", "role": "STAFF"})

    assert reply.status_code == 200
    assert User.objects.filter(username__iexact="gaon").count() == 1


def test_a_forgotten_password_is_taken_and_the_person_chooses_another(admin_client: Client) -> None:
    person = User.objects.create_user("gaon", password=CHOSEN)
    lost = Client()
    lost.post("/account/login/", {"login": "gaon", "password": CHOSEN})
    page = f"{PEOPLE}{person.pk}/password/"
    assert 'type="password"' not in admin_client.get(page).content.decode()

    said = admin_client.post(page, {"password1": "typed", "password2": "typed"}, follow=True)

    person.refresh_from_db()
    assert not person.has_usable_password()
    assert not lost.get("/").wsgi_request.user.is_authenticated
    assert choose(link_in(said.content.decode()), "another-line-43")


def test_ones_own_password_is_changed_under_the_account(
    admin_client: Client, admin_user: User
) -> None:
    reply = admin_client.post(f"{PEOPLE}{admin_user.pk}/password/")

    assert reply.headers["Location"] == "/account/password/change/"
    admin_user.refresh_from_db()
    assert admin_user.has_usable_password()
