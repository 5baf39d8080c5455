"""The gateway to every model: `complete`, `stream`, `embed`, `entail`, `cross_encode`, `rerank`, and the errors they raise.

There is a language model where LLM_BASE_URL names an endpoint; `available` says so, and whoever can work without one
asks it first. An embedding model there is always. Nothing here retries: tasks do. An endpoint that keeps
failing opens its circuit breaker, and LLM_FALLBACK_BASE_URL takes over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar, overload

from django.conf import settings
from pydantic import BaseModel

from portal.llm import embedding, pair_model, routing
from portal.llm.embedding import EmbeddingModel, TextRole
from portal.llm.embedding import current_model as current_embedding_model
from portal.llm.embedding import next_model as next_embedding_model
from portal.llm.embedding import previous_model as previous_embedding_model
from portal.llm.endpoints import Endpoint
from portal.llm.errors import LLMError, Malformed, Refused, Stopped, Timeout, Unavailable
from portal.llm.messages import Completion, Prompt, PromptMessage, Usage
from portal.llm.pair_model import PairScores, TextPair, cross_encoder_name
from portal.llm.prompts import PromptText, render
from portal.llm.reranking import rerank
from portal.llm.stopping import wanted_while
from portal.llm.thoughts import EndpointThoughts
from portal.llm.waiting import waiting
from portal.privacy.masking import personal_data_mask
from portal.processes.deferring import DeferredModule

if TYPE_CHECKING:
    from portal.llm import openai_client
else:
    openai_client = DeferredModule("portal.llm.openai_client")

__all__ = [
    "Completion",
    "EmbeddingModel",
    "LLMError",
    "Malformed",
    "PairScores",
    "Prompt",
    "PromptMessage",
    "PromptText",
    "Refused",
    "Stopped",
    "StreamedReply",
    "Timeout",
    "Unavailable",
    "Usage",
    "available",
    "complete",
    "cross_encode",
    "cross_encoder_name",
    "current_embedding_model",
    "embed",
    "entail",
    "is_circuit_open",
    "next_embedding_model",
    "previous_embedding_model",
    "render",
    "rerank",
    "stream",
    "wanted_while",
]

# More than any vocabulary has on average: only what is not limited at all is longer.
_CHARACTERS_A_TOKEN = 10

Schema = TypeVar("Schema", bound=BaseModel)


def client_load() -> None:
    """Import the client of endpoints where one is named; elsewhere it would take memory and time for nothing."""
    if settings.LLM_BASE_URL or settings.EMBEDDING_BASE_URL or settings.RERANK_BASE_URL:
        import_module(openai_client.__name__)


def available() -> bool:
    """Whether a language model is configured and may be asked now; it may still fail to answer."""
    return bool(settings.LLM_BASE_URL) and routing.model_permitted()


def is_circuit_open() -> bool:
    """Whether the circuit breakers of all language model endpoints are open."""
    return routing.is_circuit_open()


@overload
def complete(
    prompt: Prompt,
    *,
    temperature: float | None = None,
    max_tokens: int | None = None,
    seconds: float | None = None,
) -> Completion[str]: ...


@overload
def complete(
    prompt: Prompt,
    *,
    schema: type[Schema],
    temperature: float | None = None,
    max_tokens: int | None = None,
    seconds: float | None = None,
) -> Completion[Schema]: ...


def complete(
    prompt: Prompt,
    *,
    schema: type[Schema] | None = None,
    temperature: float | None = None,
    max_tokens: int | None = None,
    seconds: float | None = None,
) -> Completion[str] | Completion[Schema]:
    """Ask the language model for a whole reply: its text, or an object of `schema`; `seconds` is a shorter limit."""

    def ask(endpoint: Endpoint) -> Completion[Any]:
        if seconds is not None:
            endpoint = replace(endpoint, timeout=min(seconds, endpoint.timeout))
        if schema is None:
            return openai_client.complete(endpoint, prompt, max_tokens=max_tokens)
        return openai_client.complete_as(endpoint, prompt, schema, max_tokens=max_tokens)

    return routing.counted(lambda: routing.ask(ask, temperature, step=prompt.step), prompt)


def stream(
    prompt: Prompt,
    *,
    schema: type[BaseModel] | None = None,
    plain: Prompt | None = None,
    temperature: float | None = None,
    max_tokens: int | None = None,
) -> StreamedReply:
    """Ask the language model and give its reply piece by piece; an error may come after any piece.

    With a `schema` it is asked for an object; an endpoint that knows no response format is asked `plain` instead.
    """
    return StreamedReply(
        prompt, schema=schema, plain=plain, temperature=temperature, max_tokens=max_tokens
    )


class StreamedReply:
    """A reply as it comes. `model` is the one that answers, known from the first piece on, as is how it marks `thoughts`."""

    def __init__(
        self,
        prompt: Prompt,
        *,
        schema: type[BaseModel] | None = None,
        plain: Prompt | None = None,
        temperature: float | None = None,
        max_tokens: int | None = None,
    ) -> None:
        self.model = settings.LLM_MODEL
        self.thoughts = EndpointThoughts()
        self._prompt = prompt
        self._schema = schema
        self._plain = plain
        self._temperature = temperature
        self._max_tokens = max_tokens

    def __iter__(self) -> Iterator[str]:
        """Yield the pieces; whatever ends the reply, what was used is counted."""
        answered, is_used = 0, False
        try:
            try:
                endpoint, first, rest = routing.begin_stream(
                    self._begin, self._temperature, step=self._prompt.step
                )
            except (Malformed, Refused):
                # No piece came, and it was paid for: a model may have thought up to its limit.
                is_used = True
                raise
            self.model, self.thoughts.endpoint = endpoint.model, endpoint
            piece: str | None = first
            while piece is not None:
                answered += len(piece)
                if self._max_tokens and answered > self._max_tokens * _CHARACTERS_A_TOKEN:
                    # An endpoint that leaves max_tokens alone: each citation of an endless reply would be checked.
                    raise Malformed("the reply is longer than it was asked to be")
                yield piece
                with waiting():
                    piece = next(rest, None)
        finally:
            if answered or is_used:
                routing.count_usage(self.model, Usage(), prompt=self._prompt, answered=answered)

    def _begin(self, endpoint: Endpoint) -> Iterator[str]:
        return openai_client.stream(
            endpoint,
            self._prompt,
            schema=self._schema,
            plain=self._plain,
            max_tokens=self._max_tokens,
        )


def embed(
    texts: Sequence[str], kind: TextRole = "passage", model: EmbeddingModel | None = None
) -> list[list[float]]:
    """One vector a text, of the model's width; by the model that the settings name unless another is given.

    What a person asks is masked: not every question comes here from a table.
    """
    if kind == "query":
        texts = [personal_data_mask(text).text for text in texts]
    return embedding.embed(texts, kind, model)


def entail(pairs: Sequence[TextPair]) -> list[PairScores]:
    """Entailment scores of each (claim, premise); raises Unavailable where there is no verifier."""
    return pair_model.entailment_of(pairs)


def cross_encode(question: str, texts: Sequence[str]) -> list[float]:
    """How well each text answers the question, as log-odds; raises Unavailable where there is no model that reads both."""
    return pair_model.answering_of(question, texts)
