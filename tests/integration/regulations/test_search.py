"""Search over rows in PostgreSQL: what is found, what is in force, what is in scope."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import date

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from portal import llm
from regulations.models import (
    Article,
    Collection,
    PassageEmbedding,
    Regulation,
    RegulationVersion,
    ThesaurusEntry,
)
from regulations.search.index.building import embed_pending, index_version, refresh_statistics
from regulations.search.retrieval import Scope, SearchMode, search_passages
from regulations.search.thesaurus import thesaurus_load
from regulations.text.locators import Locator, normalize_name
from tests.corpus import given_regulation

pytestmark = pytest.mark.django_db

TODAY = date(2026, 3, 2)

WITH_ADDENDA = """
제1조(목적) 이 규정은 휴학에 관한 사항을 정함을 목적으로 한다.
제2조(휴학) 학생은 총장의 허가를 받아 휴학할 수 있다.
부칙
제1조(시행일) 이 규정은 2025년 3월 1일부터 시행한다.
제2조(창업휴학에 관한 경과조치) 이 규정 시행 전에 창업휴학을 한 사람은 종전의 규정에 따른다.
"""

LEAVE = {
    1: ("목적", "이 규정은 휴학에 관한 사항을 정함을 목적으로 한다."),
    3: (
        "휴학기간",
        "① 휴학은 통산하여 6학기를 넘을 수 없다.\n② 병역 휴학은 이 기간에 넣지 아니한다.",
    ),
    4: ("신청", "휴학하려는 학생은 휴학원을 소속 학과에 제출한다."),
}
LIBRARY = {
    2: ("대출책수", "학부생은 7책을 14일 동안 대출할 수 있다."),
    5: ("변상", "자료를 분실한 이용자는 같은 자료로 변상한다."),
}

Publish = Callable[..., RegulationVersion]


@pytest.fixture
def publish() -> Publish:
    def _publish(
        title: str,
        articles: dict[int, tuple[str, str]],
        *,
        begins: date = date(2020, 3, 1),
        ends: date | None = None,
        number: int = 1,
        category: str = "",
    ) -> RegulationVersion:
        regulation, _ = Regulation.objects.get_or_create(
            normalized_title=normalize_name(title),
            defaults={"title": title, "slug": f"r-{title}", "category": category},
        )
        version = RegulationVersion.objects.create(
            regulation=regulation,
            number=number,
            state=RegulationVersion.State.PUBLISHED,
            enforcement_date=begins,
            ends_on=ends,
        )
        for place, (name, text) in articles.items():
            Article.objects.create(
                version=version,
                number=place,
                position=place,
                locator_key=Locator(article=place).key,
                title=name,
                text=text,
                full_text=text,
            )
        index_version(version_id=version.pk)
        embed_pending(seconds=30)
        refresh_statistics()
        return version

    return _publish


def keys(question: str, **options: object) -> list[str]:
    result = search_passages(question, as_of=options.pop("as_of", TODAY), **options)  # type: ignore[arg-type]
    return [ranked.passage.locator_key for ranked in result.passages]


def test_the_article_that_answers_comes_first_with_its_regulation(publish: Publish) -> None:
    publish("휴학 규정", LEAVE)
    publish("도서관 규정", LIBRARY)
    result = search_passages("휴학은 최대 몇 학기까지 되나요?", as_of=TODAY)
    first = result.passages[0]
    assert (first.rank, first.passage.locator_key) == (1, "art-3")
    assert first.passage.version.regulation.title == "휴학 규정"
    assert first.why
    assert result.best_relevance == max(p.relevance for p in result.passages)
    assert [p.rank for p in result.passages] == list(range(1, len(result.passages) + 1))


def test_words_of_students_are_found_through_the_thesaurus_that_admins_edit(
    publish: Publish,
) -> None:
    publish("도서관 규정", LIBRARY)
    ThesaurusEntry.objects.create(line="뽀로로 = 변상")
    assert keys("뽀로로 어떻게 해요", mode="keyword")[0] == "art-5"
    ThesaurusEntry.objects.update(is_enabled=False)
    assert keys("뽀로로 어떻게 해요", mode="keyword") == []


def test_built_in_entries_are_added_once_and_never_undo_an_admin(db: None) -> None:
    assert thesaurus_load() >= 300
    entry = ThesaurusEntry.objects.exclude(built_in="").order_by("pk").first()
    assert entry is not None
    entry.line, entry.is_enabled = "고친 말 = 바른 말", False
    entry.save()
    assert thesaurus_load() == 0
    entry.refresh_from_db()
    assert (entry.line, entry.is_enabled) == ("고친 말 = 바른 말", False)


def test_only_the_version_in_force_is_found(publish: Publish) -> None:
    changes = LEAVE | {3: ("휴학기간", "휴학은 통산하여 4학기를 넘을 수 없다.")}
    publish("휴학 규정", LEAVE, ends=date(2024, 3, 1))
    publish("휴학 규정", changes, begins=date(2024, 3, 1), number=2)
    for day, version in ((date(2024, 2, 29), 1), (date(2024, 3, 1), 2)):
        found = search_passages("휴학 기간", as_of=day).passages
        assert {ranked.passage.version.number for ranked in found} == {version}
    assert search_passages("휴학 기간", as_of=date(2019, 1, 1)).passages == ()


@pytest.mark.parametrize("mode", ["hybrid", "keyword", "vector", "graph"])
def test_a_scope_limits_every_mode_and_an_empty_one_finds_nothing(
    publish: Publish, mode: SearchMode
) -> None:
    leave = publish("휴학 규정", LEAVE, category="학사")
    library = publish("도서관 규정", LIBRARY, category="도서관")
    collection = Collection.objects.create(name="책", slug="books")
    collection.regulations.add(library.regulation)

    def found(scope: Scope) -> set[str]:
        passages = search_passages("휴학 대출", as_of=TODAY, scope=scope, mode=mode).passages
        return {ranked.passage.version.regulation.title for ranked in passages}

    assert found(Scope(regulation_ids=frozenset({leave.regulation_id}))) == {"휴학 규정"}
    assert found(Scope(category="도서관")) == {"도서관 규정"}
    assert found(Scope(collection="books")) == {"도서관 규정"}
    assert found(Scope(regulation_ids=frozenset())) == set()
    assert found(Scope(category="학사", collection="books")) == set()


@pytest.mark.parametrize(
    "question", ["휴학 규정 4조", "휴학규정 제4조 알려줘", "그럼 휴학 규정 제4조는?"]
)
def test_a_provision_named_by_number_is_first(publish: Publish, question: str) -> None:
    publish("휴학 규정", LEAVE)
    publish("도서관 규정", LIBRARY | {4: ("휴학", "휴학 휴학 휴학")})
    first = search_passages(question, as_of=TODAY).passages[0].passage
    assert (first.version.regulation.title, first.locator_key) == ("휴학 규정", "art-4")


def test_a_table_named_by_number_is_found_as_an_article_is() -> None:
    text = """
제3조(금액) 수수료의 금액은 별표 1과 같고, 별표 1은 매년 정한다.
제4조(납부) 수수료는 신청할 때 낸다.
[별표 1] 수수료
| 증명서 | 수수료 |
| --- | --- |
| 졸업증명서 | 1,000원 |
[별표 2] 서식의 크기
| 서식 | 크기 |
| --- | --- |
| 신청서 | 210mm |
"""
    index_version(version_id=given_regulation("수수료 규정", text).pk)
    found = search_passages("수수료 규정 별표 1 보여주세요", as_of=TODAY)
    assert found.passages[0].passage.locator_key == "table-1"
    # What only speaks of it is no source of an answer to who asks for its text.
    assert [one.passage.locator_key for one in found.sources] == ["table-1"]
    asks_more = search_passages("수수료 규정 별표 1의 졸업증명서는 언제 내요?", as_of=TODAY)
    assert asks_more.passages[0].passage.locator_key == "table-1"


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("휴학시행세칙 4조", ("가온대학교 휴학 및 복학에 관한 시행세칙", "art-4")),
        ("학칙4조", ("가온대학교 학칙", "art-4")),
        ("우리 학교 학칙 제3조와 4조 알려 줘", ("가온대학교 학칙", "art-3")),
        ("기본규칙 3조", ("가온대학교 학칙", "art-3")),
    ],
)
def test_a_title_may_be_shortened_before_a_number(
    publish: Publish, question: str, first: tuple[str, str]
) -> None:
    # Nothing that looks like the words of the question comes before what is named.
    publish(
        "휴학 규정", {4: ("학칙", "학칙 학칙 시행세칙"), 3: ("학칙 제3조", "학칙 제4조와 제3조")}
    )
    publish("가온대학교 휴학 및 복학에 관한 시행세칙", LEAVE)
    rules = publish("가온대학교 학칙", LIBRARY | {3: ("휴관", "일요일."), 4: ("출입", "누구나.")})
    rules.regulation.aliases.create(name="기본규칙", normalized_name="기본규칙")
    found = [one.passage for one in search_passages(question, as_of=TODAY).passages]
    assert (found[0].version.regulation.title, found[0].locator_key) == first
    scope = Scope(regulation_ids=frozenset({rules.regulation_id}))
    assert search_passages("4조는?", as_of=TODAY, scope=scope).passages[0].passage.locator_key == (
        "art-4"
    )


@pytest.mark.parametrize(
    "text", ["'; DROP TABLE x --", "& | ! ( ) : * \\ '", "ㅋㅋㅋ", "ㅇㅇ 1?", " ", "%s %(a)s"]
)
def test_any_text_is_only_words(publish: Publish, text: str) -> None:
    publish("휴학 규정", LEAVE)
    assert search_passages(text, as_of=TODAY).abstained


def test_an_unchanged_passage_is_not_embedded_again(
    publish: Publish, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = publish("휴학 규정", LEAVE, ends=date(2024, 3, 1))
    embedded: list[str] = []
    original = llm.embed

    def counted(
        texts: list[str],
        kind: llm.embedding.TextRole = "passage",
        model: llm.EmbeddingModel | None = None,
    ) -> list[list[float]]:
        embedded.extend(texts)
        return original(texts, kind, model)

    monkeypatch.setattr(llm, "embed", counted)
    changed = LEAVE | {4: ("신청", "휴학은 학생정보시스템으로 신청한다.")}
    second = publish("휴학 규정", changed, begins=date(2024, 3, 1), number=2)
    assert len(embedded) == 1
    assert PassageEmbedding.objects.filter(passage__version=second).count() == 3
    assert second.passages.count() == first.passages.count() == 3
    second.refresh_from_db()
    assert second.index_state == RegulationVersion.IndexState.READY


def test_indexing_again_keeps_the_rows_that_did_not_change(publish: Publish) -> None:
    version = publish("휴학 규정", LEAVE)
    before = set(version.passages.values_list("pk", flat=True))
    # Published text is not changed; a draft's is.
    versions = RegulationVersion.objects.filter(pk=version.pk)
    versions.update(state=RegulationVersion.State.DRAFT)
    Article.objects.filter(version=version, number=4).update(full_text="휴학원은 온라인으로 낸다.")
    versions.update(state=RegulationVersion.State.PUBLISHED)
    index_version(version_id=version.pk)
    after = set(version.passages.values_list("pk", flat=True))
    assert len(before & after) == 2
    assert len(after) == 3


def test_without_the_embedding_model_words_still_find(
    publish: Publish, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish("휴학 규정", LEAVE)

    def refuse(*_: object, **__: object) -> None:
        raise llm.Unavailable("no embedding model")

    monkeypatch.setattr(llm, "embed", refuse)
    cache.clear()
    assert keys("휴학 기간")[0] == "art-3"


def test_candidates_come_from_one_statement(publish: Publish) -> None:
    publish("휴학 규정", LEAVE)
    search_passages("휴학 기간", as_of=TODAY)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        search_passages("휴학 기간", as_of=TODAY)
    assert sum("by_words" in query["sql"] for query in queries) == 1
    # The thesaurus' state, its entries when they changed, the candidates, the passages that are shown, transitional measures.
    assert len(queries) <= 5


def test_the_command_answers_lines_of_questions(
    publish: Publish, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish("휴학 규정", LEAVE)
    lines = [
        {"id": "a", "question": "휴학 기간은 얼마나 되나요?"},
        {"id": "b", "question": "오늘 날씨 어때", "history": []},
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(map(json.dumps, lines)) + "\n"))
    out = io.StringIO()
    call_command("search", jsonl=True, stdout=out)
    first, second = map(json.loads, out.getvalue().splitlines())
    assert first["id"] == "a"
    assert first["results"][0] | {"relevance": 0} == {
        "regulation": "휴학 규정",
        "article": 3,
        "branch": None,
        "paragraph": None,
        "addenda": None,
        "locator": "art-3",
        "relevance": 0,
    }
    assert first["outcome"] == "answer"
    assert second["id"] == "b"
    assert second["outcome"] == "none"
    assert second["abstained"] is True


def test_the_command_tells_addenda_and_what_is_only_near(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.CONTEXT_RELEVANCE_THRESHOLD = 1.01
    given_regulation("휴학 규정", WITH_ADDENDA)
    lines = [{"question": "휴학 규정 창업휴학의 경과조치"}, {"question": "휴학은 허가를 받나요?"}]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(map(json.dumps, lines)) + "\n"))
    out = io.StringIO()
    call_command("search", jsonl=True, stdout=out)
    first, second = map(json.loads, out.getvalue().splitlines())

    place = first["results"][0]
    assert (place["addenda"], place["article"], place["locator"]) == (1, 2, "add-1/art-2")
    assert (second["outcome"], second["abstained"]) == ("near", False)
