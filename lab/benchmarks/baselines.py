"""Baselines of the search: pgvector alone, PostgreSQL's ranking alone, bm25s in process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import psutil
from django.conf import settings
from django.db import connection
from pgvector import HalfVector

from regulations.search.index.bm25 import lexeme
from regulations.text.morphemes import lemmas

_LIMIT = 10
# bm25s knows nothing of versions: one asks for more and throws away what is not in force.
_ASKED = 50
# Each statement puts what is in force in the place of __IN_FORCE__.
_IN_FORCE = """JOIN regulations_regulationversion v ON v.id = p.version_id
WHERE v.state = 'PUBLISHED' AND v.enforcement_date <= %(as_of)s AND (v.ends_on IS NULL OR v.ends_on > %(as_of)s)
"""
_VECTORS = """
SELECT p.id FROM regulations_passageembedding e JOIN regulations_passage p ON p.id = e.passage_id __IN_FORCE__
AND e.dimensions = __WIDTH__ ORDER BY e.vector::halfvec(__WIDTH__) <=> %(vector)s::halfvec(__WIDTH__) LIMIT %(limit)s
"""
_TS_RANK = """
SELECT p.id FROM regulations_passage p __IN_FORCE__ AND p.tokens @@ %(words)s::tsquery
ORDER BY ts_rank_cd(p.tokens, %(words)s::tsquery, 1) DESC, p.id LIMIT %(limit)s
"""
_ALL_IN_FORCE = "SELECT p.id FROM regulations_passage p __IN_FORCE__"


@dataclass(frozen=True, slots=True)
class Bm25sIndex:
    """An index of bm25s in this process: how to ask it, and what it took."""

    find: Callable[[str], list[int]]
    seconds: float
    megabytes: float


def vector_baseline(vector: Sequence[float], *, as_of: date) -> list[int]:
    """pgvector as it comes: no iterative scan, the default effort."""
    text = HalfVector(list(vector)).to_text()
    with connection.cursor() as cursor:
        cursor.execute("SET hnsw.iterative_scan TO off; SET hnsw.ef_search TO 40")
    found = _found(_VECTORS, {"as_of": as_of, "vector": text, "limit": _LIMIT})
    with connection.cursor() as cursor:
        cursor.execute("RESET hnsw.iterative_scan; RESET hnsw.ef_search")
    return found


def ts_rank_baseline(question: str, *, as_of: date) -> list[int]:
    """PostgreSQL's own full-text search over the same morphemes."""
    words = " | ".join(lexeme(term) for term in dict.fromkeys(lemmas(question)))
    return _found(_TS_RANK, {"as_of": as_of, "words": words, "limit": _LIMIT})


def bm25s_index(*, as_of: date) -> Bm25sIndex | None:
    """Index the corpus of the connection with bm25s; None where the package is not installed."""
    if find_spec("bm25s") is None:
        return None
    bm25s: Any = import_module("bm25s")
    process = psutil.Process()
    before, started = process.memory_info().rss, time.perf_counter()
    known: dict[str, int] = {}
    keys: list[int] = []
    tokens: list[list[int]] = []
    for key, text in _texts():
        keys.append(key)
        tokens.append([known.setdefault(word, len(known)) for word in text.split()])
    index = bm25s.BM25(k1=1.2, b=0.5)
    index.index(bm25s.tokenization.Tokenized(ids=tokens, vocab=known), show_progress=False)
    tokens.clear()
    in_force = frozenset(_found(_ALL_IN_FORCE, {"as_of": as_of}))

    def find(question: str) -> list[int]:
        words = [known[word] for word in dict.fromkeys(lemmas(question)) if word in known]
        if not words:
            return []
        places, _scores = index.retrieve(
            bm25s.tokenization.Tokenized(ids=[words], vocab=known),
            k=min(_ASKED, len(keys)),
            show_progress=False,
        )
        found = [keys[int(place)] for place in places[0]]
        return [key for key in found if key in in_force][:_LIMIT]

    seconds = time.perf_counter() - started
    return Bm25sIndex(find, seconds, (process.memory_info().rss - before) / 1e6)


def _texts() -> Iterator[tuple[int, str]]:
    with connection.chunked_cursor() as cursor:
        cursor.execute("SELECT id, text FROM regulations_passage")
        while rows := cursor.fetchmany(5_000):
            yield from rows


def _found(statement: str, values: dict[str, Any]) -> list[int]:
    width = str(int(settings.EMBEDDING_DIMENSIONS))
    statement = statement.replace("__IN_FORCE__", _IN_FORCE).replace("__WIDTH__", width)
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [row[0] for row in cursor.fetchall()]
