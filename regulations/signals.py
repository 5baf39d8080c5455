"""What the applications above are told by regulations, and asked; they connect their receivers in their apps.py."""

from __future__ import annotations

from django.dispatch import Signal

# Sent with `amendment` (regulations.publishing.amendments.Amendment), inside the transaction that publishes a version: both
# stand or neither. A receiver must be fast and idempotent, and raise only what should stop the publishing.
version_amended = Signal()

# Sent with `before`, `after` and `on` where a corrected text of the same day replaces a published one, in the same transaction:
# what cites the former text goes over to the new one.
version_corrected = Signal()

# Sent with `version` (RegulationVersion) and `changed` (locators, None for all of it); a receiver returns what rests on it:
# list[tuple[str, int]], a name for a person and how many.
reliance_requested = Signal()

# Sent with `limit`; a receiver returns at most so many of the questions that people asked lately, newest first, each with
# those before it: list[tuple[str, tuple[str, ...]]].
recent_questions_requested = Signal()

# Sent with `notice` (AdvanceNotice), inside the transaction that puts a draft on public notice.
advance_notice_opened = Signal()

# Sent with `notice`; a receiver returns what the draft changes for those who ask (regulations.announcing.effects.NoticeEffects),
# or None where nobody has tried it.
notice_effects_requested = Signal()
