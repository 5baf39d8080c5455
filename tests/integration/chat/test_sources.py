"""What a composer is given: relevant and long enough, at most five, each text once, and no provision that is deleted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytest_django import Settings

from chat.api.views import answer_now
from chat.composing.sources import sources_of, with_referenced
from regulations.models import Article, Passage
from regulations.search.retrieval import SearchResult, search_passages
from tests.corpus import TODAY, given_corpus, given_regulation
from tests.stub_llm import StubLLM

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"
LOANS = "\n".join(
    f"제{number}조({who} 대출) {who}의 도서 대출 기간은 {days}일로 하고, 대출 권수는 {books}권으로 한다."
    for number, (who, days, books) in enumerate(
        [
            ("학부생", 14, 10),
            ("대학원생", 30, 20),
            ("교원", 90, 50),
            ("직원", 60, 15),
            ("졸업생", 7, 3),
            ("휴학생", 10, 5),
            ("지역주민", 5, 2),
        ],
        start=1,
    )
)
SAME = "제2조(대여) 사물함은 학기마다 총학생회에 신청하여 빌리고, 학기가 끝나면 비워야 한다.\n"
# 19 and 20 characters.
SHORT, ENOUGH = "위원들에게는 수당을 줄 수도 있다.", "위원장들에게는 수당을 줄 수도 있다."


def first_of(question: str) -> SearchResult:
    """What a search finds, with the best passage alone."""
    result = search_passages(question, as_of=TODAY)
    return replace(result, passages=result.passages[:1])


@pytest.mark.parametrize(("relevance", "count"), [(0.39, 0), (0.4, 1)])
def test_a_passage_is_a_source_from_the_least_relevance_on(
    settings: Settings, relevance: float, count: int
) -> None:
    given_corpus()
    result = first_of(QUESTION)
    [passage] = result.passages

    sources = sources_of(
        replace(result, passages=(replace(passage, relevance=relevance),)),
        min_relevance=settings.MIN_RELEVANCE,
    )

    assert len(sources) == count


@pytest.mark.parametrize(("text", "count"), [(SHORT, 0), (ENOUGH, 1)])
def test_an_excerpt_of_less_than_twenty_characters_is_no_source(text: str, count: int) -> None:
    given_regulation("위원회 규정", f"제1조(목적) {text}\n")
    result = first_of("위원에게 수당을 줍니까?")
    [passage] = result.passages
    assert len(passage.passage.text) == 19 + count

    assert len(sources_of(result, min_relevance=0.0)) == count


@pytest.mark.parametrize(("text", "keys"), [(SHORT, ["art-1"]), (ENOUGH, ["art-1", "art-2"])])
def test_nor_is_one_that_a_source_refers_to(text: str, keys: list[str]) -> None:
    given_regulation(
        "위원회 규정",
        f"제1조(분과) 분과위원에게 주는 것에 관하여는 제2조를 준용한다.\n제2조(수당) {text}\n",
    )
    result = first_of("분과위원에게 무엇을 줍니까?")

    sources = with_referenced(sources_of(result, min_relevance=0.0), result, as_of=TODAY)

    assert [source.locator_key for source in sources] == keys


@pytest.mark.parametrize(
    ("term", "keys"), [("야간학생", ["art-2", "art-1"]), ("계절학생", ["art-2"])]
)
def test_what_defines_a_word_of_a_source_takes_a_free_slot(term: str, keys: list[str]) -> None:
    given_regulation(
        "수업 규정",
        f"제1조(정의) ① “{term}”이란 오후 6시 이후의 수업을 듣는 학생을 말한다.\n"
        "제2조(출석) 야간학생은 수업시간의 4분의 1까지 녹화한 수업으로 출석할 수 있다.\n",
    )
    result = first_of("야간학생은 녹화한 수업으로 출석할 수 있나요?")

    sources = with_referenced(sources_of(result, min_relevance=0.0), result, as_of=TODAY)

    assert [source.locator_key for source in sources] == keys


def test_a_deleted_article_has_no_passage() -> None:
    given_corpus()

    assert Article.objects.get(locator_key="art-27").is_deleted
    assert Passage.objects.filter(locator_key="art-26").exists()
    assert not Passage.objects.filter(locator_key="art-27").exists()


def test_a_sixth_source_is_never_sent(use_stub: StubLLM, settings: Settings) -> None:
    settings.CONTEXT_RELEVANCE_THRESHOLD = settings.MIN_RELEVANCE = 0.0
    given_regulation("도서관 대출 규정", LOANS, embed=True)

    answer = answer_now(question="도서 대출 기간은 며칠인가요?", as_of=TODAY)

    prompt = use_stub.requests[0]["messages"][0]["content"]
    context = prompt[prompt.index("[CONTEXT START") :]
    assert len(answer.retrieval["results"]) > 5
    assert answer.passages.count() == 5
    assert "\n[†5] " in context
    assert "[†6]" not in context


def test_regulations_that_say_the_same_are_one_source(settings: Settings) -> None:
    settings.CONTEXT_RELEVANCE_THRESHOLD = settings.MIN_RELEVANCE = 0.0
    for title in ("공과대학 사물함 규정", "사회대학 사물함 규정"):
        given_regulation(
            title, f"제1조(목적) {title}은 학생의 편의를 도모한다.\n{SAME}", embed=True
        )

    answer = answer_now(question="사물함은 어디에 신청하여 빌리나요?", as_of=TODAY)

    found = [row["locator_key"] for row in answer.retrieval["results"]]
    assert found.count("art-2") == 2
    assert [row.locator_key for row in answer.passages.all()].count("art-2") == 1
