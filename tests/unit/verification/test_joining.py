"""Rules and model are weighed together; the premise is what fits, in its order."""

from __future__ import annotations

import pytest

from verification.grounding import (
    EntailmentScores,
    GroundingLabel,
    GroundingProvision,
    check_claim,
)
from verification.grounding.joining import JoiningWeights, default_joining, join_scores
from verification.grounding.language.alignment import default_lexicon
from verification.grounding.language.premises import PREMISE_SIZE, premise_of
from verification.grounding.language.reading import read_claim

SURE = EntailmentScores(0.96, 0.02, 0.02)
DOUBTING = EntailmentScores(0.02, 0.9, 0.08)
UNDECIDED = EntailmentScores(1 / 3, 1 / 3, 1 / 3)


def test_what_is_joined_adds_up_to_one() -> None:
    found = join_scores(SURE, DOUBTING, default_joining())
    assert found.supported + found.contradicted + found.absent == pytest.approx(1)


def test_agreement_strengthens_and_doubt_weakens() -> None:
    weights = default_joining()
    alone = join_scores(SURE, UNDECIDED, weights).supported
    assert (
        join_scores(SURE, SURE, weights).supported
        > alone
        > join_scores(SURE, DOUBTING, weights).supported
    )


def test_certainty_of_one_can_be_outweighed() -> None:
    certain = EntailmentScores(1.0, 0.0, 0.0)
    assert join_scores(certain, DOUBTING, JoiningWeights(0.1, 3.0, (0, 0, 0))).supported < 0.5


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
