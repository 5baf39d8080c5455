"""Where models are."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Endpoint:
    """Where a model is and how it is asked."""

    base_url: str
    api_key: str
    model: str
    timeout: float
    temperature: float = 0.0
    # How long it may say nothing, where that is shorter.
    silence: float | None = None
