"""The invented corpus of the benchmark: searched by the real statement, gone afterwards."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from django.db import connection

from lab.benchmarks.corpus import BuiltCorpus, bench_corpus
from lab.benchmarks.invented import Inventor, question_of
from lab.benchmarks.search_speed import AS_OF, SearchBenchmark, SearchTiming
from lab.benchmarks.table import BEGIN, END, section, write_sections
from regulations.models import Passage
from regulations.search.retrieval import Scope, search_passages

NOUNS = ["휴학", "등록금", "도서", "장학금", "시험", "논문"]


def inventor() -> Inventor:
    chance = random.Random(1)
    return Inventor(
        nouns=NOUNS, vectors=[[chance.gauss(0, 1) for _ in range(384)] for _ in range(8)]
    )


@pytest.mark.django_db
def test_the_invented_corpus_is_searched_and_nothing_of_it_is_left() -> None:
    drawn = inventor()
    target = list(inventor().passages(0, 400))[30]
    question = question_of(target, {word: place for place, word in enumerate(drawn.words)})
    with bench_corpus(drawn, 400, keep=False, say=lambda _line: None) as built:
        assert Passage.objects.count() == built.passages == 400
        found = search_passages(question, as_of=AS_OF, mode="keyword").passages
        assert found[0].passage.pk == target.number + 1
        assert all(one.passage.version.ends_on is None for one in found)
        assert search_passages(question, as_of=AS_OF, scope=Scope(collection="none")).abstained
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regnamespace('bench_search_400')")
        assert cursor.fetchone()[0] is None
    assert Passage.objects.count() == 0


@pytest.mark.django_db
def test_a_corpus_kept_by_an_earlier_release_is_completed_or_built_anew() -> None:
    said: list[str] = []
    with bench_corpus(inventor(), 60, keep=True, say=said.append):
        pass
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE bench_search_60.regulations_regulation DROP COLUMN category")
        cursor.execute(
            "ALTER TABLE bench_search_60.regulations_regulationversion DROP COLUMN reason"
        )
        cursor.execute("ALTER TABLE bench_search_60.regulations_crossreference DROP COLUMN text")
        cursor.execute("ALTER TABLE public.regulations_crossreference ALTER text SET DEFAULT ''")
        cursor.execute("ALTER TABLE public.regulations_regulation ALTER category SET DEFAULT ''")
        cursor.execute(
            "ALTER TABLE public.regulations_regulationversion ALTER reason SET DEFAULT ''"
        )
        cursor.execute("DROP INDEX bench_search_60.passage_tokens")
    said.clear()
    with bench_corpus(inventor(), 60, keep=True, say=said.append):
        assert search_passages("휴학", as_of=AS_OF, mode="keyword").passages
    assert "column regulations_regulation.category" in said
    assert "index passage_tokens" in said
    assert not any(line.startswith("built anew") for line in said)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE bench_search_60.regulations_passage ALTER position TYPE bigint")
    said.clear()
    with bench_corpus(inventor(), 60, keep=False, say=said.append):
        assert Passage.objects.count() == 60
    assert said[0].startswith("built anew, because of the kept corpus regulations_passage.position")


def test_a_table_takes_the_place_of_the_one_of_its_size(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\n{END}\nafter")

    def measured(passages: int, p95: float) -> str:
        built = BuiltCorpus(passages, {"rows": 1.0}, {"passages": 1})
        return section(
            SearchBenchmark(
                built, 5, (SearchTiming("this", 1.0, p95),), (("all", 1.0, 1.0, 1.0),), 9.0, 0.5
            )
        )

    write_sections(page, [measured(20_000, 11.0)], before="A machine.")
    write_sections(page, [measured(1_000_000, 33.0)], before="A machine.")
    write_sections(page, [measured(20_000, 22.0)], before="A machine.")
    text = page.read_text()
    assert text.index("### 20,000") < text.index("### 1,000,000")
    assert "| 22.0 |" in text
    assert "| 11.0 |" not in text
    assert (text.count("### "), text.startswith("before"), text.endswith("after")) == (
        2,
        True,
        True,
    )


def test_a_document_without_a_place_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing")
    with pytest.raises(ValueError, match="no place"):
        write_sections(page, [], before="")
