"""Who speaks of dying, or of what was done to them, is told whom to call, and no rule by which studies end."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from chat.api.responses import verified_response
from chat.api.views import answer_now
from chat.conversations.export import conversation_markdown
from chat.models import Answer
from chat.presenters.answers import answer_view
from chat.presenters.kakao import answer_reply
from chat.presenters.notes import NoteKind, notes_of
from regulations.models import Department
from tests.answering import answer_question
from tests.corpus import TODAY, given_corpus, given_regulation

pytestmark = pytest.mark.django_db

RIGHTS = """
제1조(목적) 이 규정은 인권센터의 운영에 관한 사항을 정함을 목적으로 한다.
제3조(성희롱 신고) 성희롱 피해를 입은 학생은 인권센터에 신고할 수 있다.
"""


def ask(client: Client, question: str) -> Answer:
    reply = client.post(reverse("chat:ask"), {"question": question})
    answer = Answer.objects.get(message__conversation_id=reply.headers["Location"].split("/")[2])
    answer_question(str(answer.pk))
    answer.refresh_from_db()
    return answer


def page(client: Client, answer: Answer) -> str:
    address = reverse("chat:conversation", args=[answer.message.conversation_id])
    return client.get(address).content.decode()


@pytest.fixture(autouse=True)
def _university(db: None) -> None:
    given_corpus(embed=True)
    Department.objects.create(
        name="학사팀", phone="041-555-0111", handles="자퇴, 제적, 휴학, 학생 활동"
    )
    Department.objects.create(name="상담센터", phone="041-555-0165", handles="상담, 인권, 성희롱")


@pytest.mark.parametrize(
    "question",
    [
        "너무 우울해서 학교 그만두고 싶어요 죽고싶다는 생각도 들어요",
        "I am so depressed that I want to die",
    ],
)
def test_who_speaks_of_dying_is_told_whom_to_call(client: Client, question: str) -> None:
    answer = ask(client, question)

    view = answer_view(answer=answer)
    assert view.near == ()
    assert "109" in view.status_sentence
    assert view.contact is not None
    assert view.contact.name == "상담센터"
    html = page(client, answer)
    assert "109" in html
    assert "041-555-0165" in html
    assert "109" in verified_response(answer)["message"]
    said = answer_reply(view, address="")["template"]["outputs"][0]["simpleText"]["text"]
    assert "109" in said
    assert "041-555-0165" in said


def test_what_is_asked_beside_it_is_still_answered(client: Client, settings: Settings) -> None:
    settings.CONTEXT_RELEVANCE_THRESHOLD = settings.MIN_RELEVANCE = 0.01
    answer = ask(client, "죽고 싶을 만큼 힘든데 휴학은 최대 몇 년까지 가능한가요?")

    view = answer_view(answer=answer)
    assert answer.status == Answer.Status.ANSWERED
    assert "109" not in view.status_sentence
    assert [note.kind for note in notes_of(view)] == [NoteKind.CRISIS]
    assert page(client, answer).count("109") == 1
    assert "109" in verified_response(answer)["notes"][0]["message"]
    assert "109" in conversation_markdown(title="", answers=[view], base_url="")
    assert (
        answer_reply(view, address="")["template"]["outputs"][0]["simpleText"]["text"].count("109")
        == 1
    )


def test_beside_the_rule_on_harassment_stands_the_office_that_helps(
    client: Client, settings: Settings
) -> None:
    settings.CONTEXT_RELEVANCE_THRESHOLD = settings.MIN_RELEVANCE = 0.01
    given_regulation("인권센터 규정", RIGHTS, embed=True)
    answer = ask(client, "교수님이 성희롱을 했어요. 어디에 신고할 수 있나요?")

    assert answer.status == Answer.Status.ANSWERED
    html = page(client, answer)
    assert "도움을 받을 곳" in html
    assert "041-555-0165" in html
    assert "109" not in html


@pytest.mark.parametrize(
    "question", ["자살예방교육은 꼭 들어야 하나요?", "발전기금에 투자해도 되나요?"]
)
def test_other_questions_are_not_taken_for_it(question: str) -> None:
    answer = answer_now(question=question, as_of=TODAY)

    view = answer_view(answer=answer)
    assert view.crisis == ""
