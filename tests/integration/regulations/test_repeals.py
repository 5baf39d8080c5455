"""A repeal is the version's that is in force on its day, whatever is published, corrected or taken back; and it can be taken back."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from regulations.curation.drafts import regulation_repeal, repeal_withdraw
from regulations.models import RegulationVersion
from regulations.publishing.versions import NotPermittedError, NotPublishableError
from regulations.publishing.withdrawing import NotWithdrawableError, version_withdraw
from regulations.reading.selectors import version_in_force, version_upcoming
from regulations.search.index.building import index_version, next_pending
from tests.drafts import draft, publish
from tests.people import editor, publisher

pytestmark = pytest.mark.django_db

State = RegulationVersion.State
TEXT = "제1조(목적) 사물함의 이용을 정한다.\n제2조(기간) 기간은 {}일로 한다.\n"
REPEALED_ON = date(2099, 3, 1)


def given(days: int, day: date, **options: object) -> RegulationVersion:
    return publish(draft(TEXT.format(days), day=day), **options)


def repeal(version: RegulationVersion, on: date = REPEALED_ON) -> None:
    regulation_repeal(regulation=version.regulation, on=on, by=None, reason="체육관 규정에 통합")


def days(version: RegulationVersion) -> tuple[str, date | None, date | None]:
    version.refresh_from_db()
    return version.state, version.ends_on, version.repealed_date


def test_a_correction_takes_over_the_repeal_and_gives_it_back() -> None:
    first = given(7, date(2025, 3, 1))
    repeal(first)

    corrected = given(17, date(2025, 3, 1), correction_reason="잘못 옮김")

    assert days(corrected) == (State.REPEALED, REPEALED_ON, REPEALED_ON)
    assert corrected.reason == "폐지: 체육관 규정에 통합"
    assert days(first)[0] == State.CORRECTED
    assert version_in_force(regulation=first.regulation, as_of=REPEALED_ON) is None
    version_withdraw(version=corrected, by=None, reason="맞는 글이었음")
    assert days(first) == (State.REPEALED, REPEALED_ON, REPEALED_ON)
    assert first.reason == "폐지: 체육관 규정에 통합"
    assert days(corrected) == (State.DRAFT, None, None)


def test_an_amendment_before_the_day_takes_over_the_repeal_and_gives_it_back() -> None:
    first = given(7, date(2025, 3, 1))
    repeal(first)

    second = given(9, date(2026, 9, 1))

    assert days(first) == (State.PUBLISHED, date(2026, 9, 1), None)
    assert days(second) == (State.REPEALED, REPEALED_ON, REPEALED_ON)
    assert (first.reason, second.reason) == ("", "폐지: 체육관 규정에 통합")
    third = given(11, date(2098, 9, 1))
    assert days(second) == (State.PUBLISHED, date(2098, 9, 1), None)
    assert days(third)[2] == REPEALED_ON
    assert version_upcoming(regulation=first.regulation, as_of=date(2027, 1, 1)) == third
    version_withdraw(version=third, by=None, reason="-")
    version_withdraw(version=second, by=None, reason="-")
    assert days(first) == (State.REPEALED, REPEALED_ON, REPEALED_ON)


def test_a_text_from_the_day_of_the_repeal_on_leaves_it_where_it_is() -> None:
    first = given(7, date(2025, 3, 1))
    repeal(first, date(2026, 3, 1))

    second = given(9, date(2026, 5, 1))

    assert days(first) == (State.REPEALED, date(2026, 3, 1), date(2026, 3, 1))
    assert days(second) == (State.PUBLISHED, None, None)
    between = given(8, date(2025, 9, 1))
    assert days(between) == (State.REPEALED, date(2026, 3, 1), date(2026, 3, 1))
    assert days(first) == (State.PUBLISHED, date(2025, 9, 1), None)


def test_what_is_repealed_later_is_searched_until_then() -> None:
    first = given(7, date(2025, 3, 1))
    repeal(first)
    second = draft(TEXT.format(9), day=date(2026, 1, 1))
    index_version(version_id=second.pk)

    publish(second)

    assert days(second)[0] == State.REPEALED
    assert second.passages.exists()
    waiting = RegulationVersion.objects.filter(pk=second.pk)
    waiting.update(index_state=RegulationVersion.IndexState.PENDING)
    RegulationVersion.objects.exclude(pk=second.pk).delete()
    assert next_pending(on=timezone.localdate()) == second.pk
    assert next_pending(on=REPEALED_ON + timedelta(days=1)) is None


def test_a_version_that_was_repealed_itself_is_not_taken_back() -> None:
    first = given(7, date(2025, 3, 1))
    repeal(first)

    with pytest.raises(NotWithdrawableError, match="먼저 폐지를 거두어"):
        version_withdraw(version=first, by=None, reason="-")


def test_a_correction_is_taken_back_although_a_later_version_is_public() -> None:
    first = given(7, date(2024, 3, 1))
    corrected = given(18, date(2024, 3, 1), correction_reason="오기")
    third = given(9, date(2099, 3, 1))

    version_withdraw(version=corrected, by=None, reason="맞는 글이었음")

    assert days(first) == (State.PUBLISHED, date(2099, 3, 1), None)
    assert days(third) == (State.PUBLISHED, None, None)


# -- taking a repeal back ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("on", [date(2026, 3, 1), REPEALED_ON])
def test_a_repeal_is_taken_back_with_its_reason(on: date) -> None:
    version = given(7, date(2025, 3, 1))
    repeal(version, on)
    now = timezone.now()

    with pytest.raises(NotPublishableError, match="이유"):
        repeal_withdraw(version=version, by=None, reason=" ", now=now)
    with pytest.raises(NotPermittedError):
        repeal_withdraw(version=version, by=editor(), reason="착오", now=now)
    repeal_withdraw(version=version, by=publisher(), reason="착오", now=now)

    assert days(version) == (State.PUBLISHED, None, None)
    lines = version.reason.split("\n")
    assert lines[0] == "폐지: 체육관 규정에 통합"
    assert lines[1].startswith(f"{on:%Y. %-m. %-d.} 폐지를 거둠(")
    assert lines[1].endswith("): 착오")
    with pytest.raises(NotPublishableError, match="없습니다"):
        repeal_withdraw(version=version, by=None, reason="착오", now=now)


def test_a_version_goes_on_until_the_next_where_its_repeal_is_taken_back() -> None:
    first = given(7, date(2025, 3, 1))
    repeal(first, date(2026, 3, 1))
    given(9, date(2026, 5, 1))

    repeal_withdraw(version=first, by=None, reason="착오", now=timezone.now())

    assert days(first) == (State.PUBLISHED, date(2026, 5, 1), None)


def test_the_pages_of_a_repealed_version_lead_to_taking_the_repeal_back(client: Client) -> None:
    version = given(7, date(2025, 3, 1))
    repeal(version)
    client.force_login(publisher())
    address = reverse("admin:regulations_repeal_withdraw", args=[version.regulation_id])
    published = reverse("admin:regulations_version_publish", args=[version.pk])
    regulation = reverse("admin:regulations_regulation_change", args=[version.regulation_id])

    for page in (published, regulation):
        assert address in client.get(page).content.decode()
    assert "끝나는 날 없이" in client.get(address).content.decode()
    reply = client.post(address, {"reason": "착오"})

    assert reply.headers["location"] == published
    assert days(version) == (State.PUBLISHED, None, None)
    assert address not in client.get(published).content.decode()
    assert "거둘 폐지가 없습니다" in client.get(address).content.decode()
