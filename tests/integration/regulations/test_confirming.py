"""What the office is told before it publishes: what a version replaces, ends, leaves open or takes over."""

from __future__ import annotations

import html
import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from regulations.curation.drafts import regulation_repeal
from regulations.models import RegulationVersion
from regulations.publishing.versions import NotPublishableError
from regulations.publishing.withdrawing import version_withdraw
from tests.drafts import draft, publish
from tests.people import publisher

pytestmark = pytest.mark.django_db

State = RegulationVersion.State
TEXT = "제1조(목적) 동아리의 등록을 정한다.\n제2조(기간) 기간은 {}로 한다.\n"


@pytest.fixture
def office(client: Client) -> Client:
    client.force_login(publisher())
    return client


def given(length: str, day: date) -> RegulationVersion:
    return draft(TEXT.format(length), title="동아리 규정", day=day)


def said(client: Client, version: RegulationVersion, wish: str = "preview", **typed: str) -> str:
    """The words of the page that follows."""
    values = {"enforcement_date": f"{version.enforcement_date}", "wish": wish} | typed
    address = reverse("admin:regulations_version_publish", args=[version.pk])
    page = client.post(address, values).content.decode()
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_a_correction_names_what_it_replaces_and_why(office: Client) -> None:
    publish(given("일 년", date(2025, 3, 1)))
    second = given("두 해 이내", date(2025, 3, 1))

    page = said(office, second, correction_reason="잘못 옮김", promulgated_date="2025-02-20")

    assert "정정 : 같은 날 시행한 제1판을 이 글로 바꿉니다" in page
    assert "정정한 이유 : 잘못 옮김" in page.replace("이유:", "이유 :")
    assert "앞선 판이 없습니다" not in page
    assert "공포일: 2025. 2. 20." in page
    assert "시행일보다 뒤입니다" not in page
    assert "같은 시행일로 올려 정정합니다" in page


def test_a_repeal_and_the_gap_behind_it_are_told(office: Client) -> None:
    first = publish(given("일 년", date(2025, 3, 1)))
    regulation_repeal(regulation=first.regulation, on=date(2026, 11, 1), by=None, reason="통합")
    second = given("두 해 이내", date(2026, 11, 15))

    page = said(office, second)

    assert "(제1판)은 2026. 11. 1.에 폐지되었습니다" in page
    assert "2026. 11. 1.부터 2026. 11. 15. 전날까지는 효력이 있는 판이 없습니다" in page
    assert "전날까지만 효력이 있습니다" not in page


def test_a_repeal_that_goes_over_is_told(office: Client) -> None:
    first = publish(given("일 년", date(2025, 3, 1)))
    regulation_repeal(regulation=first.regulation, on=date(2099, 3, 1), by=None, reason="통합")

    page = said(office, given("두 해 이내", date(2026, 3, 1)))

    assert "2099. 3. 1.에 폐지하기로 한 것은 이 판으로 옮겨 갑니다" in page
    assert "제1판)은 2026. 3. 1. 전날까지만 효력이 있습니다" in page


def test_a_reason_of_a_correction_is_not_dropped_with_the_day(office: Client) -> None:
    publish(given("일 년", date(2025, 3, 1)))
    second = given("두 해 이내", date(2025, 3, 1))

    page = said(office, second, enforcement_date="2026-12-15", correction_reason="잘못 옮김")

    assert "정정할 판이 게시되어 있지 않습니다" in page
    assert "잘못 옮김" in html.unescape(
        office.post(
            reverse("admin:regulations_version_publish", args=[second.pk]),
            {
                "enforcement_date": "2026-12-15",
                "correction_reason": "잘못 옮김",
                "wish": "publish",
            },
        ).content.decode()
    )
    second.refresh_from_db()
    assert second.state == State.DRAFT
    with pytest.raises(NotPublishableError, match="정정할 판이"):
        publish(second, correction_reason="잘못 옮김")


def test_the_note_that_a_day_is_taken_goes_with_the_day(office: Client) -> None:
    publish(given("일 년", date(2025, 3, 1)))
    second = given("두 해 이내", date(2025, 3, 1))
    report = reverse("admin:regulations_version_report", args=[second.pk])
    publishing = reverse("admin:regulations_version_publish", args=[second.pk])
    assert "이미 게시한 제1판과 같아" in office.get(report).content.decode()
    assert "correction_reason" in office.get(publishing).content.decode()

    said(office, second, wish="save", enforcement_date="2026-12-15")

    assert "이미 게시한 제1판과 같아" not in office.get(report).content.decode()
    assert "correction_reason" not in office.get(publishing).content.decode()


@pytest.mark.parametrize("day", ["0026-03-01", "0199-03-01"])
def test_a_year_of_two_digits_does_not_reach_the_button(office: Client, day: str) -> None:
    page = said(office, given("일 년", date(2025, 3, 1)), enforcement_date=day)

    assert "연도를 네 자리로 적었는지" in page
    assert "이렇게 게시합니다" not in page


def test_a_day_of_promulgation_after_the_enforcement_is_questioned(office: Client) -> None:
    page = said(office, given("일 년", date(2025, 3, 1)), promulgated_date="2027-03-01")

    assert "시행일보다 뒤입니다. 맞는지 확인해 주십시오." in page


def test_why_a_publication_was_withdrawn_stands_on_the_draft(office: Client) -> None:
    version = publish(given("일 년", date(2025, 3, 1)))
    version_withdraw(version=version, by=None, reason="서식이 빠짐")

    for name in ("report", "publish"):
        page = reverse(f"admin:regulations_version_{name}", args=[version.pk])
        assert "서식이 빠짐" in office.get(page).content.decode()
