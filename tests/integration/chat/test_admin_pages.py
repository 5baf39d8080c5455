"""Conversations and answers in the admin: nothing of an answer is changed by hand, and a conversation goes with all that was said in it."""

from __future__ import annotations

import re

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chat.asking.services import feedback_record
from chat.conversations.certificates.issuing import certificate_issue
from chat.models import Answer, Certificate, Citation, Conversation, VerifiedAnswer
from chat.verified_answers.saving import phrasings_add
from portal.accounts.models import User
from tests.corpus import SCHOOL_REGULATIONS, given_corpus, given_regulation
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


@pytest.fixture
def verified(db: None) -> VerifiedAnswer:
    regulation = given_regulation("학칙", SCHOOL_REGULATIONS).regulation
    row = VerifiedAnswer.objects.create(sentences=[LEAVE.text])
    for sentence in (0, 1):
        row.citations.create(sentence=sentence, regulation=regulation, label="「학칙」 제25조")
    phrasings_add(verified=row, phrasings=[QUESTION, "휴학은 몇 년까지 합니까?"])
    return row


def phrasings(verified: VerifiedAnswer, *added: str, without: str = "") -> dict[str, str]:
    """The form of its page with these added."""
    rows = list(verified.phrasings.order_by("pk"))
    sent = {
        "phrasings-TOTAL_FORMS": str(len(rows) + len(added)),
        "phrasings-INITIAL_FORMS": str(len(rows)),
        "citations-TOTAL_FORMS": "0",
        "citations-INITIAL_FORMS": "0",
    }
    for place, row in enumerate(rows):
        sent |= {f"phrasings-{place}-id": str(row.pk), f"phrasings-{place}-text": row.text}
        if row.text == without:
            sent[f"phrasings-{place}-DELETE"] = "on"
    for place, text in enumerate(added, start=len(rows)):
        sent[f"phrasings-{place}-text"] = text
    return sent


def test_a_phrasing_that_differs_by_its_punctuation_only_is_refused_in_a_sentence(
    office: Client, verified: VerifiedAnswer
) -> None:
    before = set(verified.phrasings.values_list("text", flat=True))
    new = ["얼마나 쉴 수 있나요?", "얼마나 쉴 수 있나요"]

    swapped = phrasings(verified)
    one, other = "phrasings-0-text", "phrasings-1-text"
    swapped[one], swapped[other] = swapped[other], swapped[one]

    added = (phrasings(verified, *texts) for texts in ([QUESTION.replace("?", " ?!")], new))
    for sent in (*added, swapped):
        said = office.post(page(verified, "change"), sent)
        assert "이미 있는 질문입니다" in said.content.decode()
    assert set(verified.phrasings.values_list("text", flat=True)) == before

    # One that goes is in the way of none, and neither is its own former spelling.
    assert office.post(page(verified, "change"), phrasings(verified)).status_code == 302
    sent = phrasings(verified, QUESTION.rstrip("?"), without=QUESTION)
    assert office.post(page(verified, "change"), sent).status_code == 302
    assert set(verified.phrasings.values_list("text", flat=True)) == {
        *before - {QUESTION},
        QUESTION.rstrip("?"),
    }


def test_provisions_of_a_verified_answer_stand_beside_the_number_of_their_sentence(
    office: Client, verified: VerifiedAnswer
) -> None:
    shown = office.get(page(verified, "change")).content.decode()

    numbers = re.findall(r'field-sentence_number">\s*<p>(.+?)</p>', shown)
    assert numbers == ["–", "1"]
