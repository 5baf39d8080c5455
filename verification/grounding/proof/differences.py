"""One difference between a claim and its evidence; a fact is a difference that speaks against the claim."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from verification.grounding.proof.reading.propositions import Proposition
from verification.grounding.proof.reading.stances import ProofStance
from verification.grounding.proof.reading.words import Word
from verification.grounding.proof.results import ProofKind, ProofReason


@dataclass(frozen=True, slots=True)
class Difference:
    """What no rule explains. ``fact`` where both sides say something, and not the same."""

    kind: ProofKind
    claimed: str
    given: str
    fact: bool = False

    @property
    def reason(self) -> ProofReason:
        """The difference as it is shown."""
        return ProofReason(self.kind, self.claimed, self.given)


@dataclass(frozen=True, slots=True)
class Context:
    """What stands around the evidence: words of title, introduction and brackets, and of the question.

    `head` is how many characters of a table's row say whose row it is; `together` where an item is one of several
    requirements that only do together.
    """

    words: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()
    compact: str = ""
    row: bool = False
    titled: frozenset[str] = frozenset()
    introduced_as: ProofStance | None = None
    head: int = 0
    together: bool = False


def written(proposition: Proposition, *words: Word | None) -> str:
    """Words as they stand in their sentence."""
    return " ".join(proposition.sentence.written(word) for word in words if word is not None)


def has_facts_only(found: Iterable[Difference]) -> bool:
    """Whether there is a difference, and each is a fact."""
    listed = list(found)
    return bool(listed) and all(one.fact for one in listed)
