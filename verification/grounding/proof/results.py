"""What a proof says: proved, refuted by a fact, or open; and the differences that it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

# So many units of evidence a statement is held against, the nearest first; whoever calls `prove` leaves out the others.
MOST_UNITS = 14


class Outcome(StrEnum):
    """Whether evidence proves a claim, a fact of it speaks against the claim, or neither."""

    PROVED = "proved"
    REFUTED = "refuted"
    OPEN = "open"


class ProofKind(StrEnum):
    """The closed list of differences between a claim and its evidence."""

    NUMBER = "number"
    UNIT = "unit"
    DATE = "date"
    LIMIT = "limit"
    THRESHOLD = "threshold"
    POLARITY = "polarity"
    MODALITY = "modality"
    AND_OR = "and_or"
    SUBJECT = "subject"
    OBJECT = "object"
    EXCLUSIVE_WORDS = "exclusive_words"
    LIST_MEMBERSHIP = "list_membership"
    CONDITION = "condition"
    TIME_ORDER = "time_order"
    ONLY = "only"
    LEFT_OUT = "left_out"
    UNEXPLAINED = "unexplained"
    LOCATION = "location"
    NO_STATEMENT = "no_statement"


@dataclass(frozen=True, slots=True)
class ProofReason:
    """One difference with the words on both sides; either side may be empty."""

    kind: ProofKind
    claim_span: str
    evidence_span: str


@dataclass(frozen=True, slots=True)
class Proof:
    """The outcome, its reasons, and which evidence text it rests on or is refuted by."""

    outcome: Outcome
    reasons: tuple[ProofReason, ...] = ()
    evidence_index: int | None = None
