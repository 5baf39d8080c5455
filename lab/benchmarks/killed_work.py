"""Workers, PostgreSQL and a publisher killed in the middle of work that is no question: a check, a volume, many drafts.

Each fault counts what was lost, half done or doubled once everything has come to rest.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from lab.benchmarks.installation import Installation, seconds_until
from lab.benchmarks.publishing import PUBLISH
from lab.benchmarks.recovery import AWAY_SECONDS, LONGEST_SECONDS, Recovery, all_ended, ask

_REGULATIONS = 60
_ARTICLES = 12
# Far enough in that little is left: what comes after it does not happen to do all of it again.
_SOME = _REGULATIONS * 2 // 3
_numbers = itertools.count(1)

_UPLOAD = """
from pathlib import Path
from typing import Any
from django.core.files.base import File
from regulations.importing.uploads import upload_create
path = Path({path!r})
with path.open("rb") as file:
    upload_create(upload=File(file, name=path.name), by=None)
"""
_WAITS = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '{table}'::regclass"
_UNCHECKED = """
    SELECT 1 FROM chat_answer a LEFT JOIN verification_verification v ON v.answer_id = a.id
    WHERE v.check_state IS NULL OR v.check_state IN ('PENDING', 'RUNNING')
"""
# State, verdict, claims, and how often the commonest of them stands there.
_CHECKS = """
    SELECT v.check_state, v.faithfulness, count(c.id), count(c.id) - count(DISTINCT (c.position, c.claim))
    FROM verification_verification v LEFT JOIN verification_claimcheck c ON c.verification_id = v.id
    GROUP BY v.id
"""
_RUN = "SELECT id, state, done FROM regulations_importrun ORDER BY id DESC LIMIT 1"
_OF_VOLUME = """
    SELECT v.regulation_id, v.state,
        (SELECT count(*) FROM regulations_article x WHERE x.version_id = v.id),
        (SELECT count(*) FROM regulations_crossreference x WHERE x.version_id = v.id),
        (SELECT count(*) FROM regulations_crossreference x WHERE x.version_id = v.id AND x.state = 'RESOLVED'),
        v.index_state IN ('LEXICAL', 'READY')
            AND (SELECT count(*) FROM regulations_passage p WHERE p.version_id = v.id) >= {articles}
    FROM regulations_regulationversion v WHERE v.source_name = '{name}'
"""
_PUBLISHED = "SELECT 1 FROM regulations_regulationversion WHERE source_name = '{name}' AND state = 'PUBLISHED'"
_UNCOUNTED = """
    SELECT 1 WHERE (SELECT count(*) FROM regulations_passage p JOIN regulations_regulationversion v ON v.id = p.version_id
            WHERE v.state <> 'DRAFT')
        <> (SELECT COALESCE(max(documents), 0) FROM regulations_lexicalterm WHERE term = '')
"""


def _checking(portal: Installation, part: str) -> Recovery:
    """The check is caught where it writes down what it found."""
    seconds_until(lambda: _all_checked(portal), at_most=LONGEST_SECONDS)
    with portal.unwritable("verification_claimcheck"):
        ask(portal)
        seconds_until(lambda: portal.rows(_WAITS.format(table="verification_claimcheck")))
        portal.kill(part)
    _restart(portal, part)
    seconds_until(lambda: portal.rows(_CHECKS))
    half = _half_checked(portal)
    seconds = _until(lambda: _all_checked(portal))
    checks = portal.rows(_CHECKS)
    return Recovery(
        fault=f"{part} killed while an answer is checked",
        what="until the check has its verdict",
        seconds=seconds,
        pieces=len(checks),
        lost=sum(state not in ("DONE", "NOT_NEEDED") for state, *_ in checks),
        half=half + _half_checked(portal),
        doubled=sum(more for *_, more in checks),
    )


def _half_checked(portal: Installation) -> int:
    """Checks that did not run to their end and say something all the same, and the other way round."""
    checks = portal.rows(_CHECKS)
    unfinished = [row for row in checks if row[0] != "DONE"]
    finished = [row for row in checks if row[0] == "DONE"]
    spoke_early = [row for row in unfinished if row[1] != "NOT_CHECKED" or row[2]]
    says_nothing = [row for row in finished if row[1] == "NOT_CHECKED" or not row[2]]
    return len(spoke_early) + len(says_nothing)


def _all_checked(portal: Installation) -> bool:
    return all_ended(portal) and not portal.rows(_UNCHECKED)


def _importing(portal: Installation, part: str) -> Recovery:
    path = _volume(portal)
    portal.command("shell", "--no-imports", "--command", _UPLOAD.format(path=str(path)))
    seconds_until(lambda: any(done >= _SOME for _, _, done in portal.rows(_RUN)))
    portal.kill(part)
    _restart(portal, part)
    seconds = _until(
        lambda: any(state in ("DONE", "FAILED", "REFUSED") for _, state, _ in portal.rows(_RUN))
    )
    drafts = [row for row in _rows_of(portal, path) if row[1] == "DRAFT"]
    [(_, _, done)] = portal.rows(_RUN)
    regulations = {row[0] for row in drafts}
    return Recovery(
        fault=f"{part} killed while a volume is read",
        what=f"until all {_REGULATIONS} regulations are drafts",
        seconds=seconds,
        pieces=_REGULATIONS,
        lost=_REGULATIONS - len(regulations),
        half=sum(row[2] != _ARTICLES or not row[3] for row in drafts) + (done != _REGULATIONS),
        doubled=len(drafts) - len(regulations) + sum(row[3] > 1 for row in drafts),
    )


def _publisher(portal: Installation) -> Recovery:
    """Whoever saw the page break off chooses the drafts that are left and publishes them."""
    path = _drafts(portal)
    _begin_publishing(portal, path)
    portal.kill("shell")
    portal.begin("shell", "--no-imports", "--command", PUBLISH)
    return _published(portal, path, "process killed that publishes")


def _publishing_database(portal: Installation) -> Recovery:
    path = _drafts(portal)
    _begin_publishing(portal, path)
    portal.kill("postgres")
    # It ends with an error, as the page does.
    portal.processes.pop("shell").wait()
    _restart(portal, "postgres")
    portal.begin("shell", "--no-imports", "--command", PUBLISH)
    return _published(portal, path, "postgres killed while many are published")


def _indexing_worker(portal: Installation) -> Recovery:
    """It has made the passages, and has not counted their words. Without beat: it has drafts prepared, whose words are counted
    by whoever publishes them.
    """
    portal.kill("beat")
    path = _drafts(portal)
    with portal.unwritable("regulations_lexicalterm"):
        portal.begin("shell", "--no-imports", "--command", PUBLISH)
        seconds_until(lambda: portal.rows(_WAITS.format(table="regulations_lexicalterm")))
        portal.kill("worker")
    for part in ("worker", "beat"):
        portal.start(part)
    return _published(portal, path, "worker killed while it indexes what was published")


def _begin_publishing(portal: Installation, path: Path) -> None:
    portal.begin("shell", "--no-imports", "--command", PUBLISH)
    seconds_until(lambda: len(portal.rows(_PUBLISHED.format(name=path.name))) >= _SOME)


def _published(portal: Installation, path: Path, fault: str) -> Recovery:
    """Wait until the second click is done and every text is found by its words and its references."""
    seconds = _until(lambda: not _unpublished(portal, path))
    portal.end("shell")
    rows = [row for row in _rows_of(portal, path) if row[1] == "PUBLISHED"]
    regulations = {row[0] for row in rows}
    return Recovery(
        fault=fault,
        what=f"until {_REGULATIONS} regulations are in force, with words and references",
        seconds=seconds,
        pieces=_REGULATIONS,
        lost=_REGULATIONS - len(regulations),
        half=_unpublished(portal, path),
        doubled=len(rows) - len(regulations) + sum(row[3] > 1 for row in rows),
    )


def _unpublished(portal: Installation, path: Path) -> int:
    rows = _rows_of(portal, path)
    whole = [row for row in rows if row[1] == "PUBLISHED" and row[4] and row[5]]
    return _REGULATIONS - len(whole) + len(portal.rows(_UNCOUNTED))


def _rows_of(portal: Installation, path: Path) -> list[tuple[Any, ...]]:
    return portal.rows(_OF_VOLUME.format(name=path.name, articles=_ARTICLES))


def _until(condition: Callable[[], bool]) -> float:
    """Seconds until it holds; what never comes shows in what is lost or half done."""
    begun = time.monotonic()
    with suppress(TimeoutError):
        seconds_until(condition, at_most=LONGEST_SECONDS)
    return time.monotonic() - begun


def _restart(portal: Installation, part: str) -> None:
    time.sleep(AWAY_SECONDS)
    portal.start(part)


def _drafts(portal: Installation) -> Path:
    path = _volume(portal)
    portal.command("import_regulations", str(path))
    return path


def _volume(portal: Installation) -> Path:
    """A volume of regulations that are in no other; each refers once to the next."""
    number = next(_numbers)
    codes = [f"{number}-1-{place}" for place in range(1, _REGULATIONS + 1)]
    names = {code: f"표본{code.replace('-', '권')}규정" for code in codes}
    lines = ["차 례", "제 1 편 행정", *(f"{name} {code}" for code, name in names.items())]
    for code, following in zip(codes, [*codes[1:], codes[0]], strict=True):
        lines += [names[code], "제1조 (목적) 이 규정은 물품의 이용을 정한다."]
        lines += [f"제2조 (준용) 정하지 않은 것은 「{names[following]}」 제1조를 준용한다."]
        lines += [
            f"제{article}조 (배정) 물품 {article}호를 배정한다."
            for article in range(3, _ARTICLES + 1)
        ]
        lines += ["부칙", "1. 이 규정은 2025년 3월 1일부터 시행한다."]
    path = portal.folders.root / f"volume-{number}.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


Fault = Callable[[Installation], Recovery]
CHECKING: tuple[Fault, ...] = (
    partial(_checking, part="worker"),
    partial(_checking, part="postgres"),
)
IMPORTING: tuple[Fault, ...] = (
    partial(_importing, part="worker"),
    partial(_importing, part="postgres"),
)
PUBLISHING: tuple[Fault, ...] = (_publisher, _publishing_database, _indexing_worker)
