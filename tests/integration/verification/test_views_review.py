"""The staff's pages: who may enter, what the queue shows, and what a decision changes for the asker."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from chat.asking.services import conversation_start, question_ask
from chat.conversations.export import conversation_markdown
from chat.models import Answer, AnswerPassage, AnswerSentence, Citation
from chat.presenters.answers import answer_view
from portal.accounts.models import User
from tests.corpus import TODAY, given_regulation
from verification.models import CitationCheck, Flag, Review, Verification
from verification.review.flags import flag_raise

pytestmark = pytest.mark.django_db

QUEUE = "/review/"
QUESTION = "등록금을 나누어 낼 수 있습니까?"
SENTENCE = "등록금은 9회로 나누어 낼 수 있습니다."


@pytest.fixture
def answer() -> Answer:
    started = conversation_start(user=None, session_key="asker")
    answer = question_ask(conversation=started, question=QUESTION, as_of=TODAY, in_background=False)
    answer.status = Answer.Status.ANSWERED
    answer.save()
    AnswerSentence.objects.create(
        answer=answer, position=1, text=SENTENCE, outcome=AnswerSentence.Outcome.BESIDE_SOURCE
    )
    Verification.objects.create(answer=answer)
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.LOW_FAITHFULNESS, detail="9회는 없음")
    return answer


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_user("reviewer", role=User.Role.STAFF))
    return client


def case_url(answer: Answer) -> str:
    return reverse("verification:case", args=[answer.pk])


@pytest.mark.parametrize("name", ["queue", "case"])
def test_pages_are_for_the_staff(client: Client, answer: Answer, name: str) -> None:
    url = QUEUE if name == "queue" else case_url(answer)

    anonymous = client.get(url)
    client.force_login(User.objects.create_user("student", role=User.Role.STUDENT))
    student = client.get(url)

    assert anonymous.headers["Location"] == f"/account/login/?next={url}"
    assert student.status_code == 403
    assert "이 화면을 볼 권한이 없습니다" in student.content.decode()
    assert "관리자에게 권한을 요청하십시오" in student.content.decode()
    assert client.post(case_url(answer), {"decision": "APPROVED"}).status_code == 403
    assert not Review.objects.exists()


def test_queue_shows_question_and_reasons_and_keeps_the_filter(
    staff: Client, answer: Answer
) -> None:
    everything = staff.get(QUEUE).content.decode()
    filtered = staff.get(QUEUE, {"reason": "THUMBS_DOWN"}).content.decode()

    assert QUESTION in everything
    assert "낮은 충실도" in everything
    assert case_url(answer) in everything
    assert case_url(answer) not in filtered


def test_case_shows_the_sentence_its_state_and_the_reason(staff: Client, answer: Answer) -> None:
    html = staff.get(case_url(answer)).content.decode()

    for words in (QUESTION, SENTENCE, "원문과 함께", "9회는 없음", "결정 저장"):
        assert words in html


@pytest.mark.parametrize("reason", Answer.FallbackReason)
def test_case_without_a_sentence_says_why(
    staff: Client, answer: Answer, reason: Answer.FallbackReason
) -> None:
    answer.sentences.all().delete()
    Answer.objects.update(fallback_reason=reason)

    assert (
        f"보여 준 문장이 없습니다. {reason.label}" in staff.get(case_url(answer)).content.decode()
    )


def test_correction_is_what_the_asker_sees(staff: Client, answer: Answer) -> None:
    decision = {
        "decision": "CORRECTED",
        "reason": "횟수를 바로잡음",
        "corrected_text": "등록금은 4회 이내로 나누어 낼 수 있습니다.",
    }

    reply = staff.post(case_url(answer), decision, follow=True)

    shown = answer_view(answer=Answer.objects.get(pk=answer.pk))
    assert "결정을 저장했습니다" in reply.content.decode()
    assert [sentence.text for sentence in shown.sentences] == [decision["corrected_text"]]
    assert shown.decision is not None
    assert shown.decision.reason == "횟수를 바로잡음"
    assert case_url(answer) not in staff.get(QUEUE).content.decode()


def test_correction_that_is_not_confirmed_is_saved_only_as_that(
    staff: Client, answer: Answer
) -> None:
    given_regulation("학칙", "제25조(휴학) ① 질병으로 휴학하려는 학생은 휴학원을 낸다.")
    text = "자세한 것은 「학칙」 제25조제1항을 참고하십시오."
    decision = {"decision": "CORRECTED", "reason": "조문을 알림", "corrected_text": text}

    asked = staff.post(case_url(answer), decision)

    html = asked.content.decode()
    assert asked.status_code == 422
    assert not Review.objects.exists()
    assert text in html
    assert "조문을 알림" in html
    assert 'name="accepts_unconfirmed" aria-invalid="true"' in html

    staff.post(case_url(answer), decision | {"accepts_unconfirmed": "on"})

    shown = answer_view(answer=Answer.objects.get(pk=answer.pk))
    [sentence] = shown.sentences
    [citation] = sentence.citations
    assert shown.composer_label == "담당자가 고친 답변입니다."
    assert citation.status == "NOT_CHECKED"
    assert "휴학원을 낸다" in citation.quote
    exported = conversation_markdown(title="", answers=[shown], base_url="")
    assert "\n> 질병으로 휴학하려는 학생은 휴학원을 낸다." in exported


def test_what_staff_wrote_or_withdrew_does_not_bear_the_name_of_the_model(
    staff: Client, answer: Answer
) -> None:
    Answer.objects.update(composer=Answer.Composer.GENERATIVE, model="gaon-7b")
    assert answer_view(answer=Answer.objects.get()).model == "gaon-7b"
    decision = {"decision": "CORRECTED", "reason": "까닭", "corrected_text": "학과에 물으십시오."}

    staff.post(case_url(answer), decision)

    corrected = answer_view(answer=Answer.objects.get())
    assert (corrected.model, corrected.composer_label) == ("", "담당자가 고친 답변입니다.")
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.REOPENED)
    staff.post(case_url(answer), {"decision": "WITHDRAWN", "reason": "까닭"})
    withdrawn = answer_view(answer=Answer.objects.get())
    exported = conversation_markdown(title="", answers=[withdrawn], base_url="")
    assert withdrawn.model == ""
    assert "AI가 작성" not in exported
    assert "철회됨" in exported


def test_correction_that_is_confirmed_is_told_as_that(staff: Client, answer: Answer) -> None:
    given_regulation("학칙", "제25조(휴학) ① 질병으로 휴학하려는 학생은 휴학원을 낸다.")
    text = "질병으로 휴학하려는 학생은 휴학원을 낸다(「학칙」 제25조제1항)."

    staff.post(
        case_url(answer), {"decision": "CORRECTED", "reason": "규정대로", "corrected_text": text}
    )

    shown = answer_view(answer=Answer.objects.get(pk=answer.pk))
    assert shown.composer_label == "담당자가 확인한 답변입니다."


def test_withdrawal_without_a_reason_is_not_taken(staff: Client, answer: Answer) -> None:
    reply = staff.post(case_url(answer), {"decision": "WITHDRAWN", "reason": " "})

    assert reply.status_code == 422
    html = reply.content.decode()
    assert 'role="alert"' in html
    assert re.search(r'<textarea id="reason"[^>]*aria-describedby="[^"]*id_reason-error"', html)
    assert not Review.objects.exists()


def test_case_that_was_decided_meanwhile_is_not_decided_twice(
    staff: Client, answer: Answer
) -> None:
    staff.post(case_url(answer), {"decision": "APPROVED", "cause": "OPINION"})

    said = {"decision": "CORRECTED", "reason": "긴 이유", "corrected_text": "긴 답변"}
    second = staff.post(case_url(answer), said)

    assert second.status_code == 422
    html = second.content.decode()
    assert "이미 직접 결정했거나" in html
    assert re.findall(r"<textarea[^>]*readonly>\n([^<]+)</textarea>", html) == [
        "긴 이유",
        "긴 답변",
    ]
    assert Review.objects.count() == 1


def test_second_opinion_is_seen_in_the_queue_and_goes_on_from_what_was_proposed(
    staff: Client, answer: Answer, settings: Settings
) -> None:
    proposed = "등록금은 4회 이내로 나누어 낼 수 있습니다."
    said = {"decision": "SECOND", "reason": "횟수를 봐 주십시오.", "corrected_text": proposed}
    assert case_url(answer) not in staff.get(QUEUE, {"only": "second"}).content.decode()

    settings.REVIEW_FOUR_EYES = True
    assert "먼저 2차 검토를 요청하면" in staff.get(case_url(answer)).content.decode()
    staff.post(case_url(answer), said)

    other = Client()
    other.force_login(User.objects.create_user("other", role=User.Role.STAFF))
    assert case_url(answer) in other.get(QUEUE, {"only": "second"}).content.decode()
    html = other.get(case_url(answer)).content.decode()
    assert "reviewer 님이 2차 검토를 요청했습니다." in html
    assert "먼저 2차 검토를 요청하면" not in html
    [begun] = re.findall(r'<textarea id="corrected_text"[^>]*>([^<]*)', html)
    assert begun.strip() == proposed


def test_case_of_an_answer_without_flags_does_not_exist(staff: Client) -> None:
    assert staff.get(f"{QUEUE}00000000-0000-0000-0000-000000000000/").status_code == 404


def test_queue_is_filtered_by_words_urgency_and_age_which_stay_in_the_address(
    staff: Client, answer: Answer
) -> None:
    def found(**filters: str) -> bool:
        return case_url(answer) in staff.get(QUEUE, filters).content.decode()

    assert found(q="등록금", only="urgent", hands="free")
    assert not found(q="휴학")
    assert not found(only="late")
    Flag.objects.update(created_at=timezone.now() - timedelta(hours=49))
    assert found(only="late")
    html = staff.get(QUEUE, {"q": "등록금", "only": "late"}).content.decode()
    assert "목표 넘김" in html
    assert "?q=%EB%93%B1%EB%A1%9D%EA%B8%88&amp;only=late&amp;reason=LOW_FAITHFULNESS" in html


def test_claim_stands_beside_the_provision_that_it_contradicts_with_the_words_that_differ(
    staff: Client, answer: Answer
) -> None:
    CitationCheck.objects.create(
        verification=answer.verification,
        position=1,
        statement=SENTENCE,
        citation_text="「등록금에 관한 규정」 제5조",
        status="MISATTRIBUTED",
        verdict="CONTRADICTED",
        action="REMOVED",
        reason="수치가 다릅니다.",
        evidence="등록금은 4회 이내로 나누어 납부할 수 있다.",
    )

    html = staff.get(case_url(answer)).content.decode()

    assert "확인되지 않은 주장" in html
    marked = re.findall(r'<mark class="differs">.*?</span>(.*?)</mark>', html)
    assert marked == ["9회", "4회"]
    assert "답변 ‘9회’" in html
    assert "조문 ‘4회’" in html


def test_claim_stands_beside_the_whole_rule_and_not_beside_its_first_line_alone(
    staff: Client, answer: Answer
) -> None:
    text = "① 등록금은 다음 각 호의 기간에 납부하여야 한다.\n1. 제1학기 : 2월 20일부터 2월 28일까지"
    version = given_regulation("등록금에 관한 규정", f"제4조(납부기한) {text}")
    AnswerPassage.objects.create(
        answer=answer,
        version=version,
        regulation_title="등록금에 관한 규정",
        locator_key="art-4",
        title="납부기한",
        text=text,
        rank=1,
        score=1.0,
        relevance=0.9,
    )
    CitationCheck.objects.create(
        verification=answer.verification,
        position=1,
        version=version,
        locator_key="art-4",
        statement="제1학기 등록금은 2월 20일부터 3월 15일까지 납부하여야 합니다.",
        citation_text="[†1]",
        status="MISATTRIBUTED",
        verdict="CONTRADICTED",
        action="REMOVED",
    )

    html = staff.get(case_url(answer)).content.decode()

    assert "1. 제1학기 : " in html
    assert "답변 ‘3월 15일’" in html
    assert "답변 ‘2월 20일’" not in html, "the rule says it, too"


def test_amended_provision_leads_from_the_case_to_what_changed(
    staff: Client, answer: Answer
) -> None:
    first = given_regulation(
        "가상 규정", "제1조(기간) 기간은 3년으로 한다.", enforcement_date=TODAY
    )
    Citation.objects.create(
        message=answer.message,
        sentence=answer.sentences.get(),
        version=first,
        regulation_title="가상 규정",
        locator_key="art-1",
        number=1,
        status="VERIFIED",
        quote="기간은 3년으로 한다.",
    )
    assert "그 뒤 바뀐 내용 보기" not in staff.get(case_url(answer)).content.decode()

    text, today = "제1조(기간) 기간은 2년으로 한다.", timezone.localdate()
    second = given_regulation("가상 규정", text, enforcement_date=today)

    html = staff.get(case_url(answer)).content.decode()
    [address] = re.findall(r'<a href="([^"]+)">그 뒤 바뀐 내용 보기', html)
    assert f"before={first.number}" in address
    assert str(second.number) in address
    assert staff.get(address).status_code == 200
