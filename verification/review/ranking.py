"""Which case comes first: the harm of what an asker may be reading, times how many read it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from enum import IntEnum
from typing import Any

from django.apps import apps
from django.db.models import CharField, Count, Value
from django.db.models.functions import Cast, Concat

from verification.models import Flag

Reason = Flag.Reason
_ASKED_WITHIN = timedelta(days=30)
# Confirmed and contradicted, or about to be served again; somebody waits; doubted; taken out already, so that nobody reads it.
_HARM: Mapping[str, float] = {
    Reason.LOW_FAITHFULNESS: 4,
    Reason.PROVISION_AMENDED: 4,
    Reason.VERIFIED_SUSPENDED: 4,
    Reason.DISAGREEMENT: 3,
    Reason.HANDED_OVER: 3,
    Reason.REOPENED: 3,
    Reason.THUMBS_DOWN: 2.5,
    Reason.UNSUPPORTED_ANSWER: 2,
    Reason.ABSTAINED: 2,
    Reason.CITATION_NOT_VERIFIED: 2,
    Reason.CHECK_FAILED: 1.5,
    Reason.SAMPLED: 0.5,
}
_URGENT_HARM, _LOW_HARM = 2.5, 1.5
# Of what could harm, so many at most are urgent: a mark on everything ranks nothing. A short queue is read at once.
_URGENT_PART, _URGENT_FEWEST = 4, 3


class CasePriority(IntEnum):
    """How urgent a case is among those that wait."""

    LOW = 1
    NORMAL = 2
    HIGH = 3


def harm_of(reasons: Iterable[str]) -> float:
    """The harm of the worst reason; several reasons together weigh a little more."""
    found = sorted((_HARM.get(reason, 2) for reason in reasons), reverse=True)
    return found[0] + 0.1 * (len(found) - 1) if found else 0


def rank_of(*, harm: float, asked: int) -> float:
    """Harm times reach: the tenth who asks the same adds less than the second."""
    return harm * (1 + math.log2(max(asked, 1)))


def priorities_of(ranks: Iterable[tuple[float, float]]) -> list[CasePriority]:
    """The priorities of cases given as (harm, rank), the first first: the upper quarter is urgent, if it can harm."""
    cases = list(ranks)
    urgent = max(math.ceil(len(cases) / _URGENT_PART), _URGENT_FEWEST)
    return [_priority(harm, is_first=place < urgent) for place, (harm, _rank) in enumerate(cases)]


def times_asked(questions: Iterable[str], *, now: datetime) -> dict[str, int]:
    """By how many people each question was asked lately, in the same words; who asks without a session counts as one."""
    message: Any = apps.get_model("chat", "Message")
    rows = message.objects.filter(
        content__in=set(questions), role="USER", created_at__gte=now - _ASKED_WITHIN
    )
    asker = Concat(Cast("conversation__user", CharField()), Value(":"), "conversation__session_key")
    counted = rows.values_list("content").annotate(n=Count(asker, distinct=True))
    return dict(counted.order_by("content"))


def _priority(harm: float, *, is_first: bool) -> CasePriority:
    if harm < _LOW_HARM:
        return CasePriority.LOW
    return CasePriority.HIGH if is_first and harm >= _URGENT_HARM else CasePriority.NORMAL
