"""A small model of our own as it is shipped: one ONNX file with its pieces inside, and its SHA-256 beside it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np
import onnxruntime
from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidGraph, InvalidProtobuf

from portal.llm.errors import Unavailable
from portal.llm.pieces import Vocabulary


class OnnxModel:
    """The loaded file: its pieces, the longest input in pieces, and the computation."""

    def __init__(self, path: Path) -> None:
        """Read the file; raises Unavailable where it is missing, damaged or no such model."""
        self.digest = require_checksum(path)
        options = onnxruntime.SessionOptions()
        # One thread a text: the worker's processes are what runs beside each other, and threads do not outlive a fork.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        # Without VNNI sums of 8-bit products overflow, and a verdict would depend on the processor; elsewhere it does nothing.
        options.add_session_config_entry("session.x64quantprecision", "1")
        try:
            # By its path: a session keeps for ever what it is given as bytes.
            self._session = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
            stored = self._session.get_modelmeta().custom_metadata_map
            self.vocabulary = Vocabulary.of([(p, s) for p, s in json.loads(stored["pieces"])])
            self.longest = int(stored["longest"])
        except (Fail, InvalidGraph, InvalidProtobuf, KeyError, ValueError) as error:
            raise Unavailable(f"{path.name} is no model of ours: {error}") from error

    def row(self, given: Mapping[str, np.ndarray], wanted: str) -> np.ndarray:
        """What the model makes of one text, of the name `wanted`.

        Each is asked alone: 8-bit steps are set by all that is computed at once, and a text must
        not be judged by its neighbours.
        """
        ((row,),) = self._session.run([wanted], dict(given))
        found: np.ndarray = row
        return found


def require_checksum(path: Path) -> str:
    """The SHA-256 of a file; raises Unavailable unless a file is the one whose SHA-256 stands beside it."""
    try:
        facts = path.stat()
        digest = _digest(path, facts.st_mtime_ns, facts.st_size)
        expected = path.with_suffix(".sha256").read_text(encoding="utf-8").split()[0]
    except (OSError, IndexError) as error:
        raise Unavailable(f"{path.name} cannot be read: {error}") from error
    if digest != expected:
        raise Unavailable(f"{path.name} is not the file that its checksum names")
    return digest


@lru_cache(maxsize=4)
def _digest(path: Path, changed_at: int, size: int) -> str:
    """Computed again only where the file was changed: anybody may ask /readyz, and so this, as often as they like."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
