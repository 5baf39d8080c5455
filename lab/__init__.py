"""Measurements and training. Not part of the production image."""

from __future__ import annotations

# Says before onnxruntime is imported that it tells its maker nothing.
import portal  # noqa: F401
