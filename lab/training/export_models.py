"""Make the shipped file of a trained verifier: 8-bit weights, its vocabulary inside, one file.

    python -m lab.training.export_models ONE/best.pt OTHER/best.pt --out portal/llm/models

Of several checkpoints the mean of their weights is taken (Wortsman et al., Model soups, 2022): runs that began with the
same weights. Beside the file its SHA-256 is written; the product reads no file that does not match.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.transformers.optimizer import optimize_model
from torch import Tensor, nn
from torch.nn import functional

from lab.training.base_model import retained_pieces, stored_model
from lab.training.fit_verifier import LONGEST, Verifier, new_model

FILE = "verifier.onnx"


class CalibratedVerifier(nn.Module):
    """What is exported: probabilities, sharpened or softened by a temperature."""

    def __init__(self, verifier: Verifier, temperature: float) -> None:
        super().__init__()
        self.verifier, self.temperature = verifier, temperature

    def forward(self, words: Tensor, sides: Tensor, present: Tensor) -> Tensor:
        """Probabilities of supported, contradicted and not in context."""
        scores: Tensor = self.verifier(words, sides, present)
        return functional.softmax(scores / self.temperature, dim=1)


def main() -> None:
    """Export, optimise, quantise, add the vocabulary, write the checksum."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("checkpoints", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--temperature", type=float, default=1.0)
    arguments = parser.parse_args()
    model, _ = new_model()
    model.load_state_dict(mean_of_runs(arguments.checkpoints), strict=False)
    arguments.out.mkdir(parents=True, exist_ok=True)
    path = arguments.out / FILE
    write(CalibratedVerifier(model.eval(), arguments.temperature), path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    path.with_suffix(".sha256").write_text(f"{digest}  {FILE}\n", encoding="utf-8")
    sys.stdout.write(f"{path}: {path.stat().st_size / 1e6:.1f} MB, {digest}\n")


def mean_of_runs(checkpoints: Sequence[Path]) -> dict[str, Tensor]:
    """The weights of a run, or their mean where there are several; raises ValueError where these learned other parts."""
    runs = [torch.load(checkpoint, weights_only=True) for checkpoint in checkpoints]
    if any(run.keys() != runs[0].keys() for run in runs):
        raise ValueError("the checkpoints are of models that learned different parts")
    return {name: torch.stack([run[name].float() for run in runs]).mean(0) for name in runs[0]}


def write(model: CalibratedVerifier, path: Path) -> None:
    """Write a model as one file of 8-bit weights."""
    sample = torch.ones(2, 16, dtype=torch.long)
    names = ["words", "sides", "present"]
    shape = {0: "batch", 1: "length"}
    with tempfile.TemporaryDirectory() as folder:
        plain, fused = str(Path(folder, "plain.onnx")), str(Path(folder, "fused.onnx"))
        torch.onnx.export(
            model,
            (sample, torch.zeros_like(sample), torch.ones(2, 16)),
            plain,
            input_names=names,
            output_names=["probabilities"],
            dynamic_axes={**dict.fromkeys(names, shape), "probabilities": {0: "batch"}},
            opset_version=17,
            dynamo=False,
        )
        encoder = model.verifier.encoder
        optimize_model(
            plain,
            model_type="bert",
            num_heads=encoder.layers[0].heads,
            hidden_size=encoder.words.embedding_dim,
        ).save_model_to_file(fused)
        quantize_dynamic(
            fused,
            str(path),
            per_channel=True,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=["MatMul", "Attention", "Gather"],
            extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT},
        )
    _with_vocabulary(path)


def _with_vocabulary(path: Path) -> None:
    """Store the pieces and the longest input in the file: a model and its pieces belong together."""
    stored = stored_model()
    pieces = [stored.pieces[number] for number in retained_pieces(stored.pieces)]
    scores = [[piece, round(score, 4)] for piece, score in pieces]
    content = onnx.load(str(path))
    for key, value in (("pieces", scores), ("longest", LONGEST)):
        entry = content.metadata_props.add()
        entry.key, entry.value = key, json.dumps(value, ensure_ascii=False)
    onnx.save(content, str(path))


if __name__ == "__main__":
    main()
