"""What a student does on the page beyond asking, on a desktop and on a phone; and what every page is held to."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, repeat
from pathlib import Path
from typing import TypeVar

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect

from chat.models import Answer
from tests.corpus import given_corpus
from tests.processes import PortalProcess
from tests.stub_llm import StubLLM, StubReply
from verification.models import Flag

Row = TypeVar("Row")

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}
MOST_BYTES = 150_000
MOST_SHIFT = 0.01
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.shifts.push(entry.value)))
  .observe({ type: "layout-shift", buffered: true });
"""
WIDER = """(pane, width) => new Promise((done) => {
  const look = () => (pane.offsetWidth > width ? done() : requestAnimationFrame(look));
  look();
})"""


@pytest.fixture
def address(live_asgi_server: str, worker_starter: Callable[..., PortalProcess]) -> str:
    """The portal with a corpus and a worker, without a model."""
    given_corpus(embed=True)
    worker_starter(queues="answers,checks")
    return live_asgi_server


@pytest.fixture
def address_with_model(
    live_asgi_server: str, worker_starter: Callable[..., PortalProcess], stub_llm: StubLLM
) -> str:
    """The same with a scripted model, and every source relevant enough for it."""
    given_corpus(embed=True)
    worker_starter(
        queues="answers,checks",
        TEST_LLM_BASE_URL=stub_llm.base_url,
        CONTEXT_RELEVANCE_THRESHOLD="0.1",
        MIN_RELEVANCE="0.05",
    )
    return live_asgi_server


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open pages, each in a browser of its own: `visitor(viewport=PHONE)`. At the end none may have complained."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def visit(**options: object) -> Page:
        context = browser.new_context(**{"viewport": WIDE, "locale": "ko-KR", **options})  # type: ignore[arg-type]
        contexts.append(context)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        page = context.new_page()
        page.on(
            "console", lambda said: complaints.append(said.text) if said.type == "error" else None
        )
        return page

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []


def ask(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_label("질문", exact=True).fill(QUESTION)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/conversations/.+"))


def answered(page: Page, count: int = 1) -> None:
    expect(page.locator(".feedback")).to_have_count(count)


def stored(read: Callable[[], Row]) -> Row:
    """Use the database in a thread of its own: a connection opened beside Playwright's event loop would stay open."""

    def use() -> Row:
        try:
            return read()
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(use).result()


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize(
    "viewport", [pytest.param(WIDE, id="desktop"), pytest.param(PHONE, id="phone")]
)
def test_answer_is_shared_judged_asked_again_kept_and_deleted(
    address: str, visitor: Callable[..., Page], viewport: dict[str, int], tmp_path: Path
) -> None:
    page = visitor(viewport=viewport)
    page.goto(address)
    page.locator("[data-limits] > summary").click()
    page.get_by_label("기준일").fill("2025-03-02")
    expect(page.locator("[data-limits-label]")).to_have_text("전체 규정 · 2025. 3. 2. 기준")
    page.get_by_label("질문", exact=True).fill(QUESTION)
    page.get_by_role("button", name="질문 보내기").click()
    answered(page)
    expect(page.locator("#question-note")).to_contain_text("2025. 3. 2. 기준")
    assert fits(page)

    page.get_by_role("button", name="공유").click()
    link = page.get_by_label("공유 링크", exact=True).input_value()
    reader = visitor(viewport=viewport)
    reader.goto(link)
    expect(reader.locator(".sentence").first).to_contain_text("3년(6학기)")
    assert fits(reader)
    page.get_by_role("button", name="링크 거두기").click()
    expect(page.get_by_label("공유 링크", exact=True)).to_have_count(0)

    page.locator(".feedback-no > summary").click()
    page.get_by_label("빠진 내용이 있습니다").check()
    page.get_by_label("덧붙일 말").fill("복학은요?")
    page.get_by_role("button", name="의견 보내기").click()
    expect(page.get_by_text("‘아니요’로 남겼습니다.")).to_be_visible()
    flag = stored(lambda: Flag.objects.get(reason=Flag.Reason.THUMBS_DOWN))
    assert flag.detail.endswith("복학은요?")

    page.get_by_role("link", name="질문을 고쳐서 다시 묻기").click()
    expect(page.get_by_label("질문", exact=True)).to_be_focused()
    expect(page.get_by_label("질문", exact=True)).to_have_value(QUESTION)
    page.get_by_label("질문", exact=True).fill("복학은 언제까지 신청합니까?")
    page.keyboard.press("Enter")
    answered(page, 2)

    page.locator(".menu[data-menu] > summary").click()
    page.get_by_label("대화 이름").fill("휴학 준비")
    page.get_by_role("button", name="바꾸기").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("휴학 준비")
    page.locator(".menu[data-menu] > summary").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Markdown으로 내려받기").click()
    download.value.save_as(tmp_path / "answers.md")
    assert "복학은 언제까지" in (tmp_path / "answers.md").read_text()
    page.get_by_text("대화 지우기").click()
    page.get_by_role("button", name="지우기").click()
    expect(page.get_by_text("대화를 지웠습니다.")).to_be_visible()
    expect(page.get_by_text("휴학 준비")).to_have_count(0)


def test_stopped_answer_keeps_its_verified_sentence_and_a_wrong_citation_is_told_of(
    address_with_model: str, visitor: Callable[..., Page], stub_llm: StubLLM
) -> None:
    true = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1]."
    long = f"{true} " + "휴학하려는 학생은 휴학원을 제출하여야 합니다[†1]. " * 40
    wrong = "「학칙」 제999조에 따르면 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다."
    answers = chain([StubReply(long, piece_delay=0.1)], repeat(StubReply(wrong)))
    # What is not streamed is asked by the judge, which is not there.
    stub_llm.default = lambda request: (
        next(answers) if request.get("stream") else StubReply(status=400)
    )
    page = visitor()
    ask(page, address_with_model)
    expect(page.locator(".sentence").first).to_be_visible()

    page.get_by_role("button", name="멈추기").click()

    answered(page)
    expect(page.get_by_text("여기에서 멈췄습니다.").first).to_be_visible()
    expect(page.locator(".sentence").first).to_contain_text("3년(6학기)")
    assert stored(Answer.objects.get).status == "STOPPED"
    assert page.locator(".sentence").count() < 40

    page.get_by_label("질문", exact=True).fill("휴학은 어떻게 신청합니까?")
    page.keyboard.press("Enter")
    answered(page, 2)

    turn = page.locator(".turn").last
    expect(turn.get_by_text("확인되지 않은 인용 1개를 뺐습니다.")).to_be_visible()
    expect(page.locator("[data-announce]")).to_contain_text("확인되지 않은 인용 1개를 뺐습니다.")
    expect(turn.locator(".sentence", has_text="999")).to_have_count(0)
    turn.get_by_label("고치기 전").check()
    expect(turn.locator(".answer-original del")).to_contain_text("제999조")
    expect(turn.locator(".sentence").first).to_be_hidden()
    # No sentence of it was confirmed: there is no judge.
    turn.get_by_label("대조한 뒤").check()
    expect(turn.locator(".sentence").first).to_be_visible()


def look(page: Page, found: list[str]) -> None:
    """Let axe look at the page as it stands."""
    seen = (
        Axe()
        .run(page, options={"runOnly": WCAG, "resultTypes": ["violations"]})
        .response["violations"]
    )
    found += [f"{page.url} {rule['id']}: {rule['nodes'][0]['html'][:200]}" for rule in seen]


def test_what_opens_over_an_answer_is_accessible_light_and_dark(
    address: str, visitor: Callable[..., Page]
) -> None:
    # Without motion: axe would measure colors that are still fading in.
    light = visitor(reduced_motion="reduce")
    ask(light, address)
    answered(light)
    # A scheme that changes under an open page leaves colors behind in this browser: each has a window of its own.
    cookies = light.context.storage_state()
    dark = visitor(reduced_motion="reduce", color_scheme="dark", storage_state=cookies)
    dark.goto(light.url)
    found: list[str] = []
    for page in (light, dark):
        page.locator(".chip").first.focus()
        expect(page.locator(".cite-card").first).to_be_visible()
        look(page, found)
        page.keyboard.press("Enter")
        expect(page.locator(".cited-label")).to_be_visible()
        look(page, found)

    assert found == []


def read_a_citation_with_the_keyboard(page: Page) -> None:
    chip = page.locator(".chip").first
    card = page.locator(".cite-card").first

    chip.focus()
    expect(card).to_be_visible()
    expect(card.locator("mark")).to_have_text("3년(6학기)을")
    page.keyboard.press("Tab")
    expect(card.get_by_role("link", name="조문 보기")).to_be_focused()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()

    chip.focus()
    page.keyboard.press("Enter")
    pane = page.get_by_role("complementary", name="인용한 조문")
    expect(pane).to_be_focused()
    width = pane.evaluate("pane => pane.offsetWidth")
    page.keyboard.press("Tab")
    expect(pane.get_by_role("separator")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    pane.evaluate(WIDER, width)
    page.keyboard.press("Escape")
    expect(chip).to_be_focused()


def test_page_is_light_still_its_own_and_usable_enlarged_and_by_keyboard(
    address: str, visitor: Callable[..., Page]
) -> None:
    # 200 % zoom of a window of 1280 pixels is a window of 640.
    page = visitor(viewport={"width": 640, "height": 450}, reduced_motion="reduce")
    page.add_init_script(WATCH_SHIFTS)
    bodies: dict[str, int] = {}
    foreign: list[str] = []

    def weigh(response: Response) -> None:
        if not response.url.startswith(address):
            foreign.append(response.url)
        elif not response.url.endswith("/stream") and response.ok:
            bodies[response.url] = len(gzip.compress(response.body()))

    page.goto(address)
    page.get_by_label("질문", exact=True).fill(QUESTION)
    page.on("response", weigh)
    page.keyboard.press("Enter")
    answered(page)
    expect(page.locator("[data-faithfulness]")).to_have_attribute("data-faithfulness", "DONE")

    assert foreign == []
    assert 0 < sum(bodies.values()) <= MOST_BYTES, bodies
    assert sum(page.evaluate("window.shifts")) <= MOST_SHIFT
    assert fits(page)
    assert page.evaluate("document.getAnimations().length") == 0
    manifest = page.request.get(f"{address}/static/portal/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for icon in manifest.json()["icons"]:
        assert page.request.get(f"{address}/static/portal/{icon['src']}").ok
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    read_a_citation_with_the_keyboard(page)
