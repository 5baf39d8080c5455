"""What the page of an answer says: each fact once and true, in every state, with one step that leads on."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chat.asking.retrying import answer_retry
from chat.conversations.selectors import answers_with_everything
from chat.models import Answer
from chat.presenters.answers import answer_view
from chat.presenters.shapes import AnswerView
from chat.storing.failing import answer_fail
from portal import llm
from portal.accounts.models import User
from portal.jobs.repair import kind_repair
from regulations.models import Regulation, RegulationVersion
from tests.answering import answer_question
from tests.corpus import given_corpus
from tests.stored_answers import QUESTION, RULES, Written, given_answer
from verification.citations.states import CitationStatus, SentenceOutcome
from verification.models import CitationCheck, ClaimCheck, Flag, Review, Verification
from verification.review.deciding import review_decide
from verification.review.flags import flag_raise

pytestmark = pytest.mark.django_db

PERMIT = Written("휴학하려면 휴학원을 제출하여 총장의 허가를 받아야 합니다.", ("art-25/para-1",))
BESIDE = Written("복학은 학과에 문의합니다.", ("art-26",), SentenceOutcome.BESIDE_SOURCE)


@pytest.fixture
def student(client: Client) -> User:
    given_corpus()
    person = User.objects.create_user("student", role=User.Role.STUDENT)
    client.force_login(person)
    return person


def page(client: Client, answer: Answer) -> str:
    reply = client.get(reverse("chat:conversation", args=[answer.message.conversation_id]))
    return reply.content.decode()


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def view_of(answer: Answer) -> AnswerView:
    return answer_view(answer=answers_with_everything().get(pk=answer.pk))


def taken_out(answer: Answer, text: str, status: CitationStatus, key: str, position: int) -> None:
    CitationCheck.objects.create(
        verification=answer.verification,
        position=position,
        statement="문장",
        citation_text=text,
        version=RegulationVersion.objects.get(regulation__title="학칙") if key else None,
        regulation_title="학칙",
        locator_key=key,
        status=status,
        action=CitationCheck.Action.GENERALIZED,
    )


def test_state_day_scope_and_writer_stand_above_the_answer_once(
    client: Client, student: User
) -> None:
    answer = given_answer(PERMIT, BESIDE, user=student)
    Answer.objects.filter(pk=answer.pk).update(
        model="gaon-7b", retrieval={"scope": {"degree": "graduate"}}
    )

    html = page(client, answer)

    said = words(html[html.index('data-part="state"') : html.index("data-sentences")])
    assert "AI가 작성하고 조문과 대조한 답변입니다. (gaon-7b)" in said
    assert "2026. 3. 2. 현재 시행 중인 규정 기준" in said
    assert "대학원 기준" in said
    assert "문장 2개 중 1개 확인, 1개는 원문과 함께" in said
    assert words(html).count("현재 시행 중인 규정 기준") == 1


def test_what_was_taken_out_is_a_sentence_each_with_what_it_really_is(
    client: Client, student: User
) -> None:
    answer = given_answer(PERMIT, user=student)
    taken_out(answer, "학칙 제27조", CitationStatus.DELETED, "art-27", 2)
    taken_out(answer, "학칙 제27조", CitationStatus.DELETED, "art-27", 3)
    taken_out(answer, "학칙 제99조", CitationStatus.NOT_FOUND, "", 4)
    Regulation.objects.filter(title="등록금에 관한 규정").update(title="등록금 규정")

    said = words(page(client, answer))

    assert "확인되지 않은 인용 2개를 뺐습니다." in said
    assert "학칙 제27조: 2024. 2. 20. 삭제되었습니다. 연혁" in said
    assert "학칙 제99조: 인용한 조문이 이 규정에 없습니다." in said


@pytest.mark.parametrize(
    ("begins", "ends", "state", "said"),
    [
        (date(2027, 3, 1), None, "PUBLISHED", "2027. 3. 1.부터 시행됩니다."),
        (date(2020, 3, 1), date(2025, 9, 1), "REPEALED", "2025. 9. 1. 폐지된 규정의 조문입니다."),
        (date(2020, 3, 1), date(2025, 9, 1), "PUBLISHED", "2025. 9. 1.부터 시행되지 않는 판"),
    ],
)
def test_a_provision_that_is_not_in_force_says_from_or_until_when(
    student: User, begins: date, ends: date | None, state: str, said: str
) -> None:
    answer = given_answer(PERMIT, user=student)
    taken_out(answer, "학칙 제26조", CitationStatus.NOT_IN_FORCE, "art-26", 2)
    RegulationVersion.objects.filter(regulation__title="학칙").update(
        enforcement_date=begins, ends_on=ends, state=state
    )

    assert said in view_of(answer).removed[0].sentence


def test_a_failed_answer_is_tried_again_in_its_place(client: Client, student: User) -> None:
    answer = given_answer(PERMIT, user=student)
    Answer.objects.update(status=Answer.Status.COMPOSING, finished_at=None)
    answer.refresh_from_db()
    answer_fail(answer=answer, error=llm.Unavailable("refused"))
    Answer.objects.update(status=Answer.Status.ERROR_PROVIDER)
    assert "다시 시도" in page(client, answer)

    Answer.objects.update(attempts=Answer.terms.most_attempts)

    client.post(reverse("chat:retry", args=[answer.pk]))

    # However often it was tried before: this try is lost once its message is, and sent again.
    Answer.objects.update(updated_at=timezone.now() - timedelta(minutes=5))
    kind_repair(Answer, now=timezone.now())
    answer.refresh_from_db()
    assert answer.status == Answer.Status.PENDING
    assert Answer.objects.count() == 1
    assert not answer.sentences.exists()
    answered = answer_question(answer.pk)
    assert answered is not None
    assert answered.status == Answer.Status.ANSWERED
    assert not answer_retry(answer_id=answer.pk)
    assert page(client, answer).count("data-turn") == 1


def test_an_office_that_was_asked_keeps_the_case_when_the_answer_is_tried_again(
    student: User,
) -> None:
    answer = given_answer(PERMIT, user=student)
    Answer.objects.update(status=Answer.Status.ERROR_PROVIDER)
    for reason in (Flag.Reason.HANDED_OVER, Flag.Reason.LOW_FAITHFULNESS):
        flag_raise(answer_id=answer.pk, reason=reason, detail="")

    assert answer_retry(answer_id=answer.pk)

    assert [flag.reason for flag in answer.flags.all()] == [Flag.Reason.HANDED_OVER]


def test_a_failed_check_is_made_again_by_who_asked(client: Client, student: User) -> None:
    answer = given_answer(PERMIT, user=student)
    Verification.objects.update(check_state=Verification.CheckState.FAILED)
    assert "다시 확인" in page(client, answer)

    client.post(reverse("chat:recheck", args=[answer.pk]))

    assert Verification.objects.get().check_state == Verification.CheckState.PENDING
    assert "다시 확인" not in page(client, answer)


@pytest.mark.parametrize("is_left_out", [False, True])
def test_citations_that_the_model_did_not_read_are_told_and_read_again(
    client: Client, student: User, is_left_out: bool
) -> None:
    answer = given_answer(PERMIT, user=student)
    Verification.objects.update(
        check_state="DONE", faithfulness="FAITHFUL", pairs_error="" if is_left_out else "Timeout"
    )
    ClaimCheck.objects.create(
        verification=answer.verification, position=1, claim=PERMIT.text, verdict="SUPPORTED"
    )
    if is_left_out:
        assert "충실도 확인 완료" in page(client, answer)
        CitationCheck.objects.update(model_reason="모델이 이 쌍을 판정하지 않았습니다.")

    shown = page(client, answer)

    assert "충실도 확인 완료" not in shown
    assert shown.count("인용별 확인을 실행하지 못했습니다.") == 2
    assert "다시 확인" in shown
    badge = client.get(reverse("chat:faithfulness", args=[answer.pk])).content.decode()
    assert "인용별 확인을 실행하지 못했습니다." in badge
    client.post(reverse("chat:recheck", args=[answer.pk]))
    assert Verification.objects.get().check_state == Verification.CheckState.PENDING
    assert "인용별 확인" not in page(client, answer)


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        ("APPROVED", "학사지원팀에서 다시 보고 그대로 확인했습니다."),
        ("CORRECTED", "학사지원팀에서 이 답변을 고쳤습니다."),
        ("WITHDRAWN", "학사지원팀에서 이 답변을 철회했습니다."),
    ],
)
def test_a_decision_is_told_in_the_name_of_the_office(
    client: Client, student: User, decision: str, said: str
) -> None:
    answer = given_answer(PERMIT, user=student)
    client.post(reverse("chat:feedback", args=[answer.pk]), {"helpful": "no"})
    assert "담당 부서의 검토를 기다립니다: 학사지원팀" in page(client, answer)
    reviewer = User.objects.create_user("kim-reviewer", role=User.Role.STAFF)

    review_decide(
        answer_id=answer.pk,
        reviewer=reviewer,
        decision=decision,
        reason="확인했습니다.",
        cause=Review.Cause.OPINION if decision == "APPROVED" else "",
        corrected_text="휴학원을 냅니다(「학칙」 제25조제1항)." if decision == "CORRECTED" else "",
        accepts_unconfirmed=True,
    )

    html = page(client, answer)
    assert said in html
    assert "검토를 기다립니다" not in html
    assert "kim-reviewer" not in html
    assert not Flag.objects.filter(resolved_at=None).exists()


def test_suggested_questions_ask_at_once_in_the_same_conversation(
    client: Client, student: User
) -> None:
    answer = given_answer(PERMIT, user=student)
    Answer.objects.update(
        status=Answer.Status.UNANSWERABLE_NO_SOURCE, related_questions=["휴학은?"]
    )
    url = reverse("chat:conversation", args=[answer.message.conversation_id])
    assert re.search(
        rf'<form method="post" action="{url}"[^>]*data-example>.*?value="휴학은\?"',
        page(client, answer),
        re.DOTALL,
    )


def test_sentences_in_english_are_marked_as_unofficial(client: Client, student: User) -> None:
    english = Written("A leave of absence needs the permission of the president.", PERMIT.keys)
    answer = given_answer(english, user=student)

    html = page(client, answer)

    assert "비공식 번역입니다. 한국어 조문이 우선합니다." in html
    assert '<div class="sentence-text" lang="en">' in html
    assert "비공식 번역" not in page(client, given_answer(PERMIT, user=student))


def test_a_shared_page_says_that_rules_may_have_changed(client: Client, student: User) -> None:
    answer = given_answer(PERMIT, user=student)
    client.post(reverse("chat:share", args=[answer.pk]))

    path = view_of(answer).share_path

    assert "규정은 그 뒤에 바뀌었을 수 있으니" in client.get(path).content.decode()
    assert QUESTION in client.get(path).content.decode()


def test_pages_of_regulations_are_named_in_their_title(client: Client, student: User) -> None:
    html = client.get(reverse("regulations:version", args=["학칙", 1])).content.decode()

    assert "<title>「학칙」 2025. 3. 1. 시행 · 규정 길잡이</title>" in html


def test_words_that_several_sentences_stand_beside_are_shown_once(
    client: Client, student: User
) -> None:
    other = replace(BESIDE, text="복학은 아무 때나 됩니다.")
    away = replace(BESIDE, text="휴학은 두 번까지입니다.", keys=("art-25/para-2",))
    answer = given_answer(BESIDE, other, away, BESIDE, user=student)

    html = page(client, answer)

    first, second, third, last = html.split('<div class="sentence ')[1:5]
    assert [RULES["art-26"] in one for one in (first, second)] == [True, False]
    assert "앞 문장과 같은 원문 「학칙」 제26조" in words(second)
    # Not where other words stand between them.
    assert RULES["art-25/para-2"] in third
    assert RULES["art-26"] in last.partition('data-part="summary"')[0]


@pytest.mark.parametrize(("written", "label"), [(PERMIT, "확인한 답변"), (BESIDE, "대조한 뒤")])
def test_only_an_answer_with_a_confirmed_sentence_is_called_a_verified_one(
    client: Client, student: User, written: Written, label: str
) -> None:
    answer = given_answer(written, user=student)
    Verification.objects.update(original_text=f"{written.text}\n휴학은 7년입니다.")

    switch = page(client, answer).partition('<fieldset class="switch">')[2].partition("</fieldset>")

    assert words(switch[0]) == f"보여 줄 답변 {label} 고치기 전"
