"""What applications are told about background work."""

from __future__ import annotations

from django.dispatch import Signal

# `sender` is the model, `work` the row: it was tried too often and has ended. Sent inside the transaction that ends it.
work_given_up = Signal()
