"""The words of a sentence as a proof compares them: a key, a part in the clause, and what was said of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from verification.grounding.facts.limits import LimitBound, PeriodSide
from verification.grounding.facts.quantities import Quantity
from verification.grounding.proof.reading.stances import ProofStance


class WordKind(StrEnum):
    """What sort of word it is."""

    NOUN = "noun"
    PREDICATE = "predicate"
    QUANTITY = "quantity"
    CONNECTOR = "connector"
    ONLY = "only"


class Mark(StrEnum):
    """The part of a noun in its clause, by the particle that follows it."""

    NONE = ""
    SUBJECT = "subject"
    OBJECT = "object"
    TOPIC = "topic"
    RECIPIENT = "recipient"
    PLACE = "place"
    MEANS = "means"
    OWNER = "owner"
    FROM = "from"
    UNTIL = "until"
    THAN = "than"


class Link(StrEnum):
    """How a clause goes on to the next."""

    MAIN = "main"
    AND = "and"
    BUT = "but"
    OR = "or"
    MANNER = "manner"
    CONDITION = "condition"
    ONLY_IF = "only_if"
    CONCESSION = "concession"
    ATTRIBUTE = "attribute"
    NOMINAL = "nominal"
    CAUSE = "cause"
    PURPOSE = "purpose"


@dataclass(slots=True)
class Word:
    """One word. ``key`` is what is compared; ``segment`` numbers the clause that it stands in."""

    key: str
    kind: WordKind
    start: int
    end: int
    mark: Mark = Mark.NONE
    segment: int = 0
    quantity: Quantity | None = None
    bound: LimitBound = LimitBound.NONE
    side: PeriodSide = PeriodSide.NONE
    stance: ProofStance = ProofStance.STATE
    topical: bool = False
    also: bool = False
    restricting: bool = False


@dataclass(frozen=True, slots=True)
class ClauseSegment:
    """A stretch of words that one predicate closes, and how it goes on."""

    link: Link
    stance: ProofStance
    predicate: int | None


@dataclass(slots=True)
class Sentence:
    """A sentence read: its words in order and its segments."""

    text: str
    words: list[Word] = field(default_factory=list)
    segments: list[ClauseSegment] = field(default_factory=list)
    in_principle: bool = False

    def written(self, word: Word) -> str:
        """The word as it stands in the text."""
        return self.text[word.start : word.end]
