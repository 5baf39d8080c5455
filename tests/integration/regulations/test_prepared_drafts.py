"""Drafts whose words are made before anybody publishes them: found from the commit on, never before, never of another text."""

from __future__ import annotations

from datetime import date

import pytest
from django.utils import timezone

from regulations.models import Passage, RegulationVersion
from regulations.models.passages import LexicalTerm
from regulations.publishing.versions import versions_publish
from regulations.search.index.building import index_version, refresh_statistics
from regulations.search.retrieval import search_passages
from regulations.tasks import index_version_task, prepare_drafts_task, repair_index_task
from tests.corpus import SCHOOL_REGULATIONS, TODAY, given_regulation
from tests.drafts import WITH_GAP, change, draft, publish

pytestmark = pytest.mark.django_db

State, IndexState = RegulationVersion.State, RegulationVersion.IndexState


@pytest.fixture(autouse=True)
def ordered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is ordered from workers, of whom there are none here."""
    names: list[str] = []
    for name in ("prepare_drafts", "embed_passages", "index_version"):
        monkeypatch.setattr(
            f"regulations.tasks.{name}_task.delay", lambda name=name, **_: names.append(name)
        )
    return names


def _found(question: str) -> set[str]:
    result = search_passages(question, as_of=TODAY, mode="keyword")
    return {one.passage.locator_key for one in result.passages}


def _counted() -> dict[str, int]:
    return dict(LexicalTerm.objects.values_list("term", "documents"))


def _state(version: RegulationVersion) -> str:
    return RegulationVersion.objects.get(pk=version.pk).index_state


def test_prepared_words_are_found_when_the_draft_is_published_and_not_before() -> None:
    given_regulation("학칙", SCHOOL_REGULATIONS)
    before = _counted()
    version = draft()

    prepare_drafts_task()
    refresh_statistics()

    assert _state(version) == IndexState.LEXICAL
    assert (_counted(), _found("사물함 배정 순서")) == (before, set())

    publish(version)

    assert _state(version) == IndexState.LEXICAL
    assert "art-2" in _found("사물함 배정 순서")
    at_once = _counted()
    refresh_statistics()
    assert at_once == _counted()


@pytest.mark.parametrize("is_prepared_again", [False, True])
def test_what_was_corrected_after_it_was_prepared_is_never_found_as_it_was(
    is_prepared_again: bool,
) -> None:
    version = draft()
    prepare_drafts_task()
    change(version, "art-3", text="방학에는 자전거를 둔다.")
    assert _state(version) == IndexState.PENDING
    if is_prepared_again:
        prepare_drafts_task()

    publish(version)

    texts = set(version.passages.values_list("text", flat=True))
    assert not any("비운다" in text for text in texts)
    assert any("자전거" in text for text in texts) is is_prepared_again
    assert (_state(version) == IndexState.PENDING) is not is_prepared_again
    index_version_task(version_id=version.pk)
    assert "art-3" in _found("자전거 방학")


def test_a_draft_that_was_renamed_or_never_prepared_waits_for_the_worker_as_before() -> None:
    renamed, unprepared = draft(), draft(title="보관함 규정")
    index_version(version_id=renamed.pk)
    renamed.regulation.title = "개인 사물함 규정"
    renamed.regulation.save()

    publish(renamed)
    publish(unprepared)

    assert {_state(one) for one in (renamed, unprepared)} == {IndexState.PENDING}
    assert not Passage.objects.exists()


def test_a_repealed_text_leaves_nothing_prepared_and_no_draft_of_one_is_prepared() -> None:
    version = draft()
    prepare_drafts_task()
    RegulationVersion.objects.filter(pk=version.pk).update(repealed_date=date(2025, 9, 1))
    other = draft(title="옛 규정")
    RegulationVersion.objects.filter(pk=other.pk).update(repealed_date=date(2025, 9, 1))

    prepare_drafts_task()
    publish(version)

    assert not Passage.objects.exists()
    assert _state(other) == IndexState.PENDING


def test_one_draft_that_cannot_be_published_keeps_no_other_from_being_found() -> None:
    drafts = [draft(title=f"{name} 규정") for name in ("가방", "나무", "다리")]
    lossy = draft(WITH_GAP, title="라디오 규정")
    prepare_drafts_task()

    outcomes = versions_publish(versions=[lossy, *drafts], now=timezone.now(), by=None)

    assert [bool(one.message) for one in outcomes] == [False, False, False, True]
    assert Passage.objects.filter(version=lossy, version__state=State.DRAFT).exists()
    assert _found("가방 규정 배정")
    assert not _found("라디오")


def test_drafts_are_prepared_when_some_wait_and_one_that_fails_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, ordered: list[str]
) -> None:
    repair_index_task()
    assert ordered == []
    broken, well = draft(), draft(title="보관함 규정")

    def index(*, version_id: int) -> int:
        if version_id == broken.pk:
            raise ValueError("a flaw of ours")
        return index_version(version_id=version_id)

    monkeypatch.setattr("regulations.tasks.index_version", index)
    repair_index_task()
    assert ordered == ["prepare_drafts"]
    with pytest.raises(ValueError, match="flaw"):
        prepare_drafts_task()
    prepare_drafts_task()

    assert (_state(broken), _state(well)) == (IndexState.FAILED, IndexState.LEXICAL)
