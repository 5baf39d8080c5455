"""The only door to a model: `complete`, `stream`, `embed`, `entail`, and the errors they raise.

There is a language model where LLM_BASE_URL names an endpoint; `available` says so, and whoever can work without one
asks it first. An embedding model there is always. Nothing here retries: tasks do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar, overload

from django.conf import settings
from pydantic import BaseModel

from portal.llm import embedding, entailment, openai_client
from portal.llm.embedding import Kind
from portal.llm.entailment import Opinion, Pair
from portal.llm.errors import LLMError, Malformed, Refused, Timeout, Unavailable
from portal.llm.messages import Completion, Message, Prompt, Usage
from portal.llm.prompts import PromptText, render

__all__ = [
    "Completion",
    "LLMError",
    "Malformed",
    "Message",
    "Opinion",
    "Prompt",
    "PromptText",
    "Refused",
    "Timeout",
    "Unavailable",
    "Usage",
    "available",
    "complete",
    "embed",
    "entail",
    "render",
    "stream",
]

Schema = TypeVar("Schema", bound=BaseModel)


def available() -> bool:
    """Whether a language model is configured; it may still fail to answer."""
    return bool(settings.LLM_BASE_URL)


@overload
def complete(
    prompt: Prompt, *, temperature: float | None = None, max_tokens: int | None = None
) -> Completion[str]: ...


@overload
def complete(
    prompt: Prompt,
    *,
    schema: type[Schema],
    temperature: float | None = None,
    max_tokens: int | None = None,
) -> Completion[Schema]: ...


def complete(
    prompt: Prompt,
    *,
    schema: type[Schema] | None = None,
    temperature: float | None = None,
    max_tokens: int | None = None,
) -> Completion[str] | Completion[Schema]:
    """Ask the language model for a whole reply: its text, or an object of `schema`."""
    endpoint = _endpoint(temperature)
    if schema is None:
        return openai_client.complete(endpoint, prompt, max_tokens=max_tokens)
    return openai_client.complete_as(endpoint, prompt, schema, max_tokens=max_tokens)


def stream(
    prompt: Prompt, *, temperature: float | None = None, max_tokens: int | None = None
) -> Iterator[str]:
    """Ask the language model and yield its reply piece by piece; an error may come after any piece."""
    return openai_client.stream(_endpoint(temperature), prompt, max_tokens=max_tokens)


def embed(texts: Sequence[str], kind: Kind = "passage") -> list[list[float]]:
    """One vector of EMBEDDING_DIMENSIONS numbers a text."""
    return embedding.embed(texts, kind)


def entail(pairs: Sequence[Pair]) -> list[Opinion]:
    """What the verifier makes of each (claim, premise); raises Unavailable where there is none."""
    return entailment.opinions(pairs)


def _endpoint(temperature: float | None) -> openai_client.Endpoint:
    if not settings.LLM_BASE_URL:
        raise Unavailable("no language model is configured: LLM_BASE_URL is not set")
    return openai_client.Endpoint(
        base_url=settings.LLM_BASE_URL,
        api_key=settings.LLM_API_KEY,
        model=settings.LLM_MODEL,
        timeout=settings.LLM_TIMEOUT,
        temperature=settings.LLM_TEMPERATURE if temperature is None else temperature,
    )
