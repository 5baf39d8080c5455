"""Whether a figure that both have is another limit in the translation: at least for less than, may exceed for may not."""

from __future__ import annotations

import re
from dataclasses import dataclass

from verification.grounding.facts.amounts import LimitRelation
from verification.grounding.facts.limits import LimitBound, PeriodSide
from verification.grounding.facts.quantities import Quantity
from verification.grounding.language.polarity import Modality, modalities
from verification.grounding.translation.polarity import (
    denies,
    is_conditional,
    modalities_of,
    words_deny,
)

# Less than two weeks and within two weeks are an instant apart.
_WITHOUT_STEPS = frozenset({"minute", "hour", "day", "month", "semester", "time of day"})
_MAY_PASS = {
    LimitBound.MORE: LimitBound.AT_MOST,
    LimitBound.LESS: LimitBound.AT_LEAST,
}
_MAY = r"(?:\b(?:can|may|could|allowed to|permitted to)\b(?:\s+(?!not\b|never\b)\w+){0,4}|可以?|能够?|(?<!không )(?:\bđược\b|có thể)(?:\s+\w+){0,3})\s*"
_MAY_BEFORE = re.compile(rf"{_MAY}$", re.IGNORECASE)
_MAY_IN_IT = re.compile(_MAY, re.IGNORECASE)
_BEFORE = re.compile(r"\b(?:before|prior|advance|ahead|earlier)\b|前|trước", re.IGNORECASE)
# The rest of the Korean words of a condition: 1.75 미만인 학생, 15점 이상: 강제퇴사.
_CONDITION = r"\s*(?:을|를)?\s*(?:이상|이하|미만|초과)\s*(?:인|이면|일|한|하는|하면|의|에게|:|\|)"


@dataclass(frozen=True, slots=True)
class TranslatedSentence:
    """A sentence in another language, without its figures too, and the Korean words that it translates."""

    text: str
    without_figures: str
    language: str
    words: str


def is_other_limit(
    claimed: Quantity, given: Quantity, relation: LimitRelation | None, sentence: TranslatedSentence
) -> bool:
    """Whether two limits of one number differ. What is complementary may say the same of the other side."""
    if given.side is PeriodSide.BEFORE and _BEFORE.search(sentence.text):
        # At least ten days before, and 10일 전까지.
        return False
    if relation is LimitRelation.STRICTNESS:
        return claimed.measure not in _WITHOUT_STEPS and not isinstance(claimed.value, str)
    if relation is LimitRelation.COMPLEMENT:
        return _may_pass(claimed, given, sentence) or _same_outcome(given, sentence)
    return relation is LimitRelation.OPPOSITE


def _may_pass(claimed: Quantity, given: Quantity, sentence: TranslatedSentence) -> bool:
    return (
        _MAY_PASS.get(claimed.bound) is given.bound
        and not is_conditional(sentence.without_figures)
        and bool(
            _MAY_BEFORE.search(sentence.text[: claimed.start]) or _MAY_IN_IT.match(claimed.text)
        )
    )


def _same_outcome(given: Quantity, sentence: TranslatedSentence) -> bool:
    """Whether what follows for those on one side of the limit is said of those on the other."""
    if not re.search(re.escape(given.text.strip()) + _CONDITION, sentence.words):
        return False
    claimed = modalities_of(sentence.without_figures, sentence.language) - {Modality.NEGATED}
    return (
        not is_conditional(sentence.without_figures)
        and denies(sentence.without_figures, sentence.language) is words_deny(sentence.words)
        and claimed <= modalities(sentence.words)
    )
