"""A searchable corpus of any size in a schema of its own: copies of the real tables that shadow them for the connection.

It is committed, since a million passages cannot be built anew for every look, and dropped at the end unless it is kept.
Rows come by COPY, the indexes are then built from the definitions of the real ones.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass

import numpy as np
from django.conf import settings
from django.db import connection
from pgvector import SparseVector

from lab.benchmarks.invented import InventedPassage, Inventor, Vectors
from lab.benchmarks.schema_upgrade import OutdatedError, index_statements, schema_complete
from regulations.search.index.building import refresh_statistics
from regulations.search.thesaurus import thesaurus_load
from regulations.text.bm25 import DIMENSIONS, FieldTerms, document_weights, tsvector

# A regulation has two versions, the second in force, of so many passages each.
PASSAGES = 20
CATEGORIES = 20
# Of hundred regulations one belongs to the collection.
_COLLECTION_SHARE = 100
_BATCH = 5_000
_MEMORY = "3GB"
_TABLES = (
    "regulation",
    "regulationalias",
    "regulationversion",
    "collection",
    "collection_regulations",
    "passage",
    "passageembedding",
    "embeddingswitch",
    "lexicalterm",
    "thesaurusentry",
    "crossreference",
)
_NAMES = tuple(f"regulations_{table}" for table in _TABLES)
_REGULATIONS = """
INSERT INTO regulations_regulation (id, title, normalized_title, slug, code, kind, category)
SELECT r, '표본 ' || r || ' 규정', '표본' || r || '규정', 'bench-' || r, '', 'REGULATION', '분류 ' || r %% %(categories)s
FROM generate_series(1, %(regulations)s) r;
INSERT INTO regulations_regulationversion (id, regulation_id, number, enforcement_date, ends_on, state, reason,
    source_name, source_sha256, report, index_state, created_at)
SELECT r * 2 + v, r, v + 1, DATE '2020-03-01' + v * 1000, CASE v WHEN 0 THEN DATE '2020-03-01' + 1000 END, 'PUBLISHED',
    '', '', '', '{}', 'READY', now()
FROM generate_series(1, %(regulations)s) r, generate_series(0, 1) v;
INSERT INTO regulations_embeddingswitch (model, switched_at) VALUES (%(model)s, now());
INSERT INTO regulations_collection (id, name, slug, description) VALUES (1, 'bench', 'bench', '');
INSERT INTO regulations_collection_regulations (collection_id, regulation_id)
SELECT 1, r FROM generate_series(1, %(regulations)s) r WHERE r %% %(collected)s = 0
"""
_PASSAGE_COLUMNS = "id, version_id, locator_key, position, title, provision_title, text, content_hash, tokens, lexical, tokenizer"


@dataclass(frozen=True, slots=True)
class BuiltCorpus:
    """What a build took: seconds by step, bytes by table and index."""

    passages: int
    seconds: Mapping[str, float]
    sizes: Mapping[str, int]

    @property
    def total_seconds(self) -> float:
        """The whole build."""
        return sum(self.seconds.values())


@contextmanager
def bench_corpus(
    inventor: Inventor, passages: int, *, keep: bool, say: Callable[[str], None]
) -> Iterator[BuiltCorpus]:
    """A corpus of so many passages for the time of the block; one that was kept before is used again."""
    schema = f"bench_search_{passages}"
    built = _reusable(schema, say)
    with connection.cursor() as cursor:
        if built is None:
            cursor.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE")
            cursor.execute(f"CREATE SCHEMA {schema}")
        cursor.execute(f"SET search_path TO {schema}, public")
    try:
        if built is None:
            built = _build(schema, inventor, passages, say)
        yield built
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SET search_path TO public")
            if not keep:
                cursor.execute(f"DROP SCHEMA {schema} CASCADE")


def _build(
    schema: str, inventor: Inventor, passages: int, say: Callable[[str], None]
) -> BuiltCorpus:
    seconds: dict[str, float] = {}
    _timed(seconds, "tables", lambda: _create(schema, passages))
    _timed(seconds, "rows", lambda: _copy_rows(inventor, passages, say))
    _execute(f"SET maintenance_work_mem TO '{_MEMORY}'")
    for name, statement in index_statements(schema, _NAMES):
        say(f"index {name}")
        step = "HNSW" if "hnsw" in name else "other indexes"
        _timed(seconds, step, lambda wanted=statement: _execute(wanted))  # type: ignore[misc]
    say("statistics")
    _timed(seconds, "statistics", _statistics)
    built = BuiltCorpus(
        passages, {name: round(value, 1) for name, value in seconds.items()}, _sizes(schema)
    )
    _execute("CREATE TABLE bench_record AS SELECT %s::jsonb AS built", [json.dumps(asdict(built))])
    return built


def _timed(seconds: dict[str, float], step: str, work: Callable[[], None]) -> None:
    started = time.perf_counter()
    work()
    seconds[step] = seconds.get(step, 0.0) + time.perf_counter() - started


def _execute(statement: str, parameters: object = None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)  # type: ignore[arg-type]


def _create(schema: str, passages: int) -> None:
    for table in _TABLES:
        _execute(
            f"CREATE TABLE {schema}.regulations_{table} "
            f"(LIKE public.regulations_{table} INCLUDING DEFAULTS INCLUDING IDENTITY)"
        )
    values = {
        "regulations": max(1, passages // (2 * PASSAGES)),
        "categories": CATEGORIES,
        "collected": _COLLECTION_SHARE,
        # As after the first indexing: nothing is left to switch to.
        "model": settings.EMBEDDING_MODEL,
    }
    for statement in _REGULATIONS.split(";\n"):
        _execute(statement, values)


def _copy_rows(inventor: Inventor, passages: int, say: Callable[[str], None]) -> None:
    for first in range(0, passages, _BATCH):
        count = min(_BATCH, passages - first)
        _copy_passages(inventor.passages(first, count))
        _copy_vectors(first, inventor.vectors(count))
        if first % 100_000 == 0:
            say(f"{first:,} of {passages:,} passages")


def _copy_passages(passages: Iterable[InventedPassage]) -> None:
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY regulations_passage ({_PASSAGE_COLUMNS}) FROM STDIN") as copy,
    ):
        for passage in passages:
            copy.write_row(_passage_row(passage))


def _passage_row(passage: InventedPassage) -> tuple[object, ...]:
    version = 2 + passage.number // PASSAGES
    place = passage.number % PASSAGES + 1
    fields = FieldTerms(passage.title, ["표본", "규정"], [], passage.text)
    name = " ".join(passage.title)
    return (
        passage.number + 1,
        version,
        f"art-{place}",
        place,
        f"표본 {version // 2} 규정 제{place}조({name})",
        name,
        " ".join(passage.text),
        str(passage.number),
        tsvector(fields),
        SparseVector(document_weights(fields), DIMENSIONS).to_text(),
        "bench",
    )


def _copy_vectors(first: int, vectors: Vectors) -> None:
    """By binary COPY: a row is its count of fields, then each field with its length, all big-endian."""
    model = settings.EMBEDDING_MODEL.encode()
    width = vectors.shape[1]
    rows = np.zeros(
        len(vectors),
        dtype=[
            *(
                ("fields", ">i2"),
                ("id_size", ">i4"),
                ("id", ">i8"),
                ("key_size", ">i4"),
                ("key", ">i8"),
            ),
            *(
                ("model_size", ">i4"),
                ("model", f"S{len(model)}"),
                ("width_size", ">i4"),
                ("width", ">i4"),
            ),
            *(
                ("size", ">i4"),
                ("dimensions", ">i2"),
                ("unused", ">i2"),
                ("vector", ">f2", (width,)),
            ),
        ],
    )
    rows["fields"], rows["id_size"], rows["key_size"], rows["width_size"] = 5, 8, 8, 4
    rows["id"] = rows["key"] = np.arange(first + 1, first + 1 + len(vectors))
    rows["model_size"], rows["model"] = len(model), model
    rows["width"] = rows["dimensions"] = width
    rows["size"], rows["vector"] = 4 + 2 * width, vectors
    statement = (
        "COPY regulations_passageembedding (id, passage_id, model, dimensions, vector) "
        "FROM STDIN WITH (FORMAT BINARY)"
    )
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.write(b"PGCOPY\n\xff\r\n\0" + bytes(8))
        copy.write(rows.tobytes())
        copy.write(b"\xff\xff")


def _statistics() -> None:
    for table in _TABLES:
        _execute(f"ANALYZE regulations_{table}")
    refresh_statistics()
    thesaurus_load()
    _execute("ANALYZE regulations_lexicalterm")


def _sizes(schema: str) -> dict[str, int]:
    names = {
        "passages with words": "pg_total_relation_size('{}.regulations_passage')",
        "of it GIN": "pg_relation_size('{}.passage_tokens')",
        "vectors with HNSW": "pg_total_relation_size('{}.regulations_passageembedding')",
        "of it HNSW": "pg_relation_size('{}.passage_embedding_hnsw')",
    }
    sizes = {}
    with connection.cursor() as cursor:
        for name, expression in names.items():
            cursor.execute(f"SELECT {expression.format(schema)}")
            sizes[name] = int(cursor.fetchone()[0])
    return sizes


def _reusable(schema: str, say: Callable[[str], None]) -> BuiltCorpus | None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s)", [f"{schema}.bench_record"])
        if cursor.fetchone()[0] is None:
            return None
        try:
            schema_complete(schema, _NAMES, say)
        except OutdatedError as error:
            say(f"built anew, because of the kept corpus {error}")
            return None
        cursor.execute(f"SET search_path TO {schema}")
        cursor.execute("SELECT built FROM bench_record")
        value = cursor.fetchone()[0]
    return BuiltCorpus(**(json.loads(value) if isinstance(value, str) else value))
