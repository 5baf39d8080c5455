"""Publishing and indexing that break off: the database is as before, and the index is made after all, once."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone
from pytest_django import Settings

from regulations.importing.files import regulation_import
from regulations.models import CrossReference, Passage, RegulationVersion
from regulations.models.passages import LexicalTerm
from regulations.publishing import versions as publishing
from regulations.publishing.cross_references import references_read
from regulations.publishing.versions import version_publish, versions_publish
from regulations.search.index.building import index_version
from regulations.search.index.health import search_index
from regulations.tasks import index_version_task, repair_index_task
from regulations.text.parser import parse_regulation
from tests.corpus import given_regulation
from tests.faults import connection_cut, until_somebody_waits
from tests.processes import PortalProcess

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

TEXT = "제1조(목적) 이 규정은 사물함의 이용을 정한다.\n제2조(반납) 사물함은 학기가 끝나면 비운다."
State = RegulationVersion.State
IndexState = RegulationVersion.IndexState


def _draft(
    title: str = "사물함 규정", text: str = TEXT.replace("비운다", "반납한다")
) -> RegulationVersion:
    imported = regulation_import(
        parsed=parse_regulation(text, title=title),
        source_name="사물함.txt",
        source_sha256="0" * 64,
        enforcement_date=date(2026, 3, 1),
    )
    return imported.version


def _publish(version: RegulationVersion, *, index: bool = True) -> None:
    version_publish(version=version, now=timezone.now(), loss_reason="시험입니다.", index=index)


def _publish_all(drafts: list[RegulationVersion]) -> None:
    reasons = {one.pk: "시험입니다." for one in drafts}
    versions_publish(versions=drafts, now=timezone.now(), by=None, loss_reasons=reasons)


def test_a_connection_cut_in_the_middle_of_publishing_leaves_everything_as_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    in_force = given_regulation("사물함 규정", TEXT, enforcement_date=date(2025, 3, 1))
    draft = _draft()
    with monkeypatch.context() as patch:
        patch.setattr(publishing, "amendments_publish", lambda **_: connection_cut())
        with pytest.raises(OperationalError):
            _publish(draft, index=False)
    connection.close()

    in_force.refresh_from_db()
    draft.refresh_from_db()
    assert (draft.state, draft.published_at, in_force.ends_on) == (State.DRAFT, None, None)
    _publish(draft, index=False)

    in_force.refresh_from_db()
    assert in_force.ends_on == date(2026, 3, 1)


def test_many_whose_publication_broke_off_have_their_references_read_after_all(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    drafts = [_draft(), _draft("보관 규정", "제1조(목적) 사물함 규정 제2조에 따라 비운 것을 둔다.")]
    with monkeypatch.context() as patch:
        # The process dies here.
        patch.setattr(publishing, "references_read_due", lambda **_: None)
        _publish_all(drafts)

    assert RegulationVersion.objects.filter(state=State.PUBLISHED).count() == 2
    # As long as the publisher may be alive it is left to it.
    repair_index_task()
    assert not CrossReference.objects.exists()
    settings.LEASE_SECONDS = 0
    repair_index_task()
    repair_index_task()

    reference = CrossReference.objects.get()
    assert (reference.state, reference.to_regulation) == ("RESOLVED", drafts[0].regulation)
    assert not RegulationVersion.objects.filter(references_due=True).exists()


def test_whoever_publishes_next_reads_the_references_that_were_left() -> None:
    left = _draft("보관 규정", "제1조(목적) 사물함 규정 제2조에 따라 비운 것을 둔다.")
    version_publish(version=left, now=timezone.now(), loss_reason="시험", references=False)

    _publish_all([_draft()])

    assert CrossReference.objects.get(version=left).state == "RESOLVED"


def test_references_that_two_read_at_once_are_stored_once() -> None:
    given_regulation("사물함 규정", TEXT)
    version = given_regulation("보관 규정", "제1조(목적) 사물함 규정 제2조에 따라 비운 것을 둔다.")

    def read() -> None:
        references_read(versions=[version], on=date(2026, 3, 1))
        connection.close()

    with ThreadPoolExecutor() as others:
        with transaction.atomic():
            references_read(versions=[version], on=date(2026, 3, 1))
            other = others.submit(read)
            until_somebody_waits()
        other.result()

    assert CrossReference.objects.filter(version=version).count() == 1


def test_words_that_a_worker_died_over_before_it_counted_them_are_counted_after_all() -> None:
    version = given_regulation("사물함 규정", TEXT)
    LexicalTerm.objects.all().delete()
    assert version.passages.exists()

    repair_index_task()

    assert LexicalTerm.objects.get(term="").documents == version.passages.count()


def test_a_worker_killed_while_indexing_leaves_an_index_that_the_next_one_finishes(
    worker_starter: Callable[..., PortalProcess],
) -> None:
    version = _draft()
    _publish(version, index=False)
    first = worker_starter(queues="index")
    with transaction.atomic():
        # The worker begins, and waits for this row in the middle of its work.
        RegulationVersion.objects.select_for_update().get(pk=version.pk)
        index_version_task.delay(version_id=version.pk)
        _until(_somebody_waits, "the worker began")
        first.kill()
    assert RegulationVersion.objects.get().index_state == IndexState.PENDING
    assert not Passage.objects.exists()

    worker_starter(queues="index,vectors")
    repair_index_task()
    repair_index_task()

    _until(lambda: RegulationVersion.objects.get().index_state == IndexState.READY, "an index")
    assert Passage.objects.filter(version=version).count() == 2


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


def _until(condition: Callable[[], bool], what: str, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(0.05)


def test_one_version_that_cannot_be_indexed_says_so_and_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken, well, later = (given_regulation(f"{name} 규정", TEXT) for name in "가나다")
    RegulationVersion.objects.update(index_state=IndexState.PENDING)
    LexicalTerm.objects.all().delete()

    def index(*, version_id: int) -> int:
        if version_id == broken.pk:
            raise ValueError("a flaw of ours")
        return index_version(version_id=version_id)

    monkeypatch.setattr("regulations.tasks.index_version", index)
    with pytest.raises(ValueError, match="flaw"):
        index_version_task(version_id=well.pk)

    states = dict(RegulationVersion.objects.values_list("pk", "index_state"))
    assert states[broken.pk] == IndexState.FAILED
    assert states[well.pk] == IndexState.LEXICAL
    assert LexicalTerm.objects.exists()
    assert search_index().figures["failed"] == 1

    monkeypatch.undo()
    sent: list[int] = []
    monkeypatch.setattr(
        "regulations.tasks.index_version_task.delay", lambda *, version_id: sent.append(version_id)
    )
    index_version_task(version_id=later.pk)
    repair_index_task()
    assert sent == [broken.pk]
    counted: list[int] = []
    with monkeypatch.context() as patched:
        patched.setattr("regulations.tasks.index_version", index)
        patched.setattr("regulations.tasks.refresh_statistics", lambda: counted.append(1))
        with pytest.raises(ValueError, match="flaw"):
            index_version_task(version_id=broken.pk)
    # Every round tries it again; that is no reason to read the whole corpus.
    assert counted == []
    index_version_task(version_id=broken.pk)
    assert not RegulationVersion.objects.exclude(index_state=IndexState.LEXICAL).exists()
