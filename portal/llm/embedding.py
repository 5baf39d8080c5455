"""Vectors for texts: from the model in this process, or from an endpoint where EMBEDDING_BASE_URL names one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from django.conf import settings

from portal.llm import local_models, routing
from portal.llm.endpoints import Endpoint
from portal.llm.errors import Malformed
from portal.llm.waiting import waiting
from portal.processes.deferring import DeferredModule

if TYPE_CHECKING:
    from portal.llm import openai_client
else:
    openai_client = DeferredModule("portal.llm.openai_client")

TextRole = Literal["query", "passage"]
BATCH = 32


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """A model and where it is; without an address it is the one in this process."""

    name: str
    dimensions: int
    base_url: str = ""
    api_key: str = ""
    query_prefix: str = ""
    passage_prefix: str = ""

    def similarity(self, cosine: float) -> float:
        """A cosine between a question and a passage on the scale that the search is fitted for."""
        factor, constant = local_models.COSINES_AS_OF_BASE.get(self.name, (1.0, 0.0))
        return factor * cosine + constant


def current_model() -> EmbeddingModel:
    """The model that the settings name."""
    return EmbeddingModel(
        name=settings.EMBEDDING_MODEL,
        dimensions=settings.EMBEDDING_DIMENSIONS,
        base_url=settings.EMBEDDING_BASE_URL,
        api_key=settings.EMBEDDING_API_KEY,
        query_prefix=settings.EMBEDDING_QUERY_PREFIX,
        passage_prefix=settings.EMBEDDING_PASSAGE_PREFIX,
    )


def next_model() -> EmbeddingModel | None:
    """The model to migrate to; None if the settings name none."""
    if not settings.EMBEDDING_NEXT_MODEL:
        return None
    return EmbeddingModel(
        name=settings.EMBEDDING_NEXT_MODEL,
        dimensions=settings.EMBEDDING_NEXT_DIMENSIONS,
        base_url=settings.EMBEDDING_NEXT_BASE_URL,
        api_key=settings.EMBEDDING_NEXT_API_KEY,
        query_prefix=settings.EMBEDDING_NEXT_QUERY_PREFIX,
        passage_prefix=settings.EMBEDDING_NEXT_PASSAGE_PREFIX,
    )


def previous_model() -> EmbeddingModel | None:
    """The base model, whose vectors may remain after a change to the own model; None for any other change."""
    if settings.EMBEDDING_BASE_URL or settings.EMBEDDING_MODEL != local_models.OWN_MODEL:
        return None
    return EmbeddingModel(local_models.BASE_MODEL, dimensions=384)


def embed(
    texts: Sequence[str], kind: TextRole, model: EmbeddingModel | None = None
) -> list[list[float]]:
    """One vector a text; queries and passages get different prefixes, as in training."""
    model = model or current_model()
    vectors: list[list[float]] = []
    for start in range(0, len(texts), BATCH):
        batch = [text.replace("\0", " ").strip() or "-" for text in texts[start : start + BATCH]]
        if model.base_url:
            vectors += _remote(model, batch, kind)
        else:
            vectors += local_models.vectors_of(model.name, batch, is_query=kind == "query")
    for vector in vectors:
        if len(vector) != model.dimensions:
            raise Malformed(
                f"the embedding model gives {len(vector)} dimensions, "
                f"EMBEDDING_DIMENSIONS says {model.dimensions}"
            )
    return vectors


def _remote(model: EmbeddingModel, texts: list[str], kind: TextRole) -> list[list[float]]:
    prefix = model.query_prefix if kind == "query" else model.passage_prefix
    endpoint = Endpoint(
        base_url=model.base_url,
        api_key=model.api_key,
        model=model.name,
        timeout=settings.LLM_TIMEOUT,
    )
    # Who embeds passages holds a lock of the connection's session meanwhile.
    with waiting() if kind == "query" else nullcontext():
        return routing.call_with_breaker(
            endpoint, lambda: openai_client.embed(endpoint, [prefix + text for text in texts])
        )
