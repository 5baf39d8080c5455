"""Strangers' parameters at every address, in every form, for every role: whatever stands in them, no page fails.

The pages are found as a visitor finds them, by links and forms, and beside them every address that there is; so a new page is
tried without being named here. What is tried is drawn from a fixed seed.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from http.cookies import SimpleCookie
from random import Random
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from django.urls import NoReverseMatch, Resolver404, resolve, reverse

from chat.asking.services import conversation_start, question_ask
from portal.accounts.models import User
from tests.answering import answer_question
from tests.controls import controls_set
from tests.corpus import TODAY, given_corpus
from tests.hostile import (
    FoundForm,
    encoded,
    forms,
    hostile_file,
    hostile_value,
    links,
    names_read,
    pairs,
)
from tests.integration.portal.test_permissions import ALL, GIVE_THEIR_CONNECTION_BACK, Address
from verification.models import Flag
from verification.review.flags import flag_raise

pytestmark = pytest.mark.django_db

SEED = 9
FOUND = 200
SERVER_ERROR = 500
MANY = 100_000
ENTRANCES = ("/", "/regulations/", "/conversations/", "/review/", "/account/2fa/")
# Where each role begins; what staff sees leads see, too, and what leads see admins.
ROLES = {
    "anonymous": ENTRANCES,
    "student": ENTRANCES,
    "lead": (*ENTRANCES, "/review/reports/"),
    "admin": ("/admin/",),
}
FEWEST_PAGES = {"anonymous": 9, "student": 17, "lead": 25, "admin": 80}
PARAMETERS_AT_ONCE = 6
NUMBERS = ("0", "1", "2147483648", "9" * 19, "9" * 40)


class Stranger:
    """A client in a role that tries what it finds; nothing that it does stays."""

    def __init__(self, role: str, random: Random) -> None:
        self.client = Client(raise_request_exception=False)
        self.role, self.random = role, random
        self.failed: dict[str, str] = {}
        self.pages: dict[str, str] = {}
        self.forms: dict[Any, FoundForm] = {}
        if role != "anonymous":
            is_admin = role == "admin"
            person = User.objects.create_user(
                role, role=role.upper(), is_staff=is_admin, is_superuser=is_admin
            )
            self.client.force_login(person)
        self._session = self.client.cookies.output(header="", sep=";")

    def send(self, address: str, body: str | dict[str, Any] | None = None) -> Any:
        """One request, of which nothing is kept but whether it failed."""
        self.client.cookies = SimpleCookie(self._session)
        with transaction.atomic():
            if isinstance(body, str):
                kind = "application/x-www-form-urlencoded"
                reply = self.client.post(address, body, kind)
            else:
                reply = self.client.post(address, body) if body else self.client.get(address)
            transaction.set_rollback(True)
        if reply.status_code >= SERVER_ERROR:
            error = getattr(reply, "exc_info", None)
            about = (
                f"{type(error[1]).__name__}: {str(error[1])[:120]}" if error else reply.status_code
            )
            line = f"{self.role} {'POST' if body is not None else 'GET'} {address[:300]} {str(body)[:1500]}: {about}"
            self.failed.setdefault(f"{self._name(address)} {about}", line)
        return reply

    def look_around(self) -> None:
        """Follow links from the entrances, to one page of a kind, and keep the forms."""
        waiting = list(ROLES[self.role])
        seen = {self._name(address) for address in waiting}
        while waiting:
            address = waiting.pop(0)
            reply = self.send(address)
            if reply.status_code == FOUND:
                self.pages[self._name(address)] = urlsplit(address).path
            if reply.status_code != FOUND or "html" not in reply.headers["Content-Type"]:
                continue
            for form in forms(reply.content, at=address):
                self.forms.setdefault(form.kind, form)
            for link in links(reply.content, at=address):
                name = self._name(link)
                if self._is_ours(name) and name not in seen:
                    seen.add(name)
                    waiting.append(link)

    def try_pages(self, names: list[str]) -> None:
        """Hostile parameters, both those that views read and those of forms that are sent by GET."""
        of_forms = {
            name for form in self.forms.values() if not form.is_post for name in form.fields
        }
        # What begins so belongs to the pop-ups of Django's admin, which names no field as it pleases.
        known = sorted(name for name in {*names, *of_forms} if not name.startswith("_"))
        for path in self.pages.values():
            chosen = self.random.sample(known, min(PARAMETERS_AT_ONCE, len(known)))
            self.send(f"{path}?{pairs({name: hostile_value(self.random) for name in chosen})}")

    def try_addresses(self, names: list[str]) -> None:
        """Hostile pieces in the path of every address, by GET and by POST."""
        for address in filter(lambda one: self._is_ours(one.name), ALL):
            path = self._hostile_path(address)
            if path and address.name not in GIVE_THEIR_CONNECTION_BACK:
                self.send(path)
                # The admin looks for the row before it looks at what is sent.
                if self.role != "admin" or not address.arguments:
                    chosen = self.random.sample(names, PARAMETERS_AT_ONCE)
                    self.send(path, pairs({name: hostile_value(self.random) for name in chosen}))

    def try_forms(self) -> None:
        """Every form with hostile values among those that it offers.

        Django's admin fails on a choice that it did not offer (its widgets look it up): there, only what is typed is hostile.
        """
        for form in self.forms.values():
            values = {
                name: hostile_value(self.random, offered)
                if name in form.typed or not form.action.startswith("/admin/")
                else self.random.choice(offered or ("",))
                for name, offered in form.fields.items()
            }
            if not form.is_post:
                self.send(f"{form.action}?{pairs(values)}")
            elif form.files:
                whole = {name: value.replace("\ud800", "") for name, value in values.items()}
                self.send(form.action, whole | dict.fromkeys(form.files, hostile_file(self.random)))
            else:
                self.send(form.action, pairs(values))

    def _is_ours(self, name: str) -> bool:
        """Admins try the admin, the others everything else."""
        return bool(name) and name.startswith("admin:") == (self.role == "admin")

    def _hostile_path(self, address: Address) -> str:
        """The address with something hostile for each argument."""
        marks = {
            name: 987_000 + place if value == 1 else f"mark-{place}" if value == "1" else value
            for place, (name, value) in enumerate(address.arguments.items())
        }
        try:
            path = reverse(address.name, kwargs=marks)
        except NoReverseMatch:
            return ""
        for mark in marks.values():
            value = hostile_value(self.random, ("학칙",)) or "-"
            new = self.random.choice(NUMBERS) if isinstance(mark, int) else encoded(value)
            path = path if isinstance(mark, UUID) else path.replace(str(mark), new)
        return path

    @staticmethod
    def _name(address: str) -> str:
        try:
            return resolve(urlsplit(address).path).view_name
        except Resolver404:
            return ""


@pytest.fixture
def portal(db: None) -> Iterator[None]:
    """A corpus; no limit is in the way."""
    logging.disable(logging.CRITICAL)
    given_corpus()
    controls_set(
        questions_a_minute=MANY,
        questions_a_day=MANY,
        address_questions_a_minute=MANY,
        site_questions_a_minute=MANY,
    )
    cache.clear()
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("role", ROLES)
def test_no_parameter_makes_a_page_fail(portal: None, role: str) -> None:
    stranger = Stranger(role, Random(SEED))
    started = conversation_start(
        user=User.objects.filter(username=role).first(),
        session_key="" if role != "anonymous" else "s",
    )
    asked = question_ask(
        conversation=started, question="휴학은 몇 년까지 됩니까?", as_of=TODAY, in_background=False
    )
    answer_question(asked.pk)
    flag_raise(answer_id=asked.pk, reason=Flag.Reason.LOW_FAITHFULNESS, detail="9회는 없음")

    stranger.look_around()
    assert len(stranger.pages) >= FEWEST_PAGES[role]
    stranger.try_pages(names_read("GET"))
    stranger.try_addresses(names_read("POST"))
    stranger.try_forms()

    assert not stranger.failed, "\n".join(stranger.failed.values())


@pytest.mark.parametrize(
    "address",
    [
        pytest.param("/regulations/a%00b/", id="null character in the path"),
        pytest.param("/regulations/?search=a%00b", id="null character in the query"),
        pytest.param("/api/regulations/a%00b/", id="null character for a program"),
        pytest.param("/admin/regulations/regulationversion/x/change/", id="no number"),
        pytest.param("/admin/regulations/regulation/x/history/", id="no number in a history"),
        pytest.param(f"/admin/regulations/regulation/{'9' * 4500}/change/", id="no such number"),
        pytest.param("/admin/regulations/importrun/-1/change/", id="less than nothing"),
    ],
)
def test_an_address_that_no_row_can_have_is_not_there(admin_client: Client, address: str) -> None:
    assert admin_client.get(address).status_code == 404


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("/", {"scope": f"id:{'9' * 5000}"}),
        ("/", {"entry_year": "9" * 5000}),
        ("/query/verified", {"scope": {"entry_year": "9" * 5000}}),
        ("/query/verified", {"scope": f"id:{'9' * 5000}"}),
    ],
)
def test_a_number_of_five_thousand_digits_is_refused(
    portal: None, client: Client, path: str, values: dict[str, Any]
) -> None:
    asked = {"question": "휴학은 몇 년까지 됩니까?"} | values
    kind = "application/json" if path != "/" else MULTIPART_CONTENT

    assert client.post(path, asked, content_type=kind).status_code in (400, 422)


@pytest.mark.parametrize("number", ["²", "9" * 5000])
@pytest.mark.parametrize("name", ["ids", "run", "department"])
def test_what_is_no_number_of_a_row_names_none(
    admin_client: Client, name: str, number: str
) -> None:
    drafts = reverse("admin:regulations_publish_many")
    worklist = reverse("admin:regulations_worklistitem_changelist")

    if name == "department":
        reply = admin_client.get(worklist, {name: number})
    else:
        reply = admin_client.post(drafts, {name: number})

    assert reply.status_code == FOUND
