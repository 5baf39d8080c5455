"""신구조문대비표 in a real browser: side by side on a desk, one below the other on a phone, readable without color."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from regulations.importing.files import regulation_import
from regulations.publishing.versions import version_publish
from regulations.text.parser import parse_regulation

TEXT = """제1조(목적) 이 규정은 실습실의 이용을 정한다.
제2조(신청)
① 이용일 7일 전까지 다음 서류를 낸다.
1. 신청서
2. 이수증
② 관리자가 승인한다.
제3조(변상) 잃어버린 사람이 갚는다.
"""
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def address(live_asgi_server: str) -> str:
    """Two versions of a regulation, the second in force."""
    changed = TEXT.replace("7일", "10일").replace("제3조", "제3조(출입) 학생증을 보인다.\n제4조")
    for text, day in ((TEXT, date(2020, 3, 1)), (changed, date(2024, 3, 1))):
        version = regulation_import(
            parsed=parse_regulation(text, title="실습실 규정"),
            source_name=f"{day}.txt",
            source_sha256=f"{day}",
            enforcement_date=day,
        ).version
        version_publish(version=version, now=timezone.now(), index=False)
    return live_asgi_server


@pytest.fixture
def opened(address: str, browser: Browser) -> Callable[[dict[str, int]], Page]:
    """Open the regulation and go to its comparison by the tab, as a reader does."""

    def open_page(viewport: dict[str, int]) -> Page:
        page = browser.new_page(viewport=viewport, locale="ko-KR")  # type: ignore[arg-type]
        page.goto(f"{address}/regulations/실습실-규정/")
        page.get_by_role("link", name="신구조문대비표").click()
        return page

    return open_page


def places(page: Page) -> tuple[dict[str, float], dict[str, float]]:
    """Where the two sides of the changed 항 stand, both asked in one moment: the page may still be moving."""
    cells = page.locator(".compared-row", has_text="이용일").get_by_role("cell")
    expect(cells.first).to_be_visible()
    page.wait_for_load_state(
        "load"
    )  # before its style sheets the sides stand one below the other on a desk, too
    before, after = cells.evaluate_all(
        "(cells) => cells.slice(0, 2).map((cell) => cell.getBoundingClientRect().toJSON())"
    )
    return before, after


def test_comparison_is_read_on_a_desk_and_on_a_phone(
    opened: Callable[[dict[str, int]], Page],
) -> None:
    desk = opened(DESK)
    before, after = places(desk)
    assert before["y"] == after["y"]
    assert before["x"] < after["x"]
    expect(desk.locator("del", has_text="7일")).to_have_css("text-decoration-line", "line-through")
    expect(desk.locator("ins", has_text="10일")).to_have_css("text-decoration-line", "underline")
    expect(desk.get_by_role("button", name="인쇄")).to_be_visible()
    expect(desk.get_by_text("제1조")).to_have_count(0)
    with desk.expect_download() as download:
        desk.get_by_role("link", name="DOCX로 받기").click()
    assert download.value.suggested_filename == "실습실 규정 신구조문대비표.docx"

    desk.get_by_label("바뀌지 않은 조문도 보기").check()
    desk.get_by_role("button", name="보기", exact=True).click()
    expect(desk.get_by_role("heading", name="제1조(목적)").first).to_be_visible()

    phone = opened(PHONE)
    before, after = places(phone)
    assert before["y"] < after["y"]
    assert before["x"] == after["x"]
    changed = phone.locator(".compared-row", has_text="이용일")
    expect(changed.get_by_text("종전")).to_be_visible()
    expect(changed.get_by_text("개정")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
