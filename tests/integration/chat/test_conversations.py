"""What an asker does with conversations and answers: find, name, delete, export, share, judge. And nobody else."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from chat.models import Answer, AnswerShare, Conversation, Feedback
from portal.accounts.models import User
from regulations.models import Collection, Regulation
from regulations.search.retrieval import search_passages
from tests.answering import answer_question
from tests.corpus import TODAY, given_corpus
from verification.models import Flag
from verification.review.deciding import review_decide

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"


def asked(client: Client, question: str = QUESTION, **limits: str) -> Answer:
    reply = client.post("/", {"question": question, **limits})
    assert reply.status_code == 303, reply.content.decode()
    return Answer.objects.get(message__conversation_id=reply.headers["Location"].split("/")[2])


def answered(client: Client, **limits: str) -> Answer:
    given_corpus(embed=True)
    answer = answer_question(asked(client, **limits).pk)
    assert answer is not None
    return answer


def page(answer: Answer) -> str:
    return reverse("chat:conversation", args=[answer.message.conversation_id])


def read(client: Client, url: str) -> str:
    reply = client.get(url)
    assert reply.status_code == 200
    return reply.content.decode()


def act(client: Client, name: str, answer: Answer, **values: str) -> int:
    subject = answer.message.conversation_id if name in ("rename", "delete") else answer.pk
    return client.post(reverse(f"chat:{name}", args=[subject]), values).status_code


def decided(answer: Answer, decision: str, **values: Any) -> None:
    Flag.objects.create(answer=answer, reason=Flag.Reason.THUMBS_DOWN)
    reviewer, _created = User.objects.get_or_create(username="staff", role=User.Role.STAFF)
    review_decide(answer_id=answer.pk, reviewer=reviewer, decision=decision, **values)


@pytest.fixture
def stranger() -> Client:
    """Another browser, which has asked something of its own."""
    client = Client()
    asked(client, "졸업하려면 몇 학점이 필요합니까?")
    return client


def test_conversations_are_found_by_what_was_asked_and_answered(client: Client) -> None:
    answer = answered(client)
    asked(client, "등록금은 언제 냅니까?")

    def found(words: str) -> list[str]:
        html = client.post(reverse("chat:conversations"), {"find": words}).content.decode()
        return re.findall(r"<li><a[^>]*><span>(.+?)</span>", html)

    assert found("") == ["등록금은 언제 냅니까?", QUESTION]
    assert found("휴학 통산하여") == [answer.message.conversation.title]
    assert found("기숙사") == []


def test_conversation_gets_the_name_that_its_asker_gives_it(client: Client) -> None:
    answer = asked(client)

    act(client, "rename", answer, title="  휴학   준비 ")
    act(client, "rename", answer, title="   ")

    assert Conversation.objects.get().title == "휴학 준비"


def test_deleted_conversation_is_gone_with_its_link(client: Client) -> None:
    answer = answered(client)
    act(client, "share", answer)
    link = reverse("chat:shared", args=[AnswerShare.objects.get().token])

    assert act(client, "delete", answer) == 303

    assert not Conversation.objects.exists()
    assert client.get(link).status_code == 404


def test_deleting_keeps_what_the_staff_decided_but_for_nobody(client: Client) -> None:
    answer = answered(client)
    act(client, "share", answer)
    decided(answer, "APPROVED")

    act(client, "delete", answer)

    assert client.get(page(answer)).status_code == 404
    assert Answer.objects.get().reviews.count() == 1
    assert AnswerShare.objects.get().revoked_at is not None


def test_answer_composed_after_its_conversation_was_deleted_is_dropped(client: Client) -> None:
    answer = asked(client)
    act(client, "delete", answer)

    assert answer_question(answer.pk) is None


@pytest.mark.parametrize(
    "name", ["rename", "delete", "share", "unshare", "stop", "feedback", "seen"]
)
def test_nobody_acts_on_what_others_asked(client: Client, stranger: Client, name: str) -> None:
    answer = asked(client)

    assert act(stranger, name, answer, title="남의 것", helpful="no") == 404
    assert client.get(reverse(f"chat:{name}", args=[answer.pk])).status_code == 405
    answer.refresh_from_db()
    assert answer.message.conversation.title == QUESTION
    assert (answer.stop_requested_at, answer.review_seen_at) == (None, None)
    assert not Feedback.objects.exists()
    assert not AnswerShare.objects.exists()


def test_export_holds_states_and_whole_links_and_is_the_askers_alone(
    client: Client, stranger: Client
) -> None:
    answer = answered(client)
    url = reverse("chat:export", args=[answer.message.conversation_id])

    reply = client.get(url)

    text = reply.content.decode()
    assert "attachment" in reply.headers["Content-Disposition"]
    assert f"## {QUESTION}" in text
    assert "「학칙」 제25조제2항: 확인됨" in text
    assert "](http://testserver/regulations/" in text
    assert stranger.get(url).status_code == 404


def test_export_of_a_question_with_markup_is_its_text(client: Client) -> None:
    answer = asked(client, "# 제목 <b>굵게</b> [링크](x)")

    text = client.get(
        reverse("chat:export", args=[answer.message.conversation_id])
    ).content.decode()

    assert r"\<b\>굵게\</b\> \[링크\](x)" in text


class TestShared:
    """The link to one answer."""

    @pytest.fixture
    def answer(self, client: Client) -> Answer:
        return answered(client)

    @pytest.fixture
    def link(self, client: Client, answer: Answer) -> str:
        assert act(client, "share", answer) == 303
        return reverse("chat:shared", args=[AnswerShare.objects.get(revoked_at=None).token])

    def test_shows_the_same_rows_to_anybody_and_to_no_search_engine(
        self, stranger: Client, link: str
    ) -> None:
        reply = stranger.get(link)

        html = reply.content.decode()
        assert "3년(6학기)" in html
        assert "제25조제2항" in html
        assert 'content="noindex' in html
        assert "noindex" in reply.headers["X-Robots-Tag"]
        # Other sites are told nothing of the link; with no-referrer its forms (language, sign out) would come from "null".
        assert reply.headers["Referrer-Policy"] == "same-origin"
        assert "<textarea" not in html
        assert 'method="post" action="/answers' not in html

    def test_is_the_same_until_it_is_taken_back_and_then_another(
        self, client: Client, stranger: Client, answer: Answer, link: str
    ) -> None:
        act(client, "share", answer)
        assert AnswerShare.objects.count() == 1

        act(client, "unshare", answer)
        act(client, "share", answer)

        assert stranger.get(link).status_code == 404
        assert len(set(AnswerShare.objects.values_list("token", flat=True))) == 2

    def test_follows_a_correction_and_a_withdrawal(
        self, stranger: Client, answer: Answer, link: str
    ) -> None:
        decided(answer, "CORRECTED", reason="단서를 더함", corrected_text="고친 문장입니다.")
        corrected = read(stranger, link)
        decided(answer, "WITHDRAWN", reason="폐지된 조문")
        withdrawn = read(stranger, link)

        assert "고친 문장입니다." in corrected
        assert "단서를 더함" in corrected
        assert "3년(6학기)" not in withdrawn
        assert "폐지된 조문" in withdrawn

    def test_is_not_guessed_and_not_made_before_there_is_an_answer(self, client: Client) -> None:
        pending = asked(client, "자퇴하려면 어떻게 합니까?")
        act(client, "share", pending)

        assert not AnswerShare.objects.exists()
        assert client.get(reverse("chat:shared", args=["a" * 32])).status_code == 404


def test_thumb_down_asks_for_a_review_and_is_thanked_for(client: Client) -> None:
    answer = answered(client)

    act(client, "feedback", answer, helpful="no", reason="OUTDATED", comment="작년 규정입니다.")

    flag = Flag.objects.get(reason=Flag.Reason.THUMBS_DOWN)
    assert flag.detail == "오래됨: 작년 규정입니다."
    html = read(client, page(answer))
    assert "담당 부서가 답변을 다시 보고" in html
    assert "검토를 기다립니다" in html

    act(client, "feedback", answer, helpful="yes")
    flag.refresh_from_db()
    assert flag.resolved_at is not None
    assert "검토를 기다립니다" not in read(client, page(answer))


def test_thumb_up_and_nonsense_ask_nobody(client: Client) -> None:
    answer = answered(client)

    act(client, "feedback", answer, helpful="maybe", reason="LAZY")
    assert not Feedback.objects.exists()
    act(client, "feedback", answer, helpful="yes", reason="WRONG")

    assert Feedback.objects.get().reason == ""
    assert not Flag.objects.filter(reason=Flag.Reason.THUMBS_DOWN).exists()


def test_asker_is_told_of_a_correction_until_it_was_read(client: Client, stranger: Client) -> None:
    answer = answered(client)
    notice = "담당자가 지난 답변을 다시 보고 바꾸었습니다."
    decided(answer, "APPROVED")
    assert notice not in read(client, "/")

    decided(answer, "CORRECTED", reason="단서를 더함", corrected_text="고친 문장입니다.")

    assert notice in read(client, "/")
    assert notice not in read(stranger, "/")
    act(client, "seen", answer)
    assert notice not in read(client, "/")
    shown = read(client, page(answer))
    assert "고친 문장입니다." in shown
    assert "고치기 전" in shown


@pytest.mark.parametrize(
    ("chosen", "label"),
    [("category", "등록"), ("collection", "신입생"), ("id", "「등록금에 관한 규정」")],
)
def test_conversation_keeps_its_scope_and_its_day(client: Client, chosen: str, label: str) -> None:
    given_corpus(embed=True)
    tuition = Regulation.objects.get(title="등록금에 관한 규정")
    Regulation.objects.filter(pk=tuition.pk).update(category="등록")
    Collection.objects.create(name="신입생", slug="new").regulations.add(tuition)
    value = {"category": "category:등록", "collection": "collection:new", "id": f"id:{tuition.pk}"}

    answer = asked(client, scope=value[chosen], as_of="2025-03-02")
    answer_question(answer.pk)
    client.post(page(answer), {"question": "분할납부는요?"})

    answer.refresh_from_db()
    assert answer.status == Answer.Status.UNANSWERABLE_OUT_OF_SCOPE
    assert {row.as_of for row in Answer.objects.all()} == {date(2025, 3, 2)}
    html = read(client, page(answer))
    assert label in html
    assert "2025. 3. 2. 기준" in html


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("scope", "id:0"),
        ("scope", "category:없음"),
        ("scope", "x"),
        ("scope", "topic:없음"),
        ("regulation", "0"),
        ("regulation", "x"),
        ("degree", "doctor"),
        ("as_of", "내일"),
        ("as_of", "0001-01-01"),
    ],
)
def test_unknown_limits_are_refused_with_the_question_kept(
    client: Client, field: str, value: str
) -> None:
    reply = client.post("/", {"question": QUESTION, field: value})

    assert reply.status_code == 422
    assert f"{QUESTION}</textarea>" in reply.content.decode()
    assert not Conversation.objects.exists()


def test_day_of_today_moves_on_with_the_conversation(client: Client) -> None:
    asked(client, as_of=timezone.localdate().isoformat())

    assert Conversation.objects.get().as_of is None


def test_answered_question_offers_questions_that_find_their_article(
    client: Client, settings: Settings
) -> None:
    # In a corpus of ten articles nothing is rare, so relevance is low.
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    answer = answered(client)

    assert answer.related_questions
    for question in answer.related_questions:
        found = search_passages(question, as_of=TODAY, limit=1)
        assert not found.abstained
        article = found.passages[0].passage.article
        assert article is not None
        assert question.startswith(article.title)


def test_edit_brings_the_question_back_into_the_field(client: Client, stranger: Client) -> None:
    answer = asked(client)
    other = asked(stranger, "남의 질문입니다.")

    assert f"{QUESTION}</textarea>" in read(client, f"{page(answer)}?edit={answer.pk}")
    assert "남의 질문" not in read(client, f"{page(answer)}?edit={other.pk}")
