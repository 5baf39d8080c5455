"""Questions like the one of a case: found by their meaning, with what became of them, and gone with their askers."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from chat.asking.services import conversation_start, question_ask
from chat.conversations.personal_data import conversations_forget
from chat.models import Answer, Conversation, QuestionVector, VerifiedAnswer
from chat.reruns.similar import questions_embed, similar_questions
from portal.accounts.models import User
from tests.corpus import TODAY
from verification.models import Flag, Review
from verification.review.flags import flag_raise

pytestmark = pytest.mark.django_db

LEAVE = "휴학은 최대 몇 년까지 할 수 있습니까?"
LIKE_IT = "휴학은 최대 몇 년까지 가능한가요?"
OTHER = "도서관은 몇 시에 문을 엽니까?"


def given(question: str) -> Answer:
    started = conversation_start(user=None, session_key="asker")
    answer = question_ask(conversation=started, question=question, as_of=TODAY, in_background=False)
    Answer.objects.filter(pk=answer.pk).update(status=Answer.Status.ANSWERED)
    return answer


def decided(answer: Answer) -> Review:
    reviewer, _new = User.objects.get_or_create(username="reviewer", role=User.Role.STAFF)
    return Review.objects.create(
        answer=answer,
        reviewer=reviewer,
        decision="CORRECTED",
        reason="바로잡음",
        corrected_text="3년까지 가능합니다.",
    )


def asked(answer: Answer) -> list[str]:
    return [row.question for row in similar_questions(answer=answer) or []]


def test_near_questions_are_told_with_their_state_decision_and_verified_answer() -> None:
    case, like_it, _again = given(LEAVE), given(LIKE_IT), given(LIKE_IT)
    given(OTHER)
    decided(like_it)
    VerifiedAnswer.objects.create(source=like_it, sentences=["3년까지 가능합니다."])
    assert similar_questions(answer=case) is None, "not read yet"

    assert questions_embed() == 4
    assert questions_embed() == 0

    [found] = similar_questions(answer=case) or []
    assert (found.question, found.times, found.is_same) == (LIKE_IT, 2, False)
    assert (found.status_label, found.decision) == ("답변함", "수정")
    assert found.answer == "3년까지 가능합니다."
    assert found.verified_answer


def test_a_deleted_question_and_a_forgotten_one_are_gone() -> None:
    case, deleted, forgotten = given(LEAVE), given(LIKE_IT), given(f"{LIKE_IT} 알려 주십시오.")
    decided(forgotten)
    questions_embed()
    assert len(asked(case)) == 2
    others = Conversation.objects.exclude(pk=case.message.conversation_id)

    conversations_forget(conversations=others, now=timezone.now())
    questions_embed()

    assert asked(case) == []
    assert list(QuestionVector.objects.values_list("answer", flat=True)) == [case.pk]
    assert not Answer.objects.filter(pk=deleted.pk).exists()


def test_vectors_of_another_model_are_made_anew_and_never_mixed(settings: Settings) -> None:
    case = given(LEAVE)
    given(LIKE_IT)
    questions_embed()
    QuestionVector.objects.exclude(answer=case).update(model="another")

    assert asked(case) == []
    assert questions_embed() == 1
    assert asked(case) == [LIKE_IT]


def test_page_of_a_case_leads_to_them_and_shows_no_vector_as_such(client: Client) -> None:
    case, like_it = given(LEAVE), given(LIKE_IT)
    for one in (case, like_it):
        flag_raise(answer_id=one.pk, reason=Flag.Reason.THUMBS_DOWN)
    client.force_login(User.objects.create_user("staff", role=User.Role.STAFF))
    url = reverse("chat:casework-similar", args=[case.pk])

    assert "아직 읽지 못했습니다" in client.get(url).content.decode()
    questions_embed()

    html = client.get(url, headers={"HX-Request": "true"}).content.decode()
    assert LIKE_IT in html
    assert reverse("verification:case", args=[like_it.pk]) in html
    assert url in client.get(reverse("verification:case", args=[case.pk])).content.decode()
