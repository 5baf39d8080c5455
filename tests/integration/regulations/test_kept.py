"""The corpus cache: it saves work, holds nothing personal, and never outlives a change."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings
from redis.exceptions import ConnectionError as ValkeyAway

from portal.accounts.models import User
from regulations.models import Department, Regulation
from regulations.reading import corpus_version
from regulations.reading.corpus_cache import corpus_cache
from regulations.reading.corpus_version import corpus_changed
from tests.corpus import TODAY, given_corpus, given_regulation

pytestmark = pytest.mark.django_db

Callbacks = Callable[..., AbstractContextManager[list[Callable[[], object]]]]
PANE = "/regulations/학칙/1/provision?cite=art-25"
PAGE = "/regulations/학칙/1/"
LIST = "/regulations/"


@pytest.fixture(autouse=True)
def _corpus(db: None, settings: Settings) -> None:
    settings.CORPUS_CACHE_SECONDS = 60
    given_corpus()
    corpus_changed()


def _text(client: Client, path: str) -> str:
    return client.get(path).content.decode()


@pytest.mark.parametrize(
    ("path", "words"),
    # The head of a version's page is made anew each time, its text with the words to copy is not.
    [(PAGE, 'data-copy="「새 학칙」'), (PANE, "새 학칙"), (LIST, "새 학칙"), ("/", "새 학칙")],
)
def test_a_page_is_made_once_and_again_when_the_corpus_has_changed(
    client: Client, path: str, words: str
) -> None:
    _text(client, path)
    Regulation.objects.filter(slug="학칙").update(title="새 학칙")

    untold = _text(client, path)
    corpus_changed()
    told = _text(client, path)

    assert (words in untold, words in told) == (False, True)


def test_a_published_amendment_shows_with_the_next_request(
    client: Client, django_capture_on_commit_callbacks: Callbacks
) -> None:
    before = _text(client, LIST) + _text(client, "/")

    with django_capture_on_commit_callbacks(execute=True):
        given_regulation("학칙", "제1조(목적) 이 학칙은 새로 정한다.", enforcement_date=TODAY)

    assert "/regulations/%ED%95%99%EC%B9%99/2/" not in before
    for path in (LIST, "/"):
        assert "/regulations/%ED%95%99%EC%B9%99/2/" in _text(client, path)
    assert _text(client, "/regulations/학칙/1/") != _text(client, "/regulations/학칙/2/")


def test_the_text_of_a_version_is_read_from_the_database_once(client: Client) -> None:
    def read() -> tuple[str, bool]:
        with CaptureQueriesContext(connection) as queries:
            # What guards forms differs each time.
            page = re.sub(r'value="\w{64}"', "", _text(client, PAGE))
        return page, any("regulations_paragraph" in query["sql"] for query in queries)

    (first, was_read), (second, was_read_again) = read(), read()

    assert "휴학" in first
    assert (was_read, was_read_again) == (True, False)
    assert second == first


def test_what_is_kept_says_nothing_of_who_made_it(client: Client) -> None:
    person = User.objects.create_user(username="made-it-first")
    client.force_login(person)
    for path in (LIST, PAGE, PANE, "/"):
        _text(client, path)

    stranger = Client()

    assert not any("made-it-first" in _text(stranger, path) for path in (LIST, PAGE, PANE, "/"))
    assert "csrfmiddlewaretoken" not in _text(stranger, PANE)


def test_each_language_has_its_own(client: Client) -> None:
    korean = _text(client, LIST)
    client.cookies["django_language"] = "en"

    assert "제목으로 찾기" in korean
    assert "제목으로 찾기" not in _text(client, LIST)


def test_a_department_that_is_renamed_in_the_admin_shows_at_once(
    admin_client: Client, django_capture_on_commit_callbacks: Callbacks
) -> None:
    office = Department.objects.create(name="옛 이름")
    Regulation.objects.filter(slug="학칙").update(owner_department=office)
    before = _text(admin_client, LIST)

    with django_capture_on_commit_callbacks(execute=True):
        answer = admin_client.post(
            f"/admin/regulations/department/{office.pk}/change/", {"name": "새 이름"}
        )

    assert answer.status_code == 302
    assert "옛 이름" in before
    assert "새 이름" in _text(admin_client, LIST)


def test_without_the_cache_everything_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> None:
        raise ValkeyAway

    made: list[int] = []

    def make() -> int:
        made.append(len(made))
        return made[-1]

    for name in ("get", "set", "get_or_set"):
        monkeypatch.setattr(cache, name, away)

    assert (corpus_cache("test", make=make), corpus_cache("test", make=make)) == (0, 1)
    assert made == [0, 1]


def test_what_is_made_while_somebody_publishes_is_not_found_afterwards() -> None:
    def slow() -> str:
        corpus_changed()
        return "old"

    assert corpus_cache("test", make=slow) == "old"
    assert corpus_cache("test", make=lambda: "new") == "new"


def test_a_cache_that_was_away_while_something_changed_is_behind_for_a_moment_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def away(*_: object, **__: object) -> None:
        raise ValkeyAway

    monkeypatch.setattr(corpus_version, "COPY_SECONDS", 1)
    corpus_changed()
    assert corpus_cache("test", make=lambda: "old") == "old"

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(cache, "set", away)
        corpus_changed()
    time.sleep(1.1)

    assert corpus_cache("test", make=lambda: "new") == "new"
