"""How well texts answer a question, by an endpoint: `/rerank` as Cohere, Jina, vLLM and TEI have it, or a chat model."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from django.conf import settings
from pydantic import BaseModel, Field, ValidationError

from portal.llm import routing
from portal.llm.endpoints import Endpoint
from portal.llm.errors import Malformed
from portal.llm.messages import Completion, Prompt, PromptMessage
from portal.llm.prompts import render
from portal.llm.waiting import waiting
from portal.privacy.masking import personal_data_mask
from portal.processes.deferring import DeferredModule

if TYPE_CHECKING:
    from portal.llm import openai_client
else:
    openai_client = DeferredModule("portal.llm.openai_client")

PROMPTS = Path(__file__).parent / "prompts"
_TOKENS_A_TEXT = 24

Reply = TypeVar("Reply")


class _ScoreRow(BaseModel):
    """One text's score; servers call it differently."""

    index: int
    relevance_score: float | None = None
    score: float | None = None

    @property
    def value(self) -> float:
        """The score under whichever name."""
        found = self.score if self.relevance_score is None else self.relevance_score
        return math.nan if found is None else found


class _ScoreRows(BaseModel):
    """The reply of a `/rerank` endpoint."""

    results: list[_ScoreRow]


class TextScore(BaseModel):
    """A chat model's score for one text, by the number that the prompt gave it."""

    number: int
    score: float = Field(ge=0, le=1)


class TextScores(BaseModel):
    """A chat model's reply."""

    scores: list[TextScore]


def rerank(query: str, texts: Sequence[str]) -> list[float]:
    """One score a text, greater is better; only their order has a meaning. Raises LLMError."""
    query = personal_data_mask(query).text
    endpoint = Endpoint(
        base_url=settings.RERANK_BASE_URL,
        api_key=settings.RERANK_API_KEY,
        model=settings.RERANK_MODEL,
        timeout=settings.RERANK_TIMEOUT,
    )
    by_chat = settings.RERANK_PROTOCOL == "chat"
    scores = _by_chat(endpoint, query, texts) if by_chat else _by_rerank(endpoint, query, texts)
    if set(scores) != set(range(len(texts))) or not all(map(math.isfinite, scores.values())):
        raise Malformed(f"{len(texts)} texts were sent, {len(scores)} scores came back")
    return [scores[place] for place in range(len(texts))]


def _asked(endpoint: Endpoint, call: Callable[[], Reply]) -> Reply:
    with waiting():
        return routing.call_with_breaker(endpoint, call, use="rerank ")


def _by_rerank(endpoint: Endpoint, query: str, texts: Sequence[str]) -> dict[int, float]:
    # TEI calls the list `texts`, the others `documents`; each leaves alone what it does not know.
    body = {
        "model": endpoint.model,
        "query": query,
        "documents": list(texts),
        "texts": list(texts),
        "top_n": len(texts),
    }
    reply = _asked(endpoint, lambda: openai_client.post(endpoint, "/rerank", body))
    try:
        rows = _ScoreRows.model_validate({"results": reply} if isinstance(reply, list) else reply)
    except ValidationError as error:
        raise Malformed("the reply holds no scores") from error
    return {row.index: row.value for row in rows.results}


def _by_chat(endpoint: Endpoint, query: str, texts: Sequence[str]) -> dict[int, float]:
    routing.require_permission()
    text = render(PROMPTS, "rerank.md.j2", texts=texts)
    prompt = Prompt(
        messages=(
            PromptMessage(role="system", content=text.text),
            PromptMessage(role="user", content=query),
        ),
        hash=text.hash,
        step="rerank",
    )
    limit = _TOKENS_A_TEXT * len(texts) + _TOKENS_A_TEXT

    def ask() -> Completion[TextScores]:
        return openai_client.complete_as(endpoint, prompt, TextScores, max_tokens=limit)

    reply = routing.counted(lambda: _asked(endpoint, ask), prompt)
    return {judged.number - 1: judged.score for judged in reply.value.scores}
