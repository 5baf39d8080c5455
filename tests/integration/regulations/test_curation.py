"""The services of the curation: reasons, rights, races, edits by hand, discarding and repealing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection, transaction
from django.utils import timezone
from pytest_django import Settings

from portal.accounts.models import User
from regulations.curation.drafts import (
    NotADraftError,
    draft_describe,
    draft_discard,
    regulation_repeal,
)
from regulations.curation.editing import (
    NoSuchProvisionError,
    NotEditableError,
    ProvisionWords,
    provision_edit,
    provision_find,
    words_of,
)
from regulations.curation.file_differences import file_differences
from regulations.curation.inspection import version_counts, version_findings
from regulations.importing.files import regulation_import
from regulations.importing.folders import files_import
from regulations.importing.loss import loss_of
from regulations.models import Article, Regulation, RegulationVersion
from regulations.publishing.versions import (
    LossNotAcceptedError,
    NotPermittedError,
    NotPublishableError,
    version_publish,
    versions_publish,
)
from regulations.reading.selectors import version_in_force
from regulations.text.parser import parse_regulation
from tests.people import admin_by_role, editor, publisher

pytestmark = pytest.mark.django_db

State = RegulationVersion.State

WHOLE = """
제1조(목적) 이 규정은 사물함의 이용을 정한다.
제2조(배정) ① 사물함은 다음 각 호의 순서로 배정한다.
1. 졸업 학년
가. 휴학하지 아니한 사람
2. 그 밖의 학생
② 배정은 학기마다 한다.
제3조(반납) 학기가 끝나면 비운다.
부칙
이 규정은 2025년 3월 1일부터 시행한다.
[별표 1] 요금
| 크기 | 금액 |
|---|---|
| 큰 것 | 1만 원 |
"""
WITH_GAP = "제1조(목적) 사물함의 이용을 정한다.\n제3조(반납) 학기가 끝나면 비운다.\n"


REASON = "파일을 잘못 읽음"


def draft(
    text: str = WHOLE,
    *,
    title: str = "사물함 규정",
    by: User | None = None,
    day: date | None = None,
) -> RegulationVersion:
    imported = regulation_import(
        parsed=parse_regulation(text, title=title),
        source_name="사물함.txt",
        source_sha256=f"{len(text)}{day}",
        enforcement_date=day or date(2025, 3, 1),
        created_by=by,
    )
    return imported.version


def publish(version: RegulationVersion, **options: object) -> RegulationVersion:
    return version_publish(version=version, now=timezone.now(), **options)  # type: ignore[arg-type]


def change(version: RegulationVersion, key: str, *, reason: str = REASON, **fields: object) -> None:
    before = words_of(provision_find(version=version, locator_key=key))
    values = {"text": before.text, "title": before.title, "marks": before.marks} | fields
    words = ProvisionWords(**values)  # type: ignore[arg-type]
    provision_edit(
        version=version,
        locator_key=key,
        words=words,
        seen_digest=before.digest,
        by=None,
        reason=reason,
    )


def full_text(version: RegulationVersion, number: int) -> str:
    return Article.objects.get(version=version, number=number, addenda=None).full_text


# -- reasons ----------------------------------------------------------------------------------------------------------


def test_a_version_that_lacks_something_needs_a_reason_which_is_kept() -> None:
    version = draft(WITH_GAP)
    person = publisher()

    with pytest.raises(LossNotAcceptedError, match="건너뛴 번호 1"):
        publish(version, by=person, loss_reason="  ")
    assert RegulationVersion.objects.get().state == State.DRAFT
    publish(version, by=person, loss_reason="제2조는 원본에도 없습니다.")

    version = RegulationVersion.objects.get()
    assert (version.state, version.published_by) == (State.PUBLISHED, person)
    assert version.loss_reason == "제2조는 원본에도 없습니다."


def test_a_whole_version_keeps_no_reason() -> None:
    assert publish(draft(), loss_reason="모두 게시").loss_reason == ""


def test_findings_lead_to_their_places() -> None:
    version = draft(f"제1장 총칙\n장 아래 글\n{WITH_GAP}제3조(반납) 다시\n")

    found = {one.kind: one for one in version_findings(version=version)}

    assert found["gap"].place == "art-3"
    assert found["repeat"].place == "art-3"
    assert not found["repeat"].needs_reason
    assert found["unplaced"].place == "art-1"
    assert loss_of(version.report).count == 2


def test_lost_characters_count_without_lines() -> None:
    report = {"source_characters": 1000, "kept_share": 0.998}

    assert loss_of(report).needs_reason
    assert loss_of(report).count == 1
    assert not loss_of(report | {"kept_share": 0.999}).needs_reason
    assert not loss_of({"source_characters": 0, "kept_share": 0.0}).needs_reason


# -- the command ------------------------------------------------------------------------------------------------------


def test_the_command_publishes_what_only_skips_a_number_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"사물함 규정\n{WITH_GAP}부칙\n이 규정은 2025년 3월 1일부터 시행한다.\n")

    (outcome,) = files_import(paths=[path], now=timezone.now(), publish=True)

    assert outcome.outcome == "published"
    assert outcome.version is not None
    assert "제1조 → 제3조" in outcome.version.loss_reason


def test_the_command_needs_a_reason_where_text_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"사물함 규정\n제1장 총칙\n장 아래 글\n{WHOLE}")
    call = ["import_regulations", str(path), "--publish", "--no-embed"]

    with pytest.raises(CommandError, match="--accept-loss"):
        call_command(*call)
    assert RegulationVersion.objects.get().state == State.DRAFT
    call_command(*call, "--accept-loss", "장 아래의 글은 안내문입니다.")

    version = RegulationVersion.objects.get()
    assert (version.state, version.loss_reason) == (State.PUBLISHED, "장 아래의 글은 안내문입니다.")


# -- rights -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("person", "may"), [(editor, False), (publisher, True), (admin_by_role, True)]
)
def test_roles(person: Callable[[], User], may: bool) -> None:
    version = draft()
    if may:
        assert publish(version, by=person()).state == State.PUBLISHED
    else:
        with pytest.raises(NotPermittedError, match="권한"):
            publish(version, by=person())


def test_an_admin_by_role_has_no_say_over_accounts() -> None:
    person = admin_by_role()

    assert person.has_perm("regulations.change_regulation")
    assert not person.has_perm("accounts.change_user")
    assert not person.has_perm("auth.add_group")
    # Whoever writes these signs in as somebody else.
    assert not person.has_perm("account.change_emailaddress")
    assert not person.has_perm("mfa.view_authenticator")
    assert not person.has_perm("socialaccount.add_socialaccount")
    assert not person.has_module_perms("socialaccount")


def test_nobody_publishes_their_own_draft_where_two_persons_are_asked_for(
    settings: Settings,
) -> None:
    settings.PUBLISHING_NEEDS_SECOND_PERSON = True
    author, corrector, third = (publisher(name) for name in ("author", "corrector", "third"))
    version = draft(by=author)
    before = words_of(provision_find(version=version, locator_key="art-3"))
    provision_edit(
        version=version,
        locator_key="art-3",
        words=ProvisionWords("학기가 끝나기 전에 비운다.", before.title),
        seen_digest=before.digest,
        by=corrector,
        reason=REASON,
    )

    for person in (author, corrector, None):
        with pytest.raises(NotPermittedError):
            publish(version, by=person)

    assert publish(version, by=third).published_by == third


# -- races ------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_two_who_publish_at_the_same_moment_one_wins_and_the_other_is_told() -> None:
    version = draft()
    people = [
        User.objects.create_superuser(name, f"{name}@example.org", "x") for name in ("가람", "나래")
    ]
    barrier = threading.Barrier(2)
    results: list[str] = []

    def run(person: User) -> None:
        barrier.wait()
        try:
            publish(RegulationVersion.objects.get(pk=version.pk), by=person)
            results.append("published")
        except NotPublishableError as error:
            results.append(str(error))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[person]) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    (told,) = (said for said in results if said != "published")
    winner = RegulationVersion.objects.get().published_by
    assert winner is not None
    assert f"{winner.username} 님이" in told


@pytest.mark.django_db(transaction=True)
def test_an_edit_waits_for_who_publishes_and_is_then_refused() -> None:
    version = draft()
    begun = threading.Event()
    told: list[str] = []

    def run() -> None:
        begun.set()
        try:
            change(version, "art-3", text="다른 글")
        except NotADraftError as error:
            told.append(str(error))
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    with transaction.atomic():
        publish(RegulationVersion.objects.get())
        thread.start()
        begun.wait()
        thread.join(0.3)
        assert told == []
    thread.join()

    assert "이미 게시한 판" in told[0]
    assert full_text(version, 3) == "학기가 끝나면 비운다."


# -- edits by hand ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["art-2", "art-2/para-1", "art-2/para-1/subpara-1/item-1"])
def test_an_edit_is_in_the_whole_article_and_in_the_history(key: str) -> None:
    version = draft()
    whole = full_text(version, 2)
    row = provision_find(version=version, locator_key=key)

    change(version, key, text=f"{row.text} 덧붙인 말.".strip())

    edit = version.edits.get()
    assert edit.before["text"] == row.text
    assert "덧붙인 말." in edit.after["text"]
    assert "덧붙인 말." in full_text(version, 2)
    change(version, key, text=row.text)
    assert full_text(version, 2) == whole


def test_a_correction_has_a_reason_and_is_the_difference_to_the_file() -> None:
    version = draft()
    with pytest.raises(NotEditableError, match="이유"):
        change(version, "art-3", text="방학에 비운다.", reason=" ")

    change(version, "art-3", text="방학에 비운다.")
    change(version, "art-3", text="방학이 끝나면 비운다.", reason="둘째 이유")
    (found,) = file_differences(version.edits.all())
    assert (found.label, found.reasons) == ("제3조", (REASON, "둘째 이유"))
    assert [one.text for one in found.before if one.is_changed] == ["학기가"]
    assert [one.text for one in found.after if one.is_changed] == ["방학이"]

    change(version, "art-3", text="학기가 끝나면 비운다.")
    assert file_differences(version.edits.all()) == []


def test_saving_without_a_change_leaves_no_trace() -> None:
    version = draft()

    change(version, "art-3")

    assert not version.edits.exists()


def test_a_deleted_provision_and_back() -> None:
    version = draft()

    change(version, "art-3", is_deleted=True, marks="<삭제 2025. 3. 1.>")
    assert version_counts(version=version).deleted_articles == 1
    assert full_text(version, 3) == "삭제"
    with pytest.raises(NotEditableError, match="본문"):
        change(version, "art-3", is_deleted=False)
    change(version, "art-3", is_deleted=False, text="다시 비운다.")

    assert full_text(version, 3) == "다시 비운다."


def test_cells_of_a_table_follow_its_text() -> None:
    version = draft()

    text = "| 호 | 금액 |\n| 1. 작은 것 | 5천 원 |\n| 2. 큰 것 | 만 원 |"
    change(version, "table-1", text=text)

    assert version.attachments.get().rows[1] == ["1. 작은 것", "5천 원"]
    rows = version.subparagraphs.filter(attachment__isnull=False)
    assert list(rows.values_list("locator_key", flat=True).order_by("position")) == [
        "table-1/subpara-1",
        "table-1/subpara-2",
    ]
    change(version, "table-1", text="| 1. 하나뿐 | 만 원 |")
    assert rows.count() == 1
    assert version_counts(version=version).subparagraphs == 2
    with pytest.raises(NoSuchProvisionError):
        change(version, "table-1/subpara-1", text="따로 고친 줄")


@pytest.mark.parametrize(
    ("key", "fields", "said"),
    [
        ("art-3", {"text": "  "}, "내용이 없습니다"),
        ("art-2", {"is_deleted": True}, "남아 있습니다"),
        ("art-2/para-1", {"text": "배정한다.\n② 학기마다 한다."}, "‘제2조제2항’"),
        ("art-3", {"text": "비운다.\n제1조(목적) 또 정한다."}, "‘제1조’"),
        ("art-2/para-1/subpara-2", {"text": "2. 그 밖의 학생"}, "제1항제2호’"),
    ],
)
def test_words_that_cannot_stand_there(key: str, fields: dict[str, object], said: str) -> None:
    version = draft()

    with pytest.raises(NotEditableError, match=said):
        change(version, key, **fields)

    assert not version.edits.exists()


def test_who_did_not_see_the_last_change_is_told() -> None:
    version = draft()
    seen_digest = words_of(provision_find(version=version, locator_key="art-3")).digest
    change(version, "art-3", text="먼저 고친 글")

    with pytest.raises(NotEditableError, match="그 사이"):
        provision_edit(
            version=version,
            locator_key="art-3",
            words=ProvisionWords("나중에 고친 글", "반납"),
            seen_digest=seen_digest,
            by=None,
            reason=REASON,
        )


def test_a_published_text_stands_also_against_the_database() -> None:
    version = publish(draft())

    with pytest.raises(NotADraftError):
        change(version, "art-3", text="몰래 고친 글")
    with pytest.raises(NotADraftError):
        draft_describe(
            version=version, promulgated_date=None, enforcement_date=date(2020, 1, 1), reason=""
        )
    for row in (version.articles.get(number=3, addenda=None), version.attachments.get()):
        row.text = "몰래 고친 글"
        with pytest.raises(ProgrammingError, match="not changed"), transaction.atomic():
            row.save()


# -- discarding, repealing, many ---------------------------------------------------------------------------------------


def test_discarding_the_only_draft_takes_its_regulation_along_but_no_published_one() -> None:
    draft_discard(version=draft())
    assert not Regulation.objects.exists()

    published = publish(draft())
    draft_discard(version=draft(WHOLE.replace("학기마다", "해마다"), day=date(2026, 3, 1)))
    assert RegulationVersion.objects.get() == published
    with pytest.raises(NotADraftError):
        draft_discard(version=published)


def test_a_repeal_ends_the_last_version_on_its_day() -> None:
    version = publish(draft())
    regulation = version.regulation
    person = publisher()
    with pytest.raises(NotPublishableError, match="뒤여야"):
        regulation_repeal(regulation=regulation, on=date(2025, 3, 1), by=person, reason="통합")
    with pytest.raises(NotPermittedError):
        regulation_repeal(regulation=regulation, on=date(2026, 3, 1), by=editor(), reason="통합")

    regulation_repeal(regulation=regulation, on=date(2026, 3, 1), by=person, reason="통합")

    assert version_in_force(regulation=regulation, as_of=date(2026, 2, 28)) == version
    assert version_in_force(regulation=regulation, as_of=date(2026, 3, 1)) is None
    assert "폐지: 통합" in regulation.versions.get().reason
    with pytest.raises(NotPublishableError, match="이미 폐지"):
        regulation_repeal(regulation=regulation, on=date(2026, 4, 1), by=person, reason="")


def test_many_are_published_one_by_one_and_the_others_say_why_not() -> None:
    person = publisher()
    whole, skipping = draft(), draft(WITH_GAP, title="주차 규정")
    dateless = draft(title="기숙사 규정")
    RegulationVersion.objects.filter(pk=dateless.pk).update(enforcement_date=None)
    dateless.refresh_from_db()

    outcomes = versions_publish(versions=[dateless, skipping, whole], now=timezone.now(), by=person)

    said = {one.version.regulation.title: one.message for one in outcomes}
    assert said["사물함 규정"] == ""
    assert "설명이 필요한" in said["주차 규정"]
    assert "시행일" in said["기숙사 규정"]
