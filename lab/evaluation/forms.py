"""In which form the citations of an answer are written as they are shown: 「규정명」 제X조[의Y] [제Z항…], or not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from chat.presenters.shapes import SentenceView
from regulations.reading.names import RegulationNames
from regulations.text.citations import RegulationSource, extract_citations
from verification.checking.quotations import is_the_regulations
from verification.citations.correction import is_enumeration, is_standard, names_alone

# A provision that is quoted speaks for itself: what it refers to is no citation of the answer.
_QUOTATION = re.compile(r"“[^”]*”")


@dataclass(frozen=True, slots=True)
class CitationForms:
    """How many citations are shown, and of how many a reader could not tell alone what they name."""

    shown: int = 0
    standard: int = 0
    incomplete: int = 0

    def __add__(self, other: CitationForms) -> CitationForms:
        """Count together."""
        return CitationForms(
            self.shown + other.shown,
            self.standard + other.standard,
            self.incomplete + other.incomplete,
        )

    def figures(self) -> dict[str, float]:
        """The share written 「규정명」 제X조…, where any is shown; how many say too little by themselves."""
        shares = {"citations in standard form": self.standard / self.shown} if self.shown else {}
        return shares | {"citations incomplete": float(self.incomplete)}


@dataclass(frozen=True, slots=True)
class ShownSentence:
    """A sentence as it is shown, the labels of the citations beside it and the texts of the sources it may quote."""

    text: str
    labels: Sequence[str] = ()
    sources: Sequence[str] = ()

    @property
    def is_quotation(self) -> bool:
        """Whether a source says it word for word: what it cites are then the regulation's own words."""
        return any(_without_layout(self.text) in _without_layout(one) for one in self.sources)


def _without_layout(text: str) -> str:
    """A text without spaces, line ends and the bars of tables, in which a page differs from its source."""
    return "".join(text.split()).replace("|", "")


def forms_shown(
    sentences: Iterable[SentenceView], *, sources: Sequence[str], names: RegulationNames
) -> CitationForms:
    """Count the citations of an answer as it is shown; `sources` are the texts that it may quote."""
    shown = [
        ShownSentence(sentence.text, [chip.label for chip in sentence.citations], sources)
        for sentence in sentences
    ]
    return forms_of(shown, names=names)


def forms_of(sentences: Iterable[ShownSentence], *, names: RegulationNames) -> CitationForms:
    """Count the citations that are shown, those beside a sentence and those in it.

    What a regulation's own words cite, a whole quotation or a part of a sentence that a source has too, is no citation of the
    answer. A later member of an enumeration shares the name that stands before it.
    """
    found = CitationForms()
    for sentence in sentences:
        standard = sum(map(is_standard, sentence.labels))
        found += CitationForms(len(sentence.labels), standard, 0)
        if not sentence.is_quotation:
            found += _inside(sentence, names)
    return found


def _inside(sentence: ShownSentence, names: RegulationNames) -> CitationForms:
    found = CitationForms()
    last_end: int | None = None
    text = _QUOTATION.sub(lambda match: " " * len(match[0]), sentence.text)
    for citation in extract_citations(text, names=names.extraction_index):
        if is_the_regulations(text, citation, sentence.sources):
            continue
        joined = last_end is not None and is_enumeration(text[last_end : citation.start])
        last_end = citation.end
        standard = joined or is_standard(citation.text)
        has_name = joined or citation.regulation_source is RegulationSource.WRITTEN
        found += CitationForms(1, int(standard), int(not standard and not has_name))
    alone = sum(
        not any(one.written in source for source in sentence.sources)
        for one in names_alone(text, names.extraction_index)
    )
    return found + CitationForms(alone, 0, alone)
