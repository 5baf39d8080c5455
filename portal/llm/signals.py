"""What the client of models tells and asks, since it knows no table itself; portal/controls/apps.py connects the receivers."""

from __future__ import annotations

from django.dispatch import Signal

# A receiver returns whether the operator lets a language model be asked now; one that says no is enough.
permission_requested = Signal()

# Sent after a call with `model`, `prompt_tokens`, `completion_tokens` and `step`.
model_called = Signal()
