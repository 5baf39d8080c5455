"""A text from elsewhere on a phone by keys alone, and the widget in a page of another site, in a real browser."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from django.db import connections
from playwright.sync_api import Browser, BrowserContext, Page, expect

from portal.controls.services import controls_changed
from tests.controls import controls_set
from tests.corpus import given_corpus
from tests.processes import PortalProcess

PHONE = {"width": 360, "height": 740}
SAID = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다(학칙 제25조제2항).\n휴학기간은 통산하여 7년을 초과할 수 없습니다."


@pytest.fixture
def complaints() -> list[str]:
    """What the browser complained about: errors of scripts, refusals of the content security policy."""
    return []


@pytest.fixture
def context(
    live_asgi_server: str, browser: Browser, complaints: list[str]
) -> Iterator[BrowserContext]:
    given_corpus(embed=True)
    context = browser.new_context(viewport=PHONE, locale="ko-KR")  # type: ignore[arg-type]
    context.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context
    context.close()
    connections.close_all()


@pytest.fixture
def other_site(live_asgi_server: str) -> Iterator[str]:
    """A page of another origin with the one script tag."""
    html = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Another site</title><h1>Another site</h1>'
        f'<script src="{live_asgi_server}/static/portal/js/widget.js" defer></script>'
    ).encode()

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(html)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def test_a_text_is_checked_on_a_phone_by_keys(
    context: BrowserContext, live_asgi_server: str, complaints: list[str]
) -> None:
    page = context.new_page()
    page.goto(f"{live_asgi_server}/check/")
    assert fits(page)
    assert Axe().run(page).violations_count == 0
    page.get_by_label("확인할 글").focus()
    page.keyboard.insert_text(SAID)
    page.keyboard.press("Tab")
    page.get_by_role("button", name="확인하기").focus()
    page.keyboard.press("Enter")

    expect(page.locator(".check-sentence")).to_have_count(2)
    assert fits(page)
    assert Axe().run(page).violations_count == 0
    right, wrong = page.locator(".check-sentence").all()
    expect(right).to_contain_text("확인됨")
    expect(wrong).to_contain_text("규정과 다름")
    expect(wrong.locator("blockquote")).to_contain_text("휴학기간은 통산하여 3년(6학기)")
    wrong.get_by_role("link", name="「학칙」 제25조제2항").click()
    expect(page.locator("[id='art-25/para-2']")).to_be_visible()
    # The page of a regulation holds a block of linked data, of which the policy for scripts has nothing to say.
    assert complaints == []


def test_the_widget_answers_in_a_page_of_another_site(
    context: BrowserContext,
    live_asgi_server: str,
    other_site: str,
    worker_starter: Callable[..., PortalProcess],
) -> None:
    worker_starter(queues="answers,checks")
    page = context.new_page()
    page.goto(other_site)
    button = page.get_by_role("button", name="Ask the regulations")
    button.click()
    # Nobody frames the portal unless the operator says so.
    page.wait_for_timeout(500)
    expect(page.frame_locator("iframe").get_by_label("Question")).to_have_count(0)

    controls_set(widget_origins=other_site)
    controls_changed()
    cache.clear()
    page.reload()
    button.focus()
    page.keyboard.press("Enter")
    frame = page.frame_locator("iframe")
    field = frame.get_by_label("Question")
    expect(field).to_be_visible()
    field.fill("휴학은 최대 몇 년까지 가능한가요?")
    frame.get_by_role("button").first.focus()
    page.keyboard.press("Enter")

    expect(frame.locator(".sentence").first).to_contain_text("3년(6학기)")
    assert context.cookies() == []
    page.keyboard.press("Escape")
    expect(page.locator("iframe")).to_be_hidden()
    expect(page.get_by_role("button", name="Ask the regulations")).to_be_focused()
