"""Example questions: offered only while the regulations in force answer them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from chat.asking import examples
from chat.asking.examples import example_groups, examples_refresh
from chat.composing.fallback import follow_up_questions, related_questions
from chat.models import ExampleQuestion
from regulations.models import Passage, PassageQuestion, Regulation
from regulations.reading.corpus_version import corpus_changed
from regulations.search.questions.indexing import questions_index
from regulations.search.questions.services import question_add
from regulations.search.retrieval import search_passages
from regulations.search.thesaurus import thesaurus_load
from tests.corpus import TODAY, given_corpus

pytestmark = pytest.mark.django_db

LEAVE = "휴학은 최대 몇 년까지 할 수 있습니까?"
LIBRARY = "도서관은 누가 이용할 수 있습니까?"


FOREIGN = {
    "en": ("Can I pay the tuition in instalments?", "How many years of leave may I take in all?"),
    "zh-hans": ("学费可以分期缴纳吗？", "休学总共可以几年？"),
    "vi": ("Có thể đóng học phí thành nhiều đợt không?", "Tổng cộng được bảo lưu mấy năm?"),
}


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    given_corpus(embed=True)
    Regulation.objects.filter(title="학칙").update(category="학사")
    corpus_changed()


def test_only_questions_that_are_answered_are_offered_under_their_category(client: Client) -> None:
    examples_refresh(as_of=TODAY)

    offered = {group.category: group.questions for group in example_groups()}
    html = client.get("/").content.decode()
    assert LEAVE in offered["학사"]
    assert LIBRARY not in str(offered)
    assert ExampleQuestion.objects.filter(question=LIBRARY, is_answered=False).exists()
    assert (f'value="{LEAVE}"' in html, LIBRARY in html) == (True, False)


def test_questions_are_in_the_language_of_the_page_and_each_finds_its_provision(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In other languages the index holds the question itself, so that what is offered is answered."""
    thesaurus_load()
    passage = Passage.objects.get(version__regulation__title="학칙", locator_key="art-25")
    for _common, own in FOREIGN.values():
        question_add(passage=passage, text=own, origin=PassageQuestion.Origin.STAFF)
    questions_index(seconds=30)
    monkeypatch.setattr(examples, "COMMON_QUESTIONS", examples.COMMON_QUESTIONS[:2])
    examples_refresh(as_of=TODAY)

    for language, (_common, own) in FOREIGN.items():
        client.cookies["django_language"] = language
        html = client.get("/").content.decode()
        assert f'<span lang="{language}">{own}</span>' in html
        assert '<button class="example" type="submit"><span lang="ko">' not in html
        assert search_passages(own, as_of=TODAY, limit=1).passages[0].passage == passage


def test_a_related_question_is_offered_only_where_it_finds_the_article_it_is_of(
    settings: Settings,
) -> None:
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    elsewhere = Passage.objects.get(version__regulation__title="학칙", locator_key="art-28")
    question_add(passage=elsewhere, text=LEAVE, origin=PassageQuestion.Origin.STAFF)
    found = search_passages("자퇴원은 학부모와 같이 내나요?", as_of=TODAY)
    assert elsewhere in [one.passage for one in found.passages]

    related = related_questions(result=found, as_of=TODAY, scope=None, asked="")

    # It is answered, by the article on leave.
    assert search_passages(LEAVE, as_of=TODAY).passages[0].passage != elsewhere
    assert LEAVE not in related
    assert "학칙에서 자퇴는 어떻게 정하고 있습니까?" in related


@pytest.mark.parametrize(
    "asked",
    [LEAVE, "휴학은 최대 몇 년까지 할 수 있습니까", "휴학은 최대 몇년까지 할 수 있습니까 ?"],
)
def test_what_was_asked_just_now_is_not_offered_to_go_on_with(
    settings: Settings, asked: str
) -> None:
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    article = Passage.objects.get(version__regulation__title="학칙", locator_key="art-25")
    question_add(passage=article, text=LEAVE, origin=PassageQuestion.Origin.STAFF)
    found = search_passages(asked, as_of=TODAY)

    def offered(asked: str) -> list[str]:
        on = follow_up_questions(result=found, as_of=TODAY, scope=None, asked=asked, cited=())
        return on + related_questions(result=found, as_of=TODAY, scope=None, asked=asked)

    assert LEAVE in offered("")
    assert LEAVE not in offered(asked)


def test_a_page_in_a_language_without_answered_questions_offers_korean_ones(client: Client) -> None:
    ExampleQuestion.objects.create(question=LEAVE, is_answered=True)
    client.cookies["django_language"] = "vi"

    assert f'<span lang="ko">{LEAVE}</span>' in client.get("/").content.decode()


def test_questions_are_looked_up_again_only_when_the_corpus_or_the_day_has_changed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examples, "COMMON_QUESTIONS", examples.COMMON_QUESTIONS[:2])
    every = 2 * len(settings.LANGUAGES)
    assert examples_refresh(as_of=TODAY) == every
    assert examples_refresh(as_of=TODAY) == 0

    assert examples_refresh(as_of=TODAY + timedelta(days=1)) == every
    settings.CONTEXT_RELEVANCE_THRESHOLD = 1.1
    corpus_changed()
    examples_refresh(as_of=TODAY + timedelta(days=1))

    assert example_groups() == []


def test_what_is_refused_goes_what_is_hidden_stays_away_and_a_long_question_stops_nothing() -> None:
    passage = Passage.objects.get(version__regulation__title="학칙", locator_key="art-25")
    own = question_add(passage=passage, text=LEAVE + " 학부", origin=PassageQuestion.Origin.STAFF)
    question_add(passage=passage, text="휴학은 " * 70, origin=PassageQuestion.Origin.STAFF)
    examples_refresh(as_of=TODAY)
    assert ExampleQuestion.objects.filter(question=own.text, is_generated=True).exists()

    ExampleQuestion.objects.filter(question=LEAVE).update(is_hidden=True)
    own.delete()
    ExampleQuestion.objects.create(question="휴학은 통산하여 몇 년을 넘을 수 없습니까?")
    examples_refresh(as_of=TODAY)

    assert not ExampleQuestion.objects.filter(question=own.text).exists()
    offered = str(example_groups())
    assert (LEAVE in offered, "휴학은 통산하여" in offered) == (False, True)


def test_nothing_is_written_while_nothing_has_changed() -> None:
    examples_refresh(as_of=TODAY)

    with CaptureQueriesContext(connection) as made:
        assert examples_refresh(as_of=TODAY) == 0

    assert {query["sql"].split()[0] for query in made} == {"SELECT"}
    # What is a candidate no more goes, and what has become one comes.
    ExampleQuestion.objects.create(question="지난 후보입니까?", is_generated=True)
    ExampleQuestion.objects.filter(question=LEAVE).delete()
    examples_refresh(as_of=TODAY)
    questions = set(ExampleQuestion.objects.values_list("question", flat=True))
    assert (LEAVE in questions, "지난 후보입니까?" in questions) == (True, False)


def test_question_that_staff_adds_is_looked_up_alone() -> None:
    examples_refresh(as_of=TODAY)
    ExampleQuestion.objects.create(question="휴학은 통산하여 몇 년을 넘을 수 없습니까?", position=0)

    assert examples_refresh(as_of=TODAY) == 1
    assert example_groups()[0].questions[0].startswith("휴학은 통산하여")


def test_an_example_that_staff_rewords_stays_and_is_looked_up_again(admin_client: Client) -> None:
    examples_refresh(as_of=TODAY)
    offered = ExampleQuestion.objects.get(question=LEAVE)
    page = reverse("admin:chat_examplequestion_change", args=[offered.pk])

    def reword(question: str) -> ExampleQuestion:
        admin_client.post(page, {"question": question, "position": 1})
        assert question not in str(example_groups())
        examples_refresh(as_of=TODAY)
        return ExampleQuestion.objects.get(pk=offered.pk)

    assert reword("휴학은 통산하여 몇 년을 넘을 수 없습니까?").is_answered
    assert not reword("도서관에 고양이를 데려와도 됩니까?").is_answered


def test_an_example_that_is_only_moved_is_generated_as_before(admin_client: Client) -> None:
    examples_refresh(as_of=TODAY)
    offered = ExampleQuestion.objects.get(question=LEAVE)
    page = reverse("admin:chat_examplequestion_change", args=[offered.pk])

    admin_client.post(page, {"question": LEAVE, "position": 7})

    moved = ExampleQuestion.objects.get(pk=offered.pk)
    assert (moved.position, moved.is_generated, moved.is_answered) == (7, True, True)
