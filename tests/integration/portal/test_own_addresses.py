"""Whose mail address it is: nobody takes somebody else's, and what was taken before opens nothing."""

from __future__ import annotations

import json

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from portal.accounts.addresses import own_address
from portal.accounts.models import User
from regulations.following.subscribing import address_key
from regulations.models import AmendmentSubscription, Regulation
from tests.corpus import given_corpus
from verification.models import Notice
from verification.review.notices.digest import digests_send
from verification.review.notices.sending import Notification, send_notifications

pytestmark = pytest.mark.django_db

PASSWORD = "sounding-line-42"  # pragma: allowlist secret
VICTIM = "victim@example.org"
PEOPLE = "/admin/accounts/user/"


@pytest.fixture(autouse=True)
def _mail(settings: Settings) -> None:
    cache.clear()
    settings.EMAIL_URL = "memorymail://"
    settings.PORTAL_URL = "https://rules.example.org"


def given_person(address: str = "", *, verified: bool | None = None) -> User:
    """Somebody with a password; `verified` is what allauth has noted of the address, None where it has noted nothing."""
    person = User.objects.create_user("gaon", address, PASSWORD)
    if verified is not None:
        EmailAddress.objects.create(user=person, email=address, primary=True, verified=verified)
    return person


def signed_in() -> Client:
    client = Client()
    client.post("/account/login/", {"login": "gaon", "password": PASSWORD})
    assert "_auth_user_id" in client.session
    # As before whatever is about the account itself.
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


def followed() -> AmendmentSubscription:
    """The victim follows a regulation, and has confirmed it."""
    given_corpus()
    return AmendmentSubscription.objects.create(
        address_key=address_key(VICTIM),
        sealed_address="sealed",
        regulation=Regulation.objects.first(),
        confirmed_at=timezone.now(),
    )


def subscriptions_told(client: Client) -> list[str]:
    told: list[str] = json.loads(client.post("/my-data/export").content)["subscriptions"]
    return told


def test_nobody_takes_the_address_of_somebody_else_nor_what_it_follows() -> None:
    person = given_person()
    followed()
    client = signed_in()

    for action in ("action_add", "action_primary", "action_send"):
        client.post("/account/email/", {"email": VICTIM, action: ""})

    person.refresh_from_db()
    assert (person.email, mail.outbox) == ("", [])
    assert not EmailAddress.objects.exists()
    assert subscriptions_told(client) == []
    client.post("/my-data/delete")
    assert AmendmentSubscription.objects.count() == 1


@pytest.mark.parametrize(
    ("verified", "is_own"),
    [
        pytest.param(None, True, id="an admin set it"),
        pytest.param(True, True, id="proved"),
        pytest.param(False, False, id="typed by its person"),
    ],
)
def test_what_an_address_follows_goes_with_the_account_whose_own_it_is(
    verified: bool | None, is_own: bool
) -> None:
    person = given_person(VICTIM, verified=verified)
    followed()
    client = signed_in()

    assert bool(own_address(person)) == is_own
    assert len(subscriptions_told(client)) == is_own
    client.post("/my-data/delete")
    assert not User.objects.get().is_active
    assert AmendmentSubscription.objects.count() == (not is_own)


@pytest.mark.parametrize("verified", [None, True, False])
def test_letters_go_to_no_address_that_is_not_proved(verified: bool | None) -> None:
    person = given_person(VICTIM, verified=verified)
    notice = Notification(Notice.Kind.ANSWER_CORRECTED, "one", "/regulations/", user_id=person.pk)
    send_notifications([notice])
    at_noon = timezone.localtime().replace(hour=12)

    assert digests_send(now=at_noon) == (verified is not False)
    shown = signed_in().get("/notices/settings/").content.decode()
    assert ("확인되지 않" in shown) == (verified is False)


@pytest.mark.parametrize("verified", [None, True, False])
def test_a_forgotten_password_is_not_chosen_by_who_reads_an_unproved_address(
    client: Client, verified: bool | None
) -> None:
    given_person(VICTIM, verified=verified)

    client.post("/account/password/reset/", {"email": VICTIM})

    links = [one for one in mail.outbox if "/password/reset/key/" in one.body]
    assert len(links) == (verified is not False)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("verified", [None, False])
def test_an_admin_hands_the_link_over_where_the_address_is_not_proved(
    admin_client: Client, verified: bool | None
) -> None:
    person = given_person(VICTIM, verified=verified)

    reply = admin_client.post(f"{PEOPLE}{person.pk}/password/", follow=True)

    is_shown = "/account/password/reset/key/" in reply.content.decode()
    assert is_shown == (verified is False)
    assert len(mail.outbox) == (verified is None)


def test_the_address_that_an_admin_sets_counts_and_the_former_one_opens_nothing(
    admin_client: Client,
) -> None:
    person = given_person(VICTIM, verified=False)
    page = f"{PEOPLE}{person.pk}/change/"
    form = admin_client.get(page).context["adminform"].form
    sent = {name: value for name, value in form.initial.items() if value and name != "password"}
    sent |= {"date_joined_0": "2026-03-02", "date_joined_1": "09:00:00"}

    admin_client.post(page, sent)
    person.refresh_from_db()
    assert own_address(person) == "", "saving the page as it was says nothing of the address"

    admin_client.post(page, sent | {"email": "gaon@example.org"})
    person.refresh_from_db()
    assert own_address(person) == "gaon@example.org"
    Client().post("/account/password/reset/", {"email": VICTIM})
    assert not [one for one in mail.outbox if "/password/reset/key/" in one.body]
