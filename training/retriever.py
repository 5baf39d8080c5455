"""The retriever that is learned: its lower part never changes, so what that makes of a text is computed once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils import parametrize

from portal.llm.pieces import Vocabulary
from training.base_model import Encoder, kept_for_search, mean_of, stored_model

FROZEN_LAYERS = 6
LONGEST_QUESTION, LONGEST_PASSAGE = 48, 112


class Retriever(nn.Module):
    """The encoder; its lower part never changes, so what that makes of a text is computed once."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder
        encoder.freeze(FROZEN_LAYERS)
        encoder.sides.requires_grad_(requires_grad=False)

    def below(self, words: Tensor, present: Tensor) -> Tensor:
        """What the lower layers make of pieces."""
        encoder, mask = self.encoder, _mask(present)
        hidden: Tensor = encoder.norm(encoder.words(words) + encoder.positions[: words.shape[1]])
        for layer in encoder.layers[:FROZEN_LAYERS]:
            hidden = layer(hidden, mask)
        return hidden

    def forward(self, hidden: Tensor, present: Tensor) -> Tensor:
        """Vectors of length 1."""
        mask = _mask(present)
        for layer in self.encoder.layers[FROZEN_LAYERS:]:
            hidden = layer(hidden, mask)
        return functional.normalize(mean_of(hidden.float(), present), dim=1)


def _mask(present: Tensor) -> Tensor:
    return (present[:, None, None, :] - 1.0) * 1e4


class Lower:
    """Texts as the lower layers left them, in half precision."""

    def __init__(self, rows: Sequence[Tensor]) -> None:
        self.rows, self.sizes = rows, [len(row) for row in rows]

    @staticmethod
    def of(model: Retriever, vocabulary: Vocabulary, kind: str, texts: Sequence[str]) -> Lower:
        """Cut the texts and compute the lower layers."""
        longest = LONGEST_PASSAGE if kind == "passage" else LONGEST_QUESTION
        cut = [vocabulary.cut(f"{kind}: {text}")[: longest - 2] for text in texts]
        words = [torch.tensor([vocabulary.START, *one, vocabulary.END]) for one in cut]
        rows: list[Tensor] = [torch.empty(0)] * len(words)
        with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
            for chosen in by_length(range(len(words)), [len(one) for one in words], 4096):
                padded = nn.utils.rnn.pad_sequence(
                    [words[place] for place in chosen],
                    batch_first=True,
                    padding_value=vocabulary.PAD,
                )
                sizes = [len(words[place]) for place in chosen]
                hidden = model.below(padded, _present(sizes))
                for line, place in enumerate(chosen):
                    rows[place] = hidden[line, : sizes[line]].to(torch.bfloat16).clone()
        return Lower(rows)

    def vectors(self, model: Retriever, places: Sequence[int], tokens: int = 2048) -> Tensor:
        """The vectors of some texts, in their order; texts of one length are computed together."""
        order: list[int] = []
        parts: list[Tensor] = []
        with torch.autocast("cpu", dtype=torch.bfloat16):
            for chosen in by_length(range(len(places)), [self.sizes[p] for p in places], tokens):
                own = [places[index] for index in chosen]
                hidden = nn.utils.rnn.pad_sequence([self.rows[p] for p in own], batch_first=True)
                parts.append(model(hidden.float(), _present([self.sizes[p] for p in own])))
                order += chosen
        back = torch.empty(len(order), dtype=torch.long)
        back[torch.tensor(order)] = torch.arange(len(order))
        return torch.cat(parts)[back]

    def all_vectors(self, model: Retriever) -> Tensor:
        """The vectors of all texts, without learning from them."""
        model.eval()
        with torch.no_grad(), parametrize.cached():
            found = self.vectors(model, range(len(self.rows)), 4096)
        model.train()
        return found


def _present(sizes: Sequence[int]) -> Tensor:
    lengths = torch.tensor(sizes)
    return (torch.arange(max(sizes))[None] < lengths[:, None]).float()


def by_length(places: Iterable[int], sizes: Sequence[int], tokens: int) -> list[list[int]]:
    """Places in groups of like size."""
    groups: list[list[int]] = [[]]
    for place in sorted(places, key=lambda place: sizes[place]):
        if groups[-1] and (len(groups[-1]) + 1) * sizes[place] > tokens:
            groups.append([])
        groups[-1].append(place)
    return groups


def lowered(
    model: Retriever, vocabulary: Vocabulary, kind: str, texts: Sequence[str], cache: Path
) -> tuple[Lower, Tensor]:
    """Texts after the lower layers and their vectors by the untuned model; a second run reads them from a file."""
    limits = f"{kind} {FROZEN_LAYERS} {LONGEST_PASSAGE} {LONGEST_QUESTION}"
    digest = hashlib.sha256("\0".join([limits, *texts]).encode()).hexdigest()[:16]
    path = cache / f"lower-{digest}.pt"
    if not path.exists():
        lower = Lower.of(model, vocabulary, kind, texts)
        kept = {
            "rows": torch.cat(list(lower.rows)),
            "sizes": lower.sizes,
            "vectors": lower.all_vectors(model),
        }
        cache.mkdir(parents=True, exist_ok=True)
        torch.save(kept, path)
    stored = torch.load(path, weights_only=True)
    return Lower(torch.split(stored["rows"], stored["sizes"])), stored["vectors"]


def new_model() -> tuple[Retriever, Vocabulary]:
    """The untuned model with the pieces that all training texts are cut into."""
    stored = stored_model()
    kept = kept_for_search(stored.pieces)
    return Retriever(Encoder(stored, kept)), Vocabulary.of([stored.pieces[n] for n in kept])
