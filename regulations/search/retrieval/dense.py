"""The vector of a question, computed once for equal questions."""

from __future__ import annotations

import re
from hashlib import sha256

import structlog
from django.core.cache import cache

from portal import llm
from portal.llm import EmbeddingModel
from regulations.search.index.embedding_models import model_in_use

log = structlog.get_logger(__name__)

_CACHE_SECONDS = 24 * 3600
# A letter, but no single one of the Korean alphabet: ㅋㅋ and ㅇㅇ are no words.
_LETTER = re.compile(r"(?![ㄱ-ㅣ])[^\W\d_]")


def query_vector(text: str, model: EmbeddingModel | None = None) -> tuple[float, ...] | None:
    """The question's vector; None when the embedding model cannot be reached: words alone then have to do.

    None, too, for what has no word in it: whatever its vector is near to answers nothing.
    """
    if not _LETTER.search(text):
        return None
    model = model or model_in_use()
    digest = sha256(text.encode()).hexdigest()
    key = f"query-vector:{model.name}:{digest}"
    known: tuple[float, ...] | None = cache.get(key)
    if known is not None:
        return known
    try:
        vector = tuple(llm.embed([text], kind="query", model=model)[0])
    except llm.LLMError as error:
        log.warning("query_not_embedded", error=str(error))
        return None
    cache.set(key, vector, _CACHE_SECONDS)
    return vector
