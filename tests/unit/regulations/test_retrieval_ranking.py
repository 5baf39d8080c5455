"""Fusion, features and relevance, without a database."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from regulations.search.retrieval.calibration import (
    NEAR_RELEVANCE,
    FittedWeights,
    answer_features,
    fitted_weights,
    interpolate,
)
from regulations.search.retrieval.concepts import Concepts
from regulations.search.retrieval.fusion import reciprocal_rank_fusion
from regulations.search.retrieval.query import Concept, analyze
from regulations.search.retrieval.rerank import Candidate, features, rerank
from regulations.search.retrieval.results import outcome_of
from regulations.search.retrieval.wording import count_asked
from regulations.text.thesaurus import Thesaurus, parse_entry

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


@pytest.mark.parametrize("name", ["cross_encoder", "hybrid", "keyword"])
def test_the_provision_with_the_period_beats_purpose_and_definition(name: str) -> None:
    pool = [
        candidate(1, "목적", "휴학 에 관한 사항을 정함을 목적으로 한다."),
        candidate(2, "휴학 기간", "휴학 은 통산하여 3년을 초과할 수 없다.", dense=0.87),
        candidate(3, "정의", "휴학 이란 쉬는 것을 말한다."),
    ]
    ordered = rerank(QUESTION, pool, idf=IDF, weights=fitted_weights(name).order)
    assert ordered[0].candidate.passage_id == 2


def test_equal_candidates_keep_one_order() -> None:
    pool = [candidate(n, "휴학", "휴학") for n in (3, 1, 2)]
    ordered = rerank(QUESTION, pool, idf=IDF, weights=fitted_weights("hybrid").order)
    assert [s.candidate.passage_id for s in ordered] == [1, 2, 3]


def test_no_candidates_no_features() -> None:
    assert features(QUESTION, [], idf={}) == []


@pytest.mark.parametrize("name", ["cross_encoder", "hybrid", "keyword"])
def test_every_fitted_weight_belongs_to_a_feature(name: str) -> None:
    pool = [candidate(1, "휴학", "휴학")]
    (scored,) = rerank(QUESTION, pool, idf=IDF, weights={})
    weights = fitted_weights(name)
    assert set(weights.order) <= set(scored.features)
    assert set(weights.answer) <= set(answer_features([scored]))


EVEN = ((0.0, 0.0), (1.0, 1.0))


def test_the_best_has_the_chance_of_an_answer_and_the_others_less() -> None:
    weights = FittedWeights({}, 2.0, {"greatest_dense": 2.0}, -1.0, EVEN)
    pool = [candidate(1, "휴학", "휴학"), candidate(2, "복학", "복학")]
    ordered = rerank(QUESTION, pool, idf=IDF, weights={"title_covered": 4.0})
    best, other = weights.relevances(ordered)
    assert best == pytest.approx(weights.answer_chance(ordered))
    assert 0.0 < other < best < 1.0


@pytest.mark.parametrize("name", ["cross_encoder", "hybrid", "keyword"])
def test_the_curve_moves_neither_what_is_a_source_nor_when_the_search_abstains(name: str) -> None:
    curve = fitted_weights(name).curve
    assert [interpolate(curve, at) for at in (0.0, 0.4, 0.5)] == pytest.approx([0.0, 0.4, 0.5])
    read = [interpolate(curve, step / 200) for step in range(201)]
    assert all(earlier < later for earlier, later in pairwise(read))
    assert read[-1] <= 1.0


def test_a_concept_is_covered_by_what_was_said_or_by_the_whole_of_a_phrase_that_means_it() -> None:
    asked = [Concept("기숙사", (("기숙사",), ("생활관",))), Concept("통금", (("귀관", "시간"),))]
    concepts = Concepts.of(asked, {"생활관": 3.0, "시간": 1.0})
    assert concepts.covered(frozenset({"생활관"})) == pytest.approx(3.0 / 9.0)
    # 시간 alone is not 귀관 시간, and what stands nowhere in the rules is the rarest of all.
    assert concepts.rarest_missing(frozenset({"생활관", "시간"})) == 1.0
    assert concepts.covered(frozenset({"기숙사", "귀관", "시간"})) == 1.0
    assert Concepts.of([], {}).covered(frozenset()) == 1.0


def test_a_question_speaks_of_what_it_says_and_what_that_means() -> None:
    thesaurus = Thesaurus.of([parse_entry("기숙사 = 생활관"), parse_entry("쉬다 = 휴학")])
    asked = analyze("기숙사 살면서 좀 쉬려면?", thesaurus=thesaurus)
    phrases = {one.said: one.phrases for one in asked.concepts}
    assert phrases["기숙사"] == (("기숙사",), ("생활관",))
    assert phrases["쉬다"] == (("휴학",),)
    foreign = analyze("May I keep a dog?", thesaurus=thesaurus)
    assert "dog" in {one.said for one in foreign.concepts}


def test_nothing_found_is_no_answer() -> None:
    assert fitted_weights("hybrid").relevances([]) == []
    assert fitted_weights("hybrid").answer_chance([]) == 0.0


def test_a_grade_answers_how_many_points() -> None:
    asked = analyze("재수강하면 몇 점까지 받나요?", thesaurus=Thesaurus.of(()))
    pool = [
        candidate(1, "재수강", "재수강한 과목의 성적은 A0 이하 로 한다."),
        candidate(2, "재수강", "재수강은 신청하여야 한다."),
    ]
    assert [row["answer_missing"] > 0 for row in features(asked, pool, idf=IDF)] == [False, True]


def test_addenda_that_amend_other_rules_come_last_and_a_question_of_the_provision_leads() -> None:
    pool = [
        candidate(
            1, "다른 규정의 개정", "휴학 규정을 다음과 같이 개정한다.", locator_key="add-1/art-2"
        ),
        candidate(2, "휴학", "휴학 은 허가를 받는다."),
        candidate(3, "복학", "복학 은 신고한다.", asked_alike=1.0),
    ]
    ordered = rerank(QUESTION, pool, idf=IDF, weights=fitted_weights("hybrid").order)
    assert [one.candidate.passage_id for one in ordered] == [3, 2, 1]


@pytest.mark.parametrize(
    ("relevance", "outcome"), [(0.5, "answer"), (0.49, "near"), (0.2, "near"), (0.19, "none")]
)
def test_the_best_relevance_says_what_a_search_comes_to(relevance: float, outcome: str) -> None:
    assert outcome_of(relevance) == outcome


PAGES = analyze("졸업논문은 최소 몇 페이지인가요?", thesaurus=Thesaurus.of(()))


@pytest.mark.parametrize(
    ("text", "beside", "lowered"),
    [
        ("졸업 논문 은 30쪽 이상이어야 한다.", "논문 심사", False),
        ("졸업 논문 은 심사 를 거친다.", "논문 심사", True),
        # A figure in a passage that speaks of less of what is asked is not the one asked for.
        ("졸업 논문 은 심사 를 거친다.", "학칙 은 30쪽 이다.", True),
    ],
)
def test_an_answer_without_the_figure_asked_for_is_near_and_never_none(
    text: str, beside: str, lowered: bool
) -> None:
    pool = [candidate(1, "논문", text), candidate(2, "심사", beside)]
    ordered = rerank(PAGES, pool, idf={"졸업": 3.0, "논문": 3.0}, weights={"concepts_covered": 1})
    plain = FittedWeights({}, 2.0, {}, 0.0, EVEN)
    weighed = FittedWeights({}, 2.0, {"figure_not_given": -9.0}, 0.0, EVEN)
    assert plain.answer_chance(ordered) == pytest.approx(0.5)
    assert weighed.answer_chance(ordered) == pytest.approx(NEAR_RELEVANCE if lowered else 0.5)


@pytest.mark.parametrize(
    ("question", "chance", "is_near"),
    [
        ("기숙사 와이파이 비번이 뭐예요", 0.1, False),
        ("기숙사 와이파이 비번이 뭐예요", 0.2, True),
        ("기숙사 휴학 은 며칠이에요", 0.1, True),
    ],
)
def test_what_a_notice_board_says_is_near_to_no_provision_by_a_small_chance(
    question: str, chance: float, is_near: bool
) -> None:
    asked = analyze(question, thesaurus=Thesaurus.of(()))
    ordered = rerank(asked, [candidate(1, "기숙사", "기숙사 에 산다.")], idf=IDF, weights={})
    curve = ((0.0, 0.0), (0.06, NEAR_RELEVANCE), (0.5, 0.5), (1.0, 1.0))
    weights = FittedWeights({}, 2.0, {}, math.log(chance / (1 - chance)), curve)
    assert (weights.relevances(ordered)[0] >= NEAR_RELEVANCE) is is_near


def test_where_no_figure_is_asked_for_none_is_missed_though_nothing_else_is_said_either() -> None:
    ordered = rerank(QUESTION, [candidate(1, "복학", "복학 3년")], idf=IDF, weights={})
    assert ordered[0].features["concepts_covered"] == 0.0
    assert answer_features(ordered)["figure_not_given"] == 0.0


@pytest.mark.parametrize(
    ("question", "given", "other"),
    [
        ("몇 번까지 돼요?", "2회에 한한다", "2년으로 한다"),
        ("학점 몇 점 넘어야 돼요?", "평점평균 2.5 이상", "2년 이상"),
        ("몇 개 학기까지요?", "6개 학기", "6개 과목"),
        ("갈 수 있는 대학 목록 좀", "대학의 목록", "대학을 선발한다"),
    ],
)
def test_the_figure_or_list_that_is_asked_for(question: str, given: str, other: str) -> None:
    wanted = count_asked(question)
    assert wanted is not None
    assert wanted.search(given)
    assert not wanted.search(other)


def test_no_figure_is_asked_for() -> None:
    assert count_asked("휴학할 수 있나요?") is None


@pytest.mark.parametrize(
    ("question", "known", "is_of_another_thing"),
    [
        ("도서관에서 노트북 며칠까지 빌릴 수 있어요?", {"도서관"}, True),
        ("도서관 노트북 대출 며칠까지 돼요?", {"도서관", "대출"}, True),
        ("노트북을 빌리고 늦게 반납하면 연체료가 얼마예요?", {"반납", "연체료"}, True),
        ("우산 대여 며칠까지 돼요?", {"대여"}, True),
        ("도서관에서 책 며칠까지 빌릴 수 있어요?", {"도서관", "책"}, False),
        ("지정도서 대출은 며칠까지 돼요?", {"지정", "도서", "대출"}, False),
        ("노트북으로 책 대출 신청할 수 있나요?", {"책", "대출", "신청"}, False),
    ],
)
def test_nothing_answers_for_a_thing_that_is_lent_and_stands_in_no_rule(
    question: str, known: set[str], is_of_another_thing: bool
) -> None:
    asked = analyze(question, thesaurus=Thesaurus.of(()))
    passage = candidate(1, "대출기간", "도서 대출 기간은 10일로 하고 연체료는 1일 100원으로 한다.")
    [row] = features(asked, [passage], idf=dict.fromkeys(known, 3.0))
    assert (row["figure_missing"] > 1) == is_of_another_thing


def test_a_question_from_abroad_is_answered_with_a_greater_chance_alone() -> None:
    abroad = analyze("How many pages is a thesis?", thesaurus=Thesaurus.of(()))
    ordered = rerank(abroad, [candidate(1, "논문", "졸업 논문")], idf={}, weights={})
    chances = [FittedWeights({}, 2.0, {}, sure, EVEN).answer_chance(ordered) for sure in (0.0, 0.3)]
    assert chances[0] < 0.5 < chances[1]
    # What may only be meant stays so.
    unsure = FittedWeights({}, 2.0, {}, -1.3, EVEN).answer_chance(ordered)
    assert unsure == pytest.approx(NEAR_RELEVANCE, abs=0.02)
