"""The error of the embedded services: its text is written for the person at the keyboard."""

from __future__ import annotations


class EmbeddedServiceError(Exception):
    """An embedded service cannot run; the message says why and what to do."""
