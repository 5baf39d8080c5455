"""The search with parts left out, to see what each of them adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db import connection

from regulations.search.golden.metrics import LabelledQuestion, Place, place
from regulations.search.index.passages import LONG_ARTICLE
from regulations.search.retrieval import search_passages
from regulations.search.retrieval.calibration import fitted_weights
from regulations.search.retrieval.candidates import find_candidates
from regulations.search.retrieval.dense import query_vector
from regulations.search.retrieval.fusion import reciprocal_rank_fusion
from regulations.search.retrieval.query import AnalyzedQuery, analyze
from regulations.search.retrieval.rerank import Candidate, one_an_article, rerank
from regulations.search.retrieval.rerankers.cross_encoder import cross_encoded
from regulations.search.retrieval.scope import Scope
from regulations.search.thesaurus import thesaurus_current
from regulations.text.bm25 import lexeme
from regulations.text.locators import Locator
from regulations.text.thesaurus import Thesaurus

_POOL = 40


@dataclass(frozen=True, slots=True)
class AblationVariant:
    """Which parts take part."""

    name: str
    thesaurus: bool = False
    words: str = "bm25"
    meaning: bool = True
    rerank: bool = False
    cross_encoder: bool = False
    questions: bool = True
    graph: bool = False
    score_form: bool = False


VARIANTS = (
    AblationVariant("vectors alone", words=""),
    AblationVariant("ts_rank_cd alone", words="ts_rank", meaning=False),
    AblationVariant("BM25 alone", meaning=False),
    AblationVariant("BM25 and vectors fused by rank"),
    AblationVariant("ts_rank_cd, thesaurus", words="ts_rank", meaning=False, thesaurus=True),
    AblationVariant("BM25, thesaurus", meaning=False, thesaurus=True),
    AblationVariant("vectors, thesaurus", words="", thesaurus=True),
    AblationVariant("fused, thesaurus", thesaurus=True),
    AblationVariant("fused, re-ranked", rerank=True),
    AblationVariant("fused, thesaurus, re-ranked", thesaurus=True, rerank=True),
    AblationVariant("fused, re-ranked, cross-encoder", rerank=True, cross_encoder=True),
    AblationVariant(
        "fused, thesaurus, re-ranked, cross-encoder",
        thesaurus=True,
        rerank=True,
        cross_encoder=True,
    ),
    AblationVariant(
        "the same without the questions of provisions",
        thesaurus=True,
        rerank=True,
        cross_encoder=True,
        questions=False,
    ),
    AblationVariant("all of it, graph", graph=True),
    AblationVariant(
        "fused, thesaurus; position 0.4, length 0.4, frequency 0.2", thesaurus=True, score_form=True
    ),
)


def ablated_places(
    question: LabelledQuestion, *, variant: AblationVariant, as_of: date
) -> tuple[Place, ...]:
    """Where a search made of some parts looks first."""
    if variant.graph:
        return _graph(question, as_of)
    thesaurus = thesaurus_current() if variant.thesaurus else Thesaurus.of(())
    query = analyze(question.question, thesaurus=thesaurus, history=question.history)
    vector = plain = None
    if variant.meaning or variant.rerank:
        vector, plain = query_vector(query.embedded), query_vector(query.text)
    pool = find_candidates(
        query,
        as_of=as_of,
        scope=Scope(),
        vector=vector,
        plain_vector=plain,
        use_words=variant.words == "bm25",
        pool=_POOL,
    )
    if variant.rerank:
        weights = fitted_weights("hybrid").order
        candidates = pool.candidates
        if not variant.questions:
            candidates = tuple(replace(one, asked_alike=0.0) for one in candidates)
        scored = rerank(query, candidates, idf=pool.idf, weights=weights)
        if variant.cross_encoder:
            chosen = one_an_article(scored)
            scored = cross_encoded(
                query.text, chosen, weights=fitted_weights("cross_encoder").order
            )
        return _places([one.candidate for one in scored])
    if variant.words == "ts_rank":
        return _ts_rank(query, as_of)
    by_id = {candidate.passage_id: candidate for candidate in pool.candidates}
    rankings = []
    if variant.words:
        rankings.append(_best(pool.candidates, "lexical"))
    if variant.meaning:
        rankings.append(_best(pool.candidates, "dense"))
    fused = [by_id[key] for key, _ in reciprocal_rank_fusion(*rankings)]
    return _places(by_score_form(fused) if variant.score_form else fused)


def by_score_form(ordered: Sequence[Candidate]) -> list[Candidate]:
    """The score of the reference document: 40 % position, 40 % length of the text, 20 % how often its regulation occurs."""
    often = Counter(candidate.regulation_id for candidate in ordered)
    most = max(often.values(), default=1)
    scores = {
        candidate.passage_id: 0.4 * (1 - rank / len(ordered))
        + 0.4 * min(len(candidate.text) / LONG_ARTICLE, 1.0)
        + 0.2 * often[candidate.regulation_id] / most
        for rank, candidate in enumerate(ordered)
    }
    return sorted(ordered, key=lambda candidate: -scores[candidate.passage_id])


def _graph(question: LabelledQuestion, as_of: date) -> tuple[Place, ...]:
    found = search_passages(
        question.question, as_of=as_of, limit=10, mode="graph", history=question.history
    )
    return _distinct(
        (one.passage.version.regulation.title, one.passage.locator_key) for one in found.passages
    )


def _best(candidates: Sequence[Candidate], field: str) -> list[int]:
    ordered = sorted(candidates, key=lambda candidate: -getattr(candidate, field))
    return [candidate.passage_id for candidate in ordered[:_POOL] if getattr(candidate, field) > 0]


def _places(candidates: Sequence[Candidate]) -> tuple[Place, ...]:
    return _distinct((one.regulation, one.locator_key) for one in candidates)


def _ts_rank(query: AnalyzedQuery, as_of: date) -> tuple[Place, ...]:
    """PostgreSQL's own ranking of the same terms, as one would use it without BM25."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT r.title, p.locator_key
            FROM regulations_passage p
            JOIN regulations_regulationversion v ON v.id = p.version_id
            JOIN regulations_regulation r ON r.id = v.regulation_id
            WHERE v.state = 'PUBLISHED' AND v.enforcement_date <= %(as_of)s
              AND (v.ends_on IS NULL OR v.ends_on > %(as_of)s) AND p.tokens @@ %(words)s::tsquery
            ORDER BY ts_rank_cd(p.tokens, %(words)s::tsquery, 1) DESC, p.id LIMIT %(limit)s
            """,
            {
                "as_of": as_of,
                "words": " | ".join(lexeme(term.text) for term in query.terms),
                "limit": _POOL,
            },
        )
        return _distinct(cursor.fetchall())


def _distinct(rows: Iterable[tuple[str, str]]) -> tuple[Place, ...]:
    places = []
    for title, key in rows:
        locator = Locator.of_passage(key)
        places.append(place(title, locator.article, locator.branch))
    return tuple(dict.fromkeys(places))
