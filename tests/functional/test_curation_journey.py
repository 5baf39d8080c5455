"""The journey of an amended regulation in a real browser: uploaded, read, compared, published for tomorrow, seen today and tomorrow."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta

import pytest
from django.db import connection
from django.utils import timezone
from playwright.sync_api import Browser, FilePayload, Page, expect

from portal.accounts.models import User
from regulations.models import RegulationVersion
from tests.corpus import SCHOOL_REGULATIONS, given_regulation
from tests.processes import PortalProcess

WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}
READ_MILLISECONDS = 60_000
BEFORE, AFTER = "통산하여 3년(6학기)을", "통산하여 4년(8학기)을"


@pytest.fixture
def address(
    shared_files: None, live_asgi_server: str, worker_starter: Callable[..., PortalProcess]
) -> str:
    """The portal with a regulation in force and a worker that reads files."""
    given_regulation("학칙", SCHOOL_REGULATIONS)
    User.objects.create_superuser("clerk", "clerk@example.org", "secret-word")
    worker_starter(queues="index,reading")
    return live_asgi_server


@pytest.fixture(params=[pytest.param(WIDE, id="desktop")])
def page(
    request: pytest.FixtureRequest, address: str, browser: Browser, complaints: list[str]
) -> Iterator[Page]:
    context = browser.new_context(viewport=request.param, locale="ko-KR")
    context.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    page = context.new_page()
    page.goto(f"{address}/admin/regulations/importrun/upload/")
    page.get_by_label("아이디").fill("clerk")
    page.get_by_label("비밀번호").fill("secret-word")
    page.keyboard.press("Enter")
    yield page
    context.close()


@pytest.fixture
def complaints() -> list[str]:
    """What the browser complained about: errors of scripts, refusals of the content security policy."""
    return []


def amended(day: date) -> bytes:
    text = SCHOOL_REGULATIONS.replace(BEFORE, AFTER).replace(
        "2025년 3월 1일", f"{day.year}년 {day.month}월 {day.day}일"
    )
    return f"학칙\n{text}".encode()


def text_file(name: str, content: bytes) -> FilePayload:
    return {"name": name, "mimeType": "text/plain", "buffer": content}


def test_an_amendment_from_the_file_to_the_day_it_is_in_force(
    page: Page, address: str, complaints: list[str]
) -> None:
    tomorrow = timezone.localdate() + timedelta(days=1)
    content = amended(tomorrow)
    page.get_by_label("규정 파일").set_input_files(text_file("학칙 개정안.txt", content))
    page.get_by_role("button", name="올리기").click()

    page.get_by_role("link", name="분석 결과 보기").click(timeout=READ_MILLISECONDS)
    expect(page.locator(".figures li").first).to_contain_text("6")
    expect(page.get_by_text(AFTER)).to_be_visible()
    page.get_by_role("link", name="다음: 빠진 내용").click()
    expect(page.get_by_text("제1조 → 제24조")).to_be_visible()
    page.get_by_role("link", name="다음: 현행과 비교").click()
    expect(page.locator("del").first).to_contain_text("3년(6학기")
    expect(page.locator("ins").first).to_contain_text("4년(8학기")
    page.get_by_role("link", name="다음: 시행일·게시").click()

    expect(page.get_by_label("시행일")).to_have_value(tomorrow.isoformat())
    page.get_by_label("개정 이유").fill("휴학기간을 늘림")
    page.get_by_role("button", name="게시 내용 확인").click()
    expect(page.get_by_text("확인했으면 표시해 주십시오.")).to_be_visible()
    page.get_by_label("위의 내용을 원본과 견주어").check()
    page.get_by_label("이대로 게시하는 이유").fill("발췌한 학칙이라 번호가 이어지지 않습니다.")
    page.get_by_role("button", name="게시 내용 확인").click()
    expect(page.get_by_text("그날까지는 ‘개정 예정’으로 보이고")).to_be_visible()
    page.get_by_role("button", name="게시", exact=True).click()

    expect(page.locator(".curation-head").get_by_text("개정 예정")).to_be_visible()
    expect(page.locator("#index")).to_contain_text("찾을 수 있습니다")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="독자가 보는 쪽 열기").click()
    expect(page.get_by_text(AFTER)).to_be_visible()
    expect(page.get_by_text("오늘 시행 중인 판이 아닙니다.")).to_be_visible()
    page.goto(f"{address}/regulations/학칙/")
    expect(page.get_by_text(BEFORE)).to_be_visible()
    assert complaints == []
    _follows_the_day(tomorrow)


def _follows_the_day(tomorrow: date) -> None:
    """Each text is in force on its days, and there is no day with two or none."""
    spans = RegulationVersion.objects.order_by("enforcement_date").values_list(
        "enforcement_date", "ends_on", "published_by__username"
    )
    found = list(spans)
    # Beside Playwright's event loop this is a connection of its own, which nobody else would close.
    connection.close()
    assert found == [(date(2025, 3, 1), tomorrow, None), (tomorrow, None, "clerk")]


@pytest.mark.parametrize("page", [pytest.param(PHONE, id="phone")], indirect=True)
def test_a_reload_while_a_file_is_read_shows_the_same_and_leaving_loses_nothing(
    page: Page, address: str
) -> None:
    page.get_by_label("규정 파일").set_input_files(
        [text_file("하나.txt", amended(date(2026, 3, 1))), text_file("둘.txt", "안내문".encode())]
    )
    page.get_by_role("button", name="올리기").click()
    page.goto("about:blank")
    page.goto(f"{address}/admin/regulations/importrun/upload/")
    page.reload()

    runs = page.locator("#runs")
    expect(runs.locator("tr", has_text="하나.txt")).to_contain_text("마침")
    refused = runs.locator("tr", has_text="둘.txt")
    expect(refused).to_contain_text(re.compile("받지 않음"))
    page.get_by_role("link", name="하나.txt").click()
    page.get_by_role("link", name="분석 결과 보기").click()
    expect(page.get_by_role("heading", name="읽은 글")).to_be_visible()
