"""Uploaded files: what is refused, what is stored, and that a reading which broke off goes on without doing anything twice."""

from __future__ import annotations

import io
import resource
import time
import zipfile
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from portal.accounts.models import User
from portal.tasks import repair_work
from regulations.importing import runs as import_runs
from regulations.importing import uploads
from regulations.importing.files import regulation_import
from regulations.importing.runs import run_read
from regulations.importing.uploads import NotRetryableError, upload_create, upload_retry
from regulations.models import Article, ImportEntry, ImportRun, Regulation, RegulationVersion
from regulations.publishing.versions import version_publish
from regulations.tasks import read_upload_task
from regulations.text import readers
from regulations.text.parser import ParsedRegulation
from tests.faults import connection_cut
from tests.people import editor
from tests.processes import PortalProcess

State = ImportRun.State
MEGABYTE = 1024**2

TEXT = (
    "사물함 규정\n시행일: 2025. 3. 1.\n제1조(목적) 사물함의 이용을 정한다.\n제2조(반납) 비운다.\n"
)


def rulebook(count: int) -> str:
    """A volume of so many regulations, each with a table of contents entry."""
    names = [(f"사물함{number}규정", f"1-1-{number}") for number in range(1, count + 1)]
    lines = ["차 례", "제 1 편 행정", *(f"{name} {code}" for name, code in names)]
    for name, _code in names:
        lines += [name, "제1조 (목적) 이 규정은 정한다."]
        lines += [f"제{number}조 (배정) {name} 배정 {number}" for number in range(2, 30)]
        lines += ["부칙", "1. 이 규정은 2025년 3월 1일부터 시행한다."]
    return "\n".join(lines)


def upload(
    content: str | bytes,
    name: str = "사물함.txt",
    by: User | None = None,
    day: date | None = None,
) -> ImportRun:
    body = content.encode() if isinstance(content, str) else content
    return upload_create(upload=SimpleUploadedFile(name, body), by=by, enforcement_date=day)


def read(run: ImportRun, *, seconds: float = 60) -> ImportRun:
    run_read(run_id=run.pk, now=timezone.now(), seconds=seconds)
    run.refresh_from_db()
    return run


def bomb(name: str, size: int) -> bytes:
    """A package of a few kilobytes that would fill the memory."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr(name, b" " * size)
    return buffer.getvalue()


@pytest.mark.django_db
def test_a_file_becomes_a_draft_that_knows_who_brought_it_and_in_which_file() -> None:
    person = editor()
    run = read(upload(TEXT, by=person))

    version = RegulationVersion.objects.get()
    assert (run.state, run.done, run.total, run.lease_until) == (State.DONE, 1, 1, None)
    assert (version.state, version.created_by) == (RegulationVersion.State.DRAFT, person)
    assert version.import_run == run
    assert version.source_name == "사물함.txt"
    assert run.file.read().decode() == TEXT
    assert run.entries.get().version == version


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("표.xlsx", b"PK", "형식"),
        ("빈.txt", b"", "빈 파일"),
    ],
)
def test_what_is_unfit_by_name_or_size_is_refused_at_once_and_not_kept(
    name: str, content: bytes, said: str
) -> None:
    run = upload(content, name)

    assert run.state == State.REFUSED
    assert said in run.error
    assert not run.file


@pytest.mark.django_db
def test_a_file_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "MAX_FILE_BYTES", 10)

    assert upload(TEXT).state == State.REFUSED


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("손상.hwpx", b"PK\x03\x04broken", id="truncated"),
        pytest.param("이름만.hwp", TEXT.encode(), id="wrong magic"),
        pytest.param("폭탄.docx", bomb("word/document.xml", 400_000_000), id="zip bomb"),
        pytest.param("길.hwpx", bomb("../../etc/passwd", 10), id="path traversal"),
        pytest.param("글.txt", "안내문\n조문이 없는 글입니다.".encode(), id="no articles"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence_and_not_kept(
    name: str, content: bytes
) -> None:
    run = read(upload(content, name))

    assert run.state == State.REFUSED
    assert run.error.endswith(".")
    assert not run.file
    assert not Regulation.objects.exists()


@pytest.mark.django_db
def test_the_name_of_a_file_is_no_path() -> None:
    run = upload(TEXT, "../../밖/사물함.TXT")

    assert run.file_name == "사물함.TXT"
    assert str(run.file.name).startswith("imports/")
    assert read(run).state == State.DONE


@pytest.mark.django_db
def test_the_same_file_again_stores_nothing() -> None:
    read(upload(TEXT))
    run = read(upload(TEXT))

    assert run.entries.get().outcome == ImportEntry.Outcome.UNCHANGED
    assert RegulationVersion.objects.count() == 1


@pytest.mark.django_db
def test_two_versions_in_one_file_are_both_stored() -> None:
    newer = TEXT.replace("2025", "2026").replace("정한다", "새로 정한다")
    run = read(upload(f"{TEXT}\n{newer}", "두 판.txt"))

    assert [one.outcome for one in run.entries.all()] == ["draft", "draft"]
    days = RegulationVersion.objects.order_by("number").values_list("enforcement_date", flat=True)
    assert list(days) == [date(2025, 3, 1), date(2026, 3, 1)]


@pytest.mark.django_db
def test_the_day_that_comes_with_the_same_file_again_is_taken() -> None:
    read(upload(TEXT))
    draft = RegulationVersion.objects.get()

    entry = read(upload(TEXT, day=date(2026, 9, 1))).entries.get()
    draft.refresh_from_db()
    assert (entry.version, draft.enforcement_date) == (draft, date(2026, 9, 1))
    assert "시행일을 2026. 9. 1.로 바꾸었습니다" in entry.message

    version_publish(version=draft, now=timezone.now(), index=False)
    again = read(upload(TEXT, day=date(2027, 3, 1))).versions.get()
    assert (again.number, again.enforcement_date) == (2, date(2027, 3, 1))


@pytest.mark.django_db
def test_the_original_file_takes_a_mistaken_correction_back() -> None:
    read(upload(TEXT))
    version_publish(version=RegulationVersion.objects.get(), now=timezone.now(), index=False)
    wrong = read(upload(TEXT.replace("정한다", "잘못 정한다"))).versions.get()
    version_publish(version=wrong, now=timezone.now(), index=False, correction_reason="오기")

    right = read(upload(TEXT)).versions.get()

    assert right.number == 3
    assert "제2판과 같아" in right.report["same_day"]


@pytest.mark.django_db
def test_a_file_with_nothing_new_says_so_on_its_page(admin_client: Client) -> None:
    read(upload(TEXT))
    run = read(upload(TEXT))
    version_publish(version=RegulationVersion.objects.get(), now=timezone.now(), index=False)

    page = admin_client.get(reverse("admin:regulations_import_run", args=[run.pk]))

    assert "이미 가져온 내용입니다(제1판)." in page.content.decode()


@pytest.mark.django_db
def test_a_reading_that_runs_out_of_time_goes_on_where_it_stopped() -> None:
    run = upload(rulebook(6), "규정집.txt")

    assert run_read(run_id=run.pk, now=timezone.now(), seconds=0)
    run.refresh_from_db()
    assert (run.state, run.done, run.total, run.lease_until) == (State.STORING, 0, 6, None)
    read_upload_task(run_id=run.pk)

    run.refresh_from_db()
    assert (run.state, run.done) == (State.DONE, 6)
    assert run.entries.count() == RegulationVersion.objects.count() == 6


@pytest.mark.django_db
def test_a_fault_in_the_middle_leaves_whole_regulations_and_can_be_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = upload(rulebook(6), "규정집.txt")
    stored: Iterator[int] = iter(range(10))
    really = regulation_import

    def fails_at_the_third(**options: object) -> object:
        imported = really(**options)  # type: ignore[arg-type]
        if next(stored) == 2:
            raise RuntimeError("out of memory")
        return imported

    monkeypatch.setattr(import_runs, "regulation_import", fails_at_the_third)
    with pytest.raises(RuntimeError):
        read_upload_task(run_id=run.pk)

    run.refresh_from_db()
    assert (run.state, run.done) == (State.FAILED, 2)
    assert "다시 시도" in run.error
    assert RegulationVersion.objects.count() == run.entries.count() == 2
    first = list(RegulationVersion.objects.values_list("pk", flat=True).order_by("pk"))
    upload_retry(run=run)
    read_upload_task(run_id=run.pk)
    run.refresh_from_db()
    assert (run.state, run.done) == (State.DONE, 6)
    versions = RegulationVersion.objects.order_by("pk")
    assert list(versions.values_list("pk", flat=True))[:2] == first
    assert {version.articles.count() for version in versions} == {29}
    with pytest.raises(NotRetryableError):
        upload_retry(run=run)


@pytest.mark.django_db
def test_a_run_that_somebody_has_is_left_alone_and_one_whose_worker_died_is_taken_over() -> None:
    run = upload(TEXT)
    soon = timezone.now() + timedelta(seconds=60)
    ImportRun.objects.filter(pk=run.pk).update(state=State.READING, lease_until=soon, attempts=1)

    assert read(run).state == State.READING
    assert list(ImportRun.stalled(timezone.now())) == []
    assert list(ImportRun.stalled(soon + timedelta(seconds=1))) == [run]
    ImportRun.objects.filter(pk=run.pk).update(lease_until=timezone.now())
    assert read(run).state == State.DONE


@pytest.mark.django_db
def test_a_file_that_three_workers_died_of_is_given_up() -> None:
    run = upload(TEXT)
    ImportRun.objects.filter(pk=run.pk).update(
        state=State.READING, lease_until=timezone.now(), attempts=ImportRun.terms.most_attempts
    )

    repair_work()

    run.refresh_from_db()
    assert run.state == State.FAILED
    assert run.error == ImportRun.READING_INTERRUPTED


@pytest.mark.django_db
def test_a_worker_whose_lease_ran_out_stores_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    run = upload(rulebook(6), "규정집.txt")
    really = regulation_import

    def taken_over(**options: object) -> object:
        ImportRun.objects.filter(pk=run.pk).update(attempts=2)
        return really(**options)  # type: ignore[arg-type]

    monkeypatch.setattr(import_runs, "regulation_import", taken_over)

    assert not run_read(run_id=run.pk, now=timezone.now(), seconds=60)
    assert not RegulationVersion.objects.exists()
    assert not run.entries.exists()


@pytest.mark.django_db
def test_one_regulation_that_cannot_be_stored_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    really = regulation_import

    def too_long(*, parsed: ParsedRegulation, **options: object) -> object:
        imported = really(parsed=parsed, **options)  # type: ignore[arg-type]
        if parsed.title == "사물함3규정":
            Regulation.objects.filter(title=parsed.title).update(title="가" * 300)
        return imported

    monkeypatch.setattr(import_runs, "regulation_import", too_long)

    run = read(upload(rulebook(6), "규정집.txt"))

    assert (run.state, run.done) == (State.DONE, 6)
    failed = run.entries.get(outcome=ImportEntry.Outcome.FAILED)
    assert (failed.title, failed.version) == ("사물함3규정", None)
    assert RegulationVersion.objects.count() == 5


def kept_files(folder: str) -> set[Path]:
    return {path for path in Path(folder).rglob("*") if path.is_file()}


@pytest.mark.django_db
def test_a_full_disk_is_said_and_leaves_nothing_half(
    shared_files: None, settings: Settings
) -> None:
    large = SimpleUploadedFile("사물함.txt", b" " * (3 * MEGABYTE))
    # Other tests of this worker have left theirs there.
    before = kept_files(settings.MEDIA_ROOT)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    # The kernel refuses the second megabyte, as it does on a disk that is full.
    resource.setrlimit(resource.RLIMIT_FSIZE, (MEGABYTE, hard))
    try:
        run = upload_create(upload=large, by=editor())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    assert (run.state, run.error, run.file.name) == (State.REFUSED, uploads.NO_ROOM, "")
    assert kept_files(settings.MEDIA_ROOT) == before
    assert not ImportRun.objects.filter(state__in=ImportRun.RUNNING).exists()
    assert read(upload(TEXT)).state == State.DONE


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_connection_cut_in_the_middle_of_reading_loses_and_doubles_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = upload(rulebook(6), "규정집.txt")
    really, stored = regulation_import, list[str]()

    def cut_at_the_third(*, parsed: ParsedRegulation, **options: object) -> object:
        stored.append(parsed.title)
        if len(stored) == 3:
            connection_cut()
        return really(parsed=parsed, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(import_runs, "regulation_import", cut_at_the_third)
    read_upload_task.apply(kwargs={"run_id": run.pk})
    connection.close()
    run.refresh_from_db()
    assert run.state == State.STORING
    assert RegulationVersion.objects.count() == run.entries.count() == 2

    ImportRun.objects.update(lease_until=timezone.now())
    assert list(ImportRun.stalled(timezone.now())) == [run]
    read_upload_task.apply(kwargs={"run_id": run.pk})
    read_upload_task.apply(kwargs={"run_id": run.pk})

    run.refresh_from_db()
    assert (run.state, run.done) == (State.DONE, 6)
    assert RegulationVersion.objects.count() == run.entries.count() == 6


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_killed_worker_leaves_no_half_regulation_and_the_next_one_finishes(
    shared_files: None, worker_starter: Callable[..., PortalProcess], settings: Settings
) -> None:
    environment = {"TEST_LEASE_SECONDS": "2"}
    first = worker_starter(queues="reading", **environment)
    run = upload(rulebook(60), "규정집.txt")

    def now() -> ImportRun:
        return ImportRun.objects.get(pk=run.pk)

    _until(lambda: now().done >= 2, "regulations were stored")
    first.kill()
    cut_off = now()
    assert cut_off.state == State.STORING
    assert 2 <= cut_off.done == cut_off.entries.count() < 60
    assert Article.objects.count() == cut_off.done * 29
    worker_starter(queues="reading", **environment)
    time.sleep(2.1)
    repair_work()
    repair_work()

    _until(lambda: now().state == State.DONE, "the reading was finished")
    assert now().done == now().entries.count() == RegulationVersion.objects.count() == 60
    assert Article.objects.count() == 60 * 29


def _until(condition: Callable[[], bool], what: str, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(0.02)
