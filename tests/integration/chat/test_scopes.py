"""Scopes as they are written, and what an answer says when the scope holds none."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from chat.api.responses import verified_response
from chat.api.views import answer_now
from chat.asking.scopes import UnknownScopeError, scope_joined, scope_label, scope_read
from chat.asking.topics import topics_asked
from chat.models import Answer, Conversation
from chat.presenters.answers import answer_view
from portal.accounts.models import User
from regulations.models import Regulation
from tests.answering import answer_question
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
    assert scope_read("topic:휴학") == {"regulation_ids": [school], "topic": "휴학"}
    assert scope_label(scope_read("topic:휴학")) == "주제: 휴학"
    cache.clear()
    assert topics_asked() == ["휴학"]
    with pytest.raises(UnknownScopeError):
        scope_read("topic:기숙사")


def test_a_degree_limits_and_an_unknown_one_is_refused() -> None:
    assert scope_read("degree:graduate, regulation:학칙")["degree"] == "graduate"
    with pytest.raises(UnknownScopeError):
        scope_read("degree:doctor")


def test_kinds_of_scope_hold_together_and_regulations_are_alternatives() -> None:
    answer_now(question=QUESTION, as_of=TODAY, mode="keyword")
    school, tuition = (Regulation.objects.get(title=t).pk for t in ("학칙", "등록금에 관한 규정"))
    both = "regulation:학칙, regulation:등록금에 관한 규정"
    assert scope_read(both) == {"regulation_ids": sorted([school, tuition])}
    narrowed = scope_read(f"topic:휴학, {both}")
    assert (narrowed, scope_label(narrowed)) == ({"regulation_ids": [school]}, "「학칙」")
    Regulation.objects.update(category="학사")
    for contradictory in (
        "topic:휴학, regulation:등록금에 관한 규정",
        "category:학사, category:학사",
        "degree:graduate, degree:undergraduate",
    ):
        with pytest.raises(UnknownScopeError):
            scope_read(contradictory)


def test_the_next_best_within_a_scope_is_no_answer_where_the_answer_stands_outside(
    settings: Settings,
) -> None:
    settings.CONTEXT_RELEVANCE_THRESHOLD = settings.MIN_RELEVANCE = 0.0
    scope = scope_read("regulation:등록금에 관한 규정")
    answer = answer_now(question=QUESTION, as_of=TODAY, mode="keyword", scope=scope)
    response = verified_response(answer)
    assert answer.status == Answer.Status.UNANSWERABLE_OUT_OF_SCOPE
    assert (response["outside_scope"], response["outside_regulation"]) == (True, "학칙")
    within = answer_now(
        question=QUESTION, as_of=TODAY, mode="keyword", scope=scope_read("regulation:학칙")
    )
    assert within.status == Answer.Status.ANSWERED
    # Without a subject of its own a question is about the scope that was chosen.
    about_it = answer_now(
        question="최대 몇 년까지 가능한가요?", as_of=TODAY, mode="keyword", scope=scope
    )
    assert answer_view(answer=about_it).widen is None


def test_for_graduate_students_nothing_is_left_out_that_could_be_widened() -> None:
    scope = scope_read("degree:graduate")
    answer = answer_now(
        question="대학원에서 오늘 학식 메뉴 뭐예요?", as_of=TODAY, scope=scope, mode="keyword"
    )
    assert answer.status == Answer.Status.UNANSWERABLE_NO_SOURCE


def test_the_page_offers_every_kind_of_scope(client: Client) -> None:
    answer_now(question=QUESTION, as_of=TODAY, mode="keyword")
    cache.clear()
    Regulation.objects.filter(title="학칙").update(category="학사")
    page = client.get(reverse("chat:ask")).content.decode()
    for value in ("category:학사", "topic:휴학", "undergraduate", "graduate"):
        assert f'value="{value}"' in page
    assert page.count('name="regulation"') == 2
    # A link from elsewhere may have chosen already.
    school = Regulation.objects.get(title="학칙").pk
    linked = client.get(reverse("chat:ask"), {"regulation": str(school), "degree": "graduate"})
    assert f'name="regulation" value="{school}" checked' in linked.content.decode()
    assert 'value="graduate" selected' in linked.content.decode()


def test_several_regulations_and_a_degree_hold_together(client: Client) -> None:
    chosen = sorted(Regulation.objects.values_list("pk", flat=True))
    client.post(
        reverse("chat:ask"), {"question": QUESTION, "regulation": chosen, "degree": "graduate"}
    )
    (conversation,) = Conversation.objects.all()
    assert conversation.scope == {"regulation_ids": chosen, "degree": "graduate"}
    assert scope_label(conversation.scope) == "「등록금에 관한 규정」, 「학칙」"


def test_choices_that_leave_nothing_are_refused(client: Client) -> None:
    tuition, school = (Regulation.objects.get(title=t) for t in ("등록금에 관한 규정", "학칙"))
    Regulation.objects.filter(pk=tuition.pk).update(category="등록")
    with pytest.raises(UnknownScopeError):
        scope_joined({"category": "등록"}, regulation_ids=[school.pk])
    reply = client.post(
        reverse("chat:ask"),
        {"question": QUESTION, "scope": "category:등록", "regulation": school.pk},
    )
    assert reply.status_code == 422
    assert "모두 만족하는 규정이 없습니다" in reply.content.decode()


def test_one_click_widens_the_conversation_and_asks_again(client: Client) -> None:
    client.get(reverse("chat:ask"))
    client.post(reverse("chat:ask"), {"question": "아무 질문"})
    conversation = Conversation.objects.get()
    conversation.scope = scope_read("regulation:등록금에 관한 규정")
    conversation.save()
    narrow = answer_now(question=QUESTION, as_of=TODAY, mode="keyword", conversation=conversation)
    assert narrow.status == Answer.Status.UNANSWERABLE_OUT_OF_SCOPE
    url = reverse("chat:widen", args=[narrow.pk])
    page = client.get(reverse("chat:conversation", args=[conversation.pk])).content.decode()
    assert f'action="{url}"' in page

    # With scripts the page is told to come anew, without them it is led to.
    reply = client.post(url, headers={"HX-Request": "true"})

    assert reply.headers["HX-Refresh"] == "true"
    conversation.refresh_from_db()
    asked = Answer.objects.latest("created_at")
    Answer.objects.filter(pk=asked.pk).update(mode="keyword")
    again = answer_question(asked.pk)
    assert again is not None
    assert (conversation.scope, again.question) == ({}, QUESTION)
    assert again.status == Answer.Status.ANSWERED
    # A second click finds nothing to widen and asks nothing.
    client.post(url)
    assert Answer.objects.filter(message__conversation=conversation).count() == 3


def test_nobody_widens_the_conversation_of_another(client: Client) -> None:
    scope = scope_read("regulation:등록금에 관한 규정")
    answer = answer_now(question=QUESTION, as_of=TODAY, scope=scope, mode="keyword")
    assert client.post(reverse("chat:widen", args=[answer.pk])).status_code == 404
    assert Conversation.objects.get().scope == scope


def test_a_follow_up_takes_the_questions_before_it_along(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = f"{QUESTION} 제 번호는 010-1234-5678입니다."
    file, out = tmp_path / "history.txt", io.StringIO()
    file.write_text(f"{before}\n\n", encoding="utf-8")
    call_command("ask", "누가 허가합니까?", history=file, mode="keyword", as_of=TODAY, stdout=out)
    lines = [
        {"question": "누가 허가합니까?", "history": [before]},
        {"question": "휴학", "history": "휴학"},
    ]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(map(json.dumps, lines))))
    with pytest.raises(CommandError, match="1 line"):
        call_command("ask", jsonl=True, mode="keyword", as_of=TODAY, stdout=out)
    client.force_login(User.objects.create_user("asker", password="x"))
    data = {"question": "누가 허가합니까?", "history": [before], "mode": "keyword"}
    reply = client.post("/query/verified", data, content_type="application/json")
    assert reply.status_code == 200
    for answer in Answer.objects.all():
        assert answer.retrieval["query"].startswith(QUESTION)
        assert "010-1234" not in answer.retrieval["query"]
    with pytest.raises(CommandError, match="cannot read"):
        call_command("ask", "누가 허가합니까?", history=tmp_path / "none.txt")


@pytest.mark.parametrize(
    ("question", "history", "quoted"),
    [
        ("학칙25조2항", (), {"art-25/para-2"}),
        ("2항은 무슨 뜻이에요?", ("학칙 제25조 알려 줘",), {"art-25/para-2"}),
        ("우리 학교 학칙 제25조 알려 주세요", (), None),
    ],
)
def test_a_provision_asked_for_by_number_is_quoted_and_nothing_else(
    question: str, history: tuple[str, ...], quoted: set[str] | None
) -> None:
    answer = answer_now(question=question, as_of=TODAY, mode="keyword", history=history)
    cited = set(answer.message.citations.values_list("locator_key", flat=True))
    assert answer.status == Answer.Status.ANSWERED
    assert cited == quoted if quoted else all(key.startswith("art-25") for key in cited)


def test_the_commands_take_a_scope() -> None:
    out = io.StringIO()
    options = {"mode": "keyword", "as_of": TODAY, "scope": "regulation:등록금에 관한 규정"}
    call_command("search", QUESTION, json=True, stdout=out, **options)
    found = json.loads(out.getvalue())
    assert {row["regulation"] for row in found["results"]} <= {"등록금에 관한 규정"}
    assert (found["abstained"], found["outside"]) == (True, "학칙")
    out = io.StringIO()
    call_command("ask", QUESTION, json=True, stdout=out, **options)
    told = json.loads(out.getvalue())
    assert (told["outside_scope"], told["outside_regulation"]) == (True, "학칙")
    assert told["status"] == Answer.Status.UNANSWERABLE_OUT_OF_SCOPE
    for command in ("search", "ask"):
        with pytest.raises(CommandError):
            call_command(command, QUESTION, **options | {"scope": "regulation:없는 규정"})


def test_who_asks_is_said_once_and_stands_at_every_answer(client: Client) -> None:
    client.post("/", {"question": "휴학은?", "degree": "graduate"})

    client.post("/", {"question": "복학은?"})

    assert [row.scope for row in Conversation.objects.order_by("created_at")] == [
        {"degree": "graduate"},
        {"degree": "graduate"},
    ]
    assert 'value="graduate" selected' in client.get("/").content.decode()
    client.post("/", {"question": "등록은?", "degree": ""})
    assert 'value="graduate" selected' not in client.get("/").content.decode()
