"""Measures the search on one corpus: whole, within a scope, by words alone, and its index against exact search."""

from __future__ import annotations

import json
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import psutil
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test.utils import override_settings

from lab.benchmarks.corpus import BuiltCorpus, bench_corpus
from lab.benchmarks.invented import InventedPassage, Inventor, question_of
from portal import llm
from regulations.models import Passage
from regulations.search.retrieval import Scope, SearchMode, search_passages
from regulations.search.retrieval.candidates import find_candidates
from regulations.search.retrieval.query import analyze
from regulations.text.morphemes import lemmas
from regulations.text.thesaurus import Thesaurus

Vector = tuple[float, ...]

AS_OF = date(2026, 3, 2)
_REAL_TEXTS = 400
_NEAREST = 10
_REAL_QUESTIONS = 20
_SEED_WORDS = re.compile(r"[가-힣]")
_SCOPES = {
    "in force (half of all)": Scope(),
    "a category (1 of 20)": Scope(category="분류 7"),
    "a collection (1 of 100)": Scope(collection="bench"),
}


@dataclass(frozen=True, slots=True)
class SearchTiming:
    """One way of searching: milliseconds p50 and p95, and how often the passage that was asked for is in the first five.

    `work` are the milliseconds of processor time a search, here and in the database: unlike the others they do not grow
    when the machine does other things too. None where the database is elsewhere.
    """

    name: str
    p50: float
    p95: float
    work: float | None = None
    found: float | None = None


@dataclass(frozen=True, slots=True)
class SearchBenchmark:
    """All figures of one corpus."""

    built: BuiltCorpus
    questions: int
    ways: tuple[SearchTiming, ...]
    index_recall: tuple[tuple[str, float, float, float], ...]
    megabytes: float
    # How busy the machine was, by its own count: figures of a machine that is shared are slower.
    load: float


@dataclass(frozen=True, slots=True)
class _TimedQuestion:
    question: str
    target: int


def inventor_from_samples() -> Inventor:
    """Nouns and vectors of the sample regulations, from which everything else is drawn."""
    folder = Path(settings.BASE_DIR) / "samples" / "regulations"
    lines = [
        line.strip()
        for path in sorted(folder.iterdir())
        for line in path.read_text(encoding="utf-8").splitlines()
        if len(line.strip()) > 40
    ]
    counts = Counter(word for line in lines for word in lemmas(line) if _SEED_WORDS.search(word))
    nouns = [word for word, _ in counts.most_common() if lemmas(word) == [word]]
    texts = list(dict.fromkeys(lines))[:_REAL_TEXTS]
    return Inventor(nouns=nouns, vectors=llm.embed(texts, kind="passage"))


def measure_search(
    *, passages: int, questions: int, keep: bool, say: Callable[[str], None]
) -> SearchBenchmark:
    """Build the corpus, then ask the same questions in every way."""
    inventor = inventor_from_samples()
    with bench_corpus(inventor, passages, keep=keep, say=say) as built:
        asked = _questions(inventor, questions)
        say("exact search")
        vectors = _real_questions()
        exact = {name: _exact(vectors, scope) for name, scope in _SCOPES.items()}
        say("the search")
        ways = tuple(_ways(asked))
        load = psutil.getloadavg()[0]
        say("HNSW against exact search")
        recall = tuple(
            _index_recall(name, scope, vectors, exact[name]) for name, scope in _SCOPES.items()
        )
        megabytes = psutil.Process().memory_info().rss / 1e6
        return SearchBenchmark(built, len(asked), ways, recall, megabytes, load)


def _questions(inventor: Inventor, count: int) -> list[_TimedQuestion]:
    rank = {word: place for place, word in enumerate(inventor.words)}
    in_force = Passage.objects.filter(version__ends_on=None)
    step = max(1, in_force.count() // count)
    keys = list(in_force.order_by("pk").values_list("pk", flat=True)[::step])[:count]
    texts = Passage.objects.in_bulk(keys)
    asked = []
    for key in keys:
        words = tuple(texts[key].text.split())
        question = question_of(InventedPassage(key, words[:3], words), rank)
        asked.append(_TimedQuestion(question, key))
    return asked


def _ways(asked: Sequence[_TimedQuestion]) -> Iterator[SearchTiming]:
    def search(
        mode: SearchMode, scope: Scope | None = None
    ) -> Callable[[_TimedQuestion], list[int]]:
        return lambda one: [
            ranked.passage.pk
            for ranked in search_passages(
                one.question,
                as_of=AS_OF,
                mode=mode,
                scope=scope,
            ).passages
        ]

    _timed("warm", search("hybrid"), asked[:20])
    cache.clear()
    yield _timed("this search, hybrid, with embedding and cross-encoder", search("hybrid"), asked)
    # What both models cost does not depend on how many passages there are.
    with override_settings(CROSS_ENCODER_MODEL=""):
        yield _timed("this search, hybrid, beside both models", search("hybrid"), asked)
        for name, scope in list(_SCOPES.items())[1:]:
            way = _timed(f"beside both models, within {name}", search("hybrid", scope), asked)
            yield SearchTiming(way.name, way.p50, way.p95, way.work)
        yield _timed("this search, by words alone", search("keyword"), asked)


def _timed(
    name: str, find: Callable[[_TimedQuestion], list[int]], asked: Sequence[_TimedQuestion]
) -> SearchTiming:
    times, hits = [], 0
    before = _processor_seconds()
    for one in asked:
        started = time.perf_counter()
        found = find(one)
        times.append((time.perf_counter() - started) * 1000)
        hits += one.target in found[:5]
    after = _processor_seconds()
    work = None if before is None or after is None else (after - before) * 1000 / len(asked)
    cuts = statistics.quantiles(times, n=20, method="inclusive")
    return SearchTiming(name, statistics.median(times), cuts[-1], work, hits / len(asked))


def _processor_seconds() -> float | None:
    """What this process and its process of the database have computed so far."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        number = int(cursor.fetchone()[0])
    try:
        server = psutil.Process(number)
        used = server.cpu_times() if server.name().startswith("postgres") else None
    except psutil.Error:
        return None
    return None if used is None else time.process_time() + float(used.user + used.system)


def _real_questions() -> list[Vector]:
    """Vectors of questions about the sample university: invented words lie where no question does."""
    folder = Path(settings.BASE_DIR) / "samples"
    texts = [
        json.loads(line)["question"]
        for path in sorted(folder.glob("questions_*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    return [tuple(vector) for vector in llm.embed(texts[:_REAL_QUESTIONS], "query")]


def _exact(vectors: Sequence[Vector], scope: Scope) -> list[list[int]]:
    return [_nearest(vector, scope, exactly=True) for vector in vectors]


def _index_recall(
    name: str, scope: Scope, vectors: Sequence[Vector], exact: Sequence[Sequence[int]]
) -> tuple[str, float, float, float]:
    """Of the ten nearest by exact search, the share that the index finds; and its milliseconds p50 and p95."""
    times, shares = [], []
    for vector, nearest in zip(vectors, exact, strict=True):
        started = time.perf_counter()
        found = _nearest(vector, scope)
        times.append((time.perf_counter() - started) * 1000)
        shares.append(_shared(found, nearest))
    cuts = statistics.quantiles(times, n=20, method="inclusive")
    return (name, statistics.fmean(shares), statistics.median(times), cuts[-1])


def _nearest(vector: Vector, scope: Scope, *, exactly: bool = False) -> list[int]:
    query = analyze("", thesaurus=Thesaurus.of(()))
    with _without_index() if exactly else _as_it_is():
        pool = find_candidates(query, as_of=AS_OF, scope=scope, vector=vector, use_words=False)
    ordered = sorted(pool.candidates, key=lambda candidate: -candidate.dense)
    return [candidate.passage_id for candidate in ordered[:_NEAREST]]


def _shared(found: Sequence[int], exact: Sequence[int]) -> float:
    return len(set(found) & set(exact)) / len(exact) if exact else 1.0


@contextmanager
def _without_index() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SET enable_indexscan TO off")
        try:
            yield
        finally:
            cursor.execute("SET enable_indexscan TO on")


@contextmanager
def _as_it_is() -> Iterator[None]:
    yield
