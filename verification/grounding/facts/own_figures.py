"""A figure of the asker's that a sentence sets beside a limit before it says what follows: 진도율 70%는 65% 이상이므로 지각입니다. Pure."""

from __future__ import annotations

import re

from verification.grounding.facts.limits import LimitBound
from verification.grounding.facts.quantities import Quantity, quantities

_SINCE = re.compile(
    r"(?:이?므로|이어서|여서|라서|이라|라|이니|이니까|에\s해당하여|에\s해당해|이?기\s때문에|에\s들어가|에\s속해)(?=[,\s])"
)
_LIMIT = re.compile(r"이상|이하|미만|초과|까지|이내|지난|넘|[안전]$|못\s미|모자라")
_NUMBER = re.compile(r"\d(?:[\d.,]{0,12}\d)?")
_HOLDS = {
    LimitBound.AT_LEAST: lambda own, limit: own >= limit,
    LimitBound.MORE: lambda own, limit: own > limit,
    LimitBound.AT_MOST: lambda own, limit: own <= limit,
    LimitBound.LESS: lambda own, limit: own < limit,
}


def sets_own_figure_beside_limit(statement: str, question: str) -> bool:
    """Whether a sentence gives its reason: a figure of the question, and a limit within which it is, or beyond which."""
    since = _SINCE.search(statement)
    if since is None:
        return False
    reason = statement[: since.start()]
    numbers = _NUMBER.findall(reason)
    asked = set(_NUMBER.findall(question))
    if len(numbers) < 2 or asked.isdisjoint(numbers) or not _LIMIT.search(reason):
        return False
    return not any(
        own.measure == limit.measure and not _is_within(own, limit)
        for own in quantities(reason)
        if own.bound is LimitBound.NONE and asked.intersection(_NUMBER.findall(own.text))
        for limit in quantities(reason)
    )


def _is_within(own: Quantity, limit: Quantity) -> bool:
    """Whether a figure keeps a limit; one that is none, or is in words, is kept."""
    if limit.bound is LimitBound.NONE or isinstance(own.value, str) or isinstance(limit.value, str):
        return True
    return bool(_HOLDS[limit.bound](own.value, limit.value))
