"""Negation check: doubt a claim whose negation fits the provisions better.

Agreement in words hides a quietly turned "not" or "may", because everything else agrees. Two sentences that differ in nothing
else show what the turn alone is worth: whichever is found closer is what the provision says.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator

from verification.grounding.facts.stances import OPPOSITES, OTHER_MODALITIES, Stance, predicate_of
from verification.grounding.results import EntailmentScores, GroundingReason, ReasonKind

# In log-odds; chosen on regulations that the rules had not been fitted to.
CLEARLY = 1.0
# "…하면 됩니다" has no opposite that is said with the same verb.
_CONDITIONAL = re.compile(r"면\s$")
_TEXTS = {
    ReasonKind.POLARITY: "긍정과 부정이 조문과 반대인 것으로 보입니다: 조문은 “{opposite}”에 더 가깝습니다.",
    ReasonKind.MODALITY: "의무인지 재량인지가 조문과 다른 것으로 보입니다: 조문은 “{opposite}”에 더 가깝습니다.",
}

# Statutes end in 한다, answers in 합니다; both are turned.
_TURNED_ENDINGS = (
    ("수 있습니다", "수 없습니다"),
    ("수 없습니다", "수 있습니다"),
    ("수 있다", "수 없다"),
    ("수 없다", "수 있다"),
    ("하지 않습니다", "합니다"),
    ("되지 않습니다", "됩니다"),
    ("하지 아니한다", "한다"),
    ("되지 아니한다", "된다"),
    ("하지 않는다", "한다"),
    ("해야 합니다", "하지 않아도 됩니다"),
    ("하여야 한다", "하지 않아도 된다"),
    ("합니다", "하지 않습니다"),
    ("됩니다", "되지 않습니다"),
    ("한다", "하지 아니한다"),
    ("된다", "되지 아니한다"),
    ("둔다", "두지 아니한다"),
)
_ENDINGS_NOT_TURNED = re.compile(r"(?:지|못|안|야|면|도)\s?(?:합니다|한다|됩니다|된다)$")
_OTHER_MODALITIES = (
    ("해야 합니다", "할 수 있습니다"),
    ("할 수 있습니다", "해야 합니다"),
    ("하여야 한다", "할 수 있다"),
    ("할 수 있다", "하여야 한다"),
)


def negated_claims(claim: str) -> Iterator[tuple[ReasonKind, str]]:
    """The claim denied, and with "may" for "must" or the other way round, each in its plainest wording."""
    found = predicate_of(claim)
    if found is None:
        turned = (
            (ReasonKind.POLARITY, turn_polarity(claim)),
            (ReasonKind.MODALITY, change_modality(claim)),
        )
        yield from ((kind, text) for kind, text in turned if text and text != claim)
        return
    if _CONDITIONAL.search(found.head):
        return
    yield ReasonKind.POLARITY, found.said(OPPOSITES[found.stance])
    if found.stance in (Stance.OBLIGE, Stance.PERMIT):
        # A plain statement is said of duties and of permissions alike.
        yield ReasonKind.MODALITY, found.said(OTHER_MODALITIES[found.stance])


def turn_polarity(sentence: str) -> str | None:
    """Deny what is said, or say what is denied."""
    body = sentence.rstrip(" .")
    for ending, turned in _TURNED_ENDINGS:
        if body.endswith(ending):
            if len(ending) < 4 and _ENDINGS_NOT_TURNED.search(body):
                return None
            return f"{body.removesuffix(ending)}{turned}."
    return None


def change_modality(sentence: str) -> str | None:
    """Make a duty of a permission and the other way round."""
    body = sentence.rstrip(" .")
    for ending, other in _OTHER_MODALITIES:
        if body.endswith(ending):
            return f"{body.removesuffix(ending)}{other}."
    return None


def negation_check(
    claim: str, judged: EntailmentScores, judge: Callable[[str], EntailmentScores]
) -> GroundingReason | None:
    """The reason to doubt a claim if its negation scores clearly better; else None."""
    for kind, opposite in negated_claims(claim):
        if log_odds(judge(opposite).supported) - log_odds(judged.supported) > CLEARLY:
            return GroundingReason(kind, _TEXTS[kind].format(opposite=opposite))
    return None


def log_odds(probability: float) -> float:
    """The logarithm of the odds, kept within reason."""
    bounded = min(max(probability, 1e-6), 1 - 1e-6)
    return math.log(bounded / (1 - bounded))
