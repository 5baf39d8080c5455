"""Make one file of a trained model: 8-bit weights, the word table in the four bits of the base, the pieces inside.

Beside the file its SHA-256 is written; the product reads no file that does not match.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.transformers.optimizer import optimize_model
from torch import Tensor, nn

from lab.training.base_model import StoredModel
from lab.training.rounding import BLOCK, QuantizedWeight

_HALF = 8
# What the trained model is called within the one that is exported.
_TRAINED = ("verifier.", "retriever.")
# Tensors of four bits came with this version of the format.
_FORMAT = 10


@dataclass(frozen=True)
class ShippedForm:
    """What a file needs beside the weights.

    ``kept`` are the numbers of the pieces of ``stored`` that the word table holds, ``longest`` is the longest input in pieces.
    Matrices whose name has ``four_bits`` keep the steps of the base and are multiplied as floats: those that 8-bit
    inputs hurt most.
    """

    stored: StoredModel
    kept: Sequence[int]
    longest: int
    four_bits: str = ""


def write_model(
    model: nn.Module,
    path: Path,
    *,
    sample: Mapping[str, Tensor],
    results: Sequence[str],
    form: ShippedForm,
) -> str:
    """Export, optimise, quantise, add the pieces and the longest input; returns the SHA-256."""
    stored = form.stored
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        plain, fused = str(Path(folder, "plain.onnx")), str(Path(folder, "fused.onnx"))
        rows = {0: "batch"}
        shapes = {**rows, 1: "length"}
        torch.onnx.export(
            model,
            tuple(sample.values()),
            plain,
            input_names=list(sample),
            output_names=list(results),
            dynamic_axes=dict.fromkeys(sample, shapes) | dict.fromkeys(results, rows),
            opset_version=17,
            dynamo=False,
        )
        optimize_model(
            plain, model_type="bert", num_heads=stored.heads, hidden_size=stored.width
        ).save_model_to_file(fused)
        content = onnx.load(fused)
        _words_in_four_bits(content, stored.word_blocks[list(form.kept)])
        if form.four_bits:
            _matrices_in_four_bits(content, form.four_bits)
        onnx.save(content, fused)
        quantize_dynamic(
            fused,
            str(path),
            per_channel=True,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=["MatMul", "Attention"],
            extra_options={"DefaultTensorType": TensorProto.FLOAT},
        )
    _with_pieces(path, [stored.pieces[number] for number in form.kept], form.longest)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    path.with_suffix(".sha256").write_text(f"{digest}  {path.name}\n", encoding="utf-8")
    return digest


def stored_weights(path: Path) -> dict[str, Tensor]:
    """What such a file holds beside its word table, by the names of the trained model: matrices as their scales say."""
    graph = onnx.load(str(path)).graph
    held = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    weights = {
        name.split(".", 1)[1]: torch.from_numpy(values.copy())
        for name, values in held.items()
        if name.startswith(_TRAINED) and values.dtype == np.float32 and "_scale" not in name
    }
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            matrix, zero = held[node.input[1]], held[node.input[3]]
            scale = held[node.input[1].removesuffix("_quantized") + "_scale"]
            values = ((matrix.astype(np.float32) - zero.astype(np.float32)) * scale).T
            place = node.name
        elif node.op_type == "MatMulNBits":
            values, place = _of_four_bits(*(held[one] for one in node.input[1:])), node.input[1]
        else:
            continue
        # /verifier/encoder/layers.0/query/MatMul_quant, /retriever/encoder/layers.0/shrink/MatMul.steps
        name = place.split("/", 2)[2].rpartition("/")[0].replace("/", ".")
        weights[f"{name}.weight"] = torch.from_numpy(values.copy())
    return weights


def _words_in_four_bits(model: onnx.ModelProto, blocks: np.ndarray) -> None:
    """Look words up in the blocks of the base, exactly, in place of the table of floats that came of them."""
    graph = model.graph
    tables = {one.name for one in graph.initializer if list(one.dims)[:1] == [len(blocks)]}
    (lookup,) = [
        node for node in graph.node if node.op_type == "Gather" and node.input[0] in tables
    ]
    (table,) = [one for one in graph.initializer if one.name == lookup.input[0]]
    scales = blocks[..., :2].copy().view("<f2")[..., 0]
    # Stored are the steps of the first half of a block, then of the second; wanted are neighbours in one byte.
    steps = np.concatenate([blocks[..., 2:] & 15, blocks[..., 2:] >> 4], axis=-1)
    steps = (steps.reshape(len(blocks), -1) + _HALF) & 15
    graph.initializer.extend(
        [
            TensorProto(
                name="words.steps",
                data_type=TensorProto.INT4,
                dims=steps.shape,
                raw_data=_pairs(steps).tobytes(),
            ),
            numpy_helper.from_array(scales, "words.scales"),
        ]
    )
    found, place = "words.found", list(graph.node).index(lookup)
    given = ["words.steps", lookup.input[1], "words.scales"]
    blocked = helper.make_node(
        "GatherBlockQuantized",
        given,
        [found],
        domain="com.microsoft",
        gather_axis=0,
        quantize_axis=1,
        block_size=BLOCK,
    )
    graph.node.insert(place, blocked)
    lookup.CopyFrom(helper.make_node("Cast", [found], list(lookup.output), to=TensorProto.FLOAT))
    graph.initializer.remove(table)
    model.ir_version = _FORMAT
    if all(known.domain != "com.microsoft" for known in model.opset_import):
        model.opset_import.append(helper.make_opsetid("com.microsoft", 1))


def _matrices_in_four_bits(model: onnx.ModelProto, named: str) -> None:
    """Multiply by the blocks of the base, exactly, in place of the floats that came of them."""
    graph = model.graph
    held = {one.name: one for one in graph.initializer}
    for node in graph.node:
        if node.op_type != "MatMul" or named not in node.name:
            continue
        weight = torch.from_numpy(numpy_helper.to_array(held[node.input[1]]).T.copy())
        blocks = QuantizedWeight(weight)
        high, wide = weight.shape
        steps = (blocks.steps.numpy() + _HALF).astype(np.uint8).reshape(high, wide // BLOCK, -1)
        scales = blocks.scales.numpy().reshape(high, -1)
        names = [f"{node.name}.steps", f"{node.name}.scales"]
        graph.initializer.remove(held[node.input[1]])
        graph.initializer.append(numpy_helper.from_array(_pairs(steps), names[0]))
        graph.initializer.append(numpy_helper.from_array(scales, names[1]))
        multiplied = helper.make_node(
            "MatMulNBits",
            [node.input[0], *names],
            list(node.output),
            domain="com.microsoft",
            K=wide,
            N=high,
            bits=4,
            block_size=BLOCK,
        )
        node.CopyFrom(multiplied)


def _of_four_bits(pairs: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """The matrix of `_matrices_in_four_bits`."""
    steps = np.stack([pairs & 15, pairs >> 4], axis=-1).reshape(*pairs.shape[:2], BLOCK)
    values = (steps.astype(np.float32) - _HALF) * scales.reshape(pairs.shape[0], -1, 1)
    matrix: np.ndarray = values.reshape(pairs.shape[0], -1)
    return matrix


def _pairs(steps: np.ndarray) -> np.ndarray:
    """Two neighbours in one byte, the first in its low half."""
    joined: np.ndarray = (steps[..., 0::2] | (steps[..., 1::2] << 4)).astype(np.uint8)
    return joined


def _with_pieces(path: Path, pieces: Sequence[tuple[str, float]], longest: int) -> None:
    """Store the pieces and the longest input in the file: a model and its pieces belong together."""
    content = onnx.load(str(path))
    scores = [[piece, round(score, 4)] for piece, score in pieces]
    for key, value in (("pieces", scores), ("longest", longest)):
        entry = content.metadata_props.add()
        entry.key, entry.value = key, json.dumps(value, ensure_ascii=False)
    onnx.save(content, str(path))
