"""Taking in a file that somebody uploads: kept in private storage, then read by a task. A file that cannot be read is refused
at once, where its name and size say so already.
"""

from __future__ import annotations

import hashlib
import unicodedata
from contextlib import suppress
from datetime import date
from pathlib import PurePosixPath

import structlog
from django.core.files.base import File
from django.db import transaction
from django.utils import timezone

from portal.accounts.models import User
from portal.jobs.dispatch import send_on_commit
from regulations.models import ImportRun
from regulations.tasks import read_upload_task
from regulations.text.readers import file_refusal

logger = structlog.get_logger(__name__)

State = ImportRun.State
_LONGEST_NAME = 200
NO_ROOM = "파일을 저장하지 못했습니다. 저장 공간이 부족하거나 저장소에 문제가 있습니다. 운영 담당자에게 알리고, 해결되면 다시 올려 주십시오."


class NotRetryableError(Exception):
    """The run has not failed, or its file is gone. The message is for a person (in Korean)."""


@transaction.atomic
def upload_create(
    *, upload: File[bytes], by: User | None, enforcement_date: date | None = None
) -> ImportRun:
    """Store an uploaded file and enqueue its reading; a wrong type or size is recorded as refused."""
    name = _file_name(upload.name or "")
    run = ImportRun(
        file_name=name, size=upload.size, created_by=by, enforcement_date=enforcement_date
    )
    if refusal := file_refusal(name, upload.size):
        run.state, run.error, run.finished_at = State.REFUSED, refusal, timezone.now()
        run.save()
        return run
    digest = hashlib.sha256()
    for piece in upload.chunks():
        digest.update(piece)
    run.sha256 = digest.hexdigest()
    upload.seek(0)
    if not _file_stored(run, name, upload):
        run.state, run.error, run.finished_at = State.REFUSED, NO_ROOM, timezone.now()
        run.save()
        return run
    run.save()
    send_on_commit(read_upload_task, run_id=run.pk)
    return run


def _file_stored(run: ImportRun, name: str, upload: File[bytes]) -> bool:
    """Write the file into the storage; where that fails (a full disk), what was written of it is taken away again."""
    storage = run.file.storage
    path = run.file.field.generate_filename(run, name)
    try:
        run.file.name = storage.save(path, upload, max_length=run.file.field.max_length)
    except OSError:
        logger.exception("upload_not_kept", size=run.size)
        with suppress(OSError):
            storage.delete(path)
        return False
    return True


@transaction.atomic
def upload_retry(*, run: ImportRun) -> ImportRun:
    """Retry a failed import; regulations already stored are not stored twice."""
    run = ImportRun.objects.select_for_update().get(pk=run.pk)
    if run.state != State.FAILED or not run.file:
        raise NotRetryableError("다시 시도할 수 있는 상태가 아닙니다.")
    # Entries that could not be stored are tried again too.
    failed, _rows = run.entries.filter(outcome="failed").delete()
    run.done -= failed
    run.state, run.error, run.attempts = State.WAITING, "", 0
    run.lease_until = run.finished_at = None
    run.save()
    send_on_commit(read_upload_task, run_id=run.pk)
    return run


def _file_name(name: str) -> str:
    """The name without folders, in one spelling of its letters, no longer than is kept; the ending stays."""
    path = PurePosixPath(unicodedata.normalize("NFC", name).replace("\\", "/"))
    stem = "".join(letter for letter in path.stem if letter.isprintable()).strip()
    return f"{stem[:_LONGEST_NAME] or '이름 없음'}{path.suffix[:12]}"


def runs_ahead(*, run: ImportRun) -> int:
    """How many files are read before this one, which waits; 0 where it does not wait."""
    if run.state != ImportRun.State.WAITING:
        return 0
    return ImportRun.objects.filter(state__in=ImportRun.RUNNING, pk__lt=run.pk).count()
