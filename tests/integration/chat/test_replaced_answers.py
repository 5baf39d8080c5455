"""What stands around a text that the staff wrote in the place of an answer: nothing that is only true of the answer before."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from chat.conversations.selectors import answers_with_everything
from chat.models import Answer
from chat.presenters.answers import answer_view
from chat.presenters.shapes import AnswerView
from portal.accounts.models import User
from tests.corpus import given_corpus
from tests.stored_answers import Written, given_answer, path_of
from verification.models import CitationCheck, Flag, Verification
from verification.review.deciding import review_decide
from verification.review.flags import flag_raise

pytestmark = pytest.mark.django_db

YEARS = "휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다(「학칙」 제25조제2항)."
LEAVE = Written("신입생은 첫 학기에 휴학할 수 없습니다.", ("art-25/para-3",))


@pytest.fixture
def student() -> User:
    return User.objects.create_user("student")


@pytest.fixture
def answer(student: User) -> Answer:
    """An answer of a model, read twice, of which a citation was taken out."""
    given_corpus()
    answer = given_answer(LEAVE, user=student)
    verification = Verification.objects.get(answer=answer)
    verification.check_state = Verification.CheckState.DONE
    verification.method = Verification.Method.MODEL
    verification.save()
    CitationCheck.objects.create(
        verification=verification,
        position=9,
        statement=LEAVE.text,
        citation_text="「학칙」 제999조",
        status="NOT_FOUND",
        action=CitationCheck.Action.REMOVED,
    )
    return answer


def decided(answer: Answer, decision: str, text: str = "") -> AnswerView:
    flag_raise(answer_id=answer.pk, reason=Flag.Reason.SAMPLED)
    reviewer, _is_new = User.objects.get_or_create(username="staff", role=User.Role.STAFF)
    review_decide(
        answer_id=answer.pk,
        reviewer=reviewer,
        decision=decision,
        reason="다른 경우가 있음",
        corrected_text=text,
    )
    return answer_view(answer=answers_with_everything().get(pk=answer.pk))


@pytest.mark.parametrize(
    ("decision", "text", "line"),
    [
        ("APPROVED", "", "generated_by: model · checked_by: rules, model, staff"),
        ("CORRECTED", YEARS, "generated_by: staff · checked_by: rules, staff"),
        ("CORRECTED", "학사지원팀에 물으십시오.", "generated_by: staff · checked_by: staff"),
        ("WITHDRAWN", "", "generated_by: none · checked_by: staff"),
    ],
    ids=["approved", "corrected", "corrected without a citation", "withdrawn"],
)
def test_who_checked_it_is_said_of_the_text_that_is_shown(
    answer: Answer, student: User, client: Client, decision: str, text: str, line: str
) -> None:
    view = decided(answer, decision, text)

    assert view.provenance.line == line
    client.force_login(student)
    checked = line.rpartition(": ")[2].replace(",", "")
    assert f'data-checked-by="{checked}"' in client.get(path_of(answer)).content.decode()


@pytest.mark.parametrize(
    ("decision", "text", "is_told"),
    [("APPROVED", "", True), ("CORRECTED", YEARS, False), ("WITHDRAWN", "", False)],
    ids=["approved", "corrected", "withdrawn"],
)
def test_a_citation_that_was_taken_out_is_told_of_the_text_that_had_it(
    answer: Answer, student: User, client: Client, decision: str, text: str, is_told: bool
) -> None:
    decided(answer, decision, text)
    client.force_login(student)
    export = reverse("chat:export", args=[answer.message.conversation_id])

    assert ("뺀 인용" in client.get(export).content.decode()) is is_told
    assert ("data-removed" in client.get(path_of(answer)).content.decode()) is is_told


@pytest.mark.parametrize("decision", ["APPROVED", "CORRECTED"])
def test_a_decision_is_promised_until_it_is_made(
    answer: Answer, student: User, client: Client, decision: str
) -> None:
    client.force_login(student)
    said = client.post(reverse("chat:feedback", args=[answer.pk]), {"helpful": "no"}, follow=True)
    promise = "결정하면 이 화면에서 알려 드립니다."
    assert promise in said.content.decode()

    decided(answer, decision, YEARS)

    html = client.get(path_of(answer)).content.decode()
    assert "‘아니요’로 남겼습니다." in html
    assert promise not in html
