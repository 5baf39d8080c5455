"""What a search was made with, so that a later one can be compared with it: models, words and weights by name or digest."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from regulations.search.retrieval.calibration import ANSWERING_FILE, FITTED_FILE
from regulations.text.morphemes import TOKENIZER_VERSION
from regulations.text.thesaurus import Thesaurus

_DIGEST = 16
BUILT_IN = "built-in"


@dataclass(frozen=True, slots=True)
class SearchSetup:
    """Everything but the corpus and the question on which the result of a search depends.

    `embedding_model` is empty where no vector was used; `rewriter` names a model, or `built-in` the rules, `reranker`
    the cross-encoder by its file, an endpoint's model, or both.
    """

    embedding_model: str
    tokenizer: str
    thesaurus: str
    weights: str
    reranker: str
    rewriter: str

    def as_json(self) -> dict[str, str]:
        """The fields by name."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> SearchSetup:
        """Read what `as_json` wrote; what an earlier release did not know is empty."""
        return cls(**{name: str(value.get(name, "")) for name in cls.__slots__})


def search_setup(
    *, thesaurus: Thesaurus, fit: str, embedding_model: str, reranker: str, rewriter: str
) -> SearchSetup:
    """Describe a search as it was made; `fit` names the fitted weights (`cross_encoder`, `hybrid`, `keyword`)."""
    return SearchSetup(
        embedding_model=embedding_model,
        tokenizer=TOKENIZER_VERSION,
        thesaurus=thesaurus.digest,
        weights=f"{fit} {_weights_digest()}",
        reranker=reranker,
        rewriter=rewriter,
    )


@cache
def _weights_digest() -> str:
    values = [json.loads(file.read_text("utf-8")) for file in (FITTED_FILE, ANSWERING_FILE)]
    return sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:_DIGEST]
