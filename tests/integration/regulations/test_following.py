"""Permanent addresses, feeds, calendars and what programs read, each by a reader of its kind."""

from __future__ import annotations

import json
import re
from datetime import date
from urllib.parse import quote
from xml.etree import ElementTree

import icalendar
import pytest
from django.test import Client

from regulations.models import Collection, RegulationAlias
from tests.corpus import SCHOOL_REGULATIONS, TUITION, given_regulation

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
AMENDED = SCHOOL_REGULATIONS.replace("3년(6학기)", "4년(8학기)").replace("2025년 3월", "2026년 3월")


@pytest.fixture(autouse=True)
def _corpus(db: None) -> None:
    given_regulation("학칙", SCHOOL_REGULATIONS)
    given_regulation("학칙", AMENDED, enforcement_date=date(2026, 3, 1))
    given_regulation("등록금에 관한 규정", TUITION)


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("학칙/제25조제2항", "/2/?cite=art-25/para-2#art-25/para-2"),
        ("학칙/제25조제2항@2025-05-01", "/1/?cite=art-25/para-2#art-25/para-2"),
        ("학칙/제25조제3항제2호", "/2/?cite=art-25/para-3/subpara-2#art-25/para-3/subpara-2"),
        ("가온대학교 학칙/제24조", "/2/?cite=art-24#art-24"),
        ("학칙/art-26", "/2/?cite=art-26#art-26"),
        ("학칙/부칙제1조", "/2/?cite=add-1/art-1#add-1/art-1"),
        ("학칙", "/2/"),
        ("학칙@2025-05-01", "/1/"),
        ("등록금에관한규정/제4조", "/1/?cite=art-4#art-4"),
    ],
)
def test_an_address_leads_to_the_provision_of_its_day(
    client: Client, address: str, page: str
) -> None:
    response = client.get(f"/r/{quote(address)}")

    assert response.status_code == 302
    assert response["Location"].endswith(page)
    assert client.get(response["Location"].partition("#")[0]).status_code == 200


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("학칙/제999조", 404, "없습니다"),
        ("학칙/아무 말", 404, "없는 조문입니다"),
        ("학칙@2001-01-01", 404, "시행 중인 판이 없습니다"),
        ("학칙@2025-13-41", 404, "없는 날짜입니다"),
        ("등록금", 404, "등록금에 관한 규정"),
        ("교원 인사 규정/제3조", 404, "없는 규정입니다"),
        ("규칙/제1조", 300, "하나를 고르십시오"),
    ],
)
def test_what_an_address_does_not_name_is_said(
    client: Client, address: str, status: int, said: str
) -> None:
    for title in ("학칙", "등록금에 관한 규정"):
        regulation = given_regulation(title, TUITION, enforcement_date=date(2020, 1, 1)).regulation
        RegulationAlias.objects.create(regulation=regulation, name="규칙")

    response = client.get(f"/r/{quote(address)}")

    assert response.status_code == status
    assert said in response.content.decode()


def entries(client: Client, address: str) -> list[str]:
    reply = client.get(f"{address}.atom")
    assert reply["Content-Type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(reply.content)
    found = [entry.findtext(f"{ATOM}title") or "" for entry in root.iter(f"{ATOM}entry")]
    events = icalendar.Calendar.from_ical(client.get(f"{address}.ics").content).walk("VEVENT")
    assert [str(event["summary"]) for event in events] == found
    assert len({str(event["uid"]) for event in events}) == len(found)
    return found


def test_amendments_are_followed_by_feed_and_calendar(client: Client) -> None:
    first, second = "「학칙」 개정 (2026년 3월 1일 시행)", "「학칙」 제정 (2025년 3월 1일 시행)"
    chosen = Collection.objects.create(name="등록", slug="money")
    given = given_regulation("장학금 규정", TUITION, enforcement_date=date(2025, 9, 1))
    chosen.regulations.add(given.regulation)

    everything = entries(client, "/feeds/amendments")

    assert [re.sub(r"\d+[. 년월일]+", "", one) for one in everything[:1]] == [
        "「학칙」 개정 (시행)"
    ]
    assert len(everything) == 4
    assert len(entries(client, "/feeds/collections/money/amendments")) == 1
    slug = quote("학칙")
    assert [one[:7] for one in entries(client, f"/feeds/regulations/{slug}/amendments")] == [
        first[:7],
        second[:7],
    ]
    assert len(entries(client, f"/feeds/regulations/{slug}/art-25/para-2/amendments")) == 2
    assert len(entries(client, f"/feeds/regulations/{slug}/art-24/amendments")) == 1
    assert client.get("/feeds/regulations/none/amendments.atom").status_code == 404
    assert client.get("/feeds/collections/none/amendments.ics").status_code == 404
    assert client.get(f"/feeds/regulations/{slug}/x/amendments.ics").status_code == 404


def test_programs_read_what_a_version_is(client: Client) -> None:
    page = client.get(f"/regulations/{quote('학칙')}/2/").content.decode()
    [block] = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
    data = json.loads(block)

    assert data["@type"] == "Legislation"
    assert data["temporalCoverage"] == "2026-03-01/.."
    assert client.get(data["@id"].removeprefix("http://testserver")).status_code == 302
    apart = client.get(f"/regulations/{quote('학칙')}/2/legislation.jsonld")
    assert apart["Content-Type"] == "application/ld+json"
    assert apart.json() == data
    assert "<title>「학칙」" in page


def test_models_are_told_where_to_check(client: Client) -> None:
    text = client.get("/llms.txt").content.decode()

    assert text.startswith("# ")
    [address] = re.findall(r"\[등록금에 관한 규정\]\(http://testserver(\S+)\)", text)
    assert client.get(address).status_code == 302
    assert "/2/" in client.get("/sitemap-versions.xml").content.decode()
