"""From publishing many regulations at once until their words, and then their meaning, are found, with the workers of a portal.

Before the click somebody looks at the drafts, and the workers prepare their words; or the drafts are published at once.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lab.benchmarks.installation import Installation, installation, seconds_until

# What the click does: all drafts, with a reason where one is needed.
PUBLISH = """
from django.utils import timezone
from regulations.models import RegulationVersion
from regulations.publishing.versions import versions_publish
drafts = RegulationVersion.objects.filter(state="DRAFT").exclude(enforcement_date=None)
reasons = dict.fromkeys(drafts.values_list("pk", flat=True), "bench")
versions_publish(versions=drafts, now=timezone.now(), by=None, loss_reasons=reasons)
"""
# The sample regulation of every installation is there before.
_SEARCHABLE = "SELECT count(*) - 1 FROM regulations_regulationversion WHERE state = 'PUBLISHED' AND index_state IN ('LEXICAL', 'READY')"
_PUBLISHED = "SELECT count(*) - 1 FROM regulations_regulationversion WHERE state = 'PUBLISHED'"
_WAITING = "SELECT count(*) FROM regulations_regulationversion WHERE state = 'PUBLISHED' AND index_state = 'PENDING'"
_UNPREPARED = (
    "SELECT count(*) FROM regulations_regulationversion WHERE state = 'DRAFT' AND index_state = 'PENDING'"
    """ AND repealed_date IS NULL AND NOT report @> '{"is_repealed": true}'"""
)
_WITHOUT_VECTOR = (
    "SELECT count(*) FROM regulations_passage AS p WHERE NOT EXISTS"
    " (SELECT FROM regulations_passageembedding AS e WHERE e.passage_id = p.id)"
)
_PASSAGES = "SELECT count(*) FROM regulations_passage"
_LONGEST_SECONDS = 600.0


@dataclass(frozen=True)
class PublishingSpeed:
    """Seconds after the first regulation was published, and what still had no vector when the measuring ended.

    `prepared` are the seconds from the end of the import until the words of all drafts were made, before that.
    """

    regulations: int
    passages: int
    prepared: float
    published: float
    first_words: float
    half_words: float
    all_words: float
    vectors_at_all_words: int
    vectors: int
    seconds: float


def measure_publishing(
    *, volume: Path, at_once: bool, vector_seconds: float, say: Callable[[str], object]
) -> PublishingSpeed:
    """Import a volume into an installation of its own, publish all of it, and watch its index."""
    with tempfile.TemporaryDirectory() as folder, installation(Path(folder)) as portal:
        portal.kill("worker")
        portal.start("work")
        # Its first vectors say that the workers are there.
        seconds_until(lambda: _number(portal, _PASSAGES) and not _number(portal, _WITHOUT_VECTOR))
        say("importing")
        portal.command("import_regulations", str(volume))
        prepared = 0.0
        if not at_once:
            say("preparing")
            prepared = _seconds(time.monotonic(), lambda: not _number(portal, _UNPREPARED))
        say("publishing")
        portal.begin("shell", "--no-imports", "--command", PUBLISH)
        seconds_until(lambda: _number(portal, _PUBLISHED), at_most=_LONGEST_SECONDS)
        begun = time.monotonic()
        published, found = _watched(portal, begun)
        regulations = found[-1][1]
        first, half, words = (
            next(at for at, count in found if count >= wanted)
            for wanted in (1, regulations / 2, regulations)
        )
        passages = _number(portal, _PASSAGES)
        at_words = passages - _number(portal, _WITHOUT_VECTOR)
        say("waiting for vectors")
        until = time.monotonic() + vector_seconds
        while _number(portal, _WITHOUT_VECTOR) and time.monotonic() < until:
            time.sleep(1)
        vectors = passages - _number(portal, _WITHOUT_VECTOR)
        seconds = time.monotonic() - begun
    return PublishingSpeed(
        regulations, passages, prepared, published, first, half, words, at_words, vectors, seconds
    )


def _watched(portal: Installation, begun: float) -> tuple[float, list[tuple[float, int]]]:
    """When the publishing ended, and how many regulations were found by their words when, until none waits any more."""
    published, found = 0.0, [(0.0, 0)]
    is_over = False
    while not is_over:
        seconds = time.monotonic() - begun
        if not published and portal.processes["shell"].poll() is not None:
            published = seconds
        is_over = bool(published) and not _number(portal, _WAITING)
        is_over |= seconds > _LONGEST_SECONDS
        if (count := _number(portal, _SEARCHABLE)) > found[-1][1]:
            found.append((time.monotonic() - begun, count))
        time.sleep(0.02)
    portal.end("shell")
    return published, found


def _seconds(begun: float, condition: Callable[[], object]) -> float:
    seconds_until(condition, at_most=_LONGEST_SECONDS)
    return time.monotonic() - begun


def _number(portal: Installation, query: str) -> int:
    rows = portal.rows(query)
    return int(rows[0][0]) if rows else 0
