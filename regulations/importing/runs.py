"""Reads an uploaded file in a worker: under a lease, one transaction a regulation, resumed after a crash.

A run is idempotent: what it has stored stands in its entries, and a second reading goes on behind them.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.timezone import localdate

from regulations.importing.files import (
    NotImportableError,
    ParsedFile,
    file_parse,
    import_order,
    regulation_check,
    regulation_import,
)
from regulations.models import ImportEntry, ImportRun, RegulationVersion
from regulations.publishing.cross_references import references_read
from regulations.text.parser import ParsedRegulation
from regulations.text.readers import UnreadableFileError

logger = structlog.get_logger(__name__)

State = ImportRun.State
Outcome = ImportEntry.Outcome
# Three workers that die over one file die of that file.
MOST_ATTEMPTS = 3
_STALLED_AFTER = timedelta(seconds=45)
_LONGEST_FILE_NAME = 80

READING_INTERRUPTED = "읽다가 멈췄습니다. 저장한 초안은 그대로 있습니다. 다시 시도하거나, 규정별로 나누어 올려 주세요."
TOO_SLOW = (
    "정해진 시간 안에 읽지 못했습니다. 저장한 초안은 그대로 있습니다. 규정별로 나누어 올려 주세요."
)


class _LeaseLostError(Exception):
    """The lease expired and another worker has the run."""


def run_read(*, run_id: int, now: datetime, seconds: float) -> bool:
    """Read a file and store its regulations as drafts, for about so many seconds; True where there is more to do.

    Nothing is done where another worker has the run or it is finished.
    """
    deadline = time.monotonic() + seconds
    run = _lease_run(run_id, now)
    if run is None:
        return False
    try:
        with _local_copy(run) as path:
            file = file_parse(path=path)
        if len(file.regulations) == 1:
            regulation_check(parsed=file.regulations[0], name=run.file_name)
    except (UnreadableFileError, NotImportableError) as error:
        _refuse(run, str(error))
        return False
    regulations = sorted(file.regulations, key=import_order)
    _leased_run(run).update(state=State.STORING, total=len(regulations))
    stored = set(run.entries.values_list("position", flat=True))
    try:
        for position, parsed in enumerate(regulations, start=1):
            if position in stored:
                continue
            if time.monotonic() > deadline:
                _release_lease(run)
                return True
            _store(run, file, position, parsed)
    except _LeaseLostError:
        logger.warning("import_lease_lost", run_id=run.pk)
        return False
    drafts = run.versions.filter(state=RegulationVersion.State.DRAFT)
    references_read(versions=drafts.order_by("pk"), on=localdate(now))
    _leased_run(run).update(state=State.DONE, lease_until=None, finished_at=timezone.now())
    return False


def run_fail(*, run_id: int, message: str) -> None:
    """End a run that cannot go on; what it has stored stays."""
    ImportRun.objects.filter(pk=run_id, state__in=ImportRun.RUNNING).update(
        state=State.FAILED, message=message, lease_until=None, finished_at=timezone.now()
    )


def stalled_runs(*, now: datetime) -> list[int]:
    """Ids of stalled runs; those with too many attempts are failed."""
    waiting = Q(state=State.WAITING, updated_at__lt=now - _STALLED_AFTER)
    released = Q(state=State.STORING, lease_until=None, updated_at__lt=now - _STALLED_AFTER)
    dead = Q(state__in=(State.READING, State.STORING), lease_until__lt=now)
    lost = ImportRun.objects.filter(waiting | released | dead)
    for run_id in (
        lost.filter(claims__gte=MOST_ATTEMPTS).values_list("pk", flat=True).order_by("pk")
    ):
        run_fail(run_id=run_id, message=READING_INTERRUPTED)
    return list(lost.filter(claims__lt=MOST_ATTEMPTS).values_list("pk", flat=True).order_by("pk"))


def _lease_run(run_id: int, now: datetime) -> ImportRun | None:
    """Lease a run by one conditional UPDATE; None if it is leased or finished."""
    free = Q(lease_until=None) | Q(lease_until__lt=now)
    taken = ImportRun.objects.filter(
        free, pk=run_id, state__in=ImportRun.RUNNING, claims__lt=MOST_ATTEMPTS
    ).update(state=State.READING, lease_until=_lease(now), claims=F("claims") + 1, updated_at=now)
    return ImportRun.objects.select_related("created_by").get(pk=run_id) if taken else None


def _leased_run(run: ImportRun) -> QuerySet[ImportRun]:
    """The run, while this worker holds its lease."""
    return ImportRun.objects.filter(
        pk=run.pk, claims=run.claims, state__in=(State.READING, State.STORING)
    )


def _release_lease(run: ImportRun) -> None:
    """Release the lease after progress, which resets the attempts."""
    _leased_run(run).update(lease_until=None, claims=0, updated_at=timezone.now())


def _refuse(run: ImportRun, message: str) -> None:
    """Nothing of the file can be stored, now or later: it is not kept."""
    changed = _leased_run(run).update(
        state=State.REFUSED,
        message=message,
        lease_until=None,
        finished_at=timezone.now(),
        file="",
    )
    if changed:
        run.file.delete(save=False)


def _store(run: ImportRun, file: ParsedFile, position: int, parsed: ParsedRegulation) -> None:
    """Store one regulation, its entry and the progress together, or the reason why it could not be."""
    try:
        with transaction.atomic():
            imported = regulation_import(
                parsed=parsed,
                source_name=run.file_name,
                source_sha256=file.sha256,
                enforcement_date=None if file.is_rulebook else run.enforcement_date,
                created_by=run.created_by,
                import_run=run,
            )
            version = imported.version
            said = "" if imported.created else f"이미 가져온 내용입니다(제{version.number}판)."
            outcome = Outcome.DRAFT if imported.created else Outcome.UNCHANGED
            entry = _entry(run, position, parsed, outcome, said)
            entry.version = version
            entry.save(update_fields=["version"])
    except NotImportableError as error:
        with transaction.atomic():
            _entry(run, position, parsed, Outcome.FAILED, str(error))
    except (OperationalError, InterfaceError):
        # Not the file's fault: its reading goes on when the lease is over.
        raise
    except DatabaseError as error:
        logger.exception("regulation_not_stored", run_id=run.pk, position=position)
        with transaction.atomic():
            said = f"저장할 수 없는 값이 있습니다. 파일을 확인해 주세요. ({type(error).__name__})"
            _entry(run, position, parsed, Outcome.FAILED, said)


def _entry(
    run: ImportRun, position: int, parsed: ParsedRegulation, outcome: Outcome, message: str
) -> ImportEntry:
    now = timezone.now()
    still_leased = _leased_run(run).update(
        done=F("done") + 1, lease_until=_lease(now), updated_at=now
    )
    if not still_leased:
        raise _LeaseLostError
    return ImportEntry.objects.create(
        run=run,
        position=position,
        title=parsed.title[:300],
        code=parsed.head.code[:60],
        outcome=outcome,
        message=message,
    )


@contextmanager
def _local_copy(run: ImportRun) -> Iterator[Path]:
    """The file under its own name in a folder of its own: readers go by the ending, and storage may be elsewhere."""
    name = Path(run.file_name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name.stem[:_LONGEST_FILE_NAME]}{name.suffix}"
        try:
            with run.file.open("rb") as source, path.open("wb") as target:
                shutil.copyfileobj(source, target)
        except (FileNotFoundError, ValueError) as error:
            raise UnreadableFileError("올린 파일이 저장소에 없습니다. 다시 올려 주세요.") from error
        yield path


def _lease(now: datetime) -> datetime:
    return now + timedelta(seconds=settings.IMPORT_LEASE_SECONDS)
