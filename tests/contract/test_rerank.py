"""A re-ranker behind an endpoint, and a model that completes follow-ups, over real HTTP: good, bad and dead ones."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from pytest_django import Settings

from portal import llm
from portal.controls.models import StepUsage
from portal.llm import openai_client, routing
from regulations.search.retrieval.rerank import ScoredCandidate
from regulations.search.retrieval.rerankers.endpoint import external_reranking
from regulations.search.retrieval.rewriting import complete_question, reword_question
from regulations.search.retrieval.setup import BUILT_IN
from regulations.text.thesaurus import Thesaurus
from tests.controls import controls_set
from tests.stub_llm import StubLLM, StubReply
from tests.unit.regulations.test_retrieval_ranking import candidate

# What a language model is used for is counted in the database.
pytestmark = pytest.mark.django_db

TEXTS = ["휴학은 3년까지 한다.", "도서는 7책을 빌린다."]
THESAURUS = Thesaurus.of(())
HISTORY = ("휴학은 몇 년까지 되나요?",)
FOLLOW_UP = "그럼 대학원생은요?"


@pytest.fixture(autouse=True)
def _configured(stub_llm: StubLLM, settings: Settings) -> None:
    openai_client._formats.clear()
    settings.RERANK_BASE_URL = stub_llm.base_url
    settings.RERANK_MODEL = "cross-encoder"


def _ordered() -> list[ScoredCandidate]:
    return [ScoredCandidate(candidate(n, f"제목 {n}", f"본문 {n}"), 5.0 - n, {}) for n in (1, 2, 3)]


def _scores(*values: float) -> dict[str, Any]:
    rows = [{"index": place, "relevance_score": value} for place, value in enumerate(values)]
    return {"results": rows[::-1]}


def test_scores_come_back_in_the_order_of_the_texts(stub_llm: StubLLM) -> None:
    stub_llm.say(_scores(0.9, 0.1))
    assert llm.rerank("휴학은?", TEXTS) == [0.9, 0.1]
    request = stub_llm.requests[0]
    assert (request["model"], request["query"], request["documents"]) == (
        "cross-encoder",
        "휴학은?",
        TEXTS,
    )


def test_a_bare_list_of_scores_is_understood(stub_llm: StubLLM) -> None:
    stub_llm.say(StubReply([{"index": 1, "score": 0.2}, {"index": 0, "score": -3.5}]))
    assert llm.rerank("휴학은?", TEXTS) == [-3.5, 0.2]


def test_a_chat_model_can_be_the_judge(stub_llm: StubLLM, settings: Settings) -> None:
    settings.RERANK_PROTOCOL = "chat"
    stub_llm.say({"scores": [{"number": 2, "score": 0.1}, {"number": 1, "score": 0.8}]})
    assert llm.rerank("휴학은?", TEXTS) == [0.8, 0.1]
    assert "[2]\n도서는" in stub_llm.requests[0]["messages"][0]["content"]


def test_the_order_of_the_model_is_joined_with_the_built_in_one(stub_llm: StubLLM) -> None:
    stub_llm.say(_scores(0.0, 0.5, 0.9))
    ranking = external_reranking("휴학은?", _ordered())
    assert next(scored.candidate.passage_id for scored in ranking.ordered) in (1, 3)
    assert (ranking.reranker, ranking.notes) == ("cross-encoder", ())
    stub_llm.say(_scores(0.0, 0.9, 0.5))
    assert external_reranking("휴학은?", _ordered()).ordered[0].candidate.passage_id == 2


@pytest.mark.parametrize(
    "reply",
    [
        StubReply(status=503),
        StubReply({"results": [{"index": 0, "relevance_score": 1.0}]}),
        StubReply({"results": [{"index": n, "relevance_score": 1.0} for n in (0, 1, 9)]}),
        StubReply({"results": [{"index": n} for n in range(3)]}),
        StubReply({"nothing": True}),
        StubReply(raw_body=b"<html>"),
    ],
    ids=["busy", "too few", "a stranger", "no score", "another form", "no JSON"],
)
def test_a_reranker_that_fails_leaves_the_built_in_order_and_is_named(
    stub_llm: StubLLM, reply: StubReply
) -> None:
    stub_llm.say(reply)
    ranking = external_reranking("휴학은?", _ordered())
    assert [scored.candidate.passage_id for scored in ranking.ordered] == [1, 2, 3]
    assert ranking.reranker == ""
    assert ranking.notes[0].startswith("reranker_failed")


def test_a_slow_reranker_is_not_waited_for(stub_llm: StubLLM, settings: Settings) -> None:
    settings.RERANK_TIMEOUT = 0.2
    stub_llm.say(StubReply(_scores(1.0, 1.0, 1.0), delay=1.0))
    assert external_reranking("휴학은?", _ordered()).notes == ("reranker_failed: Timeout",)


def test_a_follow_up_is_completed_by_the_model(use_stub: StubLLM) -> None:
    use_stub.say({"question": "대학원생은 휴학을 몇 년까지 할 수 있나요?"})
    completed = complete_question(FOLLOW_UP, thesaurus=THESAURUS, history=HISTORY)
    assert completed.query.text == "대학원생은 휴학을 몇 년까지 할 수 있나요?"
    assert completed.rewriter == "stub"
    sent = use_stub.requests[0]["messages"][1]["content"]
    assert HISTORY[0] in sent
    assert FOLLOW_UP in sent


@pytest.mark.parametrize(
    "reply",
    [StubReply(status=500), StubReply({"question": " "}), StubReply({"question": "휴학 " * 200})],
)
def test_without_a_usable_reply_the_rules_complete_it(use_stub: StubLLM, reply: StubReply) -> None:
    use_stub.say(reply)
    completed = complete_question(FOLLOW_UP, thesaurus=THESAURUS, history=HISTORY)
    assert completed.query.text == f"{HISTORY[0]} {FOLLOW_UP}"
    assert completed.rewriter == BUILT_IN
    assert completed.notes[0].startswith("rewriting_failed")


def test_a_question_that_stands_by_itself_costs_no_model(use_stub: StubLLM) -> None:
    whole = "졸업논문 심사위원은 몇 명으로 구성하고 누가 위촉하나요?"
    completed = complete_question(whole, thesaurus=THESAURUS, history=HISTORY)
    assert (completed.query.text, use_stub.requests) == (whole, [])


def test_an_unsure_question_is_put_in_the_words_of_rules_once_a_day(use_stub: StubLLM) -> None:
    use_stub.say({"question": "휴학의 요건은 무엇입니까?"})
    asked = "학교 좀 쉬고 싶은데 어케 해요"
    first, second = (reword_question(asked, thesaurus=THESAURUS) for _ in range(2))
    assert first is not None
    assert second is not None
    assert first.text == second.text == "휴학의 요건은 무엇입니까?"
    assert len(use_stub.requests) == 1


def test_a_model_too_slow_to_reword_costs_the_time_and_stays_in_use(
    use_stub: StubLLM, settings: Settings
) -> None:
    settings.LLM_STEP_SECONDS = {"reword": 0.2}
    for number in range(5):
        use_stub.say(StubReply({"question": "휴학의 요건은?"}, delay=0.6))
        assert reword_question(f"{number}번 쉬면요?", thesaurus=THESAURUS) is None
    assert not llm.is_circuit_open()
    use_stub.say({"question": "휴학의 요건은?"})
    assert complete_question(FOLLOW_UP, thesaurus=THESAURUS, history=HISTORY).rewriter == "stub"


def test_a_chat_model_that_judges_is_counted_and_switched_off_with_the_others(
    stub_llm: StubLLM, settings: Settings
) -> None:
    settings.RERANK_PROTOCOL = "chat"
    stub_llm.say({"scores": [{"number": 1, "score": 0.8}, {"number": 2, "score": 0.1}]})
    llm.rerank("휴학은?", TEXTS)
    assert StepUsage.objects.get(step="rerank").prompt_tokens == 11

    controls_set(may_generate=False)
    cache.clear()
    with pytest.raises(llm.Unavailable, match="switched off"):
        llm.rerank("휴학은?", TEXTS)
    assert len(stub_llm.requests) == 1


@pytest.mark.parametrize("protocol", ["rerank", "chat"])
def test_a_dead_reranker_rests(stub_llm: StubLLM, settings: Settings, protocol: str) -> None:
    settings.RERANK_PROTOCOL = protocol
    stub_llm.default = StubReply(status=503)
    for _ in range(routing.FAILURES_IN_A_ROW):
        with pytest.raises(llm.Unavailable):
            llm.rerank("휴학은?", TEXTS)
    with pytest.raises(llm.Unavailable, match="lately"):
        llm.rerank("휴학은?", TEXTS)
    assert len(stub_llm.requests) == routing.FAILURES_IN_A_ROW
