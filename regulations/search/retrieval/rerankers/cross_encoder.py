"""The best passages are read together with the question by the shipped model (`portal.llm.pair_model`).

Words and vectors see question and passage apart. How well a passage answers, as the model reads both, joins the weighted
features as one more; order and relevance then come of weights that were fitted with it (`cross_encoder` in the fitted files).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from portal import llm
from regulations.search.retrieval.rerank import ScoredCandidate, by_weights

# So many of the best, one an article: at rank ten the right one is nearly always found, and each costs up to 20 ms.
CROSS_ENCODED_COUNT = 8
# Of other languages it learned next to nothing, and has few of their letters.
CROSS_ENCODED_LANGUAGES = ("ko", "en")
# More characters than the model takes in pieces.
_LONGEST = 600


def cross_encoded(
    question: str, ordered: Sequence[ScoredCandidate], *, weights: Mapping[str, float]
) -> list[ScoredCandidate]:
    """Order the candidates anew; those that are not read count as the worst that was.

    Raises llm.Unavailable where there is no cross-encoder.
    """
    scores = llm.cross_encode(question, [_text(one) for one in ordered[:CROSS_ENCODED_COUNT]])
    unread = min(scores, default=0.0)
    scores += [unread] * (len(ordered) - len(scores))
    rows = [
        {**one.features, "cross_encoder": score} for one, score in zip(ordered, scores, strict=True)
    ]
    return by_weights([one.candidate for one in ordered], rows, weights)


def _text(scored: ScoredCandidate) -> str:
    candidate = scored.candidate
    return f"{candidate.regulation} {candidate.title}\n{candidate.text}"[:_LONGEST]
