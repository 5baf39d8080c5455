"""Following amendments by mail: asked for, confirmed, told once a publishing, ended by one press, forgotten where nobody confirms."""

from __future__ import annotations

import re
from datetime import date, timedelta
from unittest import mock

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from portal.http.access_lines import path_shown
from portal.mailing.models import Letter
from regulations.following import letters
from regulations.following.letters import (
    QUIET,
    amendment_letters_send,
    confirmation_send,
    confirmations_send_again,
)
from regulations.following.subscribing import mail_masked, subscriptions_expire
from regulations.following.tasks import send_confirmation
from regulations.models import AmendmentSubscription, Collection, RegulationVersion
from tests.corpus import SCHOOL_REGULATIONS, TUITION, given_regulation

pytestmark = pytest.mark.django_db
READER = "Reader@example.ac.kr"
AMENDED = SCHOOL_REGULATIONS.replace("3년(6학기)", "4년(8학기)").replace("2025년 3월", "2026년 3월")
CHEAPER = TUITION.replace("4회 이내", "6회 이내")


@pytest.fixture(autouse=True)
def _mail(settings: Settings, db: None) -> None:
    settings.EMAIL_URL = "memorymail://"
    settings.PORTAL_URL = "https://rules.example.ac.kr"
    given_regulation("학칙", SCHOOL_REGULATIONS)
    given_regulation("등록금에 관한 규정", TUITION)


def links(message: EmailMultiAlternatives) -> list[str]:
    return re.findall(r"https://rules\.example\.ac\.kr(/subscriptions/\S+)", str(message.body))


def subscribe(client: Client, what: str = "", *, confirm: bool = True) -> None:
    shown = client.post(f"/subscriptions/{what}", {"email": READER})
    assert shown.status_code == 200
    row = AmendmentSubscription.objects.filter(confirmed_at=None).first()
    if row is not None and confirm:
        # The queue does it after the commit, which a test never reaches.
        confirmation_send(subscription_id=row.pk, now=timezone.now())
        [link] = links(sent()[-1])
        assert client.get(link).status_code == 200
        assert AmendmentSubscription.objects.get(pk=row.pk).confirmed_at is None
        client.post(link)


def sent() -> list[EmailMultiAlternatives]:
    return [one for one in mail.outbox if isinstance(one, EmailMultiAlternatives)]


def published_a_while_ago() -> None:
    RegulationVersion.objects.filter(published_at__gt=timezone.now() - timedelta(minutes=1)).update(
        published_at=timezone.now() - QUIET
    )


def test_a_reader_confirms_is_told_once_a_publishing_and_ends_it_by_one_press(
    client: Client,
) -> None:
    subscribe(client)
    subscribe(client, "?regulation=학칙&key=art-25/para-2")
    assert len(sent()) == 2
    row = AmendmentSubscription.objects.first()
    assert row is not None
    assert "example" not in f"{row.sealed_address}{row.address_key}"
    assert amendment_letters_send(now=timezone.now() + QUIET) == 0
    AmendmentSubscription.objects.update(told_until=timezone.now() - timedelta(hours=1))
    RegulationVersion.objects.update(published_at=timezone.now() - timedelta(hours=2))

    given_regulation("학칙", AMENDED, enforcement_date=date(2026, 3, 1))
    given_regulation("등록금에 관한 규정", CHEAPER, enforcement_date=date(2026, 3, 1))
    assert amendment_letters_send(now=timezone.now()) == 0  # somebody may still be publishing
    published_a_while_ago()
    assert amendment_letters_send(now=timezone.now()) == 1
    assert amendment_letters_send(now=timezone.now()) == 0

    [_first, _second, letter] = sent()
    assert letter.to == [READER]
    assert letter.subject.endswith("규정 개정 2건")
    assert str(letter.body).count("「학칙」 개정") == 1
    assert "「등록금에 관한 규정」 개정" in str(letter.body)
    [everything] = re.findall(r"<https://[^/]+(/.+)>", letter.extra_headers["List-Unsubscribe"])
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert links(letter)[-1] == everything
    assert client.get(everything).status_code == 200
    assert AmendmentSubscription.objects.count() == 2
    Client(enforce_csrf_checks=True).post(everything, {"List-Unsubscribe": "One-Click"})
    assert not AmendmentSubscription.objects.exists()
    assert not Letter.objects.exclude(to="").exists()
    assert "지웠습니다" in client.get(everything).content.decode()


def test_only_what_is_followed_is_told(client: Client) -> None:
    collection = Collection.objects.create(name="등록", slug="tuition")
    collection.regulations.add(
        RegulationVersion.objects.get(regulation__title="등록금에 관한 규정").regulation
    )
    subscribe(client, "?collection=tuition")
    subscribe(client, "?regulation=학칙&key=art-26")
    AmendmentSubscription.objects.update(told_until=timezone.now() - timedelta(hours=1))
    RegulationVersion.objects.update(published_at=timezone.now() - timedelta(hours=2))
    given_regulation("학칙", AMENDED, enforcement_date=date(2026, 3, 1))
    published_a_while_ago()

    assert amendment_letters_send(now=timezone.now()) == 1

    assert len(sent()) == 2
    assert client.get("/subscriptions/?regulation=none").status_code == 404
    assert client.get("/subscriptions/confirm/none/").status_code == 404
    assert client.get("/subscriptions/unsubscribe/none/").status_code == 404


def test_asking_again_sends_nothing_more_and_says_nothing_of_who_follows(
    client: Client, settings: Settings
) -> None:
    subscribe(client)
    known = client.post("/subscriptions/", {"email": READER.lower()}).content.decode()
    other = client.post("/subscriptions/", {"email": "other@example.ac.kr"}).content.decode()

    assert AmendmentSubscription.objects.count() == 2
    said = [re.findall(r"<p.+?</p>", page) for page in (known, other)]
    assert said[0] == said[1]
    waiting = AmendmentSubscription.objects.get(confirmed_at=None)
    for _ in range(2):
        confirmation_send(subscription_id=waiting.pk, now=timezone.now())
    assert len(sent()) == 2
    assert client.post("/subscriptions/", {"email": "not an address"}).status_code == 200
    for _ in range(4):
        client.post("/subscriptions/?regulation=학칙", {"email": "other@example.ac.kr"})
    refused = client.post("/subscriptions/?regulation=학칙", {"email": "other@example.ac.kr"})
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0

    assert subscriptions_expire(now=timezone.now() + timedelta(hours=47)) == 0
    assert subscriptions_expire(now=timezone.now() + timedelta(hours=49)) == 2
    settings.EMAIL_URL = ""
    assert client.post("/subscriptions/", {"email": READER}).status_code == 200


def test_who_was_asked_by_no_letter_is_asked_again(client: Client) -> None:
    subscribe(client, confirm=False)
    row = AmendmentSubscription.objects.get()
    with mock.patch.object(EmailBackend, "open", side_effect=OSError()):
        send_confirmation(subscription_id=str(row.pk))
    assert sent() == []

    confirmations_send_again(now=timezone.now())
    assert sent() == []  # the message may still come
    for _ in range(2):
        confirmations_send_again(now=timezone.now() + timedelta(minutes=6))

    [letter] = sent()
    assert letter.to == [READER]


def test_who_was_asked_keeps_nobody_behind_them_from_being_asked(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(letters, "_MOST_ADDRESSES", 1)
    subscribe(client, confirm=False)
    confirmation_send(subscription_id=AmendmentSubscription.objects.get().pk, now=timezone.now())
    client.post("/subscriptions/", {"email": "other@example.ac.kr"})

    confirmations_send_again(now=timezone.now() + timedelta(minutes=6))

    assert [one.to for one in sent()] == [[READER], ["other@example.ac.kr"]]


def test_a_mail_server_that_is_away_keeps_no_amendment_from_a_reader(client: Client) -> None:
    subscribe(client)
    AmendmentSubscription.objects.update(told_until=timezone.now() - timedelta(hours=1))
    RegulationVersion.objects.update(published_at=timezone.now() - timedelta(hours=2))
    given_regulation("학칙", AMENDED, enforcement_date=date(2026, 3, 1))
    published_a_while_ago()

    with mock.patch.object(EmailBackend, "open", side_effect=TimeoutError()):
        for _ in range(Letter.terms.most_attempts + 1):
            assert amendment_letters_send(now=timezone.now()) == 0
    assert amendment_letters_send(now=timezone.now()) == 1

    assert len(sent()) == 2


def test_an_address_stands_in_no_line_and_no_list() -> None:
    assert mail_masked(READER) == "R***@example.ac.kr"
    assert path_shown("/subscriptions/confirm/abc:def/") == "/subscriptions/confirm/…/"
    assert path_shown("/subscriptions/unsubscribe/abc/") == "/subscriptions/unsubscribe/…/"


def test_a_volume_is_counted_in_full_and_told_as_far_as_a_letter_is_read(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    subscribe(client)
    AmendmentSubscription.objects.update(told_until=timezone.now() - timedelta(hours=1))
    RegulationVersion.objects.update(published_at=timezone.now() - timedelta(hours=2))
    for number in range(4):
        given_regulation(f"{number}번 지침", "제1조(목적) 이 지침은 목적을 정한다.\n")
    published_a_while_ago()
    # What a feed holds is no measure of a letter.
    monkeypatch.setattr("regulations.reading.amendment_entries.MOST_ENTRIES", 2)
    monkeypatch.setattr("regulations.following.letters._MOST_SHOWN", 3)

    assert amendment_letters_send(now=timezone.now()) == 1

    letter = sent()[-1]
    assert letter.subject.endswith("규정 개정 4건")
    assert str(letter.body).count("번 지침」 제정") == 3
    assert "외 1건: https://rules.example.ac.kr/regulations/" in str(letter.body)
