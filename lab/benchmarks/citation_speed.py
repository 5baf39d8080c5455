"""How fast the citations of an answer are read and resolved, against corpora of different sizes."""

from __future__ import annotations

import random
import statistics
import time
from dataclasses import dataclass
from datetime import date

from django.db import connection
from django.test.utils import CaptureQueriesContext

from lab.evaluation.synthetic import ARTICLES, SyntheticCorpus, synthetic_corpus
from regulations.text.citations import extract_citations
from verification.citations.resolution import resolve_citations

AS_OF = date(2026, 3, 2)
CITATIONS = 15
# The seed makes two runs cite the same provisions.
_SEED = 20260302


@dataclass(frozen=True)
class CitationSpeed:
    """Milliseconds an answer, with its number of queries."""

    articles: int
    answers: int
    queries: int
    resolution: tuple[float, float]
    extraction: tuple[float, float]
    found: float


def measure_citations(*, articles: int, answers: int) -> CitationSpeed:
    """Read and resolve answers of fifteen citations each; p50 and p95 of both steps."""
    with synthetic_corpus(articles) as corpus:
        texts = answer_texts(corpus, answers)
        names = corpus.names
        read, resolved, found = [], [], 0
        for text in texts:
            started = time.perf_counter()
            citations = extract_citations(text, names=names.extraction_index)
            after_reading = time.perf_counter()
            resolutions = resolve_citations(citations, as_of=AS_OF, names=names)
            resolved.append((time.perf_counter() - after_reading) * 1000)
            read.append((after_reading - started) * 1000)
            found += sum(resolution.provision is not None for resolution in resolutions)
        with CaptureQueriesContext(connection) as queries:
            citations = extract_citations(texts[0], names=names.extraction_index)
            resolve_citations(citations, as_of=AS_OF, names=names)
        return CitationSpeed(
            articles=corpus.articles,
            answers=answers,
            queries=len(queries),
            resolution=_percentiles(resolved),
            extraction=_percentiles(read),
            found=found / (answers * CITATIONS),
        )


def answer_texts(corpus: SyntheticCorpus, count: int) -> list[str]:
    """Answers with citations of all kinds: articles, paragraphs, subparagraphs with and without theirs, addenda, tables."""
    chance = random.Random(_SEED)  # noqa: S311 - a sample, no secret
    kinds = (
        "제{a}조",
        "제{a}조제1항",
        "제{a}조제2항",
        "제{a}조제2항제1호",
        "제{a}조제2호",
        "제{a}조의9",
        "제{a}조제7항",
        "제999조",
        "별표 1",
        "부칙 제1조",
    )
    texts = []
    for _answer in range(count):
        sentences = []
        for number in range(CITATIONS):
            place = kinds[number % len(kinds)].format(a=chance.randint(1, ARTICLES))
            regulation = chance.randint(1, corpus.regulations)
            sentences.append(f"「표본 {regulation} 규정」 {place}에 따라 표본의 내용을 정합니다.")
        texts.append(" ".join(sentences))
    return texts


def _percentiles(values: list[float]) -> tuple[float, float]:
    cuts = statistics.quantiles(values, n=20, method="inclusive")
    return round(statistics.median(values), 2), round(cuts[-1], 2)
