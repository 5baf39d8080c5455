"""Asking, answer, doubt, hand-over, decision, told: in four languages, with and without scripts, the office in a browser of its own.

A real web server and a scripted model; the test does the worker's part, so that one set-up serves all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client
from django.utils import translation
from playwright.sync_api import Browser, Error, Page, expect
from pytest_django import Settings

from chat.models import Answer
from portal.accounts.models import User
from regulations.search.thesaurus import thesaurus_load
from tests.answering import answer_question
from tests.corpus import given_corpus
from tests.stub_llm import StubLLM, StubReply

Row = TypeVar("Row")

PATIENCE = 60_000
OFFICE = "학사지원팀"
WORDS = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다"
CORRECTED = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다(「학칙」 제25조제2항)."


@dataclass(frozen=True)
class Talk:
    """A question in a language, with what the model says: a sentence that is right, and one that nothing confirms."""

    language: str
    has_scripts: bool
    question: str
    right: str
    doubtful: str

    def says(self, text: str) -> str:
        """A text of the page in this language."""
        with translation.override(self.language):
            return translation.gettext(text)


TALKS = (
    Talk(
        "ko",
        True,
        "휴학은 최대 몇 년까지 가능한가요?",
        "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다.",
        "휴학은 학과 사무실에서 상담한 뒤에 합니다.",
    ),
    Talk(
        "vi",
        True,
        "Được bảo lưu tối đa mấy năm?",
        "Thời gian bảo lưu tổng cộng không được quá ba năm (6 học kỳ).",
        "Nên hỏi văn phòng khoa trước khi bảo lưu.",
    ),
    Talk(
        "en",
        False,
        "How many years can a leave of absence last?",
        "A leave of absence may not exceed three years (6 semesters) in all.",
        "Students talk to their department before they take leave.",
    ),
    Talk(
        "zh-hans",
        False,
        "休学最长可以几年？",
        "休学期限合计不得超过三年（6个学期）。",
        "休学之前先与系办公室商量。",
    ),
)


def stored(read: Callable[[], Row]) -> Row:
    """Use the database in a thread of its own: a connection opened beside Playwright's event loop would stay open."""

    def use() -> Row:
        try:
            return read()
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(use).result()


@pytest.fixture
def office(
    live_asgi_server: str, use_stub: StubLLM, settings: Settings, request: pytest.FixtureRequest
) -> Iterator[Page]:
    """The page of a reviewer, before the small corpus."""
    given_corpus(embed=True)
    thesaurus_load()
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    settings.MIN_RELEVANCE = 0.05
    client = Client()
    client.force_login(User.objects.create_user("reviewer", role=User.Role.STAFF))
    value = client.cookies[django_settings.SESSION_COOKIE_NAME].value
    browser: Browser = request.getfixturevalue("browser")
    context = browser.new_context(base_url=live_asgi_server, locale="ko-KR")
    cookie = {"name": django_settings.SESSION_COOKIE_NAME, "value": value, "url": live_asgi_server}
    context.add_cookies([cookie])  # type: ignore[list-item]
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def answered(talk: Talk, stub: StubLLM) -> None:
    """What the worker does: the model writes both sentences, the judge confirms one."""
    evidence = [{"source": 1, "quote": WORDS}]
    stub.default = StubReply(
        {"sentences": [{"text": one, "evidence": evidence} for one in (talk.right, talk.doubtful)]}
    )
    verdict = {"confidence": 0.97, "source": 1, "quote": WORDS, "reason": ""}
    stub.judged = StubReply(
        {
            "verdicts": [
                {"sentence": 1, "verdict": "supported", **verdict},
                {"sentence": 2, "verdict": "not_enough", **verdict, "quote": ""},
            ]
        }
    )
    answer_question(Answer.objects.latest("created_at").pk)


def decided(office: Page, talk: Talk) -> None:
    """The office reads the case and corrects the answer."""
    office.goto("/review/")
    office.get_by_role("link", name=talk.question).click()
    office.locator("[name=decision][value=CORRECTED]").check()
    office.get_by_label("고친 답변", exact=True).fill(CORRECTED)
    office.get_by_label("이유", exact=True).fill("확인했습니다.")
    expect(office.get_by_text("모든 인용을 확인했습니다.")).to_be_visible()
    office.get_by_role("button", name="결정 저장").click()
    expect(office.get_by_text("결정을 저장했습니다.")).to_be_visible()


def reloaded(page: Page) -> None:
    """Show the page anew; without scripts it may be doing so by itself just then, while a check is not over."""
    try:
        page.reload()
    except Error:
        page.wait_for_load_state()


def test_from_a_question_to_the_decision_of_the_office(
    office: Page, browser: Browser, use_stub: StubLLM, live_asgi_server: str
) -> None:
    for talk in TALKS:
        context = browser.new_context(
            base_url=live_asgi_server, locale="ko-KR", java_script_enabled=talk.has_scripts
        )
        page = context.new_page()

        page.goto("/")
        page.locator("#question").fill(talk.question)
        page.locator(".ask-send").click()
        page.wait_for_url(re.compile("/conversations/"))
        expect(page.locator("html")).to_have_attribute("lang", talk.language)
        expect(page.get_by_text(talk.says("답변을 준비하는 중"))).to_be_visible()
        if talk.has_scripts:
            expect(page.get_by_role("heading", name=talk.question)).to_be_focused()
        stored(lambda talk=talk: answered(talk, use_stub))  # type: ignore[misc]

        # Without scripts the page comes to the end by itself, too.
        right, doubtful = page.locator(".sentence").nth(0), page.locator(".sentence").nth(1)
        expect(right).to_contain_text(talk.right)
        expect(right).to_contain_text(talk.says("확인됨"))
        expect(doubtful).to_contain_text(talk.says("확인하지 못한 문장"))
        expect(doubtful).to_contain_text(talk.doubtful)
        if talk.language != "ko":
            expect(right.locator(".sentence-text")).to_have_attribute("lang", talk.language)
            expect(right.locator("blockquote[lang=ko]").first).to_contain_text(WORDS)
            unofficial = talk.says("비공식 번역입니다. 한국어 조문이 우선합니다.")
            expect(page.locator("[data-part=unofficial]")).to_contain_text(unofficial)

        page.locator("[data-part=hand-over] button").click()
        state = page.locator("[data-part=decision]")
        expect(state).to_contain_text(talk.says("담당 부서의 검토를 기다립니다: %s") % OFFICE)
        decided(office, talk)
        if not talk.has_scripts:
            reloaded(page)
        expect(state).to_contain_text(talk.says("%s에서 이 답변을 고쳤습니다.") % OFFICE)
        expect(page.locator(".sentence").first).to_contain_text("3년(6학기)")
        page.goto("/notices/")
        told = page.get_by_text(talk.says("담당자가 답변을 고쳤습니다."))
        expect(told.first).to_be_visible()
        context.close()
