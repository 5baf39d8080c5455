"""External reranking by a configured endpoint; its order is fused with the built-in one by rank.

The built-in relevance stays: what a model's score means is not known. An endpoint that fails leaves the built-in order,
and the result says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import structlog
from django.conf import settings

from portal import llm
from regulations.search.retrieval.fusion import reciprocal_rank_fusion
from regulations.search.retrieval.rerank import ScoredCandidate

logger = structlog.get_logger(__name__)

# So many of the best are shown to the model; a passage beyond them is seldom the answer.
RERANKED_COUNT = 20
_LONGEST = 1_500
FAILED = "reranker_failed"


@dataclass(frozen=True, slots=True)
class ExternalRanking:
    """The final order of the candidates, the model that made it (empty where none did), and failures."""

    ordered: tuple[ScoredCandidate, ...]
    reranker: str = ""
    notes: tuple[str, ...] = ()


def external_reranking(question: str, ordered: Sequence[ScoredCandidate]) -> ExternalRanking:
    """Rerank the best candidates by the configured endpoint; without one the order stays."""
    built_in = tuple(ordered)
    if not settings.RERANK_BASE_URL or len(built_in) < 2:
        return ExternalRanking(built_in)
    shown, rest = built_in[:RERANKED_COUNT], built_in[RERANKED_COUNT:]
    try:
        scores = llm.rerank(question, [_text(scored) for scored in shown])
    except llm.LLMError as error:
        logger.warning("reranker_failed", error=f"{type(error).__name__}: {error}")
        return ExternalRanking(built_in, notes=(f"{FAILED}: {type(error).__name__}",))
    places = range(len(shown))
    model_order = sorted(places, key=lambda place: (-scores[place], place))
    joined = [place for place, _ in reciprocal_rank_fusion(model_order, list(places))]
    return ExternalRanking(
        (*(shown[place] for place in joined), *rest), reranker=settings.RERANK_MODEL or "endpoint"
    )


def _text(scored: ScoredCandidate) -> str:
    candidate = scored.candidate
    return f"{candidate.regulation} {candidate.title}\n{candidate.text}"[:_LONGEST]
