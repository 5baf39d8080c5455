"""The figures that decide what is kept must be right themselves."""

from __future__ import annotations

import math

import pytest

from regulations.search.golden.metrics import FoundPlaces, LabelledQuestion, asked, figures, place
from regulations.search.retrieval.results import SearchOutcome

GOLD = {"regulation": "휴학 규정", "article": 3, "article_sub": None}
OTHER = {"regulation": "가온대학교 학칙", "article": 9, "article_sub": 2}


def question(**changes: object) -> LabelledQuestion:
    return asked({"id": "q", "question": "?", "answerable": True, "gold": [GOLD]} | changes)


def found(*places: tuple[str, int, int | None], abstained: bool = False) -> FoundPlaces:
    outcome = SearchOutcome.NONE if abstained else SearchOutcome.ANSWER
    return FoundPlaces(tuple(place(*one) for one in places), outcome)


def test_names_are_compared_without_spaces_dots_and_the_university() -> None:
    assert place("가온대학교 학․석사 규정", 1, 0) == place("학·석사규정", 1, None)
    assert place("대학교육 규정", 1, None) != place("교육 규정", 1, None)


def test_recall_rank_and_gain() -> None:
    right, wrong = ("휴학규정", 3, None), ("휴학규정", 4, None)
    values = figures([(question(), found(wrong, right)), (question(), found(wrong))])
    assert (values["recall@1"], values["recall@3"]) == (0.0, 0.5)
    assert values["MRR"] == 0.25
    assert values["nDCG@10"] == pytest.approx(1 / math.log2(3) / 2)


def test_an_alternative_counts_as_found_but_not_as_gold() -> None:
    pair = (question(alternatives=[OTHER]), found(("학칙", 9, 2)))
    values = figures([pair])
    assert (values["recall@1"], values["gold@5"]) == (1.0, 0.0)


def test_all_gold_is_found_where_every_provision_that_the_answer_needs_is() -> None:
    asked_of_both = question(gold=[GOLD, OTHER])
    one, other = ("휴학규정", 3, None), ("학칙", 9, 2)
    values = figures([(asked_of_both, found(one, other)), (asked_of_both, found(one))])
    assert (values["all gold@10"], values["gold@5"]) == (0.5, 0.75)


def test_abstention_counts_both_kinds_of_error() -> None:
    without = question(answerable=False, gold=[])
    values = figures(
        [
            (without, found(abstained=True)),
            (without, found(abstained=False)),
            (question(), found(abstained=True)),
        ]
    )
    assert (values["abstention precision"], values["abstention recall"]) == (0.5, 0.5)
