"""Every page of students, readers, staff and admin, in every state: axe, a narrow window, wider letters, forced colors."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from pytest_django import Settings

from portal.accounts.models import User
from tests.portal_states import (
    add_account_pages,
    add_admin_pages,
    add_reading_pages,
    add_staff_pages,
    add_student_pages,
)
from tests.rendered_pages import ORIGIN, PageShelf

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(240)]

WIDE = {"width": 1280, "height": 900}
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# WCAG 1.4.12; a sheet made by script, which the content security policy lets pass.
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
# Elements whose text is cut off: what is hidden from view or scrolls is not.
CUT = """() => [...document.querySelectorAll('body *')].filter((one) => {
  const style = getComputedStyle(one);
  if (!['hidden', 'clip'].includes(style.overflowX) && !['hidden', 'clip'].includes(style.overflowY)) return false;
  if (style.clipPath !== 'none' || style.clip !== 'auto' || !one.textContent.trim() || style.visibility === 'hidden') return false;
  return one.clientHeight > 1 && (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1);
}).map((one) => one.outerHTML.slice(0, 120))"""
# In forced colors shadows and backgrounds are gone: what has the focus needs an outline or a border of its own.
UNMARKED = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.type !== 'hidden')
  .filter((one) => {
    one.focus();
    const style = getComputedStyle(one);
    return document.activeElement === one && (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 1);
  }).map((one) => one.outerHTML.slice(0, 120))"""
WIDTH = "document.documentElement.scrollWidth"


@pytest.fixture
def shelf(db: None, settings: Settings) -> PageShelf:
    shelf = PageShelf()
    began = time.time()
    answers = add_student_pages(shelf, settings)
    print("student", len(shelf.pages), time.time() - began)
    add_account_pages(shelf)
    print("account", len(shelf.pages), time.time() - began)
    add_staff_pages(shelf, answers)
    print("staff", len(shelf.pages), time.time() - began)
    add_reading_pages(shelf)
    print("reading", len(shelf.pages), time.time() - began)
    add_admin_pages(shelf)
    print("admin", len(shelf.pages), time.time() - began)
    return shelf


def test_every_page_in_every_state(shelf: PageShelf, browser: Browser) -> None:
    context = browser.new_context(viewport=WIDE, locale="ko-KR", reduced_motion="reduce")
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(f"console: {said.text[:200]}") if said.type == "error" else None)
    spent = {}
    def timed(name, call):
        t = time.time(); r = call(); spent[name] = spent.get(name, 0) + time.time() - t; return r
    began = time.time()
    for shown in shelf.open(page):
        where = f"{shown.state} {shown.path}"
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        found = timed("axe", lambda: Axe().run(page, options={"runOnly": WCAG, "resultTypes": ["violations"]}).response["violations"])
        wrong += [f"{where}: {rule['id']}: {len(rule['nodes'])} {rule['nodes'][0]['html'][:160]} | {rule['nodes'][0]['failureSummary'][:200] if rule['id'] in ('color-contrast','target-size') else ''}" for rule in found]
        def narrow():
            for width in (640, 320):
                page.set_viewport_size({"width": width, "height": 700})
                if page.evaluate(WIDTH) > width:
                    wrong.append(f"{where}: {page.evaluate(WIDTH)} wide at {width}")
        timed("narrow", narrow)
        def spaced():
            before = set(page.evaluate(CUT))
            page.evaluate(SPACED)
            wrong.extend(f"{where}: cut off: {one}" for one in page.evaluate(CUT) if one not in before)
        timed("spaced", spaced)
        def forced():
            page.emulate_media(forced_colors="active")
            wrong.extend(f"{where}: no focus: {one}" for one in page.evaluate(UNMARKED))
            page.emulate_media(forced_colors="none")
            page.set_viewport_size(WIDE)
        timed("forced", forced)
    print(time.time() - began, spent)
    context.close()
    Path("/tmp/h/students_axe.txt").write_text("\n".join(wrong))
    assert wrong == []
