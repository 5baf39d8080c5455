"""A further re-ranker behind an endpoint, where one is configured: its order is joined with the built-in one by rank.

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
from regulations.search.retrieval.rerank import Scored
from regulations.search.retrieval.setup import BUILT_IN

logger = structlog.get_logger(__name__)

# So many of the best are shown to the model; a passage beyond them is seldom the answer.
LOOKED_AT = 20
_LONGEST = 1_500
FAILED = "reranker_failed"


@dataclass(frozen=True, slots=True)
class Opinion:
    """An order of the candidates, who made it, and what went wrong."""

    ordered: tuple[Scored, ...]
    reranker: str = BUILT_IN
    notes: tuple[str, ...] = ()


def second_opinion(question: str, ordered: Sequence[Scored]) -> Opinion:
    """Ask the configured re-ranker about the best candidates; without one the order stays."""
    built_in = tuple(ordered)
    if not settings.RERANK_BASE_URL or len(built_in) < 2:
        return Opinion(built_in)
    shown, rest = built_in[:LOOKED_AT], built_in[LOOKED_AT:]
    try:
        scores = llm.rerank(question, [_text(scored) for scored in shown])
    except llm.LLMError as error:
        logger.warning("reranker_failed", error=f"{type(error).__name__}: {error}")
        return Opinion(built_in, notes=(f"{FAILED}: {type(error).__name__}",))
    places = range(len(shown))
    model_order = sorted(places, key=lambda place: (-scores[place], place))
    joined = [place for place, _ in reciprocal_rank_fusion(model_order, list(places))]
    return Opinion(
        (*(shown[place] for place in joined), *rest), reranker=settings.RERANK_MODEL or "endpoint"
    )


def _text(scored: Scored) -> str:
    candidate = scored.candidate
    return f"{candidate.regulation} {candidate.title}\n{candidate.text}"[:_LONGEST]
