"""Make the shipped file of a trained verifier or cross-encoder: 8-bit weights, its vocabulary inside, one file.

    python -m lab.training.export_models ONE/best.pt OTHER/best.pt --out portal/llm/models [--name cross_encoder]

Of several checkpoints the mean of their weights is taken (Wortsman et al., Model soups, 2022): runs that began with the
same weights.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from lab.training.base_model import retained_pieces, stored_model
from lab.training.onnx_files import ShippedForm, write_model
from lab.training.verifier import LONGEST, Verifier, learned_weights, new_model


class CalibratedVerifier(nn.Module):
    """What is exported: probabilities, sharpened or softened by a temperature."""

    def __init__(self, verifier: Verifier, temperature: float) -> None:
        super().__init__()
        self.verifier, self.temperature = verifier, temperature

    def forward(self, words: Tensor, sides: Tensor, present: Tensor) -> tuple[Tensor, Tensor]:
        """Probabilities of supported, contradicted and not in context; log-odds of an answer."""
        scores, answering = self.verifier(words, sides, present)
        return functional.softmax(scores / self.temperature, dim=1), answering


def main() -> None:
    """Export, optimise, quantise, add the vocabulary, write the checksum."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("checkpoints", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--name", default="verifier", choices=("verifier", "cross_encoder"))
    parser.add_argument("--temperature", type=float, default=1.0)
    arguments = parser.parse_args()
    model, _ = new_model()
    model.load_state_dict(mean_of_runs(arguments.checkpoints), strict=False)
    path, stored = arguments.out / f"{arguments.name}.onnx", stored_model()
    words = torch.ones(2, 16, dtype=torch.long)
    digest = write_model(
        CalibratedVerifier(model.eval(), arguments.temperature),
        path,
        sample={"words": words, "sides": torch.zeros_like(words), "present": torch.ones(2, 16)},
        results=["probabilities", "answering"],
        form=ShippedForm(stored, retained_pieces(stored.pieces), LONGEST),
    )
    sys.stdout.write(f"{path}: {path.stat().st_size / 1e6:.1f} MB, {digest}\n")


def mean_of_runs(checkpoints: Sequence[Path]) -> dict[str, Tensor]:
    """The weights of a run, or their mean where there are several; raises ValueError where these learned other parts."""
    runs = [learned_weights(checkpoint) for checkpoint in checkpoints]
    if any(run.keys() != runs[0].keys() for run in runs):
        raise ValueError("the checkpoints are of models that learned different parts")
    return {name: torch.stack([run[name].float() for run in runs]).mean(0) for name in runs[0]}


if __name__ == "__main__":
    main()
