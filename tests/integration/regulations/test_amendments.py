"""What publishing a version amends, and that it is told inside the transaction that publishes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from django.utils import timezone

from regulations.curation.editing import provision_edit, provision_find, words_of
from regulations.importing.files import regulation_import
from regulations.models import RegulationVersion
from regulations.publishing.amendments import Amendment
from regulations.publishing.versions import version_publish
from regulations.publishing.withdrawing import version_withdraw
from regulations.reading.comparison import version_difference
from regulations.reading.selectors import version_in_force
from regulations.signals import version_amended
from regulations.text.parser import parse_regulation
from tests.receivers import only

pytestmark = pytest.mark.django_db

TEXT = """제1조(목적) 이 규정은 실습실의 이용을 정한다.
제2조(신청)
① 이용일 {days}일 전까지 신청한다.
② 관리자가 승인한다.
"""
told: list[Amendment] = []


def listen(*, amendment: Amendment, **_: object) -> None:
    """A receiver that remembers what it was told."""
    told.append(amendment)


def refuse(**_: object) -> None:
    """A receiver that fails."""
    raise RuntimeError("the flags could not be stored")


@pytest.fixture(autouse=True)
def _receivers(monkeypatch: pytest.MonkeyPatch) -> None:
    told.clear()
    only(version_amended, listen, monkeypatch)


def draft(days: int, year: int, head: str = "") -> RegulationVersion:
    parsed = parse_regulation(f"{head}{TEXT.format(days=days)}", title="실습실 규정")
    return regulation_import(
        parsed=parsed,
        source_name=f"{year}.txt",
        source_sha256=f"{days}-{year}-{head}",
        enforcement_date=date(year, 3, 1) if year else None,
    ).version


def publish(days: int, year: int, head: str = "") -> RegulationVersion:
    return version_publish(version=draft(days, year, head), now=timezone.now(), index=False)


def test_a_first_version_amends_nothing() -> None:
    publish(7, 2024)

    assert told == []


def test_a_second_version_amends_the_first() -> None:
    first = publish(7, 2024)
    second = publish(10, 2030)

    (amendment,) = told
    assert (amendment.before, amendment.version) == (first, second)
    assert amendment.changed_keys == {"art-2", "art-2/para-1"}
    assert amendment.enforcement_date == date(2030, 3, 1)
    assert not amendment.is_repeal


def test_a_version_between_two_others_amends_the_earlier_one() -> None:
    first = publish(7, 2020)
    publish(7, 2024)
    told.clear()
    between = publish(9, 2022)

    (amendment,) = told
    assert (amendment.before, amendment.version) == (first, between)
    assert amendment.changed_keys == {"art-2", "art-2/para-1"}


def test_what_differs_is_compared_anew_where_a_version_was_withdrawn_and_corrected() -> None:
    first = publish(7, 2022)
    publish(7, 2024)
    last = publish(7, 2026)
    before = version_difference(before=first, after=last)

    version_withdraw(version=last, by=None, reason="9일이어야 합니다.")
    row = provision_find(version=last, locator_key="art-2/para-1")
    provision_edit(
        version=last,
        locator_key="art-2/para-1",
        words=replace(words_of(row), text="이용일 9일 전까지 신청한다."),
        seen_digest=words_of(row).digest,
        by=None,
        reason="9일",
    )
    draft_after_edit = version_difference(before=first, after=last)
    version_publish(version=last, now=timezone.now(), index=False)
    after = version_difference(before=first, after=last)

    assert before.changed == frozenset()
    assert draft_after_edit.changed == after.changed == {"art-2", "art-2/para-1"}


def test_a_repeal_without_a_day_ends_what_is_in_force_and_is_told() -> None:
    first = publish(7, 2024)
    repealed = draft(7, 0)
    repealed.report["is_repealed"] = True
    repealed.save()
    version_publish(version=repealed, now=timezone.now(), index=False)

    (amendment,) = told
    assert amendment.is_repeal
    assert amendment.enforcement_date is None
    assert version_in_force(regulation=first.regulation, as_of=timezone.localdate()) is None


def test_a_receiver_that_fails_leaves_the_draft_a_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    first = publish(7, 2024)
    only(version_amended, refuse, monkeypatch)
    second = draft(10, 2025)

    with pytest.raises(RuntimeError):
        version_publish(version=second, now=timezone.now(), index=False)

    second.refresh_from_db()
    first.refresh_from_db()
    assert second.state == RegulationVersion.State.DRAFT
    assert first.ends_on is None
