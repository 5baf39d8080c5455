"""Where a person is signed in: seen and ended by them, by an admin, by a new password, and by time."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from portal.accounts.models import User
from portal.accounts.sessions import device_of, ip_masked
from portal.accounts.tasks import expire_sessions

PASSWORD = "sounding-line-42"  # pragma: allowlist secret
PAGE = "/account/sessions/"
WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
PHONE = "Mozilla/5.0 (Linux; Android 14; SM-S921N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def student(db: None) -> User:
    cache.clear()
    return User.objects.create_user("student", "s@example.org", PASSWORD)


def signed_in(user_agent: str = WINDOWS, name: str = "student", address: str = "") -> Client:
    browser = Client(headers={"user-agent": user_agent}, REMOTE_ADDR=address or "203.0.113.7")
    reply = browser.post("/account/login/", {"login": name, "password": PASSWORD})
    assert reply.status_code == 302
    return browser


def is_in(browser: Client) -> bool:
    return bool(browser.get("/").wsgi_request.user.is_authenticated)


def test_a_person_sees_their_own_devices_with_the_address_masked() -> None:
    User.objects.create_user("other", "o@example.org", PASSWORD)
    signed_in(name="other", address="198.51.100.9")
    signed_in(PHONE, address="2001:db8:1:2::5")

    page = signed_in().get(PAGE).content.decode()

    assert "Chrome · Windows" in page
    assert "203.0.113.*" in page
    assert "Samsung Internet · Android" in page
    assert "2001:db8:1:*" in page
    assert "203.0.113.7" not in page
    assert "198.51.100" not in page


def test_a_person_ends_one_session_and_nobody_elses() -> None:
    User.objects.create_user("other", "o@example.org", PASSWORD)
    lost, here, other = signed_in(PHONE), signed_in(), signed_in(name="other")
    row = UserSession.objects.get(user__username="student", user_agent=PHONE)

    assert other.post(f"{PAGE}{row.pk}/end").status_code == 404
    assert Client().post(f"{PAGE}{row.pk}/end").status_code == 302
    assert is_in(lost)
    here.post(f"{PAGE}{row.pk}/end")

    assert (is_in(lost), is_in(here), is_in(other)) == (False, True, True)


def test_a_person_ends_all_others_at_once() -> None:
    lost, here = signed_in(PHONE), signed_in()

    here.post(f"{PAGE}end")

    assert (is_in(lost), is_in(here)) == (False, True)


def test_a_new_password_ends_the_other_sessions() -> None:
    lost, here = signed_in(PHONE), signed_in()

    changed = {"oldpassword": PASSWORD, "password1": "another-line-43"}  # pragma: allowlist secret
    changed["password2"] = changed["password1"]
    here.post("/account/password/change/", changed)

    assert (is_in(lost), is_in(here)) == (False, True)
    assert "Samsung" not in here.get(PAGE).content.decode()


def test_an_admin_ends_the_sessions_of_a_person_and_it_is_written_down(
    admin_client: Client, student: User
) -> None:
    lost = signed_in()

    chosen = {"action": "accounts_sign_out", "_selected_action": [str(student.pk)]}
    admin_client.post("/admin/accounts/user/", chosen)

    assert not is_in(lost)
    assert LogEntry.objects.get().object_id == str(student.pk)
    assert admin_client.get("/admin/usersessions/usersession/").status_code == 404


@pytest.mark.parametrize(
    ("role", "idle", "stays"),
    [
        (User.Role.STUDENT, timedelta(days=2), True),
        (User.Role.STUDENT, timedelta(days=4), False),
        (User.Role.STAFF, timedelta(hours=9), True),
        (User.Role.STAFF, timedelta(hours=11), False),
    ],
)
def test_who_was_away_for_long_signs_in_again(
    student: User, role: User.Role, idle: timedelta, stays: bool
) -> None:
    User.objects.filter(pk=student.pk).update(role=role)
    browser = signed_in()

    with time_machine.travel(timezone.now() + idle, tick=False):
        assert is_in(browser) is stays


def test_no_session_lasts_for_ever_however_often_it_is_used(settings: Settings) -> None:
    settings.SESSION_COOKIE_AGE = 5 * 24 * 3600
    browser, began = signed_in(), timezone.now()

    for day in range(1, 6):
        with time_machine.travel(began + timedelta(days=day, minutes=-1), tick=False):
            assert is_in(browser)
    with time_machine.travel(began + timedelta(days=5, minutes=1), tick=False):
        assert not is_in(browser)
    assert not UserSession.objects.exists()


def test_that_a_session_is_used_is_written_once_in_minutes() -> None:
    browser = signed_in()
    row = UserSession.objects.get()

    with time_machine.travel(row.last_seen_at + timedelta(minutes=4), tick=False):
        is_in(browser)
        row.refresh_from_db()
        assert timezone.now() - row.last_seen_at == timedelta(minutes=4)
    with time_machine.travel(row.last_seen_at + timedelta(minutes=6), tick=False):
        is_in(browser)
        row.refresh_from_db()
        assert timezone.now() - row.last_seen_at < timedelta(seconds=1)


def test_sessions_that_have_run_out_are_forgotten() -> None:
    signed_in()
    here = signed_in(PHONE)
    with time_machine.travel(timezone.now() + timedelta(days=15), tick=False):
        expire_sessions()

    assert not UserSession.objects.exists()
    assert not is_in(here)


def test_a_session_that_somebody_prepared_is_not_the_one_that_is_signed_in() -> None:
    browser = Client()
    browser.get("/")
    session = browser.session
    session["prepared"] = True
    session.save()
    prepared = session.session_key

    browser.post("/account/login/", {"login": "student", "password": PASSWORD})

    assert browser.session.session_key != prepared
    thief = Client()
    thief.cookies["sessionid"] = str(prepared)
    assert not is_in(thief)


@pytest.mark.parametrize(
    ("forwarded", "counted"),
    [("198.51.100.1", "203.0.113.7"), ("10.9.9.9, 198.51.100.1", "203.0.113.7")],
)
def test_an_address_that_the_visitor_made_up_is_not_believed(forwarded: str, counted: str) -> None:
    browser = Client(REMOTE_ADDR="203.0.113.7", headers={"x-forwarded-for": forwarded})
    browser.post("/account/login/", {"login": "student", "password": PASSWORD})

    assert UserSession.objects.get().ip == counted


def test_behind_a_proxy_people_are_told_apart_and_what_they_add_is_not_believed(
    settings: Settings,
) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    forwarded = {"x-forwarded-for": "10.9.9.9, 198.51.100.1"}
    browser = Client(REMOTE_ADDR="172.18.0.1", headers=forwarded)
    browser.post("/account/login/", {"login": "student", "password": PASSWORD})

    assert UserSession.objects.get().ip == "198.51.100.1"


@pytest.mark.parametrize(
    ("said", "device"),
    [
        (WINDOWS, "Chrome · Windows"),
        (PHONE, "Samsung Internet · Android"),
        (
            "Mozilla/5.0 (Windows NT 10.0) Chrome/131.0.0.0 Whale/4.29 Safari/537.36",
            "Whale · Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1",
            "Safari · iPhone",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:133.0) Firefox/133.0", "Firefox · macOS"),
        ("curl/8", "?"),
        ("", "?"),
    ],
)
def test_a_device_is_named_by_browser_and_system(said: str, device: str) -> None:
    assert device_of(said) == device


def test_an_address_is_masked_whatever_its_kind() -> None:
    assert ip_masked("203.0.113.7") == "203.0.113.*"
    assert ip_masked("2001:db8::1") == "2001:db8:0:*"
    assert ip_masked("::ffff:203.0.113.7") == "203.0.113.*"
