"""Who was shown a confirmed answer hears of it when the staff say otherwise, and reads no more that the staff confirmed it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from chat.models import Answer, VerifiedAnswer
from tests.corpus import given_corpus
from tests.integration.chat.test_staff_journey import (
    CORRECTED,
    QUESTION,
    SAME_QUESTION,
    asked,
    decide,
    page_of,
    signed_in,
)
from tests.stub_llm import StubLLM
from verification.models import Flag, Notice
from verification.review.flags import flag_raise

pytestmark = pytest.mark.django_db

CONFIRMED = "담당자가 확인한 답변입니다."
TAKEN_BACK = "담당자가 확인을 거둔 답변입니다."
OTHERWISE = "휴학 기간은 학사지원팀에 물으십시오."


@pytest.fixture
def staff() -> Client:
    return signed_in("reviewer", "STAFF")


@pytest.fixture
def other() -> Client:
    return signed_in("other", "STUDENT")


@pytest.fixture
def source(db: None, settings: Settings, use_stub: StubLLM, staff: Client) -> Answer:
    """An answer of which the correction is kept for the next who asks."""
    given_corpus(embed=True)
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    settings.MIN_RELEVANCE = 0.05
    use_stub.say("휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다[†1].")
    answer = asked(signed_in("student", "STUDENT"), QUESTION)
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.SAMPLED)
    code, _page = decide(
        staff, answer, decision="CORRECTED", reason="-", corrected_text=CORRECTED, keep="on"
    )
    assert code == 200
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.THUMBS_DOWN)
    return answer


@pytest.fixture
def served(source: Answer, other: Client) -> Answer:
    """The same answer, shown to another student."""
    answer = asked(other, SAME_QUESTION)
    assert answer.composer == Answer.Composer.STAFF
    assert CONFIRMED in page_of(other, answer)
    return answer


DECISIONS = {
    "corrected": {"decision": "CORRECTED", "corrected_text": OTHERWISE},
    "corrected and kept": {"decision": "CORRECTED", "corrected_text": CORRECTED + "\n" + CORRECTED},
    "first answer restored": {"decision": "APPROVED", "cause": "OTHER"},
    "withdrawn": {"decision": "WITHDRAWN"},
}


@pytest.mark.parametrize("name", DECISIONS)
def test_who_was_shown_it_reads_and_hears_that_it_is_confirmed_no_more(
    source: Answer, served: Answer, staff: Client, other: Client, name: str
) -> None:
    keep = {"keep": "on"} if name == "corrected and kept" else {}
    code, _page = decide(staff, source, reason="다른 경우가 있음", **DECISIONS[name], **keep)
    assert code == 200

    [flag] = served.flags.filter(resolved_at=None)
    assert (flag.reason, "다른 경우가 있음" in flag.detail) == ("VERIFIED_SUSPENDED", True)
    html = page_of(other, served)
    assert (CONFIRMED in html, TAKEN_BACK in html) == (False, True)
    assert "이 답변의 확인을 거두었습니다." in html
    assert "결정하면 이 화면에 보입니다." in html
    [notice] = Notice.objects.filter(recipient__username="other")
    assert (notice.kind, notice.answer) == ("VERIFIED_REPLACED", served)
    assert "확인을 거두었습니다" in other.get("/notices/").content.decode()
    banner = "다시 확인하여 지난 답변에서 확인 표시를 거두었습니다."
    assert banner in other.get("/").content.decode()
    export = reverse("chat:export", args=[served.message.conversation_id])
    text = other.get(export).content.decode()
    assert (CONFIRMED in text, "확인을 거두었습니다." in text) == (False, True)

    # Until somebody looks at that case, too: then what they say counts.
    decide(staff, served, decision="APPROVED", cause="OTHER")
    html = page_of(other, served)
    assert (CONFIRMED in html, TAKEN_BACK in html) == (True, False)


def test_who_reads_the_same_words_as_before_hears_nothing(
    source: Answer, served: Answer, staff: Client, other: Client
) -> None:
    decide(staff, source, decision="CORRECTED", reason="-", corrected_text=CORRECTED)

    assert VerifiedAnswer.objects.get().retired_at is not None
    assert not served.flags.exists()
    assert CONFIRMED in page_of(other, served)
    assert not Notice.objects.filter(recipient__username="other").exists()


def test_what_the_staff_wrote_for_that_case_is_left(
    source: Answer, served: Answer, staff: Client, other: Client
) -> None:
    flag_raise(answer_id=served.pk, reason=Flag.Reason.SAMPLED)
    decide(staff, served, decision="CORRECTED", reason="-", corrected_text=CORRECTED)
    told = Notice.objects.filter(recipient__username="other").count()

    decide(staff, source, decision="WITHDRAWN", reason="다른 경우가 있음")

    assert not served.flags.filter(resolved_at=None).exists()
    assert CONFIRMED in page_of(other, served)
    assert Notice.objects.filter(recipient__username="other").count() == told
