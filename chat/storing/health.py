"""Whether questions are answered in time."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db.models import Min
from django.utils import timezone
from django.utils.translation import gettext as _

from chat.models import Answer
from portal.health import HealthPart, State


def waiting_answers() -> HealthPart:
    """The age of the oldest question without an answer."""
    age = oldest_waiting_seconds(now=timezone.now())
    late = age > settings.LONGEST_WAIT_SECONDS
    detail = (
        _("가장 오래 기다린 질문: %(seconds)d초") % {"seconds": age}
        if age
        else _("기다리는 질문이 없습니다.")
    )
    return HealthPart(
        "answers",
        _("질문"),
        State.DEGRADED if late else State.OK,
        detail,
        {"oldest_waiting_seconds": round(age, 1)},
    )


def oldest_waiting_seconds(*, now: datetime) -> float:
    """How long the oldest question without an answer has waited; 0 where none waits."""
    oldest = Answer.objects.filter(
        status__in=(Answer.Status.PENDING, Answer.Status.COMPOSING)
    ).aggregate(at=Min("created_at"))["at"]
    return (now - oldest).total_seconds() if oldest else 0.0
