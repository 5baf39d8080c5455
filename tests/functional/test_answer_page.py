"""The open page of an answer: what is decided later arrives and is said once, focus goes where one reads on."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from chat.asking.services import feedback_record
from portal.accounts.models import User
from tests.stored_answers import Written, given_answer, path_of
from verification.models import Review
from verification.review.deciding import review_decide

PERMIT = Written("휴학하려면 휴학원을 제출하여 총장의 허가를 받아야 합니다.", ("art-25/para-1",))
PHONE = {"width": 360, "height": 740}
WIDE = {"width": 1280, "height": 900}


def test_a_decision_reaches_the_open_page_and_is_said_once(
    open_page: Callable[[str, dict[str, int]], Page], student: User
) -> None:
    answer = given_answer(PERMIT, user=student)
    with_changes = open_page(path_of(answer), WIDE)
    with_changes.wait_for_timeout(800)
    decision = with_changes.locator("[data-part=decision]")

    feedback_record(answer=answer, helpful=False)
    expect(decision).to_contain_text("담당 부서의 검토를 기다립니다: 학사지원팀")
    reviewer = User.objects.create_user("reviewer", role=User.Role.STAFF)
    review_decide(
        answer_id=answer.pk,
        reviewer=reviewer,
        decision="CORRECTED",
        reason="표현을 고쳤습니다.",
        corrected_text="휴학원을 내고 허가를 받습니다(「학칙」 제25조제1항).\n복학원도 냅니다.",
        accepts_unconfirmed=True,
    )

    expect(decision).to_contain_text("학사지원팀에서 이 답변을 고쳤습니다.")
    expect(with_changes.locator(".sentence")).to_have_count(2)
    told = with_changes.locator("[data-announce] p", has_text="이 답변을 고쳤습니다.")
    expect(told).to_have_count(1)
    assert Review.objects.count() == 1


def test_a_button_that_did_nothing_says_so_where_it_stands(
    open_page: Callable[[str, dict[str, int]], Page], student: User
) -> None:
    page = open_page(path_of(given_answer(PERMIT, user=student)), WIDE)
    page.context.set_offline(True)
    page.get_by_role("button", name="공유").click()
    said = page.locator(".answer-actions").get_by_role("alert")
    expect(said).to_contain_text("연결을 확인하고")

    page.context.set_offline(False)
    page.context.clear_cookies()
    page.get_by_role("button", name="공유").click()
    expect(said).to_have_count(1)
    expect(said).to_contain_text("화면을 새로 고친 뒤")


def test_keyboard_goes_from_the_skip_link_to_the_talk_and_from_the_question_to_its_answer(
    open_page: Callable[[str, dict[str, int]], Page], student: User
) -> None:
    page = open_page(path_of(given_answer(PERMIT, user=student)), WIDE)
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#talk")).to_be_focused()

    field = page.get_by_label("질문", exact=True)
    field.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-counter]")).to_have_text("질문을 입력해 주십시오.")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("복학은 어떻게 합니까?")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="복학은 어떻게 합니까?")).to_be_focused()


def test_the_card_stays_away_after_a_click_and_the_list_is_for_paper(
    open_page: Callable[[str, dict[str, int]], Page], student: User
) -> None:
    page = open_page(path_of(given_answer(PERMIT, user=student)), WIDE)
    chip = page.locator("a.chip").first
    chip.click()

    expect(page.get_by_role("complementary", name="인용한 조문")).to_be_visible()
    expect(page.locator(".cite-card").first).to_be_hidden()
    expect(page.locator(".sources")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator(".sources")).to_be_visible()


def test_on_a_phone_past_conversations_are_behind_a_link(
    open_page: Callable[[str, dict[str, int]], Page], student: User
) -> None:
    page = open_page(path_of(given_answer(PERMIT, user=student)), PHONE)

    expect(page.locator(".desk-history")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.get_by_role("link", name="지난 대화").click()

    expect(page.get_by_role("heading", name="지난 대화", level=1)).to_be_visible()


def test_the_contents_mark_the_article_that_was_asked_for(
    open_page: Callable[[str, dict[str, int]], Page],
) -> None:
    for cited in ("art-25/para-2", "art-26", "art-28"):
        page = open_page(f"/regulations/학칙/1/?cite={cited}#{cited}", WIDE)
        marked = page.locator("[data-contents] [aria-current]")

        expect(marked).to_have_attribute("href", re.compile(f"#{cited.partition('/')[0]}$"))
