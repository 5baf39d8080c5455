"""Compare what a sentence in another language says with the Korean words that were given for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from verification.grounding.facts.amounts import (
    AmountAgreement,
    AmountFinding,
    LimitRelation,
    compare_amounts,
)
from verification.grounding.facts.quantities import Quantity, quantities
from verification.grounding.language.languages import written_in
from verification.grounding.proof.results import ProofKind, ProofReason
from verification.grounding.translation.figures import figures_of
from verification.grounding.translation.polarity import is_opposite

_BRACKETS = re.compile(r"\([^()]*\)")
# 4.5 만점 is a scale up to 4.5, not 45,000.
_FULL_MARKS = re.compile(r"(?<=\d)\s*만점")
_DIFFERENT = (
    AmountAgreement.OTHER_NUMBER,
    AmountAgreement.OTHER_UNIT,
    AmountAgreement.UNFOUNDED,
    # What could be reckoned from the figures of the rule is no translation of it.
    AmountAgreement.DERIVED,
)


def translation_differences(
    claim: str, words: Sequence[str], *, context: str = ""
) -> tuple[ProofReason, ...]:
    """What a translation says otherwise than its words; `context` is the provision that they stand in."""
    language = written_in(claim)
    claimed = [one for one in figures_of(claim, language) if one.measure != "letter grade"]
    given = _given(" ".join(words))
    found = compare_amounts(claimed, [*given, *_given(context)], ()) if given else []
    without_figures = claim
    for one in claimed:
        without_figures = without_figures.replace(one.text, " ", 1)
    opposite = ProofReason(ProofKind.POLARITY, claim, " ".join(words))
    return (
        *_amounts(found),
        *((opposite,) if is_opposite(without_figures, language, " ".join(words)) else ()),
    )


def _given(text: str) -> list[Quantity]:
    """The figures of Korean words; what stands in brackets keeps no figure from its limit: 3년(6학기)을 초과할 수 없다."""
    text = _FULL_MARKS.sub("점", text)
    bracketed = " ".join(_BRACKETS.findall(text))
    return [*quantities(_BRACKETS.sub("", text)), *quantities(bracketed)]


def _amounts(found: Sequence[AmountFinding]) -> Iterator[ProofReason]:
    for one in found:
        # One of something is hardly ever a figure of the rule.
        is_counted = one.claimed.value != 1 or any(sign.isdigit() for sign in one.claimed.text)
        given = one.given.text.strip() if one.given else ""
        if one.agreement in _DIFFERENT and is_counted:
            kind = ProofKind.DATE if isinstance(one.claimed.value, str) else ProofKind.NUMBER
            if one.agreement is AmountAgreement.OTHER_UNIT:
                kind = ProofKind.UNIT
            yield ProofReason(kind, one.claimed.text.strip(), given)
        elif one.agreement is AmountAgreement.SAME and one.limit is LimitRelation.OPPOSITE:
            yield ProofReason(ProofKind.LIMIT, one.claimed.text.strip(), given)
