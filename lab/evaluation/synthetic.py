"""A corpus of any size for measuring speed, made in a schema of its own inside a transaction that is rolled back.

The tables are copies of the real ones with all their indexes, and shadow them for the connection. Nothing of it is ever
visible to another connection, and nothing is left behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection, transaction

from regulations.reading.names import RegulationNames
from regulations.text.locators import normalize_name

ARTICLES = 50
VERSIONS = 2
_SCHEMA = "bench_corpus"
_TABLES = (
    "regulation",
    "regulationversion",
    "addenda",
    "article",
    "paragraph",
    "subparagraph",
    "item",
    "attachment",
)
# %(regulations)s regulations with two versions each, the second in force; fifty articles a version, two paragraphs an
# article, two subparagraphs in every second paragraph, one table and one list of addenda a version.
_ROWS = """
INSERT INTO regulations_regulation (id, title, normalized_title, slug, code, kind, category)
SELECT r, '표본 ' || r || ' 규정', '표본' || r || '규정', 'bench-' || r, '', 'REGULATION', ''
FROM generate_series(1, %(regulations)s) r;
INSERT INTO regulations_regulationversion (id, regulation_id, number, enforcement_date, ends_on, state, reason,
    source_name, source_sha256, report, index_state, created_at)
SELECT r * 2 + v, r, v + 1, DATE '2020-03-01' + v * 1000, CASE v WHEN 0 THEN DATE '2020-03-01' + 1000 END, 'PUBLISHED',
    '', '', '', '{}', 'PENDING', now()
FROM generate_series(1, %(regulations)s) r, generate_series(0, 1) v;
INSERT INTO regulations_article (id, version_id, locator_key, position, label, text, marks, is_deleted, number,
    heading_path, title, title_marks, full_text)
SELECT v.id * 100 + a, v.id, 'art-' || a, a, '', '', '', a = 49, a, '{}', '표본', '', repeat('표본 조문의 내용이다. ', 20)
FROM regulations_regulationversion v, generate_series(1, %(articles)s) a;
INSERT INTO regulations_paragraph (id, version_id, locator_key, position, label, text, marks, is_deleted, number, article_id)
SELECT a.id * 10 + p, a.version_id, a.locator_key || '/para-' || p, a.position * 10 + p, '', repeat('표본 항의 내용이다. ', 10),
    '', false, p, a.id
FROM regulations_article a, generate_series(1, 2) p;
INSERT INTO regulations_subparagraph (id, version_id, locator_key, position, label, text, marks, is_deleted, number,
    article_id, paragraph_id)
SELECT p.id * 10 + s, p.version_id, p.locator_key || '/subpara-' || s, p.position * 10 + s, '', '표본 호의 내용', '', false, s,
    p.article_id, p.id
FROM regulations_paragraph p, generate_series(1, 2) s WHERE p.number = 2;
INSERT INTO regulations_addenda (id, version_id, locator_key, position, label, text, marks, is_deleted, number, title)
SELECT v.id * 10 + d, v.id, 'add-' || d, 9000 + d, '부칙', '이 규정은 공포한 날부터 시행한다.', '', false, d, ''
FROM regulations_regulationversion v, generate_series(1, 3) d;
INSERT INTO regulations_attachment (id, version_id, locator_key, position, label, text, marks, is_deleted, kind, number,
    title, rows, source_file)
SELECT v.id, v.id, 'table-1', 9900, '별표 1', '표본 표', '', false, 'table', 1, '', '[]', ''
FROM regulations_regulationversion v
"""


@dataclass(frozen=True)
class SyntheticCorpus:
    """What was made, and the names under which its regulations are cited."""

    articles: int
    regulations: int
    names: RegulationNames


@contextmanager
def synthetic_corpus(articles: int) -> Iterator[SyntheticCorpus]:
    """Make a corpus of so many articles for the time of the block."""
    regulations = max(1, articles // (ARTICLES * VERSIONS))
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE SCHEMA {_SCHEMA}")
            for table in _TABLES:
                cursor.execute(
                    f"CREATE TABLE {_SCHEMA}.regulations_{table} (LIKE regulations_{table} INCLUDING ALL)"
                )
            cursor.execute(f"SET LOCAL search_path TO {_SCHEMA}, public")
            for statement in _ROWS.split(";\n"):
                cursor.execute(statement, {"regulations": regulations, "articles": ARTICLES})
            for table in _TABLES:
                cursor.execute(f"ANALYZE regulations_{table}")
        try:
            yield SyntheticCorpus(
                articles=regulations * ARTICLES * VERSIONS,
                regulations=regulations,
                names=_names(regulations),
            )
        finally:
            transaction.set_rollback(True)


def _names(regulations: int) -> RegulationNames:
    titles = {pk: f"표본 {pk} 규정" for pk in range(1, regulations + 1)}
    by_name = {normalize_name(title): frozenset({pk}) for pk, title in titles.items()}
    return RegulationNames(corpus_version="synthetic", by_name=by_name, titles=titles)
