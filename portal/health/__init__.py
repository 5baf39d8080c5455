"""Health checks: the state of every part, and whether a load balancer may send traffic.

A part is `OK`, `DEGRADED` (something is worse, and visitors are still served) or `DOWN` (this process must get no visitors).
Only the database and its tables are `DOWN`: without Valkey, workers or a model, pages are read, questions are kept and
answered later, and answers are excerpts. A portal that left the load balancer for these would be an outage of its own making.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from django.conf import settings
from django.db import DatabaseError
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from redis.exceptions import RedisError


class State(StrEnum):
    """The state of a part; the portal has the worst state of its parts."""

    OK = "ok"
    DEGRADED = "degraded"
    DOWN = "down"


@dataclass(frozen=True)
class HealthPart:
    """One part: its name for programs, its label and what there is to say for people, and figures for both."""

    name: str
    label: str
    state: State
    detail: str = ""
    figures: Mapping[str, float | str] = field(default_factory=dict)


@dataclass(frozen=True)
class HealthReport:
    """All parts, the most fundamental first."""

    parts: tuple[HealthPart, ...]

    @property
    def state(self) -> State:
        """The worst state of a part."""
        states = {part.state for part in self.parts}
        return next((state for state in reversed(State) if state in states), State.OK)

    @property
    def is_ready(self) -> bool:
        """Whether this process may get visitors."""
        return self.state is not State.DOWN


Check = Callable[[], HealthPart]


def report() -> HealthReport:
    """Ask every part. HEALTH_CHECKS names the functions, in order; the first one that is down ends the report.

    Whatever stands below the database would only wait for the same connection again.
    """
    parts: list[HealthPart] = []
    for name in settings.HEALTH_CHECKS:
        parts.append(_asked(name, import_string(name)))
        if parts[-1].state is State.DOWN:
            break
    return HealthReport(tuple(parts))


def _asked(name: str, check: Check) -> HealthPart:
    """Run one check; a check that fails makes the part DEGRADED."""
    try:
        return check()
    except (DatabaseError, RedisError) as error:
        label = name.rpartition(".")[2]
        return HealthPart(
            label, label, State.DEGRADED, _("확인하지 못했습니다.") + f" ({type(error).__name__})"
        )
