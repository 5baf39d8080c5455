"""Conversations and answers in the admin: nothing of an answer is changed by hand, and a conversation goes with all that was said in it."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chat.asking.services import feedback_record
from chat.conversations.certificates.issuing import certificate_issue
from chat.models import Answer, Certificate, Citation, Conversation
from portal.accounts.models import User
from tests.corpus import given_corpus
from tests.stored_answers import QUESTION, Written, given_answer
from verification.models import Review, Verification

pytestmark = pytest.mark.django_db
LEAVE = Written("휴학기간은 통산하여 3년(6학기)을 초과할 수 없습니다.", ("art-25/para-2",))


@pytest.fixture
def office(client: Client) -> Client:
    client.force_login(User.objects.create_user("office", role=User.Role.ADMIN, is_staff=True))
    return client


@pytest.fixture
def answer(db: None) -> Answer:
    given_corpus()
    stored = given_answer(LEAVE)
    Verification.objects.update(check_state=Verification.CheckState.DONE)
    return stored


def page(row: object, wish: str) -> str:
    meta = row._meta  # type: ignore[attr-defined]
    return reverse(f"admin:{meta.label_lower.replace('.', '_')}_{wish}", args=[row.pk])  # type: ignore[attr-defined]


def test_no_part_of_an_answer_is_deleted_by_hand(office: Client, answer: Answer) -> None:
    feedback = feedback_record(answer=answer, helpful=False, comment="아닌 것 같습니다")

    for row in (answer, Citation.objects.get(), feedback):
        assert office.post(page(row, "delete"), {"post": "yes"}).status_code == 403
    assert Answer.objects.exists()


def test_a_conversation_is_deleted_with_what_shows_its_question(
    office: Client, answer: Answer
) -> None:
    certificate_issue(answer_id=answer.pk, with_question=True, now=timezone.now())
    conversation = answer.message.conversation

    assert QUESTION in office.get(page(conversation, "delete")).content.decode()
    office.post(page(conversation, "delete"), {"post": "yes"})

    assert not Conversation.objects.exists()
    certificate = Certificate.objects.get()
    assert (certificate.ended_why, certificate.statement) == (Certificate.Ended.TAKEN_BACK, "")
    # Nobody can take anything out of the log.
    assert [entry.object_repr for entry in LogEntry.objects.all()] == [Conversation.FORGOTTEN]


def test_of_a_reviewed_conversation_the_person_and_the_question_go(
    office: Client, answer: Answer
) -> None:
    reviewer = User.objects.create_user("reviewer", role=User.Role.STAFF)
    Review.objects.create(answer=answer, reviewer=reviewer, decision="APPROVED")
    other = given_answer(LEAVE).message.conversation
    chosen = [str(answer.message.conversation_id), str(other.pk)]

    reply = office.post(
        reverse("admin:chat_conversation_changelist"),
        {"action": "delete_selected", "_selected_action": chosen, "post": "yes"},
        follow=True,
    )

    assert "1개는 검토한 답변이 있어 남고" in reply.content.decode()
    [kept] = Conversation.objects.all()
    assert (kept.title, kept.session_key) == (Conversation.FORGOTTEN, "")
    assert QUESTION not in str(list(kept.messages.values_list("content", flat=True)))
    assert set(LogEntry.objects.values_list("object_repr", flat=True)) == {Conversation.FORGOTTEN}
