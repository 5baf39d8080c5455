"""Clients of the stores: Valkey, database replicas, files."""

from __future__ import annotations


class StoreAwayError(OSError):
    """The store of files does not answer; the message is for a person."""
