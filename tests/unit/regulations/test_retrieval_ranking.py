"""Fusion, features and relevance, without a database."""

from __future__ import annotations

import pytest

from regulations.retrieval.calibration import Fitted, answer_features, fitted
from regulations.retrieval.fusion import reciprocal_rank_fusion
from regulations.retrieval.query import analyze
from regulations.retrieval.rerank import Candidate, features, rerank
from regulations.thesaurus import Thesaurus

QUESTION = analyze("휴학은 몇 년까지 되나요?", thesaurus=Thesaurus.of(()))
IDF = {"휴학": 5.0}


def candidate(number: int, title: str, text: str, **changes: object) -> Candidate:
    values: dict[str, object] = {
        "passage_id": number,
        "regulation_id": 1,
        "locator_key": f"art-{number}",
        "regulation": "학적 규정",
        "heading": "",
        "title": title,
        "text": text,
        "regulation_terms": frozenset({"학적"}),
        "title_terms": frozenset(title.split()),
        "terms": frozenset((*title.split(), *text.split())),
        "lexical": 5.0,
        "dense": 0.85,
    }
    return Candidate(**(values | changes))  # type: ignore[arg-type]


def test_fusion_prefers_what_both_lists_have() -> None:
    assert [key for key, _ in reciprocal_rank_fusion("abc", "bd")] == ["b", "a", "d", "c"]


def test_fusion_counts_a_key_once_a_list_and_keeps_ties_in_order() -> None:
    assert reciprocal_rank_fusion("aab", "ba") == reciprocal_rank_fusion("ab", "ba")
    assert [key for key, _ in reciprocal_rank_fusion("x", "y")] == ["x", "y"]


@pytest.mark.parametrize("name", ["hybrid", "keyword"])
def test_the_provision_with_the_period_beats_purpose_and_definition(name: str) -> None:
    pool = [
        candidate(1, "목적", "휴학 에 관한 사항을 정함을 목적으로 한다."),
        candidate(2, "휴학 기간", "휴학 은 통산하여 3년을 초과할 수 없다.", dense=0.87),
        candidate(3, "정의", "휴학 이란 쉬는 것을 말한다."),
    ]
    ordered = rerank(QUESTION, pool, idf=IDF, weights=fitted(name).order)
    assert ordered[0].candidate.passage_id == 2


def test_equal_candidates_keep_one_order() -> None:
    pool = [candidate(n, "휴학", "휴학") for n in (3, 1, 2)]
    ordered = rerank(QUESTION, pool, idf=IDF, weights=fitted("hybrid").order)
    assert [s.candidate.passage_id for s in ordered] == [1, 2, 3]


def test_no_candidates_no_features() -> None:
    assert features(QUESTION, [], idf={}) == []


@pytest.mark.parametrize("name", ["hybrid", "keyword"])
def test_every_fitted_weight_belongs_to_a_feature(name: str) -> None:
    pool = [candidate(1, "휴학", "휴학")]
    (scored,) = rerank(QUESTION, pool, idf=IDF, weights={})
    weights = fitted(name)
    assert set(weights.order) <= set(scored.features)
    assert set(weights.answer) <= set(answer_features([scored]))


def test_the_best_has_the_chance_of_an_answer_and_the_others_less() -> None:
    weights = Fitted(order={}, answer={"greatest_dense": 2.0}, constant=-1.0, distance=2.0)
    pool = [candidate(1, "휴학", "휴학"), candidate(2, "복학", "복학")]
    ordered = rerank(QUESTION, pool, idf=IDF, weights={"title_covered": 4.0})
    best, other = weights.relevances(ordered)
    assert best == weights.answer_chance(ordered)
    assert 0.0 < other < best < 1.0


def test_nothing_found_is_no_answer() -> None:
    assert fitted("hybrid").relevances([]) == []
    assert fitted("hybrid").answer_chance([]) == 0.0
