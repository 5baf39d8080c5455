"""The journey of a student in a real browser, against a real web server and a real worker."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from chat.models import ExampleQuestion
from tests.corpus import given_corpus
from tests.processes import PortalProcess

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
EXAMPLE = "등록금을 나누어 낼 수 있습니까?"
SENTENCE = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없다."
WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}
# Not wait_for_function: what it asks again and again is evaluated as text, which the content security policy forbids.
WITHOUT_SHEET = """() => new Promise((done) => {
  const look = () => (history.state?.sheet ? requestAnimationFrame(look) : done());
  look();
})"""


@pytest.fixture
def address(live_asgi_server: str, worker_starter: Callable[..., PortalProcess]) -> str:
    """The portal with a corpus that is indexed already: the worker leaves the index alone, so nothing changes under it."""
    given_corpus(embed=True)
    worker_starter(queues="answers,checks")
    return live_asgi_server


@pytest.fixture
def complaints() -> list[str]:
    """What the browser complained about: errors of scripts, refusals of the content security policy."""
    return []


@pytest.fixture(params=[pytest.param(WIDE, id="desktop")])
def context(
    request: pytest.FixtureRequest, address: str, browser: Browser, complaints: list[str]
) -> Iterator[BrowserContext]:
    # The address comes first: a database connection opened beside Playwright's event loop is another one, and stays open.
    context = browser.new_context(viewport=request.param, locale="ko-KR")
    context.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def ask(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_label("질문", exact=True).fill(QUESTION)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/conversations/"))


def answered(page: Page) -> None:
    expect(page.locator(".summary")).to_be_visible()


def test_question_is_answered_and_the_citation_opens_its_paragraph_beside_the_answer(
    page: Page, address: str, complaints: list[str]
) -> None:
    ask(page, address)

    expect(page.get_by_role("heading", name=QUESTION)).to_be_visible()
    answered(page)
    expect(page.locator(".sentence").first).to_contain_text(SENTENCE)
    chip = page.get_by_role("link", name="「학칙」 제25조제2항 확인됨").first
    chip.click()

    pane = page.get_by_role("complementary", name="인용한 조문")
    expect(pane.locator('[id="art-25/para-2"]')).to_have_class(re.compile("is-cited"))
    expect(pane.get_by_text("인용된 부분")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(pane).to_be_hidden()
    expect(chip).to_be_focused()
    assert complaints == []
    # What was asked from the first page is no draft of it any longer.
    page.goto(address)
    expect(page.get_by_label("질문", exact=True)).to_have_value("")
    assert (
        page.evaluate('Object.keys(sessionStorage).filter((key) => key.startsWith("draft:"))') == []
    )


def test_a_citation_that_cannot_be_reached_is_told_beside_the_answer(
    page: Page, address: str
) -> None:
    ask(page, address)
    answered(page)
    talk = page.url

    page.context.set_offline(True)
    page.get_by_role("link", name="「학칙」 제25조제2항 확인됨").first.click()

    pane = page.get_by_role("complementary", name="인용한 조문")
    expect(pane.get_by_role("alert")).to_contain_text("조문을 불러오지 못했습니다.")
    assert page.url == talk
    expect(page.locator(".sentence").first).to_contain_text(SENTENCE)


def test_a_question_from_a_page_whose_cookies_are_gone_says_to_load_it_again(
    live_asgi_server: str, browser: Browser
) -> None:
    page = browser.new_page()
    page.goto(live_asgi_server)
    field = page.get_by_label("질문", exact=True)
    field.fill(QUESTION)
    page.context.clear_cookies()

    page.keyboard.press("Enter")

    told = page.get_by_role("alert").filter(has_text="화면을 새로 고친 뒤 다시 보내십시오.")
    expect(told).to_be_visible()
    page.reload()
    expect(field).to_have_value(QUESTION)


def test_second_tab_and_reload_show_the_same_and_the_badge_changes_by_itself(
    page: Page, context: BrowserContext, address: str
) -> None:
    ask(page, address)
    second = context.new_page()
    second.goto(page.url)

    for tab in (page, second):
        answered(tab)
        badge = tab.locator("[data-faithfulness]")
        expect(badge).to_have_attribute("data-faithfulness", "DONE")
        expect(badge).not_to_contain_text("확인 중")
    page.reload()

    for tab in (page, second):
        expect(tab.locator(".sentence").filter(has_text=SENTENCE)).to_have_count(1)


def test_enter_that_ends_a_syllable_does_not_send(live_asgi_server: str, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(live_asgi_server)
    field = page.get_by_label("질문", exact=True)
    field.fill("휴학")

    field.dispatch_event("keydown", {"key": "Enter", "isComposing": True})
    page.keyboard.press("Shift+Enter")

    expect(page).to_have_url(f"{live_asgi_server}/")
    expect(field).to_have_value("휴학\n")


def test_a_question_that_is_too_long_stays_and_is_told_once(
    live_asgi_server: str, browser: Browser
) -> None:
    page = browser.new_page()
    page.goto(live_asgi_server)
    field = page.get_by_label("질문", exact=True)
    field.fill("휴" * 1_012)

    page.keyboard.press("Enter")

    told = page.get_by_text("12자 많습니다. 글은 그대로 두었으니 줄여서 보내십시오.")
    expect(told).to_be_visible()
    expect(told).to_have_role("status")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value("휴" * 1_012)
    assert page.url == f"{live_asgi_server}/"
    field.fill("휴학")
    expect(field).not_to_have_attribute("aria-invalid", "true")


@pytest.fixture
def address_with_example(live_asgi_server: str) -> str:
    ExampleQuestion.objects.create(question=EXAMPLE, is_answered=True)
    return live_asgi_server


def test_a_first_question_that_cannot_be_sent_stays_in_the_field(
    address_with_example: str, browser: Browser
) -> None:
    page = browser.new_page()
    page.goto(address_with_example)
    field = page.get_by_label("질문", exact=True)
    told = page.get_by_role("alert").filter(has_text="보내지 못했습니다. 질문은 그대로 있으니")
    expect(told).to_have_count(0)

    page.context.set_offline(True)
    page.get_by_role("button", name=EXAMPLE).click()
    expect(told).to_be_visible()
    expect(field).to_have_value(EXAMPLE)
    field.fill(QUESTION)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="질문 보내기")).to_be_enabled()
    expect(told).to_be_visible()
    expect(field).to_have_value(QUESTION)
    page.context.set_offline(False)
    page.keyboard.press("Enter")

    page.wait_for_url(re.compile("/conversations/"))
    expect(page.get_by_role("heading", name=QUESTION)).to_be_visible()


def test_follow_up_is_answered_on_the_same_page_also_when_the_stream_is_refused(
    page: Page, address: str
) -> None:
    ask(page, address)
    answered(page)
    before = page.url
    page.route("**/answers/*/stream", lambda route: route.fulfill(status=503))

    page.get_by_label("질문", exact=True).fill("등록금은 몇 번까지 나누어 낼 수 있나요?")
    page.get_by_role("button", name="질문 보내기").click()

    expect(page.locator(".turn")).to_have_count(2)
    expect(page.locator(".turn").last.locator(".summary, .refusal")).to_be_visible()
    expect(page.get_by_label("질문", exact=True)).to_have_value("")
    assert page.url == before


@pytest.mark.parametrize("context", [pytest.param(PHONE, id="phone")], indirect=True)
def test_on_a_phone_the_citation_opens_a_sheet_that_the_way_back_closes(
    page: Page, address: str, complaints: list[str]
) -> None:
    ask(page, address)
    answered(page)

    talk = page.url
    chip = page.get_by_role("link", name="「학칙」 제25조제2항 확인됨").first
    sheet = page.get_by_role("dialog", name="인용한 조문")
    for close in (
        page.go_back,
        lambda: page.keyboard.press("Escape"),
        sheet.get_by_role("button", name="닫기").click,
        lambda: page.mouse.click(180, 20),
    ):
        chip.click()
        expect(sheet.locator('[id="art-25/para-2"]')).to_have_class(re.compile("is-cited"))
        expect(sheet.get_by_text("인용된 부분")).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate("document.querySelector('dialog').contains(document.activeElement)")
        close()
        expect(sheet).to_be_hidden()
        expect(chip).to_be_focused()
        expect(page.locator(".cite-card").first).to_be_hidden()
        page.evaluate(WITHOUT_SHEET)
        assert page.url == talk

    chip.click()
    sheet.get_by_role("link", name="규정 전체에서 보기").click()
    page.wait_for_url(re.compile(r"/regulations/.+#art-25/para-2$"))
    marked = page.locator('[id="art-25/para-2"]')
    expect(marked).to_have_class(re.compile("is-cited"))
    expect(marked).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints == []
