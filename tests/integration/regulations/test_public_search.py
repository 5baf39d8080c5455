"""Searching the text, the JSON interface for reading, and the sitemap."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from regulations.models import Passage, RegulationVersion
from regulations.pages.sitemap import VersionSitemap
from tests.integration.regulations.test_version_pages import ADDRESS, TEXT, published

pytestmark = pytest.mark.django_db

API = "/api/regulations"


@pytest.fixture
def versions() -> list[RegulationVersion]:
    """A version in force and one to come, with passages that need no morphemes to be looked through."""
    found = [
        published(TEXT, date(2024, 3, 1)),
        published(TEXT.replace("7일", "9일"), date(2099, 3, 1)),
    ]
    for version in found:
        for position, article in enumerate(version.articles.order_by("position")):
            Passage.objects.create(
                version=version,
                article=article,
                locator_key=article.locator_key,
                position=position,
                title=article.title,
                provision_title=article.title,
                text=article.full_text,
            )
    return found


def found(client: Client, **query: str) -> str:
    reply = client.get("/regulations/search/", query)
    assert reply.status_code == 200
    return reply.content.decode()


@pytest.mark.usefixtures("versions")
def test_hits_are_marked_whatever_the_spacing_and_lead_to_the_provision(client: Client) -> None:
    html = found(client, q="이용 일7일")

    assert "조문 1개" in html
    assert "<mark>이용</mark><mark>일 7일</mark> 전까지" in html
    assert f"{ADDRESS}/1/?cite=art-2#art-2" in html.replace(
        "%EC%8B%A4%EC%8A%B5%EC%8B%A4-%EA%B7%9C%EC%A0%95", "실습실-규정"
    )


@pytest.mark.usefixtures("versions")
def test_only_what_is_in_force_is_found_and_titles_come_first(client: Client) -> None:
    assert "9일" not in found(client, q="전까지")
    html = found(client, q="신청")
    assert html.index("(<mark>신청</mark>)") > 0


@pytest.mark.usefixtures("versions")
@pytest.mark.parametrize(
    ("query", "said"),
    [
        pytest.param("", "찾을 낱말", id="empty"),
        pytest.param("가", "두 글자 이상인 낱말을 적어 주십시오.", id="one letter"),
        pytest.param("'\" <>", "두 글자 이상인 낱말을 적어 주십시오.", id="no letters"),
        pytest.param("없는낱말", "이 낱말이 모두 들어 있는 조문이 없습니다.", id="nothing"),
        pytest.param("실습실 " * 500, "긴 글은 앞의 100자에서만", id="very long"),
        pytest.param("100%_\\", "이 낱말이 모두 들어 있는 조문이 없습니다.", id="wildcards"),
        pytest.param("<script>", "이 낱말이 모두 들어 있는 조문이 없습니다.", id="markup"),
    ],
)
def test_odd_queries_are_answered_kindly(client: Client, query: str, said: str) -> None:
    html = found(client, q=query, page="99999999")

    assert said in html
    assert "<script>" not in html.partition("</head>")[2]


def get(client: Client, path: str, **query: str) -> Any:
    reply = client.get(f"{API}{path}", query)
    assert reply.status_code == 200, reply.content
    return reply.json()


@pytest.mark.usefixtures("versions")
def test_json_leads_from_the_list_to_a_provision(client: Client) -> None:
    (row,) = get(client, "/", search="실습실")["regulations"]
    assert get(client, "/", on="2020-01-01")["count"] == 0
    regulation = get(client, f"/{row['slug']}/")
    assert (regulation["in_force"]["number"], regulation["upcoming"]["number"]) == (1, 2)

    text = get(client, f"/{row['slug']}/versions/1/")
    provision = get(client, f"/{row['slug']}/versions/1/provisions/art-2/para-1/")

    locators = [one["locator"] for one in text["provisions"]]
    assert locators[:4] == ["art-1", "art-2", "art-2/para-1", "art-2/para-1/subpara-1"]
    assert (provision["provision"], len(provision["below"])) == ("제2조제1항", 2)
    assert client.get(provision["url"].partition("#")[0]).status_code == 200


@pytest.mark.usefixtures("versions")
def test_json_tells_what_a_version_changed(client: Client) -> None:
    told = get(client, "/실습실-규정/versions/2/comparison/")

    (entry,) = told["entries"]
    changed = [line for line in entry["lines"] if line["change"] == "CHANGED"]
    assert changed[0]["after"]["segments"][1] == {"text": "9일", "is_changed": True}
    assert told["articles"]["changed"] == 1


@pytest.mark.usefixtures("versions")
@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/없는-규정/", 404),
        ("/실습실-규정/versions/7/", 404),
        ("/실습실-규정/versions/1/comparison/", 404),
        ("/실습실-규정/versions/1/provisions/art-99/", 404),
        ("/실습실-규정/versions/1/provisions/nonsense/", 404),
        ("/?on=yesterday", 400),
    ],
)
def test_json_says_what_is_not_there(client: Client, path: str, status: int) -> None:
    assert client.get(f"{API}{path}").status_code == status


def test_json_is_described(tmp_path: Any) -> None:
    target = tmp_path / "schema.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(target))

    assert "/api/regulations/{slug}/versions/{version}/comparison/" in target.read_text()


@pytest.mark.usefixtures("versions")
def test_sitemap_lists_published_versions(client: Client) -> None:
    RegulationVersion.objects.filter(number=2).update(state="DRAFT")

    listed = client.get("/sitemap-versions.xml").content.decode()

    assert listed.count("<loc>") == 1
    assert "/1/</loc>" in listed


@pytest.mark.usefixtures("versions")
def test_every_list_of_the_sitemap_is_told_of(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(VersionSitemap, "limit", 1)

    lists = re.findall(
        r"<loc>http://testserver(.+?)</loc>", client.get("/sitemap.xml").content.decode()
    )
    pages = [client.get(one).content.decode() for one in lists]

    assert len(lists) == RegulationVersion.objects.count()
    assert [page.count("<loc>") for page in pages] == [1] * len(lists)
    assert len(set(pages)) == len(pages)
