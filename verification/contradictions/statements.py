"""The sentences of provisions as they are held against each other: their words, names, amounts and duties. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from regulations.text.morphemes import Morpheme
from verification.grounding.facts.quantities import Quantity
from verification.grounding.language.analysis import TextAnalysis, analyse
from verification.grounding.language.polarity import Modality, modality_at_end

_SENTENCE = re.compile(r"(?<=[다함음임])\.\s+|\n")
_SHORTEST, _LONGEST = 10, 300
_NAME_TAGS = frozenset({"NNG", "NNP", "SL", "XSN", "XR", "XPN"})
_SHORTEST_NAME = 3
# Numbers that count nothing, or of which every text has its own.
_NOT_COMPARED = frozenset({"", "number", "letter grade", "grade", "round", "kind", "piece"})
# So near to a number stands what it is a number of.
_BEFORE, _BEHIND = 4, 12
# 140학점 이상인 학과: this amount tells which case is meant, it is not what the rule sets.
_CASE = re.compile(r"\s*(?:이상|이하|미만|초과|이내)?인\s")


@dataclass(frozen=True, slots=True)
class RuleText:
    """A provision: where it stands and what it says; `family` is the regulation without 규정 or 시행세칙."""

    regulation_id: int
    family: str
    key: str
    text: str

    @property
    def article(self) -> str:
        """The article that it stands in."""
        return self.key.partition("/")[0]


@dataclass(frozen=True, slots=True)
class StatedAmount:
    """An amount with the words before and behind it, which say of what it is."""

    measure: str
    value: str
    bound: str
    text: str
    before: str
    behind: str

    def is_of_the_same(self, other: StatedAmount) -> bool:
        """Whether both say how much of one thing."""
        if self.measure != other.measure:
            return False
        if self.before or other.before:
            return self.before == other.before
        return bool(self.behind) and self.behind == other.behind


@dataclass(frozen=True, slots=True)
class RuleStatement:
    """A sentence of a provision: its content words, the names in it (nouns written together), its amounts, its duty.

    `cases` are the amounts that tell whom or what the sentence is about.
    """

    rule: RuleText
    text: str
    words: frozenset[str]
    names: frozenset[str]
    amounts: tuple[StatedAmount, ...]
    cases: frozenset[str]
    modality: Modality


def statements(rules: Iterable[RuleText]) -> Iterator[RuleStatement]:
    """The sentences that name something."""
    for rule in rules:
        for piece in _SENTENCE.split(rule.text):
            text = piece.strip(" |")
            if not _SHORTEST <= len(text) <= _LONGEST:
                continue
            read = analyse(text)
            names = frozenset(_names(text, read.morphemes))
            if names:
                yield RuleStatement(
                    rule=rule,
                    text=text,
                    words=frozenset(term.lemma for term in read.terms),
                    names=names,
                    amounts=tuple(_amounts(read)),
                    cases=frozenset(
                        f"{one.measure} {one.value}"
                        for one in read.quantities
                        if _is_case(read, one)
                    ),
                    modality=modality_at_end(text),
                )


def _amounts(read: TextAnalysis) -> Iterator[StatedAmount]:
    for one in read.quantities:
        if one.measure not in _NOT_COMPARED and not _is_case(read, one):
            yield StatedAmount(
                one.measure, str(one.value), one.bound.value, one.text, *_around(read, one)
            )


def _is_case(read: TextAnalysis, one: Quantity) -> bool:
    return _CASE.match(read.text, one.end) is not None


def _around(read: TextAnalysis, one: Quantity) -> tuple[str, str]:
    before = [term for term in read.terms if 0 <= one.start - term.end <= _BEFORE]
    behind = [term for term in read.terms if 0 <= term.start - one.end <= _BEHIND]
    return before[-1].lemma if before else "", behind[0].lemma if behind else ""


def _names(text: str, morphemes: Iterable[Morpheme]) -> Iterator[str]:
    start = end = -1
    for one in morphemes:
        if one.tag in _NAME_TAGS and one.start == end:
            end = one.end
            continue
        if end - start >= _SHORTEST_NAME:
            yield text[start:end]
        start, end = (one.start, one.end) if one.tag in _NAME_TAGS else (-1, -1)
    if end - start >= _SHORTEST_NAME:
        yield text[start:end]
