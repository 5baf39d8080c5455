"""The best passages are read together with the question by the shipped model (`portal.llm.pair_model`).

Words and vectors see question and passage apart. How well a passage answers, as the model reads both, joins the weighted
features as one more; order and relevance then come of weights that were fitted with it (`cross_encoder` in the fitted files).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from portal import llm
from regulations.search.index.windows import likest_first, windows_of
from regulations.search.retrieval.rerank import ScoredCandidate, by_weights

# So many of the best, one an article: at rank ten the right one is nearly always found.
CROSS_ENCODED_COUNT = 8
# So many texts are read of them, each up to 20 ms: as good as reading all windows, of which there are 13 a question and up to 22.
READ_COUNT = 10
# Of other languages it learned next to nothing, and has few of their letters.
CROSS_ENCODED_LANGUAGES = ("ko", "en")


def cross_encoded(
    question: str, ordered: Sequence[ScoredCandidate], *, weights: Mapping[str, float]
) -> list[ScoredCandidate]:
    """Order the candidates anew, each by the part of it that answers best; those that are not read count as the worst that was.

    Raises llm.Unavailable where there is no cross-encoder.
    """
    read = _texts_read(question, ordered[:CROSS_ENCODED_COUNT])
    found = iter(llm.cross_encode(question, [text for texts in read for text in texts]))
    scores = [max(islice(found, len(texts))) for texts in read]
    unread = min(scores, default=0.0)
    scores += [unread] * (len(ordered) - len(scores))
    rows = [
        {**one.features, "cross_encoder": score} for one, score in zip(ordered, scores, strict=True)
    ]
    return by_weights([one.candidate for one in ordered], rows, weights)


def _texts_read(question: str, best: Sequence[ScoredCandidate]) -> list[list[str]]:
    """What is read of each: the window likest the question, and of the first ones the others too, while there is room."""
    room = READ_COUNT - len(best)
    texts = []
    for candidate in (one.candidate for one in best):
        windows = likest_first(question, windows_of(candidate.text))[: 1 + room]
        room -= len(windows) - 1
        head = f"{candidate.regulation} {candidate.title}"
        texts.append([f"{head}\n{window}" for window in windows])
    return texts
