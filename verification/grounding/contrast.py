"""Ask whether the opposite of a claim would fit the provisions better: then the claim has them turned round.

Agreement in words hides a quietly turned "not" or "may", because everything else agrees. Two sentences that differ in nothing
else show what the turn alone is worth: whichever the weights find closer is what the provision says.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from verification.grounding.alignment import Lexicon
from verification.grounding.changes import change_modality, turn_polarity
from verification.grounding.decision import Model, probabilities
from verification.grounding.features import features
from verification.grounding.reading import read
from verification.grounding.results import GroundingProvision, Reason, ReasonKind, Similarity

# In log-odds. At 0.5 most turned claims are seen, and one in thirty of the true ones is doubted.
_CLEARLY = 0.5
_ANY = Random(0)  # noqa: S311 - a turn has nothing to choose
_TURNS = (
    (turn_polarity, ReasonKind.POLARITY, "긍정과 부정이 조문과 반대인 것으로 보입니다"),
    (change_modality, ReasonKind.MODALITY, "의무인지 재량인지가 조문과 다른 것으로 보입니다"),
)


def turned_round(
    claim: str,
    score: float,
    provisions: Sequence[GroundingProvision],
    *,
    lexicon: Lexicon,
    model: Model,
    similarity: Similarity | None = None,
) -> Reason | None:
    """The reason to doubt a claim that would be accepted with `score`, if its opposite fits clearly better."""
    for turn, kind, text in _TURNS:
        opposite = turn(claim, _ANY)
        if not opposite or opposite == claim:
            continue
        found = features(read(opposite, provisions, lexicon, similarity))
        if _log_odds(probabilities(found, model).supported) - _log_odds(score) > _CLEARLY:
            return Reason(kind, f"{text}: 조문은 “{opposite}”에 더 가깝습니다.")
    return None


def _log_odds(probability: float) -> float:
    bounded = min(max(probability, 1e-6), 1 - 1e-6)
    return math.log(bounded / (1 - bounded))
