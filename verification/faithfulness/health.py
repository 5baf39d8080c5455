"""Whether answers are judged in time."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from portal.health import HealthPart, State
from verification.models import Verification

# A judge whose calls of the hour are used up is asked again in the next one.
_LATE_AFTER = timedelta(hours=2)


def waiting_checks() -> HealthPart:
    """The checks that are not done, and the age of the oldest."""
    now = timezone.now()
    waiting = Verification.objects.filter(
        check_state__in=[Verification.CheckState.PENDING, Verification.CheckState.RUNNING]
    )
    created = list(waiting.order_by("created_at").values_list("created_at", flat=True)[:1])
    is_late = bool(created) and now - created[0] > _LATE_AFTER
    count = waiting.count()
    detail = (
        _("기다리는 검증: %(count)d건") % {"count": count}
        if count
        else _("기다리는 검증이 없습니다.")
    )
    return HealthPart(
        "checks",
        _("답변 검증"),
        State.DEGRADED if is_late else State.OK,
        detail,
        {"waiting": float(count)},
    )
