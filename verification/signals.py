"""What the applications above are told by verification; they connect their receivers in their apps.py."""

from __future__ import annotations

from django.dispatch import Signal

# Sent with `review` (verification.models.Review), `verified_phrasings` (the phrasings for which the answer is to be kept, or None) and
# `ends_verified` (that it is not to be kept; without either nobody was asked), inside the transaction of the decision: a receiver that
# raises undoes it, and a ReviewError tells the reviewer why.
answer_decided = Signal()

# Sent with `verification` in the transaction that stores a second reading, whatever it found; after `answer_judged`.
answer_checked = Signal()

# Sent with `verification` (verification.models.Verification) and `moves` (verification.faithfulness.marks.Move), inside the
# transaction that stores what the second reading found: the receiver moves the marks of the answer that is shown.
answer_judged = Signal()
