"""Mode graph, the asker's degree, and what a question outside of its scope is told."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from regulations.models import Regulation, RegulationVersion
from regulations.search.index.building import embed_pending
from regulations.search.retrieval import (
    Scope,
    SearchResult,
    SecondLook,
    candidates,
    search_passages,
)
from tests.corpus import TODAY, given_regulation

pytestmark = pytest.mark.django_db

LEAVE = """
제1조(목적) 이 규정은 휴학에 관한 사항을 정함을 목적으로 한다.
제2조(휴학기간) 휴학기간은 통산하여 6학기를 초과할 수 없다.
"""
SERVICE = """
제1조(목적) 이 규정은 학적에 관한 사항을 정함을 목적으로 한다.
제3조(군입대휴학) 군입대휴학의 절차는 제9조를 준용한다.
제9조(서류) 재학증명서와 사유서를 학과 사무실에 낸다.
"""
GRADUATE = """
제1조(목적) 이 규정은 대학원의 휴학을 정함을 목적으로 한다.
제2조(휴학기간) 대학원생의 휴학기간은 통산하여 4학기를 초과할 수 없다.
"""
LIBRARY = """
제1조(목적) 이 규정은 도서관의 이용을 정함을 목적으로 한다.
제5조(대출책수) 학부생은 도서 7책을 14일 동안 대출할 수 있다.
"""


@pytest.fixture(autouse=True)
def _corpus(db: None, settings: Settings) -> None:
    # What is tested here is where is looked, not how sure retrieval has to be.
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.01
    settings.MIN_RELEVANCE = 0.005
    given_regulation("휴학 규정", LEAVE)
    given_regulation("학적 규정", SERVICE)
    given_regulation("대학원 휴학 규정", GRADUATE)
    given_regulation("도서관 규정", LIBRARY)


def search(question: str, **options: object) -> SearchResult:
    return search_passages(question, as_of=TODAY, **options)  # type: ignore[arg-type]


def keys(result: SearchResult) -> list[str]:
    return [one.passage.locator_key for one in result.passages]


def test_graph_brings_what_the_best_provision_applies_mutatis_mutandis() -> None:
    question = "군입대휴학의 절차는 무엇을 준용하나요?"
    plain = search(question, limit=2)
    graph = search(question, limit=3, mode="graph")
    assert keys(plain)[0] == keys(graph)[0] == "art-3"
    assert "art-9" not in keys(plain)
    neighbor = next(one for one in graph.passages if one.passage.locator_key == "art-9")
    assert "준용" in neighbor.via
    assert neighbor.relevance < graph.passages[0].relevance
    assert [one.rank for one in graph.passages] == [1, 2, 3]


def test_graph_stays_within_the_budget_and_the_scope() -> None:
    assert len(search("군입대휴학", limit=2, mode="graph").passages) == 2
    library = Regulation.objects.get(title="도서관 규정")
    scope = Scope(regulation_ids=frozenset({library.pk}))
    found = search("군입대휴학", mode="graph", scope=scope)
    assert {one.passage.version.regulation_id for one in found.passages} <= {library.pk}


def test_graph_adds_nothing_to_what_does_not_answer(settings: Settings) -> None:
    settings.CONTEXT_RELEVANCE_THRESHOLD = 1.0
    assert not any(one.via for one in search("군입대휴학", mode="graph").passages)


def test_regulations_of_graduate_schools_are_left_out_for_undergraduates() -> None:
    def titles(scope: Scope) -> list[str]:
        found = search("휴학기간은 몇 학기인가요?", scope=scope)
        return [one.passage.version.regulation.title for one in found.passages]

    assert "대학원 휴학 규정" not in titles(Scope(degree="undergraduate"))
    assert titles(Scope(degree="graduate"))[0] == "대학원 휴학 규정"
    assert "휴학 규정" in titles(Scope(degree="graduate"))


def test_a_graduate_student_may_say_so_in_the_question_too() -> None:
    question = "대학원 휴학기간은 몇 학기인가요?"
    assert keys(search(question, scope=Scope(degree="graduate")))[0] == "art-2"


def test_terms_that_share_a_dimension_are_searched_for_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Dimensions are hashes: rare as it is, two terms of a question can have the same."""
    monkeypatch.setattr(candidates, "dimension", lambda _term: 7)
    assert "art-2" in keys(search("휴학기간은 몇 학기를 초과할 수 없나요?"))


def test_outside_of_the_scope_the_regulation_that_answers_is_named(settings: Settings) -> None:
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.1
    library = Regulation.objects.get(title="도서관 규정")
    scope = Scope(regulation_ids=frozenset({library.pk}))
    result = search("휴학기간은 몇 학기인가요?", scope=scope, second_look=SecondLook(outside=True))
    assert result.abstained
    assert result.outside is not None
    assert "휴학 규정" in result.outside.title
    assert {one.passage.version.regulation_id for one in result.passages} <= {library.pk}


@pytest.mark.parametrize(
    ("question", "scope"),
    [
        ("도서는 몇 책 대출하나요?", Scope(category="없는 분류")),
        ("뚜껑 날씨 파랑", Scope(regulation_ids=frozenset())),
    ],
)
def test_nothing_is_promised_outside_without_an_answer_there(
    question: str, scope: Scope, settings: Settings
) -> None:
    settings.CONTEXT_RELEVANCE_THRESHOLD = 0.99
    assert search(question, scope=scope, second_look=SecondLook(outside=True)).outside is None


def test_nobody_looks_outside_unless_asked_to() -> None:
    assert search("휴학기간", scope=Scope(regulation_ids=frozenset())).outside is None
    assert search("휴학기간", second_look=SecondLook(outside=True)).outside is None


@pytest.mark.parametrize("visit", [0.0, 1e9])
def test_one_by_one_and_by_the_index_the_same_is_found(
    visit: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which way the vectors of a scope are searched is a matter of speed alone."""
    monkeypatch.setattr(candidates, "_VISIT", visit)
    for version in RegulationVersion.objects.all():
        embed_pending(seconds=60, version_id=version.pk)
    scope = Scope(regulation_ids=frozenset({Regulation.objects.get(title="도서관 규정").pk}))
    found = search("책은 몇 권 빌릴 수 있나요?", mode="vector", scope=scope)
    assert keys(found) == ["art-5", "art-1"]
    nothing = search("책은 몇 권 빌릴 수 있나요?", scope=Scope(regulation_ids=frozenset()))
    assert nothing.passages == ()
