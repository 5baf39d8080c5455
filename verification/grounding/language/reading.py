"""Read a claim beside the sentences of the provisions that it can rest on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from verification.grounding.facts.amounts import AmountFinding
from verification.grounding.facts.quantities import Quantity
from verification.grounding.language.alignment import (
    AlignedSentence,
    Lexicon,
    WordIndex,
    align,
    coverage,
)
from verification.grounding.language.analysis import ContentWord, TextAnalysis, analyse
from verification.grounding.language.cited import (
    CitedArticle,
    citations_of,
    repeated_from,
    without_citations,
)
from verification.grounding.language.units import ProvisionSentence, units_of
from verification.grounding.results import GroundingProvision

_ENOUGH_GAIN = 0.06
_MOST_UNITS = 4


@dataclass(slots=True)
class ClaimReading:
    """A claim beside its evidence; what every comparison looks at."""

    claim: TextAnalysis
    raw: str
    cited: list[CitedArticle]
    units: list[ProvisionSentence]
    aligned: list[AlignedSentence]
    chosen: list[ProvisionSentence]
    evidence: WordIndex
    context: WordIndex
    lexicon: Lexicon
    provisions: Sequence[GroundingProvision]
    asked: Sequence[Quantity] = ()
    amounts: list[AmountFinding] = field(default_factory=list)
    denied: list[ContentWord] = field(default_factory=list)
    missing: list[ContentWord] = field(default_factory=list)

    @property
    def evidence_text(self) -> str:
        """The sentences that were chosen, with what introduces them."""
        return " ".join(
            f"{unit.lead} {unit.text}" if unit.item else unit.text for unit in self.chosen
        )


def read_claim(
    claim: str,
    provisions: Sequence[GroundingProvision],
    lexicon: Lexicon,
    question: str | None = None,
) -> ClaimReading:
    """Find the evidence for a claim; the figures of the question that it answers are the asker's own."""
    cited = [c for c in citations_of(claim) if not repeated_from(c, claim, provisions)]
    analysis = analyse(without_citations(claim, cited))
    units = units_of(provisions)
    aligned = align(analysis.terms, units, lexicon)
    chosen = _choose(analysis, aligned, lexicon)
    # A claim names the committee whose rules only say 위원회: the regulation's name is a word of each of its provisions.
    evidence = WordIndex.of(*analyses_of(chosen), *_names(provisions, chosen))
    context = WordIndex.of(
        *(a for unit in units for a in (unit.analysis, unit.lead_analysis)),
        *_names(provisions, units),
    )
    asked = analyse(question).quantities if question else ()
    return ClaimReading(
        analysis,
        claim,
        cited,
        units,
        aligned,
        chosen,
        evidence,
        context,
        lexicon,
        provisions,
        asked,
    )


def _names(
    provisions: Sequence[GroundingProvision], units: Sequence[ProvisionSentence]
) -> Iterator[TextAnalysis]:
    return (analyse(name) for name in {provisions[unit.provision].regulation for unit in units})


def analyses_of(units: Sequence[ProvisionSentence]) -> list[TextAnalysis]:
    return [
        a
        for unit in units
        for a in ((unit.analysis, unit.lead_analysis) if unit.item else (unit.analysis,))
    ]


def _choose(
    analysis: TextAnalysis, aligned: Sequence[AlignedSentence], lexicon: Lexicon
) -> list[ProvisionSentence]:
    """Take the best unit, then those that add something that the claim says."""
    if not aligned:
        return []
    chosen = [aligned[0].unit]
    covered = coverage(analysis.terms, WordIndex.of(*analyses_of(chosen)), lexicon)
    quantities = quantities_of(chosen)
    while len(chosen) < _MOST_UNITS:
        best, gain = None, 0.0
        for candidate in aligned[:12]:
            if candidate.unit in chosen:
                continue
            joined = (
                coverage(
                    analysis.terms, WordIndex.of(*analyses_of([*chosen, candidate.unit])), lexicon
                )
                - covered
            )
            wanted = _fresh_amounts(analysis, quantities, candidate.unit)
            same_article = candidate.unit.provision == chosen[0].provision
            score = joined + 0.08 * wanted * (candidate.coverage > 0.25) + 0.02 * same_article
            if score > gain:
                best, gain = candidate.unit, score
        if best is None or gain < _ENOUGH_GAIN + 0.02:
            break
        chosen.append(best)
        covered = coverage(analysis.terms, WordIndex.of(*analyses_of(chosen)), lexicon)
        quantities = quantities_of(chosen)
    return chosen


def quantities_of(units: Sequence[ProvisionSentence]) -> list[Quantity]:
    return [quantity for analysis in analyses_of(units) for quantity in analysis.quantities]


def _fresh_amounts(
    analysis: TextAnalysis, near: Sequence[Quantity], unit: ProvisionSentence
) -> int:
    return sum(
        not any(quantity.same_amount(other) for other in near)
        and any(quantity.same_amount(other) for other in unit.analysis.quantities)
        for quantity in analysis.quantities
    )
