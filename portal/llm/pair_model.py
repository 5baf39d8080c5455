"""Two texts read together by the shipped models, in this process on the CPU: the verifier says whether a premise supports a
claim, the cross-encoder how well a passage answers a question.

A file holds the weights and the pieces; it is read at the first use, and only if it is the one
whose SHA-256 stands beside it. docs/models.md and docs/search-models.md say how they were learned, and from what.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import structlog
from django.conf import settings

from portal.llm.errors import Unavailable
from portal.llm.onnx_models import OnnxModel
from portal.llm.pieces import Vocabulary

TextPair = tuple[str, str]
OWN_MATCHED, OTHER_PLAIN, OTHER_MATCHED = 1, 2, 3
# The sides of a claim and its premise; a question and a passage have as many of their own behind these.
SIDES = 4
# So many pieces of question and passage together are read: a question waits for it.
LONGEST_ANSWERING = 128
# Pairs whose scores are kept: many ask the same, and one sentence is looked at more than once. With their texts 2 to 3 MB.
_REMEMBERED = 2048

log = structlog.get_logger(__name__)

_loading = threading.Lock()


@dataclass(frozen=True, slots=True)
class PairScores:
    """Probabilities that add up to 1: the premise supports the claim, contradicts it, is silent."""

    supported: float
    contradicted: float
    absent: float


def encode(
    pair: TextPair, vocabulary: Vocabulary, longest: int, *, keep_end: bool = False
) -> tuple[list[int], list[int]]:
    """Both texts as pieces; each knows its side, and whether the other side has it too.

    The first takes half of the room at most: its beginning, or its end.
    """
    own, other = vocabulary.cut(pair[0]), vocabulary.cut(pair[1])
    own = own[-(longest // 2) :] if keep_end else own[: longest // 2]
    other = other[: longest - len(own) - 4]
    words = [vocabulary.START, *own, vocabulary.END, vocabulary.END, *other, vocabulary.END]
    ours, theirs = set(own), set(other)
    sides = [
        0,
        *(OWN_MATCHED if number in theirs else 0 for number in own),
        0,
        OTHER_PLAIN,
        *(OTHER_MATCHED if number in ours else OTHER_PLAIN for number in other),
        OTHER_PLAIN,
    ]
    return words, sides


def entailment_of(pairs: Sequence[TextPair]) -> list[PairScores]:
    """Score each (claim, premise); raises Unavailable without a verifier that matches its checksum."""
    model = _model(settings.VERIFIER_MODEL)
    return [model.entailment(pair) for pair in pairs]


def answering_of(question: str, texts: Sequence[str]) -> list[float]:
    """The logarithm of the odds that each text answers the question; raises Unavailable without a sound cross-encoder."""
    model = _model(settings.CROSS_ENCODER_MODEL)
    return [model.answering((question, text)) for text in texts]


def cross_encoder_name() -> str:
    """What tells one cross-encoder from another; raises Unavailable where there is none."""
    return f"cross-encoder {_model(settings.CROSS_ENCODER_MODEL).digest[:8]}"


def pair_models_load() -> None:
    """Load the models where there are any; what keeps one from being loaded is logged once."""
    for path in filter(None, (settings.VERIFIER_MODEL, settings.CROSS_ENCODER_MODEL)):
        with _loading:
            _loaded(Path(path))


class PairModel(OnnxModel):
    """The loaded file, and the scores of the pairs that it read last."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.entailment = lru_cache(maxsize=_REMEMBERED)(self._entailment)
        self.answering = lru_cache(maxsize=_REMEMBERED)(self._answering)

    def _entailment(self, pair: TextPair) -> PairScores:
        """Score a claim and a premise."""
        words, sides = encode(pair, self.vocabulary, self.longest)
        return PairScores(*self._values("probabilities", words, sides))

    def _answering(self, pair: TextPair) -> float:
        """Score a question and a passage."""
        # A follow-up stands behind the questions before it.
        words, sides = encode(pair, self.vocabulary, LONGEST_ANSWERING, keep_end=True)
        (score,) = self._values("answering", words, [side + SIDES for side in sides])
        return score

    def _values(self, wanted: str, words: list[int], sides: list[int]) -> list[float]:
        given: dict[str, np.ndarray] = {
            "words": np.array([words], dtype=np.int64),
            "sides": np.array([sides], dtype=np.int64),
            "present": np.ones((1, len(words)), dtype=np.float32),
        }
        return [float(value) for value in self.row(given, wanted)]


def _model(path: str) -> PairModel:
    if not path:
        raise Unavailable("no model is configured that reads these pairs")
    with _loading:
        model = _loaded(Path(path))
    if isinstance(model, Unavailable):
        raise model
    return model


@cache
def _loaded(path: Path) -> PairModel | Unavailable:
    """The model, or the cached reason why it cannot be loaded; logged once."""
    try:
        return PairModel(path)
    except Unavailable as error:
        log.warning("pair_model_unavailable", file=path.name, error=str(error))
        return error
