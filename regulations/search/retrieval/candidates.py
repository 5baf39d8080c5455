"""The candidates of a question in one SQL statement: by words, by meaning, by name; only what is in force in the scope.

The statement limits itself to the versions in force and in scope first, so nothing outside can push out what is inside.
Words: the rarer terms find passages through the GIN index, the inner product of sparse vectors ranks them by BM25.
Meaning: nearest vectors, by the index or, in a narrow scope, one by one. Names: the provisions that the question names by number.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import connection
from pgvector import HalfVector

from portal.llm import EmbeddingModel
from regulations.search.index.embedding_models import model_in_use
from regulations.search.retrieval.query import AnalyzedQuery
from regulations.search.retrieval.rerank import Candidate
from regulations.search.retrieval.scope import Scope
from regulations.text.bm25 import DIMENSIONS, dimension, lexeme

POOL = 40
# Terms are asked from the rarest on, until their passages are so many: frequent terms rank, but need not find.
_POSTINGS = 10_000
# A passage that the index of vectors visits costs as much as so many that are compared outright: it is read from three
# places, in no order. The narrower the scope, the more are visited for each that passes the filter, so that below a
# certain number of passages comparing them all is faster, and exact. That number grows with the root of the corpus.
_VISIT = 7.0
# A name of fewer letters is not taken for a shortened title.
_SHORTENED = 4
# So many questions that belong to provisions are compared with the one asked; a cosine up to _UNLIKE is that of any two
# questions about a university, and of equal words without a vector so much is believed.
_BELONGING = 12
_UNLIKE = 0.9
_BY_WORDS = 0.9
# A table of more rows is counted by the database's own estimate.
_ESTIMATED = 10_000

_STATEMENT = """
WITH corpus AS MATERIALIZED (
    SELECT COALESCE(max(documents), 0) AS passages FROM regulations_lexicalterm WHERE term = ''
),
asked AS MATERIALIZED (
    SELECT t.term, t.lexeme, t.dimension, t.weight, s.documents,
           ln(1 + (corpus.passages - s.documents + 0.5) / (s.documents + 0.5)) AS idf,
           sum(s.documents) OVER (ORDER BY s.documents, t.term) AS postings
    FROM unnest(%(terms)s::text[], %(lexemes)s::text[], %(dimensions)s::int[], %(weights)s::float8[])
             AS t(term, lexeme, dimension, weight)
    JOIN regulations_lexicalterm s ON s.term = t.term
    CROSS JOIN corpus
),
dimensions AS MATERIALIZED (
    -- Two terms may share one, for they are hashed; a vector holds each once.
    SELECT dimension, sum(idf * weight) AS weight FROM asked GROUP BY dimension
),
question AS MATERIALIZED (
    SELECT (SELECT ('{' || string_agg(dimension + 1 || ':' || weight::real, ',' ORDER BY dimension) || '}/'
               || %(width)s)::sparsevec FROM dimensions) AS weights,
           string_agg(lexeme, ' | ')
               FILTER (WHERE postings <= %(postings)s OR postings = documents)::tsquery AS words,
           jsonb_object_agg(term, idf) AS idf
    FROM asked
),
allowed AS MATERIALIZED (
    -- By itself, so that the versions are joined to it at once: looked up one by one, 25,000 took longer than all else.
    SELECT r.id FROM regulations_regulation r
    WHERE (%(regulations)s::bigint[] IS NULL OR r.id = ANY(%(regulations)s::bigint[]))
      AND (%(category)s::text IS NULL OR r.category = %(category)s)
      AND (r.applies_to <> %(other_course)s OR %(other_course)s = '' OR (%(other_course)s = 'undergraduate' AND EXISTS (
              -- What a rule of graduate schools applies mutatis mutandis is for their students too.
              SELECT FROM regulations_crossreference x
              JOIN regulations_regulationversion xv ON xv.id = x.version_id
              JOIN regulations_regulation xr ON xr.id = xv.regulation_id
              WHERE x.to_regulation_id = r.id AND x.kind = 'MUTATIS_MUTANDIS' AND xr.applies_to = 'graduate')))
      AND NOT EXISTS (
              SELECT FROM unnest(%(other_campuses)s::text[]) AS campus(name) WHERE strpos(r.title, campus.name) > 0)
      AND (%(collection)s::text IS NULL OR EXISTS (
              SELECT FROM regulations_collection_regulations cr
              JOIN regulations_collection c ON c.id = cr.collection_id
              WHERE cr.regulation_id = r.id AND c.slug = %(collection)s))
      -- Statutes and the like answer only who asks for them: by a scope, or by their name.
      AND (%(is_chosen)s OR r.normalized_title = ANY(%(names)s::text[]) OR NOT EXISTS (
              SELECT FROM regulations_collection_regulations cr
              JOIN regulations_collection c ON c.id = cr.collection_id
              WHERE cr.regulation_id = r.id AND c.only_when_chosen))
),
in_force AS MATERIALIZED (
    SELECT v.id, v.regulation_id
    FROM regulations_regulationversion v JOIN allowed ON allowed.id = v.regulation_id
    WHERE (v.state = 'PUBLISHED' OR (v.state = 'REPEALED' AND v.ends_on IS NOT NULL))
      AND v.enforcement_date <= %(as_of)s
      AND (v.ends_on IS NULL OR v.ends_on > %(as_of)s)
),
by_words AS (
    SELECT p.id FROM regulations_passage p, question
    WHERE %(use_words)s AND p.tokens @@ question.words AND p.version_id IN (SELECT id FROM in_force)
    ORDER BY p.lexical <#> question.weights, p.id
    LIMIT %(pool)s
),
size AS MATERIALIZED (
    SELECT corpus.passages, corpus.passages::float8 / greatest(1, CASE WHEN c.reltuples < %(estimated)s
               THEN (SELECT count(*) FROM regulations_regulationversion) ELSE c.reltuples END) AS of_version
    FROM corpus, pg_class c WHERE c.oid = 'regulations_regulationversion'::regclass
),
breadth AS MATERIALIZED (
    SELECT power(count(*) * max(size.of_version), 2) <= %(visit)s * %(pool)s * max(size.passages) AS is_narrow,
           array_agg(id) AS versions
    FROM in_force CROSS JOIN size
),
by_meaning AS (
    (SELECT p.id FROM regulations_passageembedding e JOIN regulations_passage p ON p.id = e.passage_id
     WHERE %(use_meaning)s AND NOT (SELECT is_narrow FROM breadth) AND e.model = %(model)s AND e.dimensions = __WIDTH__
       -- IS TRUE keeps it a hash lookup a row; as a join it would be compared with every version.
       AND (p.version_id IN (SELECT id FROM in_force)) IS TRUE
     ORDER BY e.vector::halfvec(__WIDTH__) <=> %(vector)s::halfvec(__WIDTH__)
     LIMIT %(pool)s)
    UNION ALL
    (SELECT p.id FROM regulations_passage p JOIN regulations_passageembedding e ON e.passage_id = p.id
     WHERE %(use_meaning)s AND (SELECT is_narrow FROM breadth) AND e.model = %(model)s AND e.dimensions = __WIDTH__
       AND p.version_id = ANY((SELECT versions FROM breadth)::bigint[])
     -- Plus nothing: so that no index offers this order.
     ORDER BY (e.vector::halfvec(__WIDTH__) <=> %(vector)s::halfvec(__WIDTH__)) + 0, p.id
     LIMIT %(pool)s)
),
named AS MATERIALIZED (
    SELECT name, key, left(name, 1) || '%%' || regexp_replace(substr(name, 2), '(.)', '\\1%%', 'g') AS letters
    FROM unnest(%(names)s::text[], %(keys)s::text[]) AS n(name, key)
),
titled AS MATERIALIZED (
    SELECT f.id, r.id AS regulation_id, r.normalized_title,
           regexp_replace(r.normalized_title, '^[가-힣]{2,8}대학교(?=.)', '') AS title
    FROM in_force f JOIN regulations_regulation r ON r.id = f.regulation_id
    WHERE EXISTS (SELECT FROM named)
),
called AS (
    -- By how much of its title, without the university's name, a regulation is called; by an alias it is wholly.
    SELECT t.id, n.key, CASE WHEN a.id IS NOT NULL OR n.name = '' THEN 1.0
           ELSE least(1.0, length(n.name)::float8 / greatest(length(t.title), 1)) END AS closeness
    FROM named n CROSS JOIN titled t
    LEFT JOIN regulations_regulationalias a
        ON a.regulation_id = t.regulation_id AND a.normalized_name = n.name
    WHERE a.id IS NOT NULL OR t.normalized_title LIKE '%%' || n.name
       -- 장학금지급규정 is 장학금 지급에 관한 규정: its letters in their order, from the first to the end.
       OR (length(n.name) >= %(shortened)s AND t.title LIKE n.letters
           AND right(t.title, 2) = right(n.name, 2))
),
by_name AS (
    SELECT p.id, max(called.closeness) AS closeness
    FROM called JOIN regulations_passage p ON p.version_id = called.id
         AND (p.locator_key = called.key OR p.locator_key LIKE called.key || '/%%'
              -- A long table's further rows.
              OR p.locator_key LIKE called.key || '#%%')
    GROUP BY p.id ORDER BY closeness DESC, p.id LIMIT %(pool)s
),
belonging AS MATERIALIZED (
    -- Questions that belong to provisions, by meaning and by words.
    (SELECT q.id FROM regulations_passagequestion q
     WHERE %(use_meaning)s AND q.state = 'ACTIVE' AND q.model = %(model)s AND vector_dims(q.vector) = __WIDTH__
       AND q.regulation_id IN (SELECT regulation_id FROM in_force)
     ORDER BY q.vector::halfvec(__WIDTH__) <=> %(plain_vector)s::halfvec(__WIDTH__) LIMIT %(belonging)s)
    UNION
    (SELECT q.id FROM regulations_passagequestion q, question
     WHERE %(use_words)s AND q.state = 'ACTIVE' AND q.tokens @@ question.words
       AND q.regulation_id IN (SELECT regulation_id FROM in_force)
     ORDER BY ts_rank_cd(q.tokens, question.words) DESC, q.id LIMIT %(belonging)s)
),
by_question AS MATERIALIZED (
    SELECT p.id, max(q.alike) AS alike
    FROM (SELECT x.regulation_id, x.locator_key, greatest(
              (COALESCE(1 - (x.vector::halfvec(__WIDTH__) <=> %(plain_vector)s::halfvec(__WIDTH__)), 0) - %(unlike)s) / (1 - %(unlike)s),
              -- Of the terms that either holds, by rarity, those that both do.
              (SELECT COALESCE(sum(a.idf * a.weight) FILTER (WHERE x.tokens @@ a.lexeme::tsquery), 0)
                      / greatest(sum(a.idf * a.weight), 0.001) FROM asked a WHERE a.weight >= 1)
              -- Questions of one or two words have them in common with many others.
              * (SELECT CASE WHEN count(*) < 3 THEN 0 ELSE least(1.0, count(*)::float8 / greatest(length(x.tokens), 1)) END
                 FROM asked a WHERE a.weight >= 1 AND x.tokens @@ a.lexeme::tsquery) * %(by_words)s) AS alike
          FROM belonging JOIN regulations_passagequestion x ON x.id = belonging.id) q
    JOIN in_force f ON f.regulation_id = q.regulation_id
    JOIN regulations_passage p ON p.version_id = f.id
         AND (p.locator_key = q.locator_key OR p.locator_key LIKE q.locator_key || '/%%')
    WHERE q.alike > 0
    GROUP BY p.id ORDER BY alike DESC, p.id LIMIT %(belonging)s
),
found AS (
    SELECT id FROM by_words UNION SELECT id FROM by_meaning UNION SELECT id FROM by_name
    UNION SELECT id FROM by_question
)
SELECT p.id, f.regulation_id, p.locator_key, r.title, COALESCE(array_to_string(a.heading_path, ' '), ''),
       p.provision_title, p.text,
       tsvector_to_array(ts_filter(p.tokens, '{b}')), tsvector_to_array(ts_filter(p.tokens, '{a}')),
       tsvector_to_array(p.tokens),
       COALESCE(-(p.lexical <#> question.weights), 0),
       COALESCE(1 - (e.vector::halfvec(__WIDTH__) <=> %(vector)s::halfvec(__WIDTH__)), 0),
       COALESCE(by_name.closeness, 0), COALESCE(by_question.alike, 0), r.applies_to, question.idf
FROM found
JOIN regulations_passage p ON p.id = found.id
JOIN in_force f ON f.id = p.version_id
JOIN regulations_regulation r ON r.id = f.regulation_id
CROSS JOIN question
LEFT JOIN regulations_article a ON a.id = p.article_id
LEFT JOIN regulations_passageembedding e ON e.passage_id = p.id AND e.model = %(model)s
LEFT JOIN by_name ON by_name.id = p.id
LEFT JOIN by_question ON by_question.id = p.id
ORDER BY p.id
"""


@dataclass(frozen=True, slots=True)
class CandidatePool:
    """The candidates with the rarity of the question's terms."""

    candidates: tuple[Candidate, ...]
    idf: Mapping[str, float]


def find_candidates(  # noqa: PLR0913 - a question has two vectors
    query: AnalyzedQuery,
    *,
    as_of: date,
    scope: Scope,
    vector: Sequence[float] | None,
    plain_vector: Sequence[float] | None = None,
    use_words: bool = True,
    pool: int = POOL,
    model: EmbeddingModel | None = None,
) -> CandidatePool:
    """Run the statement. Without a vector the words alone find; `model` is the one that the vectors are of.

    `plain_vector` is that of the question as it was put: with it the questions that belong to provisions are compared,
    whose vectors must not depend on the thesaurus. Without it they are compared with `vector`.
    """
    model = model or model_in_use()
    statement = _STATEMENT.replace("__WIDTH__", str(int(model.dimensions)))
    names, keys = _named(query, scope)
    parameters: dict[str, Any] = {
        "terms": [t.text for t in query.terms],
        "lexemes": [lexeme(t.text) for t in query.terms],
        "dimensions": [dimension(t.text) for t in query.terms],
        "weights": [t.weight for t in query.terms],
        "width": DIMENSIONS,
        "postings": _POSTINGS,
        "as_of": as_of,
        "regulations": None if scope.regulation_ids is None else sorted(scope.regulation_ids),
        "category": scope.category,
        "is_chosen": any((scope.regulation_ids, scope.category, scope.collection)),
        "collection": scope.collection,
        "other_course": scope.other_course,
        "other_campuses": scope.other_campuses,
        "use_words": use_words,
        "use_meaning": vector is not None,
        "visit": _VISIT,
        "estimated": _ESTIMATED,
        "model": model.name,
        "vector": _as_text(vector),
        "plain_vector": _as_text(vector if plain_vector is None else plain_vector),
        "names": names,
        "keys": keys,
        "pool": pool,
        "shortened": _SHORTENED,
        "belonging": _BELONGING,
        "unlike": _UNLIKE,
        "by_words": _BY_WORDS,
    }
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        rows = cursor.fetchall()
    idf = _parsed(rows[0][-1]) if rows else {}
    return CandidatePool(candidates=tuple(_candidate(row, model) for row in rows), idf=idf)


def _named(query: AnalyzedQuery, scope: Scope) -> tuple[list[str], list[str]]:
    # Where one regulation was chosen, 25조 is its own; the empty name calls whatever is in scope.
    only = ("",) if scope.regulation_ids is not None and len(scope.regulation_ids) == 1 else ()
    pairs = [(name, named.locator) for named in query.named for name in named.names or only]
    return [name for name, _ in pairs], [locator.article_locator.key for _, locator in pairs]


def _as_text(vector: Sequence[float] | None) -> str | None:
    return None if vector is None else HalfVector(list(vector)).to_text()


def _parsed(idf: Any) -> dict[str, float]:
    if idf is None:
        return {}
    return dict(json.loads(idf) if isinstance(idf, str) else idf)


def _candidate(row: Sequence[Any], model: EmbeddingModel) -> Candidate:
    return Candidate(
        passage_id=row[0],
        regulation_id=row[1],
        locator_key=row[2],
        regulation=row[3],
        heading=row[4],
        title=row[5],
        text=row[6],
        regulation_terms=frozenset(row[7]),
        title_terms=frozenset(row[8]),
        terms=frozenset(row[9]),
        lexical=float(row[10]),
        # Without a vector there is no similarity, not a small one.
        dense=model.similarity(float(row[11])) if row[11] else 0.0,
        named=float(row[12]),
        # Squared: a question that is only like another one may well be about something else.
        asked_alike=min(1.0, float(row[13])) ** 2,
        applies_to=row[14],
    )
