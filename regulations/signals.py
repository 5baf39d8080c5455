"""What the applications above are told by regulations, and asked; they connect their receivers in their apps.py."""

from __future__ import annotations

from django.dispatch import Signal

# Sent with `amendment` (regulations.publishing.amendments.Amendment), inside the transaction that publishes a version: both
# stand or neither. A receiver must be fast and idempotent, and raise only what should stop the publishing.
version_amended = Signal()

# Sent with `limit`; a receiver returns at most so many of the questions that people asked lately, newest first, each with
# those before it: list[tuple[str, tuple[str, ...]]].
recent_questions_requested = Signal()
