"""All signs of a claim are weighed together; the premise is what fits, in its order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple

import pytest

from verification.grounding import (
    Entailment,
    EntailmentScores,
    GroundingLabel,
    GroundingProvision,
    check_claim,
)
from verification.grounding.language.alignment import default_lexicon
from verification.grounding.language.premises import PREMISE_SIZE, premise_of
from verification.grounding.language.reading import read_claim
from verification.grounding.signs import signs_of
from verification.grounding.weighing import (
    WeighingTrees,
    default_trees,
    probability_of,
    weighed,
)

SURE = EntailmentScores(0.97, 0.02, 0.01)
DOUBTING = EntailmentScores(0.02, 0.9, 0.08)
# Two claims in one, both free in their wording.
CLAIM = "몸이 아파 수업을 들을 수 없으면 쉴 수 있고, 군대에 가게 된 분도 쉬실 수 있습니다."
LAST_CLAUSE = "군대에 가게 된 분도 쉬실 수 있습니다."


def test_a_tree_is_walked_by_its_borders_and_what_is_not_there_is_nothing() -> None:
    trees = WeighingTrees(("words", "verifier"), [(1, 0.5, -2.0, (0, 3.0, 1.0, 2.0)), 0.25])

    assert probability_of({"words": 3.0, "verifier": 0.6}, trees) == pytest.approx(0.777, abs=1e-3)
    assert probability_of({"words": 4.0, "verifier": 0.6}, trees) == pytest.approx(0.905, abs=1e-3)
    assert probability_of({}, trees) == pytest.approx(0.148, abs=1e-3)


def weigh(entailment: Entailment) -> EntailmentScores:
    signs = signs_of(read_claim(CLAIM, [RULES], default_lexicon()), entailment)
    assert signs is not None
    return weighed(signs, default_trees())


def test_what_is_weighed_adds_up_to_one_and_follows_the_verifier() -> None:
    sure, doubting = weigh(lambda *_: SURE), weigh(lambda *_: DOUBTING)

    assert sum(astuple(sure)) == sum(astuple(doubting)) == pytest.approx(1)
    assert sure.supported > 0.75
    assert doubting.supported < 0.5
    assert doubting.contradicted > doubting.absent


def test_one_clause_that_is_doubted_weighs_against_the_whole() -> None:
    def half(claim: str, _premises: Sequence[str]) -> EntailmentScores:
        return DOUBTING if claim == LAST_CLAUSE else SURE

    assert weigh(half).supported < weigh(lambda *_: SURE).supported - 0.05


def test_without_the_verifier_there_is_nothing_to_weigh() -> None:
    reading = read_claim(CLAIM, [RULES], default_lexicon())

    assert signs_of(reading, lambda *_: None) is None
    assert check_claim(CLAIM, [RULES], entailment=lambda *_: None) == check_claim(CLAIM, [RULES])


RULES = GroundingProvision(
    "가람대학교 학칙",
    7,
    None,
    None,
    "① 다음 각 호의 사람은 휴학할 수 있다.\n1. 질병으로 수업을 들을 수 없는 사람\n2. 입대하는 사람\n"
    + "\n".join(f"{mark} 등록금은 학기마다 정해진 날까지 낸다." * 3 for mark in "②③④⑤"),
)


def test_premise_keeps_what_introduces_an_item_and_fits() -> None:
    premise = premise_of(
        read_claim("군대에 가는 사람은 휴학할 수 있습니다.", [RULES], default_lexicon())
    )
    assert premise.startswith("① 다음 각 호의 사람은 휴학할 수 있다.")
    assert "2. 입대하는 사람" in premise
    assert len(premise) <= PREMISE_SIZE + 20


def test_premise_names_the_provision_where_the_claim_cites_one() -> None:
    claim = "「가람대학교 학칙」 제9조에 따르면 질병이 있는 사람은 휴학할 수 있습니다."
    assert premise_of(read_claim(claim, [RULES], default_lexicon())).startswith(
        "「가람대학교 학칙」 제7조:"
    )


# No fact of it stands in RULES otherwise; the second lacks its number there.
SAID_FREELY = "휴학 사유는 학교가 정한 것만 됩니다."
OTHER_NUMBER = "등록금은 학기마다 3번에 나누어 낼 수 있습니다."


@pytest.mark.parametrize(
    ("claim", "model", "label"),
    [
        (SAID_FREELY, EntailmentScores(0.2, 0.6, 0.2), GroundingLabel.NOT_IN_CONTEXT),
        (SAID_FREELY, EntailmentScores(0.001, 0.998, 0.001), GroundingLabel.CONTRADICTED),
        (OTHER_NUMBER, EntailmentScores(0.02, 0.96, 0.02), GroundingLabel.CONTRADICTED),
        (OTHER_NUMBER, EntailmentScores(0.6, 0.38, 0.02), GroundingLabel.NOT_IN_CONTEXT),
    ],
)
def test_contradicted_is_what_a_fact_or_both_for_sure_speak_against(
    claim: str, model: EntailmentScores, label: GroundingLabel
) -> None:
    found = check_claim(claim, [RULES], entailment=lambda _claim, _premises: model)
    assert found.label is label
    assert found.reasons
