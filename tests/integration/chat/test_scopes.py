"""Scopes as they are written, and what an answer says when the scope holds none."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from chat.answer_views import answer_view
from chat.api import answer_now, verified_response
from chat.models import Answer
from chat.scopes import UnknownScopeError, scope_read
from regulations.models import Regulation
from tests.corpus import TODAY, given_corpus

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"


@pytest.fixture(autouse=True)
def _corpus(db: None, settings: Settings) -> None:
    given_corpus()
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.3
    settings.MIN_RELEVANCE = 0.2


def test_a_question_outside_of_its_scope_names_the_regulation_that_answers(client: Client) -> None:
    scope = scope_read("regulation:등록금에 관한 규정")
    answer = answer_now(question=QUESTION, as_of=TODAY, scope=scope, mode="keyword")
    view, response = answer_view(answer=answer), verified_response(answer)
    assert answer.status == Answer.Status.UNANSWERABLE_OUT_OF_SCOPE
    assert view.widen is not None
    assert (view.widen.title, response["outside_regulation"]) == ("학칙", "학칙")
    assert response["outside_scope"] is True
    assert all(row.regulation_title != "학칙" for row in answer.passages.all())


def test_the_page_offers_to_ask_everywhere(client: Client) -> None:
    client.get(reverse("chat:ask"))
    session = client.session
    session.save()
    scope = scope_read("regulation:등록금에 관한 규정")
    answer = answer_now(
        question=QUESTION,
        as_of=TODAY,
        scope=scope,
        mode="keyword",
        session_key=session.session_key or "",
    )
    url = reverse("chat:conversation", args=[answer.message.conversation_id])
    page = client.get(url).content.decode()
    assert "전체 규정에서 다시 묻기" in page
    assert "「학칙」" in page


def test_nothing_is_offered_where_nothing_answers() -> None:
    scope = scope_read("regulation:등록금에 관한 규정")
    answer = answer_now(question="오늘 학식 메뉴 뭐예요?", as_of=TODAY, scope=scope, mode="keyword")
    assert answer_view(answer=answer).widen is None
    assert verified_response(answer)["outside_scope"] is False


def test_a_topic_is_what_verified_answers_about_it_have_used() -> None:
    with pytest.raises(UnknownScopeError):
        scope_read("topic:휴학")
    answered = answer_now(question=QUESTION, as_of=TODAY, mode="keyword")
    assert answered.status == Answer.Status.ANSWERED
    school = Regulation.objects.get(title="학칙").pk
    assert scope_read("topic:휴학") == {"regulation_ids": [school]}
    with pytest.raises(UnknownScopeError):
        scope_read("topic:기숙사")


def test_a_degree_limits_and_an_unknown_one_is_refused() -> None:
    assert scope_read("degree:graduate, regulation:학칙")["degree"] == "graduate"
    with pytest.raises(UnknownScopeError):
        scope_read("degree:doctor")
