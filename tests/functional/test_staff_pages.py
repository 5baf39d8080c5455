"""The staff's pages in a real browser: through the queue by keys, and a correction that is checked while it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import UUID

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from chat.asking.services import conversation_start, question_ask
from chat.insights.dashboard.counting import days_count
from chat.models import Answer, AnswerSentence, Citation
from portal.accounts.models import User
from tests.corpus import SCHOOL_REGULATIONS, given_regulation
from verification.models import Flag, Review
from verification.review.flags import flag_raise

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
# The first case loads the morphemes in the web server.
PATIENCE = 60_000
PASSWORD = "review-the-answers-39"  # pragma: allowlist secret
pytestmark = pytest.mark.timeout(600)


@pytest.fixture
def address(live_asgi_server: str) -> str:
    version = given_regulation("학칙", SCHOOL_REGULATIONS)
    for question in ("등록은 언제 합니까?", QUESTION):
        started = conversation_start(user=None, session_key="asker")
        answer = question_ask(
            conversation=started,
            question=question,
            as_of=timezone.localdate(),
            in_background=False,
        )
        Answer.objects.filter(pk=answer.pk).update(
            status=Answer.Status.ANSWERED, composer="GENERATIVE", timings={"total": 1800.0}
        )
        sentence = AnswerSentence.objects.create(
            answer=answer, position=1, text="휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다."
        )
        Citation.objects.create(
            message=answer.message,
            sentence=sentence,
            version=version,
            regulation_title="학칙",
            locator_key="art-25/para-2",
            number=1,
            status="VERIFIED",
            quote="② 휴학기간은 통산하여 3년(6학기)을 초과할 수 없다.",
        )
        flag_raise(answer_id=answer.pk, reason=Flag.Reason.LOW_FAITHFULNESS, detail="기간이 다름")
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.THUMBS_DOWN)
    days_count(first=timezone.localdate(), last=timezone.localdate())
    return live_asgi_server


@pytest.fixture
def session(address: str) -> str:
    # Before there is a browser: what is asked of the database beside its event loop gets a connection that nobody closes.
    signed_in = Client()
    reviewer = User.objects.create_user("reviewer", role=User.Role.STAFF, password=PASSWORD)
    signed_in.force_login(reviewer)
    User.objects.create_user("colleague", role=User.Role.STAFF)
    return signed_in.cookies[settings.SESSION_COOKIE_NAME].value


@pytest.fixture
def second_session(session: str) -> str:
    signed_in = Client()
    signed_in.force_login(User.objects.get(username="colleague"))
    return signed_in.cookies[settings.SESSION_COOKIE_NAME].value


@pytest.fixture
def staff(address: str, session: str, browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="ko-KR")
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": session, "url": address}])
    yield context
    context.close()


def test_from_the_queue_by_keys_to_a_correction_checked_while_it_is_written(
    address: str, staff: BrowserContext
) -> None:
    page = staff.new_page()
    page.goto(f"{address}/review/")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    page.keyboard.press("Enter")
    # The heading stands before the script listens.
    page.wait_for_url(re.compile(r"/review/[^/]+/\?from=queue$"), timeout=PATIENCE)
    expect(page.locator("h1")).to_have_text(QUESTION)
    page.keyboard.press("a")
    expect(page.get_by_text("reviewer 님이")).to_be_visible()

    page.get_by_label("수정", exact=False).first.check()
    text = page.get_by_label("고친 답변", exact=True)
    text.fill("「학칙」 제88조에 따르면 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다.")
    expect(page.get_by_text("확인되지 않은 인용이 있으면 저장할 수 없습니다.")).to_be_visible()

    text.fill("에 따르면 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다.")
    text.evaluate("field => field.setSelectionRange(0, 0)")
    find = page.get_by_role("combobox", name="인용할 조문 찾기")
    find.press_sequentially("학칙 25")
    expect(page.get_by_role("option", name="「학칙」 제25조제2항")).to_be_visible()
    page.keyboard.press("ArrowDown")
    proposals = page.get_by_role("listbox", name="인용할 조문 찾기")
    expect(proposals.get_by_role("option", selected=True)).to_contain_text("「학칙」 제25조")
    page.keyboard.press("Escape")
    expect(proposals).to_be_hidden()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_text("모든 인용을 확인했습니다.")).to_be_visible()
    expect(text).to_have_value(
        "「학칙」 제25조에 따르면 휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다."
    )


@pytest.mark.parametrize("language", ["ko", "en"])
def test_on_a_phone_the_header_holds_everything_and_the_account_is_reached(
    address: str, staff: BrowserContext, language: str
) -> None:
    staff.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": address}])
    page = staff.new_page()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{address}/review/")
    page.locator(".account-menu > summary").focus()
    page.keyboard.press("Enter")

    reached = page.locator(".site-header :is(a, button, summary):visible")
    for one in reached.all():
        box = one.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
    page.locator(".account-menu a[href='/my-data/']").click()
    expect(page).to_have_url(f"{address}/my-data/")


def test_text_survives_the_end_of_a_session_and_an_unrun_check_never_reads_as_passed(
    address: str, session: str, staff: BrowserContext
) -> None:
    page = staff.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}/review/")
    page.get_by_role("link", name=QUESTION).click()
    page.get_by_label("수정", exact=False).first.check()
    text = page.get_by_label("고친 답변", exact=True)
    preview = page.locator("#preview")
    expect(preview.get_by_text("확인")).not_to_have_count(0)
    # The cookie against forged requests outlives the session.
    staff.clear_cookies(name=settings.SESSION_COOKIE_NAME)

    written = "휴학기간은 통산하여 3년을 초과할 수 없습니다(「학칙」 제25조제2항)."
    text.fill(written)

    expect(preview.get_by_text("확인하지 못했습니다.")).to_be_visible()
    expect(preview.get_by_text("모든 인용을 확인했습니다.")).to_have_count(0)
    name = settings.SESSION_COOKIE_NAME
    staff.add_cookies([{"name": name, "value": session, "url": address}])
    page.reload()
    expect(text).to_have_value(written)
    expect(page.get_by_text("되살렸습니다.")).to_be_visible()
    expect(preview.get_by_text("모든 인용을 확인했습니다.")).to_be_visible()
    connection.close()


def _written(page: Page, address: str, text: str, reason: str = "기간을 바로잡음") -> None:
    """Open the case and write a correction, unsaved."""
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}/review/")
    page.get_by_role("link", name=QUESTION).click()
    page.locator("input[value=CORRECTED]").check()
    page.get_by_label("이유", exact=True).fill(reason)
    page.get_by_label("고친 답변", exact=True).fill(text)


def _decided(page: Page, address: str) -> None:
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}/review/")
    page.get_by_role("link", name=QUESTION).click()
    page.locator("input[value=APPROVED]").check()
    page.locator("#cause").select_option("OPINION")
    page.get_by_role("button", name="결정 저장").click()
    expect(page.get_by_text("결정을 저장했습니다.")).to_be_visible()


def test_text_of_who_comes_second_stays_and_goes_on_when_the_case_is_opened_again(
    address: str, second_session: str, staff: BrowserContext, browser: Browser
) -> None:
    page, written = staff.new_page(), "휴학기간은 3년입니다(「학칙」 제25조제2항)."
    _written(page, address, written)
    other = browser.new_context(locale="ko-KR")
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": second_session, "url": address}
    other.add_cookies([cookie])  # type: ignore[list-item]
    _decided(other.new_page(), address)
    other.close()

    page.get_by_role("button", name="결정 저장").click()

    expect(page.get_by_role("alert")).to_contain_text("colleague 님이 먼저 결정했거나")
    left = page.get_by_role("group", name="저장하지 않은 글")
    expect(left.get_by_label("고친 답변", exact=True)).to_have_value(written)
    page.goto(page.url)
    expect(left.get_by_label("고친 답변", exact=True)).to_have_value(written)
    expect(left.get_by_label("이유", exact=True)).to_have_value("기간을 바로잡음")
    page.get_by_text("다시 검토하기", exact=True).click()
    page.get_by_label("다시 여는 이유").fill("고칠 것이 있음")
    page.get_by_role("button", name="다시 열기").click()
    expect(page.get_by_label("고친 답변", exact=True)).to_have_value(written)
    expect(page.get_by_text("되살렸습니다.")).to_be_visible()
    expect(
        page.get_by_text("그 사이에 이 답변의 결정이나 검토 사유가 바뀌었습니다.")
    ).to_be_visible()
    connection.close()


def test_text_is_offered_after_the_session_ended_at_saving_and_the_case_changed(
    address: str, session: str, staff: BrowserContext
) -> None:
    page, written = staff.new_page(), "휴학기간은 3년입니다(「학칙」 제25조제2항)."
    _written(page, address, written)
    page.locator("[name=keep]").check()
    case = page.url
    staff.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.get_by_role("button", name="결정 저장").click()
    page.wait_for_url(re.compile("/account/login/"))
    answer_id = UUID(case.split("/review/")[1].split("/")[0])
    flag_raise(answer_id=answer_id, reason=Flag.Reason.PROVISION_AMENDED)
    name = settings.SESSION_COOKIE_NAME
    staff.add_cookies([{"name": name, "value": session, "url": address}])
    page.goto(case)

    expect(page.get_by_label("고친 답변", exact=True)).to_have_value(written)
    expect(page.locator("[name=keep]")).to_be_checked()
    expect(
        page.get_by_text("그 사이에 이 답변의 결정이나 검토 사유가 바뀌었습니다.")
    ).to_be_visible()
    connection.close()


def test_who_logs_in_again_in_a_new_window_goes_on_in_the_old_one(
    address: str, staff: BrowserContext
) -> None:
    page = staff.new_page()
    _written(page, address, "자세한 것은 「학칙」 제25조제2항을 참고하십시오.")
    accepts = page.locator("[name=accepts_unconfirmed]")
    accepts.check()
    staff.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.get_by_label("고친 답변", exact=True).fill("「학칙」 제25조제2항을 참고하십시오.")
    unreachable = page.locator("#preview").get_by_text("확인하지 못했습니다.")
    expect(unreachable).to_be_visible()
    with staff.expect_page() as opened:
        page.get_by_role("link", name="로그인(새 창)").click()
    opened.value.set_default_timeout(PATIENCE)
    opened.value.get_by_label("아이디").fill("reviewer")
    opened.value.get_by_label("비밀번호", exact=True).fill(PASSWORD)
    opened.value.keyboard.press("Enter")
    opened.value.wait_for_url(f"{address}/")

    # A browser without windows leaves none and comes back to none.
    page.evaluate("() => { dispatchEvent(new Event('blur')); dispatchEvent(new Event('focus')); }")

    expect(unreachable).to_have_count(0)
    accepts.check()
    page.locator("input[value=APPROVED]").check()
    page.get_by_label("승인하면").select_option("FIGURE")
    page.locator("input[value=CORRECTED]").check()
    page.reload()
    expect(accepts).to_be_checked()
    expect(page.locator("#cause")).to_have_value("FIGURE")
    case = page.url
    page.get_by_role("button", name="결정 저장").click()
    expect(page.get_by_text("결정을 저장했습니다.")).to_be_visible()
    # What was saved is no draft any more.
    page.goto(case)
    expect(page.get_by_role("heading", name="지난 결정")).to_be_visible()
    expect(page.locator("[data-left]")).to_be_hidden()
    connection.close()


def test_of_two_reviewers_at_one_moment_one_decides_and_the_other_is_told(
    address: str, second_session: str, staff: BrowserContext, browser: Browser
) -> None:
    other = browser.new_context(locale="ko-KR")
    other.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": second_session, "url": address}]
    )
    both = [staff.new_page(), other.new_page()]
    for number, page in enumerate(both):
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/review/")
        page.get_by_role("link", name=QUESTION).click()
        page.get_by_label("철회", exact=False).first.check()
        page.get_by_label("이유", exact=True).fill(f"까닭 {number}")

    for page in both:
        # Sent without waiting for what the other is told.
        page.evaluate("void document.querySelector('form.decision').requestSubmit()")

    won = [page.get_by_text("결정을 저장했습니다.") for page in both]
    lost = [page.get_by_role("alert").get_by_text("저장하지 않았습니다") for page in both]
    for saved, told in zip(won, lost, strict=True):
        expect(saved.or_(told).first).to_be_visible()
    assert sorted(one.count() for one in won) == [0, 1]
    assert sorted(one.count() for one in lost) == [0, 1]
    assert Review.objects.count() == 1
    connection.close()
    other.close()
