"""The outcomes of sentences in a real browser: words and not colors, marks that move while the page is open, nothing vanishes."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from chat.asking.services import conversation_start, question_ask
from chat.models import Answer, AnswerSentence, Message
from chat.presenters.answers import answer_view
from chat.presenters.shapes import SentenceView
from chat.stream import events
from portal.accounts.models import User
from tests.corpus import TODAY
from tests.stored_answers import QUESTION, RULES, Written, given_answer, path_of
from tests.stub_llm import StubLLM
from verification.citations.states import ConfirmedBy, SentenceOutcome
from verification.faithfulness.rechecking import check_again
from verification.faithfulness.settling import shown_texts
from verification.faithfulness.tasks import check_faithfulness
from verification.models import Flag, Review
from verification.review.deciding import review_decide
from verification.review.flags import flag_raise

PERMIT = Written(
    "휴학하려면 **휴학원**을 제출하여 총장의 허가를 받아야 합니다.", ("art-25/para-1",)
)
TOO_LONG = Written("휴학기간은 통산하여 7년을 초과할 수 없습니다.", ("art-25/para-2",))
RETURN = Written("휴학생은 개시일 전까지 복학원을 제출하여야 합니다.", ("art-26",))
BESIDE = Written(
    "복학은 학과에 문의하여 정합니다.",
    ("art-26",),
    SentenceOutcome.BESIDE_SOURCE,
    ConfirmedBy.NONE,
)
DIFFERS = Written(
    "신입생은 첫 학기에 휴학할 수 있습니다.", ("art-25/para-3",), SentenceOutcome.DIFFERS
)
PHONE = {"width": 360, "height": 740}
WIDE = {"width": 1280, "height": 900}


@pytest.mark.parametrize("window", [PHONE, WIDE], ids=["phone", "desktop"])
def test_each_outcome_says_in_words_what_it_is(
    open_page: Callable[[str, dict[str, int]], Page], student: User, window: dict[str, int]
) -> None:
    page = open_page(path_of(given_answer(PERMIT, BESIDE, DIFFERS, user=student)), window)

    said = page.locator("[data-part=counts]")
    expect(said).to_have_text("문장 3개 중 1개 확인, 1개는 원문과 함께, 1개는 규정 원문으로 바꿈")
    confirmed, beside, differs = page.locator(".sentence").all()
    expect(confirmed.locator("strong")).to_have_text("휴학원")
    expect(confirmed.get_by_role("link", name="「학칙」 제25조제1항 확인됨")).to_be_visible()
    expect(beside).to_contain_text("확인하지 못한 문장: 복학은 학과에 문의하여 정합니다.")
    expect(beside).to_contain_text("이 문장은 확인하지 못했습니다. 원문을 함께 읽어 주십시오.")
    expect(beside.locator("blockquote")).to_have_text(RULES["art-26"])
    expect(beside.locator("[data-cite]")).to_have_count(0)
    expect(differs).to_contain_text("답변의 문장이 규정과 달라 원문으로 바꾸었습니다.")
    expect(differs.locator("blockquote")).to_have_text(RULES["art-25/para-3"])
    expect(differs).not_to_contain_text("휴학할 수 있습니다")
    assert page.evaluate("document.documentElement.scrollWidth") == window["width"]
    differs.get_by_role("link", name="「학칙」 제25조제3항").click()
    expect(page.locator('[id="art-25/para-3"]')).to_be_visible()


def test_a_mark_withdrawn_late_is_told_on_the_open_page(
    open_page: Callable[[str, dict[str, int]], Page], student: User, use_stub: StubLLM
) -> None:
    answer = given_answer(PERMIT, TOO_LONG, RETURN, user=student)
    page = open_page(path_of(answer), WIDE)
    chips = page.locator(".sentence a.chip")
    expect(chips).to_have_count(3)
    chips.nth(2).focus()

    texts = [text.replace("**", "") for text in shown_texts(answer.verification)]
    judged = [
        {
            "sentence": texts.index(one.text.replace("**", "")) + 1,
            "verdict": verdict,
            "confidence": 0.95,
            "source": number,
            "quote": RULES[one.keys[0]],
            "reason": "",
        }
        for number, one, verdict in (
            (1, PERMIT, "supported"),
            (2, TOO_LONG, "contradicted"),
            (4, RETURN, "supported"),
        )
    ]
    use_stub.say({"verdicts": judged}, {"pairs": []})
    check_faithfulness(answer_id=str(answer.pk))

    withdrawn = page.locator(".sentence").nth(1)
    expect(withdrawn).to_contain_text("이 문장을 거두었습니다.")
    expect(withdrawn.locator(".sentence-note")).to_contain_text("7년")
    expect(withdrawn.locator("del")).to_have_text(TOO_LONG.text)
    expect(withdrawn.locator("blockquote")).to_have_text(RULES["art-25/para-2"])
    expect(page.locator("[data-part=counts]")).to_have_text("문장 3개 중 2개 확인, 1개 거둠")
    expect(page.locator(".summary")).to_contain_text("인용 3개 중 2개 확인")
    expect(page.locator(".source-number")).to_have_text(["1", "2"])
    # The reader keeps the place, and hears of it.
    expect(page.locator("[data-announce]")).to_contain_text("이 문장을 거두었습니다.")
    expect(chips.nth(1)).to_be_focused()

    # Staff has the answer read once more, much later: the page that is still open tells that too.
    assert check_again(answer_id=answer.pk)
    permit = judged[0] | {"verdict": "not_enough", "quote": ""}
    AnswerSentence.objects.filter(answer=answer, position=1).update(method=ConfirmedBy.JUDGE)
    use_stub.say({"verdicts": [permit, judged[2] | {"sentence": 2}]}, {"pairs": []})
    check_faithfulness(answer_id=str(answer.pk))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".sentence").first).to_contain_text("확인 표시를 거두었습니다.")

    # What is written at the moment stays; what nothing may be done with any more goes.
    page.locator(".feedback-no summary").click()
    page.get_by_role("button", name="의견 보내기").click()
    expect(page.locator(".feedback")).to_contain_text("결정하면 이 화면에서 알려 드립니다.")
    page.locator(".feedback-no summary").click()
    page.get_by_label("덧붙일 말").fill("기간이 다릅니다.")
    decide = partial(
        review_decide,
        answer_id=answer.pk,
        reviewer=User.objects.create_user("reviewer", role=User.Role.STAFF),
    )
    decide(decision=Review.Decision.APPROVED, reason="확인했습니다.")
    expect(page.locator("[data-part=decision]")).to_be_visible()
    expect(page.get_by_label("덧붙일 말")).to_have_value("기간이 다릅니다.")
    expect(page.locator(".feedback")).not_to_contain_text("결정하면")
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.REOPENED)
    decide(decision=Review.Decision.WITHDRAWN, reason="틀렸습니다.")
    expect(page.locator(".sentence")).to_have_count(0)
    parts = "[...document.querySelectorAll('.answer > *')].map((one) => one.className)"
    shown = page.evaluate(parts)
    page.reload()
    assert shown == page.evaluate(parts)
    expect(page.locator(".answer-actions, .feedback, .follow-ups")).to_have_count(0)


def test_a_confirmed_sentence_never_vanishes_without_a_word(
    open_page: Callable[[str, dict[str, int]], Page], student: User
) -> None:
    started = conversation_start(user=student, session_key="")
    pending = question_ask(
        conversation=started, question=QUESTION, as_of=TODAY, in_background=False
    )
    asked = timezone.now() - timedelta(seconds=70)
    Message.objects.filter(pk=pending.message_id).update(updated_at=asked)
    page = open_page(path_of(pending), WIDE)
    # Whoever comes back, or has a second tab, reads how long it takes since it was asked.
    expect(page.locator("p + .answer-seconds")).to_have_text(re.compile("^(7|8)[0-9]초$"))
    kept, lost = "휴학원을 제출하여야 합니다.", "등록금은 돌려받을 수 있습니다."
    for position, text in enumerate((kept, lost), start=1):
        events.send_sentence(pending.pk, SentenceView(position, text, "CONFIRMED", "확인됨"))
    expect(page.locator(".sentence")).to_have_count(2)

    # Another worker takes over where the first one died, and comes to another answer.
    events.clear_events(pending.pk)
    events.send_sentence(pending.pk, SentenceView(1, kept, "CONFIRMED", "확인됨"))
    expect(page.locator(".sentence")).to_have_count(2)
    other = given_answer(Written(kept, ("art-25/para-1",)), user=student)
    pending.message.content, pending.status = kept, Answer.Status.ANSWERED
    pending.finished_at = other.finished_at
    pending.save()
    other.sentences.update(answer=pending)
    stored = Answer.objects.get(pk=pending.pk)
    events.send_answer(answer_view(answer=stored))

    expect(page.locator("[data-part=sentences]")).to_be_visible()
    expect(page.locator(".sentence").first).to_contain_text(kept)
    taken = page.locator(".sentence-withdrawn")
    expect(taken).to_have_count(1)
    expect(taken).to_contain_text("이 문장을 거두었습니다. 답변을 다시 쓰면서 빠진 문장입니다.")
    expect(taken.locator("del")).to_have_text(lost)


def test_what_an_office_wrote_stands_in_the_place_of_the_refusal_on_the_open_page(
    open_page: Callable[[str, dict[str, int]], Page], student: User
) -> None:
    answer = given_answer(user=student)
    Answer.objects.filter(pk=answer.pk).update(status=Answer.Status.UNANSWERABLE_NO_SOURCE)
    page = open_page(path_of(answer), WIDE)
    page.get_by_role("button", name="에 물어보기").click()
    expect(page.locator("[data-part=decision]")).to_contain_text("기다립니다")
    reviewer = User.objects.create_user("reviewer", role=User.Role.STAFF)
    decide = partial(review_decide, answer_id=answer.pk, reviewer=reviewer, reason="확인했습니다.")

    decide(decision=Review.Decision.CORRECTED, corrected_text="학사지원팀에 물으십시오.")
    expect(page.locator(".sentence")).to_have_text("학사지원팀에 물으십시오.")
    expect(page.locator(".refusal")).to_have_count(0)

    flag_raise(answer_id=answer.pk, reason=Flag.Reason.REOPENED)
    decide(decision=Review.Decision.WITHDRAWN)
    expect(page.locator("[data-part=help]")).to_be_visible()
    expect(page.locator(".sentence")).to_have_count(0)
