"""Cross-references: resolved with the publication, again when a name appears, and read as of a day."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date
from hashlib import sha256

import pytest
from django.test import Client
from django.utils import timezone

from regulations.importing.files import regulation_import
from regulations.models import CrossReference, RegulationAlias, RegulationVersion
from regulations.publishing.cross_references import references_read
from regulations.publishing.versions import (
    NotPublishableError,
    regulation_names_changed,
    version_publish,
)
from regulations.reading.references import (
    incoming_counts,
    incoming_references,
    outgoing_references,
    reading_day,
    related_provisions,
    unresolved_references,
)
from regulations.text.parser import parse_regulation

pytestmark = pytest.mark.django_db

State, Reason = CrossReference.State, CrossReference.Reason
BEGINS = date(2025, 3, 1)
DAY = date(2025, 6, 1)

LIBRARY = """
제1조(목적) 이 규정은 도서관의 이용을 정함을 목적으로 한다.
제2조(자료)
① 자료는 다음 각 호와 같다.
1. 도서
2. 지도
② 제1항제2호의 자료는 빌려주지 아니한다.
제3조(대출) 대출은 제2조부터 제4조까지를 따르고, 「가온연체규정」 제2조를 준용한다.
제4조(이용료) 이용료는 총장이 따로 정한다. 면제는 「고등교육법」 제11조에 따른다.
"""
LATE = """
제1조(목적) 이 규정은 연체를 정함을 목적으로 한다.
제2조(연체료) 연체료는 하루 백원으로 한다.
"""


def drafted(
    title: str, text: str, *, begins: date = BEGINS, aliases: tuple[str, ...] = ()
) -> RegulationVersion:
    imported = regulation_import(
        parsed=parse_regulation(text, title=title),
        source_name=f"{title}.txt",
        source_sha256=sha256(f"{title}{begins}{text}".encode()).hexdigest(),
        enforcement_date=begins,
    )
    for name in aliases:
        RegulationAlias.objects.create(regulation=imported.version.regulation, name=name)
    return imported.version


def published(
    title: str, text: str, *, begins: date = BEGINS, aliases: tuple[str, ...] = ()
) -> RegulationVersion:
    version = drafted(title, text, begins=begins, aliases=aliases)
    return version_publish(version=version, now=timezone.now(), index=False)


def to(version: RegulationVersion, from_key: str) -> list[tuple[str, str, str]]:
    rows = version.cross_references.filter(from_locator_key=from_key).order_by("start", "end", "pk")
    return [(row.text, row.state, row.to_locator_key) for row in rows]


def test_publishing_resolves_what_a_version_mentions() -> None:
    library = published("도서관 규정", LIBRARY)

    assert to(library, "art-2/para-2") == [("제1항제2호", State.RESOLVED, "art-2/para-1/subpara-2")]
    assert ("「고등교육법」 제11조", State.EXTERNAL, "art-11") in to(library, "art-4")
    assert ("총장이 따로 정한다", State.OPEN, "") in to(library, "art-4")
    (waiting,) = unresolved_references(library)
    assert (waiting.text, waiting.reason) == ("「가온연체규정」 제2조", Reason.UNKNOWN_REGULATION)


def test_a_range_leads_to_each_of_its_articles() -> None:
    library = published("도서관 규정", LIBRARY)

    rows = library.cross_references.filter(from_locator_key="art-3").exclude(range="")

    assert sorted(rows.values_list("range", "to_locator_key")) == [
        ("BETWEEN", "art-3"),
        ("END", "art-4"),
        ("START", "art-2"),
    ]


def test_a_failed_publication_leaves_no_references() -> None:
    published("도서관 규정", LIBRARY)
    again = drafted("도서관 규정", f"{LIBRARY}\n제5조(기타) 제2조에 따른다.")

    with pytest.raises(NotPublishableError):
        version_publish(version=again, now=timezone.now(), index=False)

    assert not again.cross_references.exists()


def test_a_regulation_that_comes_later_resolves_what_waits_for_it() -> None:
    library = published("도서관 규정", LIBRARY)
    late = published("가온연체규정", LATE)

    assert not unresolved_references(library).exists()
    (found,) = incoming_references(version=late, locator_key="art-2", as_of=DAY)
    assert found.source.label == "「도서관 규정」 제3조"
    assert found.kind == CrossReference.Kind.MUTATIS_MUTANDIS


def test_an_unbracketed_name_is_found_when_its_regulation_comes_later() -> None:
    library = published("도서관 규정", "제1조(연체) 연체한 사람은 가온 연체 규정에 따른다.")
    assert to(library, "art-1") == []

    published("가온연체규정", LATE)

    assert to(library, "art-1") == [("가온 연체 규정", State.RESOLVED, "")]


def test_another_name_resolves_what_waits_for_it() -> None:
    library = published("도서관 규정", LIBRARY)
    late = published("연체 처리 규정", LATE)
    assert unresolved_references(library).exists()

    RegulationAlias.objects.create(regulation=late.regulation, name="가온연체규정")
    regulation_names_changed(regulation=late.regulation, on=DAY)

    assert not unresolved_references(library).exists()


def test_a_delegation_finds_the_text_of_that_kind() -> None:
    library = published("도서관 규정", "제1조(이용료) 이용료는 시행세칙으로 정한다.")
    assert to(library, "art-1") == [("시행세칙으로 정한다", State.OPEN, "")]

    detail = published("도서관 규정 시행세칙", "제1조(이용료) 이용료는 백원으로 한다.")

    row = library.cross_references.get()
    assert (row.state, row.kind, row.to_regulation) == (
        State.RESOLVED,
        CrossReference.Kind.DELEGATES,
        detail.regulation,
    )


def test_what_is_missing_in_a_known_regulation_is_not_resolved() -> None:
    published("가온연체규정", LATE)
    library = published("도서관 규정", "제1조(연체) 「가온연체규정」 제9조에 따른다.")

    (row,) = unresolved_references(library)
    assert row.reason == Reason.NO_PROVISION


def test_namesakes_leave_a_reference_open_until_one_is_repealed() -> None:
    published("연체 규정", LATE, aliases=("가온연체규정",))
    other = published("연체료 규정", LATE, aliases=("가온연체규정",))
    library = published("도서관 규정", LIBRARY)

    (row,) = unresolved_references(library)
    assert row.reason == Reason.AMBIGUOUS_NAME

    RegulationVersion.objects.filter(pk=other.pk).update(state=RegulationVersion.State.REPEALED)
    references_read(versions=[library], on=DAY)
    assert not unresolved_references(library).exists()


def test_the_day_says_which_version_a_reference_leads_to() -> None:
    old = published("가온연체규정", LATE)
    library = published("도서관 규정", LIBRARY)
    new = published("가온연체규정", LATE.replace("백원", "이백원"), begins=date(2025, 9, 1))

    def led(as_of: date) -> set[int]:
        found = outgoing_references(version=library, as_of=as_of)
        return {one.target.version_id for one in found} - {library.pk}

    assert led(DAY) == {old.pk}
    assert led(date(2025, 10, 1)) == {new.pk}


def test_back_links_follow_amendment_and_repeal_of_what_cites() -> None:
    late = published("가온연체규정", LATE)
    library = published("도서관 규정", LIBRARY)
    published("도서관 규정", "제1조(목적) 이 규정은 이용을 정한다.", begins=date(2025, 9, 1))

    assert incoming_counts(version=late, as_of=DAY) == {"art-2": 1}
    assert incoming_counts(version=late, as_of=date(2025, 10, 1)) == {}
    library.refresh_from_db()
    assert library.ends_on == date(2025, 9, 1)


def test_an_article_does_not_count_what_it_says_of_itself() -> None:
    library = published("도서관 규정", LIBRARY)

    # 제3조 cites 제2조 and 제4조 and, within its range, itself; 제2조제2항 cites its own 제1항.
    assert incoming_counts(version=library, as_of=DAY) == {"art-2": 1, "art-4": 1}
    assert incoming_references(version=library, locator_key="art-3", as_of=DAY) == []


def test_related_provisions_go_both_ways_in_one_query(
    django_assert_num_queries: Callable[[int], AbstractContextManager[None]],
) -> None:
    late = published("가온연체규정", LATE)
    library = published("도서관 규정", LIBRARY)

    with django_assert_num_queries(1):
        found = related_provisions([(library.pk, "art-3")], as_of=DAY)

    assert [(one.place.label, one.kind, one.is_outgoing) for one in found] == [
        ("「가온연체규정」 제2조", "MUTATIS_MUTANDIS", True),
        ("「도서관 규정」 제2조", "REFERS", True),
        ("「도서관 규정」 제4조", "REFERS", True),
    ]
    assert found[0].provision_title == "연체료"
    (back,) = related_provisions([(late.pk, "art-2")], as_of=DAY)
    assert (back.place.label, back.is_outgoing) == ("「도서관 규정」 제3조", False)


def test_related_provisions_leave_out_what_is_asked_about_and_what_was_not_yet() -> None:
    published("가온연체규정", LATE)
    library = published("도서관 규정", LIBRARY)
    asked = [(library.pk, "art-3"), (library.pk, "art-2")]

    found = related_provisions(asked, as_of=DAY)

    assert [one.place.label for one in found] == ["「가온연체규정」 제2조", "「도서관 규정」 제4조"]
    assert related_provisions(asked, as_of=date(2020, 1, 1)) == []
    assert len(related_provisions([(library.pk, "art-3")], as_of=DAY, limit=2)) == 2


def test_reading_takes_a_constant_number_of_queries(
    django_assert_max_num_queries: Callable[[int], AbstractContextManager[None]],
) -> None:
    published("가온연체규정", LATE)
    text = "\n".join(
        f"제{number}조(글) 「가온연체규정」 제2조와 제{number - 1}조에 따른다."
        for number in range(2, 40)
    )
    versions = [
        published(f"도서관 제{number}분관 규정", f"제1조(목적) 목적을 정한다.\n{text}")
        for number in (1, 2, 3)
    ]

    with django_assert_max_num_queries(11):
        count = references_read(versions=versions, on=DAY)

    assert count == 3 * 38 * 2


@pytest.mark.parametrize(
    ("today", "read_on"),
    [
        (date(2024, 1, 1), BEGINS),
        (date(2025, 6, 1), date(2025, 6, 1)),
        (date(2026, 1, 1), date(2025, 8, 31)),
    ],
)
def test_a_version_is_read_as_of_a_day_on_which_it_is_in_force(today: date, read_on: date) -> None:
    version = RegulationVersion(enforcement_date=BEGINS, ends_on=date(2025, 9, 1))

    assert reading_day(version, today=today) == read_on


def test_references_are_links_on_the_page(client: Client) -> None:
    late = published("가온연체규정", LATE)
    library = published("도서관 규정", LIBRARY)

    html = client.get(f"/regulations/{library.regulation.slug}/{library.number}/").content.decode()

    assert '<a class="reference" href="#art-2" data-reference>제2조</a>부터' in html
    other = f"/regulations/{late.regulation.slug}/{late.number}/?cite=art-2#art-2"
    assert "data-reference>「가온연체규정」 제2조</a>를 준용한다." in html
    assert other in html.replace(
        "%EA%B0%80%EC%98%A8%EC%97%B0%EC%B2%B4%EA%B7%9C%EC%A0%95", "가온연체규정"
    )
    assert "고등교육법」 제11조에 따른다" in html
    assert html.count("이 조를 인용하는 조문") == 2


def test_the_card_shows_the_provision_alone_and_no_anchor(client: Client) -> None:
    library = published("도서관 규정", LIBRARY)
    page = f"/regulations/{library.regulation.slug}/{library.number}/card"

    html = client.get(page, {"cite": "art-2/para-2"}).content.decode()

    assert "빌려주지 아니한다" in html
    assert "다음 각 호와 같다" not in html
    assert "id=" not in html
    assert "다음 각 호와 같다" in client.get(page, {"cite": "art-2"}).content.decode()
    assert "도서관의 이용을 정함" in client.get(page).content.decode()
    assert client.get(page, {"cite": "art-99"}).status_code == 404
    assert client.get(page, {"cite": "<script>"}).status_code == 404


def test_back_links_are_a_part_of_the_page_and_a_page(client: Client) -> None:
    library = published("도서관 규정", LIBRARY)
    page = f"/regulations/{library.regulation.slug}/{library.number}/citing"

    part = client.get(page, {"cite": "art-2"}, headers={"HX-Request": "true"}).content.decode()
    whole = client.get(page, {"cite": "art-2"}).content.decode()

    assert "「도서관 규정」 제3조" in part
    assert "<html" not in part
    assert "<html" in whole
    assert part.strip() in whole
    assert client.get(page, {"cite": "nothing"}).status_code == 404
