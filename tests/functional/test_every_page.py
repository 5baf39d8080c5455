"""Every page of students, readers, staff and admin, in every state: axe, narrow windows, wider letters, forced colors, the dark."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page
from pytest_django import Settings

from tests.keyboard_walk import walk, written
from tests.portal_states import (
    add_account_pages,
    add_admin_pages,
    add_failing_pages,
    add_reading_pages,
    add_staff_pages,
    add_student_pages,
)
from tests.rendered_pages import PageShelf, RenderedPage

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]

# High enough that nothing stands behind what sticks to the end of a column.
DESK = {"width": 1280, "height": 1600}
# 200 % zoom of a small window; the narrowest that WCAG 1.4.10 asks for.
NARROW = (640, 320)
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What passes is not written down, which takes as long as the looking.
BRIEF = {"preload": False, "resultTypes": ["violations"]}
# Templates of Django's own: the field is named by the picture in its label, the column by nothing that could be named.
OF_DJANGO = {"label-title-only", "empty-table-header"}
# Shown in the dark, too: a page of each kind.
DARK_ADMIN = {"admin", "list answer", "row regulation", "regulations_version_report"}
DARK = DARK_ADMIN | {
    "answers ko",
    "with rows",
    "shared",
    "checked",
    "case every outcome",
    "queue",
    "figures",
    "reading",
}
# Walked by keyboard, by the state of the page: docs/keyboard.md.
WALKED = {
    "nothing asked": "Asking",
    "one answer": "An answer",
    "no notices": "Notices",
    "signing in": "Signing in",
    "queue": "The queue of the reviewers",
    "case check failed": "A case",
    "terms on hover": "A regulation, read in English",
}
KEYBOARD = Path(__file__).resolve().parents[2] / "docs" / "keyboard.md"
OPENED = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
# A busy machine is still between two colors after the millisecond that a change lasts here.
CHANGED = (
    "document.getAnimations().forEach((one) => { if (one instanceof CSSTransition) one.finish(); })"
)
UNNAMED = "!document.title.trim() || document.querySelectorAll('h1').length !== 1"
# What every page has around it is looked at once: of an answer its turns, of the admin what stands beside the menu.
PART = "document.querySelector('.turns, #content-start') ? '.turns, #content-start' : 'html'"
# What is wider than a window of so many pixels; a new size comes with the next frame but one.
TOO_WIDE = """async (width) => {
  const frame = () => new Promise(requestAnimationFrame);
  for (let tries = 0; tries < 60 && innerWidth !== width; tries += 1) await frame();
  await frame(); await frame();
  if (document.documentElement.scrollWidth <= width) return [];
  const wide = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > width + 1);
  return [document.documentElement, ...wide].slice(0, 4).map((one) => one.outerHTML.slice(0, 90));
}"""
# WCAG 1.4.12; made by script, which the content security policy lets pass.
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-block-end: 2em !important; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
# Elements whose text is cut off; what is hidden on purpose or scrolls is not.
CUT_OFF = """() => [...document.querySelectorAll('body *')].filter((one) => {
  if (one.clientHeight < 2 || (one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1)) return false;
  const { overflowX, overflowY, clipPath, visibility } = getComputedStyle(one);
  const cuts = [overflowX, overflowY].some((how) => how === 'hidden' || how === 'clip');
  return cuts && clipPath === 'none' && visibility === 'visible' && one.textContent.trim();
}).map((one) => one.outerHTML.slice(0, 120))"""
# In forced colors no shadow is drawn, and every line is, a transparent one too: what has the focus needs one.
WITHOUT_LINE = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((one) => {
    if (one.disabled || !one.checkVisibility({ visibilityProperty: true })) return false;
    one.focus();
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return document.activeElement === one && (outlineStyle === 'none' || parseFloat(outlineWidth) < 1);
  }).map((one) => one.outerHTML.slice(0, 120))"""


@pytest.fixture
def shelf(db: None, settings: Settings) -> PageShelf:
    shelf = PageShelf()
    answers = add_student_pages(shelf, settings)
    add_account_pages(shelf)
    add_failing_pages(shelf)
    add_staff_pages(shelf, answers)
    add_reading_pages(shelf)
    add_admin_pages(shelf)
    return shelf


@dataclass
class Inspection:
    """What was found on the pages that one browser page has shown."""

    page: Page
    found: list[str] = field(default_factory=list)

    def of(self, where: str, rules: dict[str, Any], *, whole: bool) -> None:
        """Axe, by all rules or by those of colors, with everything open."""
        self.page.evaluate(OPENED)
        self.page.evaluate(CHANGED)
        part = "html" if whole else self.page.evaluate(PART)
        result = Axe().run(self.page, context=part, options={**rules, **BRIEF})
        for rule in result.response["violations"]:
            if rule["id"] not in OF_DJANGO:
                self.found.append(f"{where}: {rule['id']}: {rule['nodes'][0]['html'][:200]}")

    def adapted(self, where: str) -> None:
        """Without axe: names, narrow windows, wider letters, the line around what has the focus."""
        page, found = self.page, self.found
        if page.evaluate(UNNAMED):
            found.append(f"{where}: without a title or with other than one h1")
        for width in NARROW:
            page.set_viewport_size({"width": width, "height": 700})
            found += [
                f"{where}: wider than {width}: {one}" for one in page.evaluate(TOO_WIDE, width)
            ]
        before = set(page.evaluate(CUT_OFF))
        page.evaluate(SPACED)
        found += [f"{where}: cut off: {one}" for one in page.evaluate(CUT_OFF) if one not in before]
        found += [f"{where}: no line: {one}" for one in page.evaluate(WITHOUT_LINE)]
        page.set_viewport_size(DESK)  # type: ignore[arg-type]


@pytest.fixture
def inspection(shelf: PageShelf, browser: Browser) -> Iterator[Inspection]:
    """A page without motion: axe would measure colors that are still fading in."""
    context = browser.new_context(viewport=DESK, locale="ko-KR", reduced_motion="reduce")  # type: ignore[arg-type]
    inspection = Inspection(context.new_page())

    def hear(said: ConsoleMessage) -> None:
        # A page that refuses something is there on purpose.
        if said.type == "error" and "Failed to load resource" not in said.text:
            inspection.found.append(f"{inspection.page.url}: {said.text}")

    inspection.page.on("console", hear)
    yield inspection
    context.close()


def look_at_all(shelf: PageShelf, inspection: Inspection) -> dict[str, list[str]]:
    """Look at every page, at those of `DARK` in the dark too; returns how the Tab key goes through those of `WALKED`."""
    dark = [one for one in shelf.pages if one.state in DARK]
    around: set[str] = set()
    walks: dict[str, list[str]] = {}
    for shown in shelf.open(inspection.page):
        where = f"{shown.state} {shown.path}"
        kind = shown.path.split("/")[1]
        if shown.state in WALKED:
            walks[WALKED[shown.state]] = walk(inspection.page)
        # The lists of the admin are one template: their colors and sizes are seen at the first.
        is_like = shown.state.startswith("list ") and "list" in around
        off = {"rules": {"color-contrast": {"enabled": False}}} if is_like else {}
        inspection.of(where, {"runOnly": WCAG, **off}, whole=kind not in around)
        if not is_like:
            inspection.adapted(where)
        around |= {kind, shown.state.partition(" ")[0]}

    # A scheme that changes under an open page leaves colors behind in this browser.
    inspection.page = inspection.page.context.new_page()
    inspection.page.emulate_media(color_scheme="dark")
    shelf.pages = dark
    for shown in shelf.open(inspection.page):
        inspection.of(f"dark {shown.state}", {"runOnly": ["color-contrast"]}, whole=True)
    return walks


def test_every_page_of_the_portal_in_every_state(shelf: PageShelf, inspection: Inspection) -> None:
    shelf.pages = [one for one in shelf.pages if not is_of_admin(one)]
    walks = look_at_all(shelf, inspection)

    assert inspection.found == []
    assert {one.state for one in shelf.pages} == DARK - DARK_ADMIN
    assert [stop for stops in walks.values() for stop in stops if "“”" in stop] == []
    assert {stops[0].partition(" ")[0] for stops in walks.values()} == {"link"}
    if "RECORD_WALKS" in os.environ:
        KEYBOARD.write_text(written(walks))
    assert KEYBOARD.read_text() == written(walks)


def test_every_page_of_the_admin_in_every_state(shelf: PageShelf, inspection: Inspection) -> None:
    shelf.pages = [one for one in shelf.pages if is_of_admin(one)]
    look_at_all(shelf, inspection)

    assert inspection.found == []
    assert {one.state for one in shelf.pages} == DARK_ADMIN


def is_of_admin(page: RenderedPage) -> bool:
    return page.path.startswith("/admin/")
