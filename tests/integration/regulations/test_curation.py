"""The services of the curation: reasons, rights, races, edits by hand, discarding and repealing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from portal.accounts.models import User
from regulations.curation.drafts import (
    NotADraftError,
    draft_discard,
    regulation_repeal,
)
from regulations.curation.editing import (
    ProvisionWords,
    provision_edit,
    provision_find,
    words_of,
)
from regulations.curation.inspection import version_findings
from regulations.importing.folders import files_import
from regulations.models import Regulation, RegulationVersion
from regulations.publishing.versions import (
    LossNotAcceptedError,
    NotPermittedError,
    NotPublishableError,
    versions_publish,
)
from regulations.reading.selectors import version_in_force
from regulations.text.loss import loss_of
from tests.drafts import REASON, WHOLE, WITH_GAP, change, draft, full_text, publish
from tests.people import admin_by_role, editor, publisher

pytestmark = pytest.mark.django_db

State = RegulationVersion.State


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
    assert found["unplaced"].place == "art-1"
    assert loss_of(version.report).count == len(found) == 3


def test_a_number_that_comes_twice_in_a_long_text_is_only_worth_knowing() -> None:
    listed = "".join(f"{number}. 사물함 {number}\n" for number in range(1, 102))
    version = draft(f"제1조(목적) 정한다.\n제2조(목록) 다음과 같다.\n{listed}101. 다시\n")

    (finding,) = version_findings(version=version)

    assert (finding.kind, finding.needs_reason) == ("repeat", False)
    assert not loss_of(version.report).needs_reason


def test_a_part_with_a_day_of_its_own_leads_to_the_addenda_that_name_it() -> None:
    version = draft(
        f"{WHOLE}부칙\n이 규정은 2025년 3월 1일부터 시행한다.\n부칙\n이 규정은 2026년 3월 1일부터 시행한다. "
        "다만, 제2조는 2099년 3월 1일부터 시행한다.\n"
    )

    (finding,) = version_findings(version=version)

    assert (finding.kind, finding.place, finding.needs_reason) == ("other_day", "add-3", True)
    with pytest.raises(LossNotAcceptedError, match="다른 시행일 1"):
        publish(version)


@pytest.mark.parametrize(
    ("lines", "kind", "places"),
    [
        ("1. 휴학생 2. 제적생 3. 정학 중인 학생\n", "joined", ["art-2/subpara-1"]),
        ("가. 입대 나. 질병 다. 출산\n", "joined", ["art-2/item-1"]),
        ("1. 휴학생\n1. 제적생\n", "repeat", ["art-2/subpara-1"]),
    ],
)
def test_what_is_counted_is_listed_with_its_place(
    lines: str, kind: str, places: list[str], admin_client: Client
) -> None:
    version = draft(f"제1조(목적) 정한다.\n제2조(제한) 다음의 학생은 사용할 수 없다.\n{lines}")

    found = [one for one in version_findings(version=version) if one.needs_reason]
    assert [(one.kind, one.place) for one in found] == [(kind, place) for place in places]
    assert loss_of(version.report).count == len(found)
    for name in ("findings", "publish"):
        page = admin_client.get(reverse(f"admin:regulations_version_{name}", args=[version.pk]))
        assert found[0].advice in page.content.decode()
        assert "설명이 필요한 곳이 없습니다" not in page.content.decode()


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


@pytest.mark.parametrize(("day", "outcome"), [("2025년 9월", "published"), ("2099년 9월", "held")])
def test_the_command_publishes_a_text_of_which_every_part_is_in_force(
    tmp_path: Path, day: str, outcome: str
) -> None:
    path = tmp_path / "a.txt"
    addenda = (
        f"부칙\n이 규정은 2025년 3월 1일부터 시행한다. 다만, 제2조는 {day} 1일부터 시행한다.\n"
    )
    path.write_text(f"사물함 규정\n{WHOLE}{addenda}")

    (found,) = files_import(paths=[path], now=timezone.now(), publish=True)

    assert found.outcome == outcome


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
