"""How much the cross-encoder weighs beside an order that is fitted, and the questions it learns from."""

from __future__ import annotations

from itertools import islice
from random import Random

import numpy as np
import pytest

from lab.training.fit_cross_encoder import JoinedOrder, fitted
from lab.training.fit_reranking import FeatureLayout, LabelledPool
from lab.training.questions.cross_encoding import LIKE_READ, QuestionPassages, university_questions

NAMES = ("lexical", "cross_encoder")
LAYOUT = FeatureLayout(NAMES, 3, (), (), (), ())
ORDER = {"lexical": 1.0}


def pools(said_of_right: float, count: int = 20) -> list[LabelledPool]:
    """Questions whose right passage, one of four, has this from the cross-encoder and the others 0; words tell nothing."""
    random = np.random.default_rng(7)
    found = []
    for number in range(count):
        right = np.eye(4)[number % 4]
        features = np.c_[random.normal(size=4), right * said_of_right]
        found.append(LabelledPool(features, right, ("a", "b", "c", "d"), answerable=True))
    return found


def test_what_tells_the_right_passage_weighs_and_what_tells_nothing_does_not() -> None:
    joined = JoinedOrder(LAYOUT, ORDER)
    assert joined.best([pools(3.0)]) > 0.5
    assert joined.best([pools(0.0)]) == 0.0
    assert joined.best([pools(-3.0)]) == 0.0


def test_the_fit_keeps_the_order_it_joins() -> None:
    found = fitted(LAYOUT, [("one", pools(3.0)), ("other", pools(2.0))], ORDER)
    assert found["order"]["lexical"] == 1.0
    assert found["order"]["cross_encoder"] > 0
    # Scores lie wider apart with it, and a passage has to fall behind by more to be half as relevant.
    joined = JoinedOrder(LAYOUT, ORDER)
    assert found["distance"] > joined.distance([pools(3.0), pools(2.0)], 0.0)


def test_each_rulebook_is_measured_by_a_weight_fitted_without_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    fitted(LAYOUT, [("told", pools(3.0)), ("untold", pools(0.0))], ORDER)
    told, untold = capsys.readouterr().out.splitlines()
    assert told.startswith("told:")
    assert "with a weight of 0.00" in told
    assert "with a weight of 0.00" not in untold


def test_a_question_is_read_with_its_passage_and_some_that_look_like_it() -> None:
    answered = QuestionPassages("몇 학기?", ("맞는 글", "가", "나", "다", "라"), answered=True)
    drawn = answered.drawn(Random(1))
    assert drawn[0] == "맞는 글"
    assert len(set(drawn)) == LIKE_READ + 1
    unanswered = QuestionPassages("얼마?", ("비슷한 글", "가", "나"), answered=False)
    assert unanswered.drawn(Random(1)) == ["비슷한 글", "가"]


def test_of_the_universities_every_block_gives_questions_with_and_without_an_answer() -> None:
    some = list(islice(university_questions(), 40))
    assert {one.answered for one in some} == {True, False}
    assert all(len(set(one.passages)) == len(one.passages) > 3 for one in some)
    kept_apart = {one.passages[0] for one in islice(university_questions(apart=True), 40)}
    assert kept_apart.isdisjoint(one.passages[0] for one in some)
