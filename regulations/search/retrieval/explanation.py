"""Why a passage was found, in a few words that a person can check. Pure."""

from __future__ import annotations

from regulations.search.retrieval.query import AnalyzedQuery
from regulations.search.retrieval.rerank import ScoredCandidate

_MOST_WORDS = 5


def why(query: AnalyzedQuery, scored: ScoredCandidate) -> tuple[str, ...]:
    """Short phrases, the most telling first."""
    candidate = scored.candidate
    reasons = []
    if candidate.named:
        reasons.append("질문에 적힌 조문")
    if titled := [t.text for t in query.terms if t.text in candidate.title_terms]:
        reasons.append(f"조 제목: {', '.join(titled[:_MOST_WORDS])}")
    said = [t.text for t in query.terms if t.said and t.text in candidate.terms]
    if said:
        reasons.append(f"질문의 낱말: {', '.join(said[:_MOST_WORDS])}")
    meant = [t.text for t in query.terms if not t.said and t.text in candidate.terms]
    if meant:
        reasons.append(f"같은 뜻의 낱말: {', '.join(meant[:_MOST_WORDS])}")
    if candidate.dense:
        reasons.append(f"뜻의 가까움 {candidate.dense:.2f}")
    return tuple(reasons)
