"""The retriever that is learned, and texts cut into its pieces once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils import parametrize

from lab.training.base_model import Encoder, mean_of, retained_search_pieces, stored_model
from lab.training.onnx_files import stored_weights
from lab.training.runs import half_precision
from portal.llm.pieces import Vocabulary

LONGEST_QUESTION, LONGEST_PASSAGE = 48, 112
PIECES_AT_ONCE = 4096


class Retriever(nn.Module):
    """The encoder; table of words, positions and first norm are those of the base."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder
        encoder.freeze(0)
        encoder.sides.requires_grad_(requires_grad=False)

    def forward(self, words: Tensor, present: Tensor) -> Tensor:
        """Vectors of length 1."""
        hidden: Tensor = self.encoder(words, torch.zeros_like(words), present)
        return functional.normalize(mean_of(hidden.float(), present), dim=1)


class EncodedTexts:
    """Texts as pieces, and the vectors that the model gives them before it learns."""

    def __init__(self, rows: Sequence[Tensor], base: Tensor) -> None:
        self.rows, self.base = rows, base
        self.sizes = [len(row) for row in rows]

    @staticmethod
    def of(
        model: Retriever, vocabulary: Vocabulary, kind: str, texts: Sequence[str], cache: Path
    ) -> EncodedTexts:
        """Cut the texts; their vectors before learning are kept in a file, for they take minutes."""
        longest = LONGEST_PASSAGE if kind == "passage" else LONGEST_QUESTION
        pieces = [vocabulary.cut(f"{kind}: {text}")[: longest - 2] for text in texts]
        rows = [torch.tensor([vocabulary.START, *one, vocabulary.END]) for one in pieces]
        found = EncodedTexts(rows, torch.empty(0))
        digest = hashlib.sha256("\0".join([f"{kind} {longest}", *texts]).encode()).hexdigest()[:16]
        path = cache / f"base-{digest}.pt"
        if not path.exists():
            cache.mkdir(parents=True, exist_ok=True)
            torch.save(found.all_vectors(model), path)
        found.base = torch.load(path, weights_only=True)
        return found

    def vectors(
        self, model: Retriever, places: Sequence[int], pieces: int = PIECES_AT_ONCE // 2
    ) -> Tensor:
        """The vectors of some texts, in their order; texts of one length are computed together."""
        order: list[int] = []
        parts: list[Tensor] = []
        with half_precision():
            for chosen in by_length(range(len(places)), [self.sizes[p] for p in places], pieces):
                own = [self.rows[places[index]] for index in chosen]
                words = nn.utils.rnn.pad_sequence(
                    own, batch_first=True, padding_value=Vocabulary.PAD
                )
                parts.append(model(words, _present([len(row) for row in own])))
                order += chosen
        back = torch.empty(len(order), dtype=torch.long)
        back[torch.tensor(order)] = torch.arange(len(order))
        return torch.cat(parts)[back]

    def all_vectors(self, model: Retriever) -> Tensor:
        """The vectors of all texts, without learning from them."""
        model.eval()
        with torch.no_grad(), parametrize.cached():
            found = self.vectors(model, range(len(self.rows)), PIECES_AT_ONCE)
        model.train()
        return found


def _present(sizes: Sequence[int]) -> Tensor:
    lengths = torch.tensor(sizes)
    return (torch.arange(max(sizes))[None] < lengths[:, None]).float()


def by_length(places: Iterable[int], sizes: Sequence[int], pieces: int) -> list[list[int]]:
    """Places in groups of like size."""
    groups: list[list[int]] = [[]]
    for place in sorted(places, key=lambda place: sizes[place]):
        if groups[-1] and (len(groups[-1]) + 1) * sizes[place] > pieces:
            groups.append([])
        groups[-1].append(place)
    return groups


def new_model(start: Path | None = None) -> tuple[Retriever, Vocabulary]:
    """The model that learning begins with, the base or a shipped file, and the pieces that all training texts are cut into."""
    stored = stored_model()
    kept = retained_search_pieces(stored.pieces)
    model = Retriever(Encoder(stored, kept))
    if start:
        weights = stored_weights(start)
        # It reads no pairs; how many sides there are has changed since.
        del weights["encoder.sides"]
        model.load_state_dict(weights, strict=False)
    return model, Vocabulary.of([stored.pieces[n] for n in kept])
