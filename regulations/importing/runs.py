"""Reads an uploaded file in a worker: under a lease, one transaction a regulation, resumed after a crash.

A run is idempotent: what it has stored stands in its entries, and a second reading goes on behind them.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.timezone import localdate

from portal.stores import StoreAwayError
from portal.stores.scanner import RefusedByScannerError, ScannerSilentError, file_scan
from regulations.importing.files import (
    NOT_STORABLE,
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
_LONGEST_FILE_NAME = 80

TOO_SLOW = "정해진 시간 안에 읽지 못했습니다. 저장한 초안은 그대로 있습니다. 규정별로 나누어 올려 주십시오."


class _LeaseLostError(Exception):
    """The lease expired and another worker has the run."""


def lease_import(*, run_id: int, now: datetime) -> ImportRun | None:
    """Lease a run; None if another worker has it or it is finished."""
    return ImportRun.lease(now=now, pk=run_id)


def run_read(*, run_id: int, now: datetime, seconds: float) -> bool:
    """Read a file and store its regulations as drafts, for about so many seconds; True where there is more to do.

    Nothing is done where another worker has the run or it is finished. A fault ends the run, and goes on to the caller.
    """
    run = lease_import(run_id=run_id, now=now)
    if run is None:
        return False
    try:
        return _read(run, now=now, seconds=seconds)
    except SoftTimeLimitExceeded:
        run_fail(run=run, error=TOO_SLOW)
        return False
    except _LeaseLostError:
        logger.warning("import_lease_lost", run_id=run.pk)
        return False
    except (OperationalError, InterfaceError):
        # The connection was cut. The lease runs out, and beat has the rest read.
        connection.close()
        raise
    except Exception:
        # Nobody waits in front of a bar that never moves.
        run_fail(run=run, error=ImportRun.READING_INTERRUPTED)
        raise


def run_fail(*, run: ImportRun, error: str) -> None:
    """End a run that cannot go on; what it has stored stays."""
    run.fail(error, state=State.FAILED, finished_at=timezone.now())


def _read(run: ImportRun, *, now: datetime, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    try:
        with _local_copy(run) as path:
            with path.open("rb") as content:
                file_scan(content)
            file = file_parse(path=path)
        if len(file.regulations) == 1:
            regulation_check(parsed=file.regulations[0], name=run.file_name)
    except (UnreadableFileError, NotImportableError, RefusedByScannerError) as error:
        _refuse(run, str(error))
        return False
    except (ScannerSilentError, StoreAwayError) as error:
        run_fail(run=run, error=str(error))
        return False
    regulations = sorted(file.regulations, key=import_order)
    run.own().update(state=State.STORING, total=len(regulations))
    stored = set(run.entries.values_list("position", flat=True))
    for position, parsed in enumerate(regulations, start=1):
        if position in stored:
            continue
        if time.monotonic() > deadline:
            # It got on, so this was no attempt that failed.
            run.release(state=State.STORING, is_counted=False, updated_at=timezone.now())
            return True
        _store(run, file, position, parsed)
    drafts = run.versions.filter(state=RegulationVersion.State.DRAFT)
    references_read(versions=drafts.order_by("pk"), on=localdate(now))
    run.finish(state=State.DONE, finished_at=timezone.now())
    return False


def _refuse(run: ImportRun, message: str) -> None:
    """Nothing of the file can be stored, now or later: it is not kept."""
    if run.fail(message, state=State.REFUSED, finished_at=timezone.now(), file=""):
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
            outcome = Outcome.DRAFT if imported.created else Outcome.UNCHANGED
            entry = _entry(run, position, parsed, outcome, imported.repetition)
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
            said = f"{NOT_STORABLE} ({type(error).__name__})"
            _entry(run, position, parsed, Outcome.FAILED, said)


def _entry(
    run: ImportRun, position: int, parsed: ParsedRegulation, outcome: Outcome, message: str
) -> ImportEntry:
    now = timezone.now()
    if not run.extend(now=now, done=F("done") + 1, updated_at=now):
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
            raise UnreadableFileError(
                "올린 파일이 저장소에 없습니다. 다시 올려 주십시오."
            ) from error
        yield path
