"""BM25 weights of a passage and the spelling of its tsvector. Pure.

PostgreSQL's own ranking knows neither how rare a word is nor how long a text is. So each passage stores the BM25 part
that depends on the passage alone as a sparse vector, one dimension a term; the question brings the rarity (idf) of its
terms as another one, and their inner product is the BM25 score (docs/adr/ has the measurements).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

# Terms are hashed to one of a billion dimensions, the most that a sparsevec may have.
DIMENSIONS = 1_000_000_000
# A sparsevec in a table holds at most 16,000 of them; a passage has hundreds.
MAX_TERMS = 16_000
MAX_TERM_LENGTH = 100

_SATURATION = 1.2
_LENGTH_SHARE = 0.5
# A constant, so that the weights of one passage do not depend on the others: near the mean of real rulebooks.
_TYPICAL_LENGTH = 100.0
_FIELD_WEIGHTS = {"A": 2.0, "B": 1.5, "C": 0.7, "D": 1.0}


@dataclass(frozen=True, slots=True)
class FieldTerms:
    """The morphemes of a passage by field, with repetitions."""

    title: Sequence[str]
    regulation: Sequence[str]
    heading: Sequence[str]
    text: Sequence[str]

    @property
    def labelled(self) -> tuple[tuple[str, Sequence[str]], ...]:
        """The fields with the labels that they have in the tsvector."""
        return (("A", self.title), ("B", self.regulation), ("C", self.heading), ("D", self.text))


def dimension(term: str) -> int:
    """The dimension of a term, from 0."""
    return int.from_bytes(blake2b(term.encode(), digest_size=8).digest(), "big") % DIMENSIONS


def document_weights(fields: FieldTerms) -> dict[int, float]:
    """The BM25 weight of each term of a passage, by dimension; fields weigh differently (BM25F)."""
    counts: Counter[str] = Counter()
    for label, terms in fields.labelled:
        for term in terms:
            counts[term[:MAX_TERM_LENGTH]] += _FIELD_WEIGHTS[label]  # type: ignore[assignment]
    length = sum(counts.values())
    norm = _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * length / _TYPICAL_LENGTH)
    return {
        dimension(term): count * (_SATURATION + 1) / (count + norm)
        for term, count in counts.most_common(MAX_TERMS)
    }


def tsvector(fields: FieldTerms) -> str:
    """The text form of the tsvector, each term once a field: terms are quoted, never parsed."""
    labels: dict[str, list[str]] = {}
    for label, terms in fields.labelled:
        for term in dict.fromkeys(terms):
            labels.setdefault(term[:MAX_TERM_LENGTH], []).append(label)
    return " ".join(
        f"{lexeme(term)}:{','.join(f'{place}{label}' for place, label in enumerate(found, 1))}"
        for term, found in labels.items()
    )


def lexeme(term: str) -> str:
    """A term as a quoted lexeme of a tsvector or a tsquery."""
    escaped = term.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


def rarity(documents: int, passages: int) -> float:
    """The idf of BM25; the statement of the candidates computes the same."""
    return math.log(1 + (passages - documents + 0.5) / (documents + 0.5))
