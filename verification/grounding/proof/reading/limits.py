"""How a quantity is limited in a sentence, and how far the words of the limit go.

Adds to verification.grounding.facts.limits what a proof needs: "3년을 초과하여 … 없다", "2회에 한하여", "3분의 2 선까지" and
"20학점까지만" are one upper limit, and the words that say so are no words of their own.
"""

from __future__ import annotations

import re

from verification.grounding.facts.limits import LimitBound, PeriodSide
from verification.grounding.facts.quantities import Quantity

_GAP = r"\s*(?:\([^()]*\)\s*)?(?:짜리|정도|가량|선|점|등급|간|동안|의\s*기간|의\s*범위|이\s*되는\s*(?:날|때|시점)|가\s*되는\s*(?:날|때|시점)|되는\s*날)?\s*"
_P = r"(?:을|를|이|가|에|은|는)?\s*"
_PATTERNS: tuple[tuple[LimitBound, str], ...] = (
    (LimitBound.AT_MOST, rf"{_P}(?:초과|넘|넘기|넘어서|넘어)(?:하지|지)\s*(?:못|않|아니)(?!아도|하여도|해도)[가-힣]*+(?!\s*수\s)"),
    (LimitBound.AT_MOST, rf"{_P}(?:초과하|넘|넘기)는\s*것은?이?\s*(?:불가능|금지(?!되지)|허용되지|인정되지)[가-힣]*(?:\s*않[가-힣]*)?"),
    (LimitBound.AT_MOST, rf"{_P}(?:초과할|넘을|넘길)\s*수\s*있는\s*것은\s*아[니닙][가-힣]*"),
    (LimitBound.AT_MOST, rf"{_P}(?:초과할|넘을|넘길)\s*수\s*(?:는\s*)?없[가-힣]*"),
    (LimitBound.AT_MOST, rf"{_P}(?:초과하여서는|초과해서는|넘어서는|넘겨서는|초과하면|넘으면|넘기면)\s*(?:안|아니)\s*[되된됩돼][가-힣]*"),
    (LimitBound.AT_LEAST, rf"{_P}(?:미만이어서는|미만이면)\s*안\s*[되된됩돼][가-힣]*"),
    (LimitBound.MORE, rf"{_P}(?:초과(?!하여야|해야)(?:하는|하여도|하여|해서|해도|해(?=\s)|하면|할|한|되면|된|된다면)?|넘(?:는|어서|어도|어(?!야)|으면|을|은|게|겨서|겨|기면|긴)|보다\s*(?:많[은이]|긴|큰|높은|더))"),
    (LimitBound.LESS, rf"{_P}(?:미만|못\s*미[치칠쳐친][가-힣]*|미치지\s*(?:못|않)[가-힣]*|미달(?:된|되는|되면|한|하는|하면|인)?|안\s*되는|되지\s*않는|보다\s*(?:적[은게]|작은|낮은))"),
    (LimitBound.AT_LEAST, r"(?:이상)"),
    (LimitBound.AT_MOST, rf"(?:이내에서만(?=\s*(?:가능|할\s*수\s*있|허용))|이하|이내|안쪽|{_P}한(?:하여|정하여|해서|해|정해)(?:서)?(?:만)?|내(?=에|로|의|에서|\s)|안(?=에|으로|에서|의)|까지(?:만)?|만으로|만(?=\s))"),
)  # fmt: skip
_COMPILED = tuple((bound, re.compile(_GAP + pattern)) for bound, pattern in _PATTERNS)
_SIDE = re.compile(
    r"\s*(?:이|을|를)?\s*(?P<before>전|이전|앞서)(?=까지|에|부터|의|이|,|\s|$|\.)|\s*(?:이|을|를)?\s*(?P<after>후|뒤|이후)(?=까지|에|부터|의|,|\s|$|\.)"
)
_AHEAD = (
    (LimitBound.AT_LEAST, re.compile(r"(?:최소(?:한)?|적어도|최저)\s*$")),
    (LimitBound.AT_MOST, re.compile(r"(?:최대(?:한)?|최장|최고|많아야|상한인|한도인)\s*$")),
)


def limit_of(text: str, quantity: Quantity) -> tuple[LimitBound, PeriodSide, int]:
    """The limit of a quantity, the side of an event that it lies on, and where its words end."""
    end, side = quantity.end, PeriodSide.NONE
    found = _SIDE.match(text, end)
    if found:
        side = PeriodSide.BEFORE if found["before"] else PeriodSide.AFTER
        end = found.end()
    for bound, pattern in _COMPILED:
        match = pattern.match(text, end)
        if match:
            return bound, side, match.end()
    for bound, ahead in _AHEAD:
        if ahead.search(text[max(0, quantity.start - 8) : quantity.start]):
            return bound, side, end
    if quantity.text.startswith("과반"):
        return LimitBound.MORE, side, end
    return LimitBound.NONE, side, end
