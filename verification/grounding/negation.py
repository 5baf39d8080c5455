"""Negation check: doubt a claim whose negation fits the provisions better.

Agreement in words hides a quietly turned "not" or "may", because everything else agrees. Two sentences that differ in nothing
else show what the turn alone is worth: whichever is found closer is what the provision says.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from random import Random

from verification.grounding.changes import change_modality, turn_polarity
from verification.grounding.facts.stances import OPPOSITES, OTHER_MODALITIES, Stance, predicate_of
from verification.grounding.results import EntailmentScores, GroundingReason, ReasonKind

# In log-odds; chosen on regulations that the rules had not been fitted to.
CLEARLY = 1.0
_ANY = Random(0)  # noqa: S311 - a turn has nothing to choose
# "…하면 됩니다" has no opposite that is said with the same verb.
_CONDITIONAL = re.compile(r"면\s$")
_TEXTS = {
    ReasonKind.POLARITY: "긍정과 부정이 조문과 반대인 것으로 보입니다",
    ReasonKind.MODALITY: "의무인지 재량인지가 조문과 다른 것으로 보입니다",
}


def negated_claims(claim: str) -> Iterator[tuple[ReasonKind, str]]:
    """The claim denied, and with "may" for "must" or the other way round, each in its plainest wording."""
    found = predicate_of(claim)
    if found is None:
        turned = (
            (ReasonKind.POLARITY, turn_polarity(claim, _ANY)),
            (ReasonKind.MODALITY, change_modality(claim, _ANY)),
        )
        yield from ((kind, text) for kind, text in turned if text and text != claim)
        return
    if _CONDITIONAL.search(found.head):
        return
    yield ReasonKind.POLARITY, found.said(OPPOSITES[found.stance])
    if found.stance in (Stance.OBLIGE, Stance.PERMIT):
        # A plain statement is said of duties and of permissions alike.
        yield ReasonKind.MODALITY, found.said(OTHER_MODALITIES[found.stance])


def negation_check(
    claim: str, judged: EntailmentScores, judge: Callable[[str], EntailmentScores]
) -> GroundingReason | None:
    """The reason to doubt a claim if its negation scores clearly better; else None."""
    for kind, opposite in negated_claims(claim):
        if log_odds(judge(opposite).supported) - log_odds(judged.supported) > CLEARLY:
            return GroundingReason(kind, f"{_TEXTS[kind]}: 조문은 “{opposite}”에 더 가깝습니다.")
    return None


def log_odds(probability: float) -> float:
    """The logarithm of the odds, kept within reason."""
    bounded = min(max(probability, 1e-6), 1 - 1e-6)
    return math.log(bounded / (1 - bounded))
