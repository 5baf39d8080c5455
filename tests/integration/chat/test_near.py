"""What is shown where nothing is claimed: provisions that may hold the answer, the truth about named ones, what is left open."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from chat.api.responses import verified_response
from chat.api.views import answer_now
from chat.asking.services import conversation_start, near_judge, question_ask
from chat.conversations.export import conversation_markdown
from chat.conversations.personal_data import conversations_forget
from chat.models import Answer, Conversation
from chat.presenters.answers import answer_view
from chat.reruns.replaying import answer_replay
from regulations.curation.drafts import regulation_repeal
from regulations.models import Passage, PassageQuestion, QuestionRun
from regulations.search.questions.indexing import questions_index
from regulations.search.questions.services import question_add
from regulations.search.questions.writing import run_order, run_write
from regulations.search.retrieval import SearchOutcome, search_passages
from tests.answering import answer_question
from tests.corpus import TODAY, given_corpus, given_regulation
from tests.people import publisher
from tests.stub_llm import StubLLM, StubReply

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
LODGING = """
제1조(목적) 이 규정은 생활관의 운영에 관한 사항을 정함을 목적으로 한다.
제2조(생활관비) 생활관비의 금액은 운영위원회의 심의를 거쳐 매 학기 총장이 정하여 공고한다.
"""


OPEN_LECTURES = """
제1조(목적) 이 규정은 공개강좌의 운영에 관한 사항을 정함을 목적으로 한다.
제2조(운영) 공개강좌의 과목, 기간 및 수강료는 그때마다 총장이 정하여 공고한다.
"""
LECTURERS = """
제1조(목적) 이 규정은 시간강사의 위촉에 관한 사항을 정함을 목적으로 한다.
제3조(위촉) 시간강사는 학과장의 추천으로 총장이 위촉한다.
"""


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    given_corpus(embed=True)


def test_what_may_hold_the_answer_is_quoted_and_judged_without_scripts(
    client: Client, settings: Settings
) -> None:
    settings.CONTEXT_RELEVANCE_THRESHOLD = 1.01
    client.get(reverse("chat:ask"))
    session = client.session
    session.save()
    conversation = conversation_start(user=None, session_key=str(session.session_key), as_of=TODAY)
    answer = question_ask(conversation=conversation, question=QUESTION, as_of=TODAY)
    answer_question(answer.pk)
    answer.refresh_from_db()
    assert answer.status == Answer.Status.NEAR

    view = answer_view(answer=answer)
    assert view.outcome == "near"
    assert view.near[0].label == "「학칙」 제25조제2항"
    assert not view.sentences
    assert verified_response(answer)["near"][0]["locator"] == "art-25/para-2"
    assert "제25조제2항" in conversation_markdown(title="", answers=[view], base_url="")

    page = client.get(reverse("chat:conversation", args=[conversation.pk])).content.decode()
    assert "이 조문에 답이 있을 수 있습니다." in page
    assert "<mark>휴학</mark>" in page
    assert "학사지원팀" in page.partition("문의할 부서")[2]
    client.post(
        reverse("chat:near", args=[answer.pk]), {"number": view.near[0].number, "is_answer": "yes"}
    )
    [proposed] = PassageQuestion.objects.all()
    assert (proposed.text, proposed.locator_key) == (QUESTION, "art-25")
    assert proposed.state == PassageQuestion.State.PENDING

    # Somebody else proposes the same words elsewhere, and then here as well.
    other = PassageQuestion.objects.create(
        regulation=proposed.regulation,
        locator_key="art-26",
        text=QUESTION,
        origin=PassageQuestion.Origin.STUDENT,
        state=PassageQuestion.State.PENDING,
    )
    second = question_ask(
        conversation=conversation_start(user=None, as_of=TODAY), question=QUESTION, as_of=TODAY
    )
    answer_question(second.pk)
    second.refresh_from_db()
    near_judge(answer=second, number=view.near[0].number, is_answer=True)
    mine = Conversation.objects.filter(pk=conversation.pk)
    conversations_forget(conversations=mine, now=timezone.now())
    assert set(PassageQuestion.objects.all()) == {proposed, other}
    conversations_forget(conversations=Conversation.objects.all(), now=timezone.now())
    assert list(PassageQuestion.objects.all()) == [other]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("학칙 제999조는 무슨 내용이에요?", "제999조가 없습니다. 제1조부터 제28조까지 있습니다."),
        ("학칙 27조 알려줘", "제27조는 2024. 2. 20. 삭제되었습니다."),
    ],
)
def test_the_truth_is_told_about_a_provision_that_is_named(question: str, said: str) -> None:
    answer = answer_now(question=question, as_of=TODAY)

    assert answer.status == Answer.Status.UNANSWERABLE_NO_PROVISION
    [truth] = answer_view(answer=answer).named
    assert said in truth.sentence
    assert truth.links
    assert answer_view(answer=answer).outcome == "none"


def test_of_a_table_that_there_is_none_the_other_tables_are_shown() -> None:
    given_regulation(
        "실습비 규정", "제1조(목적) 실습비를 정한다.\n[별표 1] 실습비 기준\n학기마다 정한다."
    )

    answer = answer_now(question="실습비 규정 별표 3 알려줘", as_of=TODAY)

    assert answer.status == Answer.Status.UNANSWERABLE_NO_PROVISION
    [truth] = answer_view(answer=answer).named
    assert "별표 3이 없습니다" in truth.sentence
    [(label, *_)] = truth.links
    assert label == "「실습비 규정」 별표 1(실습비 기준)"


def test_that_a_regulation_is_repealed_is_told_with_a_link_to_what_it_said() -> None:
    version = given_regulation("시간강사 위촉 규정", LECTURERS)
    regulation_repeal(
        regulation=version.regulation, on=date(2025, 9, 1), by=publisher(), reason="통합"
    )

    answer = answer_now(question="시간강사 위촉 규정 제3조", as_of=TODAY)

    assert answer.status == Answer.Status.UNANSWERABLE_NO_PROVISION
    [truth] = answer_view(answer=answer).named
    assert truth.sentence == "「시간강사 위촉 규정」은 2025. 9. 1. 폐지되었습니다."
    assert truth.links


def test_a_date_that_somebody_sets_is_answered_as_left_open() -> None:
    given_regulation("공개강좌 규정", OPEN_LECTURES, embed=True)

    answer = answer_now(question="공개강좌 기간이 언제예요?", as_of=TODAY)

    view = answer_view(answer=answer)
    assert answer.retrieval["left_open"] == {"matter": "date", "who": "총장"}
    assert view.left_open.startswith("규정은 날짜를 정하지 않고 총장이 정하도록")
    assert (answer.status, view.outcome) == (Answer.Status.ANSWERED, "answer")


def test_an_amount_that_somebody_sets_is_answered_as_left_open() -> None:
    given_regulation("생활관 운영 규정", LODGING, embed=True)

    answer = answer_now(question="생활관비는 얼마예요?", as_of=TODAY)

    view = answer_view(answer=answer)
    assert answer.status == Answer.Status.ANSWERED
    assert view.left_open.startswith("규정은 금액을 정하지 않고 총장")
    assert "제2조" in view.left_open
    assert "총장이 정하여 공고한다" in view.sentences[0].text


def test_a_question_of_a_provision_leads_there_in_other_words_too() -> None:
    passage = Passage.objects.get(version__regulation__title="학칙", locator_key="art-24")
    asked = "돈 내고 이름 올리는 날이 따로 있나요?"
    question_add(passage=passage, text=asked, origin=PassageQuestion.Origin.STAFF)
    assert questions_index(seconds=10) == 0

    found = search_passages(asked, as_of=TODAY)
    assert found.passages[0].passage == passage
    assert found.outcome == "answer"
    refused = PassageQuestion.objects.get()
    refused.state = PassageQuestion.State.REFUSED
    refused.save()
    assert search_passages(asked, as_of=TODAY).best_relevance < found.best_relevance


def test_a_model_writes_questions_and_only_what_the_article_answers_is_taken(
    use_stub: StubLLM,
) -> None:
    version = Passage.objects.filter(version__regulation__title="등록금에 관한 규정")[0].version
    articles = version.passages.exclude(locator_key__startswith="add-").count()
    for number in range(articles):
        use_stub.say(
            {"questions": [f"학비는 언제까지 내나요 {number}?", f"학비는 얼마인가요 {number}?"]},
            {"answerable": [1]},
        )
    run = run_order(version_id=version.pk)

    assert run_write(run_id=run.pk, now=timezone.now(), seconds=30) == articles
    run.refresh_from_db()
    assert (run.state, run.done, run.written) == (QuestionRun.State.DONE, articles, articles)
    assert all("언제" in row.text for row in PassageQuestion.objects.all())
    asked_before = len(use_stub.requests)
    run_write(run_id=run_order(version_id=version.pk).pk, now=timezone.now(), seconds=30)
    assert len(use_stub.requests) == asked_before


def test_an_unsure_question_is_searched_again_in_the_words_of_rules_and_the_replay_says_so(
    use_stub: StubLLM,
) -> None:
    asked = "학교를 얼마나 오래 쉴 수 있죠?"
    assert search_passages(asked, as_of=TODAY).outcome is not SearchOutcome.ANSWER
    use_stub.say({"question": QUESTION})
    use_stub.say("휴학 기간은 통산하여 6학기를 초과할 수 없습니다[†1].")

    answer = answer_now(question=asked, as_of=TODAY)

    assert answer.status == Answer.Status.ANSWERED
    assert answer.question == asked
    assert (answer.retrieval["query"], answer.retrieval["reworded"]) == (asked, QUESTION)
    assert asked in use_stub.requests[-1]["messages"][1]["content"]
    assert answer_replay(answer=answer).is_same
    use_stub.default = StubReply(status=500)
    cache.clear()
    causes = answer_replay(answer=answer).causes
    assert any(QUESTION in cause and "없음" in cause for cause in causes)
