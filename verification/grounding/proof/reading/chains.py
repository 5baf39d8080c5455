"""The morphemes of one predicate while they are read, from its stem to the end of its clause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regulations.text.morphemes import Morpheme
from verification.grounding.proof.reading.stances import ProofStance

_PARTICLES = frozenset({"JX", "JKS", "JKO", "JKB", "JKC"})


@dataclass(slots=True)
class Chain:
    """A place among morphemes, and what was said up to it."""

    morphemes: Sequence[Morpheme]
    at: int
    stance: ProofStance = ProofStance.STATE
    in_principle: bool = False
    only: bool = False
    arranged: bool = False

    def form(self, offset: int = 0) -> str:
        """The morpheme at an offset; empty behind the last."""
        place = self.at + offset
        return self.morphemes[place].form if place < len(self.morphemes) else ""

    def tag(self, offset: int = 0) -> str:
        """Its part of speech."""
        place = self.at + offset
        return self.morphemes[place].tag if place < len(self.morphemes) else ""

    def particles(self, offset: int) -> int:
        """The offset after the particles that stand at another."""
        while self.tag(offset) in _PARTICLES:
            self.only |= self.form(offset) == "만"
            offset += 1
        return offset

    def go(self, steps: int, stance: ProofStance | None = None) -> bool:
        """Go on by some morphemes, with another stance where one is given; always True."""
        self.at += steps
        if stance is not None:
            self.stance = stance
        return True
