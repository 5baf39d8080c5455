"""Cross-references in a real browser: the card on hover and focus, and the list of what cites an article."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.corpus import given_regulation

RULES = """
제1조(목적) 이 규정은 도서관의 이용을 정함을 목적으로 한다.
제2조(대출)
① 도서는 열 권까지 빌린다.
② 제1항에도 불구하고 지도는 빌려주지 아니한다.
제3조(반납) 제2조제1항에 따라 빌린 도서는 열흘 안에 돌려준다.
"""


@pytest.fixture
def address(live_asgi_server: str) -> str:
    """The page of a regulation; made before the browser starts, whose event loop would get a connection of its own."""
    version = given_regulation("도서관 규정", RULES)
    return f"{live_asgi_server}/regulations/{version.regulation.slug}/{version.number}/"


def test_a_reference_shows_its_provision_and_the_article_who_cites_it(
    address: str, browser: Browser
) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    complaints: list[str] = []
    page.on("console", lambda one: complaints.append(one.text) if one.type == "error" else None)
    page.goto(address)
    card = page.locator("[data-reference-card]")
    reference = page.get_by_role("link", name="제2조제1항")

    reference.hover()
    expect(card).to_contain_text("열 권까지 빌린다")
    expect(card).not_to_contain_text("지도")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()

    reference.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(card).to_be_visible()
    expect(reference).to_have_attribute("aria-describedby", "reference-card")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{page.url.partition('#')[0]}#art-2/para-1")

    page.get_by_text("이 조를 인용하는 조문 (1)").click()
    expect(page.locator("#art-2").get_by_role("link", name="「도서관 규정」 제3조")).to_be_visible()
    assert complaints == []
