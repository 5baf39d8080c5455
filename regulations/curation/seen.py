"""What somebody saw when a form was opened, as a short sign: what another person changed meanwhile is not overwritten unseen."""

from __future__ import annotations

from hashlib import sha256


def digest_of(values: object) -> str:
    """A sign of values that are told apart by how they are written in Python."""
    return sha256(repr(values).encode()).hexdigest()[:16]
