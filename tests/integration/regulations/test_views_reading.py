"""Reading regulations: anchors, the cited piece, versions, search, and a page of many articles."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from regulations.models import (
    Article,
    Attachment,
    Paragraph,
    Regulation,
    RegulationAlias,
    RegulationVersion,
    Subparagraph,
)
from regulations.text.locators import normalize_name

pytestmark = pytest.mark.django_db

QUERIES_OF_A_VERSION = 10


def given_version(
    title: str = "가온 학칙",
    *,
    number: int = 1,
    begins: date = date(2024, 3, 1),
    ends: date | None = None,
    state: str = RegulationVersion.State.PUBLISHED,
) -> RegulationVersion:
    regulation, _created = Regulation.objects.get_or_create(
        title=title, normalized_title=normalize_name(title), slug=title.replace(" ", "-")
    )
    return RegulationVersion.objects.create(
        regulation=regulation, number=number, enforcement_date=begins, ends_on=ends, state=state
    )


def given_article(version: RegulationVersion, number: int, *, paragraphs: int = 2) -> Article:
    article = Article.objects.create(
        version=version,
        locator_key=f"art-{number}",
        position=number * 100,
        number=number,
        title=f"제목 {number}",
        heading_path=["제1장 총칙"],
    )
    Paragraph.objects.bulk_create(
        Paragraph(
            version=version,
            article=article,
            locator_key=f"art-{number}/para-{paragraph}",
            position=number * 100 + paragraph,
            number=paragraph,
            text=f"제{number}조 제{paragraph}항의 글",
        )
        for paragraph in range(1, paragraphs + 1)
    )
    return article


def given_subparagraph(paragraph: Paragraph, text: str) -> None:
    Subparagraph.objects.create(
        version=paragraph.version,
        article=paragraph.article,
        paragraph=paragraph,
        locator_key=f"{paragraph.locator_key}/subpara-1",
        position=1,
        number=1,
        text=text,
    )


def page(client: Client, version: RegulationVersion, cite: str = "") -> str:
    url = reverse(
        "regulations:version", kwargs={"slug": version.regulation.slug, "version": version.number}
    )
    reply = client.get(url, {"cite": cite} if cite else {})
    assert reply.status_code == 200
    return reply.content.decode()


def opening_tag(html: str, key: str) -> str:
    """The tag that carries an anchor."""
    before, _, after = html.partition(f'id="{key}"')
    return before[before.rindex("<") :] + after[: after.index(">")]


def test_every_provision_has_its_locator_as_anchor(client: Client) -> None:
    version = given_version()
    article = given_article(version, 3)
    given_subparagraph(article.paragraphs.get(number=2), "첫째 호")

    html = page(client, version)

    for key in ("art-3", "art-3/para-1", "art-3/para-2", "art-3/para-2/subpara-1"):
        assert f'id="{key}"' in html
    assert "is-cited" not in html
    assert "인용된 부분" not in html


def test_cited_paragraph_is_marked_with_what_stands_below_it(client: Client) -> None:
    version = given_version()
    article = given_article(version, 3)
    given_subparagraph(article.paragraphs.get(number=2), "첫째 호")

    html = page(client, version, cite="art-3/para-2")

    assert html.count("인용된 부분") == 1
    assert "is-cited" in opening_tag(html, "art-3/para-2")
    assert "is-cited" in opening_tag(html, "art-3/para-2/subpara-1")
    assert "is-cited" not in opening_tag(html, "art-3/para-1")
    assert "is-cited" not in opening_tag(html, "art-3")


@pytest.mark.parametrize(
    ("cite", "sentence"),
    [
        pytest.param(
            "art-99/para-1", "이 판에는 제99조제1항에 해당하는 부분이 없습니다.", id="absent"
        ),
        pytest.param('"><script>', "인용된 부분을 이 판에서 찾지 못했습니다.", id="not a locator"),
    ],
)
def test_cited_provision_that_is_not_there_is_told(
    client: Client, cite: str, sentence: str
) -> None:
    version = given_version()
    given_article(version, 3)

    html = page(client, version, cite=cite)

    assert sentence in html
    assert "is-cited" not in html
    assert '"><script>' not in html


def test_table_of_an_attachment_is_a_table(client: Client) -> None:
    version = given_version()
    Attachment.objects.create(
        version=version,
        locator_key="table-1",
        position=1,
        kind=Attachment.Kind.TABLE,
        number=1,
        label="별표 1",
        text="| 구분 | 금액 |\n| --- | --- |\n| 장학금 | 30만원 |\n비고: 학기마다",
    )

    html = page(client, version, cite="table-1")

    assert '<th scope="col">구분</th>' in html
    assert "<td>30만원</td>" in html
    assert "<p>비고: 학기마다</p>" in html
    assert "is-cited" in opening_tag(html, "table-1")


@pytest.mark.parametrize("articles", [3, 600])
def test_version_takes_a_constant_number_of_queries(
    client: Client,
    articles: int,
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    version = given_version()
    for number in range(1, articles + 1):
        given_article(version, number)

    with django_assert_num_queries(QUERIES_OF_A_VERSION):
        html = page(client, version, cite="art-2/para-1")

    assert html.count('class="article"') == articles


def test_provision_beside_an_answer_is_one_article(client: Client) -> None:
    version = given_version()
    given_article(version, 3)
    given_article(version, 30)
    url = reverse("regulations:provision", kwargs={"slug": "가온-학칙", "version": 1})

    html = client.get(url, {"cite": "art-3/para-1"}).content.decode()

    assert "is-cited" in opening_tag(html, "art-3/para-1")
    assert "제3조 제2항의 글" in html
    assert "제30조" not in html
    assert client.get(url, {"cite": "art-4"}).status_code == 404
    assert client.get(url, {"cite": "nonsense"}).status_code == 404


def test_regulation_leads_to_the_version_in_force(client: Client) -> None:
    given_version(number=1, begins=date(2020, 3, 1), ends=date(2024, 3, 1))
    given_version(number=2, begins=date(2024, 3, 1), ends=date(2099, 3, 1))
    future = given_version(number=3, begins=date(2099, 3, 1))

    reply = client.get(reverse("regulations:detail", kwargs={"slug": "가온-학칙"}))

    assert reply.headers["Location"].endswith("/2/")
    assert "오늘 시행 중인 판이 아닙니다." in page(client, future)


def test_draft_is_not_readable(client: Client) -> None:
    version = given_version(state=RegulationVersion.State.DRAFT)
    slug = version.regulation.slug

    detail = client.get(reverse("regulations:detail", kwargs={"slug": slug}))
    shown = client.get(reverse("regulations:version", kwargs={"slug": slug, "version": 1}))

    assert (detail.status_code, shown.status_code) == (404, 404)


def test_list_is_searched_by_title_and_other_name_whatever_the_spacing(client: Client) -> None:
    given_version("가온 학칙")
    housing = given_version("생활관 운영 규정")
    RegulationAlias.objects.create(
        regulation=housing.regulation, name="기숙사 규정", normalized_name="기숙사규정"
    )

    by_title = client.get("/regulations/", {"search": "생활관운영"}).content.decode()
    by_alias = client.get("/regulations/", {"search": "기숙사 규"}).content.decode()

    for html in (by_title, by_alias):
        assert "생활관 운영 규정" in html
        assert ">가온 학칙<" not in html
