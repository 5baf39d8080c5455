"""What this installation shows of its own safety when it is looked at: settings, doors, keys, backups, where models stand.

Only OK was looked at and is well. What could not be looked at is NOT_CHECKED, never OK; WRONG is to be mended; TOLD is a fact
that nobody can call right or wrong from here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.conf import settings
from django.db import DatabaseError
from django.utils.module_loading import import_string
from redis.exceptions import RedisError


class EvidenceState(StrEnum):
    """What was found."""

    OK = "ok"
    WRONG = "wrong"
    TOLD = "told"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True)
class EvidenceRow:
    """One thing that was looked at, and what there is to say of it."""

    area: str
    subject: str
    state: EvidenceState
    said: str


Source = Callable[[], Iterable[EvidenceRow]]


def evidence_rows() -> Iterator[EvidenceRow]:
    """Ask every function that EVIDENCE names; one that cannot look does not keep the others from it."""
    for name in settings.EVIDENCE:
        source: Source = import_string(name)
        try:
            yield from source()
        except (DatabaseError, RedisError, OSError) as error:
            area = name.rpartition(".")[2].replace("_", " ")
            said = f"could not be asked ({type(error).__name__})"
            yield EvidenceRow(area, area, EvidenceState.NOT_CHECKED, said)


def judged(area: str, subject: str, *, is_well: bool, said: str) -> EvidenceRow:
    """A row that is well or is not."""
    return EvidenceRow(area, subject, EvidenceState.OK if is_well else EvidenceState.WRONG, said)


def told(area: str, subject: str, said: str) -> EvidenceRow:
    """A row that is neither."""
    return EvidenceRow(area, subject, EvidenceState.TOLD, said)


def not_checked(area: str, subject: str, said: str) -> EvidenceRow:
    """A row of which nothing is known."""
    return EvidenceRow(area, subject, EvidenceState.NOT_CHECKED, said)
