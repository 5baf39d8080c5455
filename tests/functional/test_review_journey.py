"""From a model that errs to a confirmed answer, and back to a case when its rule changes: everybody in a browser of their own.

A real web server, a real worker, a scripted model.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from portal.accounts.models import User
from regulations.importing.files import regulation_import
from regulations.models import RegulationVersion
from regulations.text.parser import parse_regulation
from tests.corpus import SCHOOL_REGULATIONS, given_corpus
from tests.processes import PortalProcess
from tests.stub_llm import StubLLM, StubReply

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
SAME_QUESTION = "휴학은 최대 몇년까지 가능한가요"
ERRING = "「학칙」 제999조에 따르면 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다."
RIGHT = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1]."
NAMED = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다(「학칙」 제25조제2항)."
# The first question loads the morphemes and the embedding model in the worker, the first case the morphemes in the web server.
ANSWER_MILLISECONDS = 60_000
PEOPLE = ("student", "other", "reviewer", "clerk")

pytestmark = pytest.mark.timeout(600)


@dataclass
class Portal:
    """The portal with its people, each in a browser."""

    address: str
    pages: dict[str, Page]
    draft: int

    def open(self, who: str, path: str = "/") -> Page:
        page = self.pages[who]
        page.goto(f"{self.address}{path}")
        return page


def _cookies() -> dict[str, str]:
    """Everybody is signed in before there is a browser: a connection beside its event loop would stay open."""
    found = {}
    for name in PEOPLE:
        if name == "clerk":
            user = User.objects.create_superuser(name, role=User.Role.ADMIN)
        else:
            role = User.Role.STAFF if name == "reviewer" else User.Role.STUDENT
            user = User.objects.create_user(name, role=role)
        client = Client()
        client.force_login(user)
        found[name] = client.cookies[settings.SESSION_COOKIE_NAME].value
    return found


def _drafted() -> RegulationVersion:
    """An amendment of the article that the answer will cite, read and waiting to be published."""
    text = SCHOOL_REGULATIONS.replace("3년(6학기)", "2년(4학기)")
    imported = regulation_import(
        parsed=parse_regulation(text, title="학칙"),
        source_name="학칙 개정안.txt",
        source_sha256=hashlib.sha256(text.encode()).hexdigest(),
        enforcement_date=timezone.localdate(),
    )
    return imported.version


def _spoken(request: dict[str, Any]) -> StubReply:
    """The model errs where it answers a student, and is away where it is to judge."""
    return StubReply(ERRING) if request.get("stream") else StubReply(status=400)


@pytest.fixture
def prepared(
    live_asgi_server: str, worker_starter: Callable[..., PortalProcess], stub_llm: StubLLM
) -> tuple[str, dict[str, str], int]:
    given_corpus(embed=True)
    stub_llm.default = _spoken
    worker_starter(queues="answers,checks", TEST_LLM_BASE_URL=stub_llm.base_url)
    return live_asgi_server, _cookies(), _drafted().pk


@pytest.fixture
def portal(prepared: tuple[str, dict[str, str], int], browser: Browser) -> Iterator[Portal]:
    address, cookies, draft = prepared
    pages = {}
    for name, value in cookies.items():
        context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="ko-KR")
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": value, "url": address}
        context.add_cookies([cookie])  # type: ignore[list-item]
        context.set_default_timeout(ANSWER_MILLISECONDS)
        pages[name] = context.new_page()
    yield Portal(address, pages, draft)
    for page in pages.values():
        page.context.close()
    connection.close()


def ask(page: Page, question: str) -> None:
    page.get_by_label("질문", exact=True).fill(question)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/conversations/"))
    expect(page.locator(".summary").first).to_be_visible()


def test_from_an_error_to_a_confirmed_answer_that_stops_with_its_rule(
    portal: Portal, stub_llm: StubLLM
) -> None:
    student = portal.open("student")
    ask(student, QUESTION)
    expect(student.locator("[data-removed]")).to_contain_text("확인되지 않은 인용")

    staff = portal.open("reviewer", "/review/")
    staff.get_by_role("link", name=QUESTION).click()
    expect(staff.get_by_text("이 규정에 있는 것: 제1조–제28조").first).to_be_visible()
    _composed_again(staff, stub_llm)
    staff.get_by_label("이유", exact=True).fill("조문을 바로잡음")
    staff.get_by_label("같은 질문에 먼저 보이기").check()
    staff.get_by_role("button", name="결정 저장").click()
    expect(staff.get_by_text("결정을 저장했습니다.")).to_be_visible()

    student.reload()
    expect(student.get_by_text("조문을 바로잡음")).to_be_visible()
    expect(student.locator(".sentence").first).to_contain_text("「학칙」 제25조제2항")
    other = portal.open("other")
    ask(other, SAME_QUESTION)
    expect(other.get_by_text("담당자가 확인한 답변").first).to_be_visible()

    clerk = portal.open("clerk", f"/admin/regulations/regulationversion/{portal.draft}/publish/")
    _published(clerk)

    for page in (student, other):
        page.reload()
        expect(page.get_by_text("근거 조문 개정됨").first).to_be_visible()
    staff.goto(f"{portal.address}/review/")
    row = staff.locator("[data-case]", has_text=QUESTION)
    expect(row).to_contain_text("확인된 답변이 멈춤")
    expect(row).to_contain_text("급함")


def _composed_again(staff: Page, stub_llm: StubLLM) -> None:
    """The present model writes better; its draft survives a reload, passes the gate and is taken over."""
    stub_llm.say(StubReply(RIGHT, delay=1.5))
    staff.get_by_role("button", name="고른 근거로 다시 작성").click()
    expect(staff.locator(".progress-note")).to_contain_text("다시 작성")
    staff.reload()
    expect(staff.get_by_text("다시 작성한 초안")).to_be_visible()
    expect(staff.get_by_text("충실도는 확인하지 않았습니다.")).to_be_visible()
    staff.get_by_role("link", name="고친 답변으로 옮기기").click()
    expect(staff.get_by_label("고친 답변", exact=True)).to_have_value(NAMED)
    expect(staff.get_by_text("모든 인용을 확인했습니다.")).to_be_visible()


def _published(clerk: Page) -> None:
    clerk.get_by_label("개정 이유").fill("휴학기간을 줄임")
    clerk.get_by_role("button", name="게시 내용 확인").click()
    clerk.get_by_label("위의 내용을 원본과 견주어").check()
    clerk.get_by_label("이대로 게시하는 이유").fill("발췌한 학칙이라 번호가 이어지지 않습니다.")
    clerk.get_by_role("button", name="게시 내용 확인").click()
    clerk.get_by_role("button", name="게시", exact=True).click()
    expect(clerk.get_by_text("게시했습니다: 학칙")).to_be_visible()
