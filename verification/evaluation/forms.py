"""In which form the citations of an answer are written as they are shown: 「규정명」 제X조[의Y] [제Z항…], or not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from regulations.citations import RegulationSource, extract_citations
from regulations.names import RegulationNames
from verification.checking import CheckedSentence
from verification.correction import goes_on, is_standard, names_alone

# A provision that is quoted speaks for itself: what it refers to is no citation of the answer.
_QUOTATION = re.compile(r"“[^”]*”")


@dataclass(frozen=True, slots=True)
class Forms:
    """How many citations are shown, and of how many a reader could not tell alone what they name."""

    shown: int = 0
    standard: int = 0
    incomplete: int = 0

    def __add__(self, other: Forms) -> Forms:
        """Count together."""
        return Forms(
            self.shown + other.shown,
            self.standard + other.standard,
            self.incomplete + other.incomplete,
        )


def forms_of(sentences: Iterable[CheckedSentence], *, names: RegulationNames) -> Forms:
    """Count the citations that are shown, those beside a sentence and those in it.

    What a quotation of a regulation cites are its own words and does not count. A later member of an enumeration shares the
    name that stands before it.
    """
    found = Forms()
    for sentence in sentences:
        for written in _written(sentence, names):
            standard = is_standard(written.text)
            incomplete = not standard and not written.has_name
            found += Forms(1, int(standard or written.is_joined), int(incomplete))
        alone = sum(not _is_quoted(name, sentence) for name in names_alone(sentence.text))
        found += Forms(alone, 0, alone)
    return found


def _is_quoted(name: str, sentence: CheckedSentence) -> bool:
    """Whether the provision that is cited names the regulation itself: its words, not a citation of the answer."""
    texts = [check.provision.text for check in sentence.shown_citations if check.provision]
    return any(name in text for text in texts)


@dataclass(frozen=True, slots=True)
class _Written:
    text: str
    has_name: bool
    is_joined: bool = False


def _written(sentence: CheckedSentence, names: RegulationNames) -> Iterator[_Written]:
    quoted = {
        check.written
        for check in sentence.citations
        if check.marker is None and check.is_quoted and not check.shown
    }
    for check in sentence.shown_citations:
        if check.provision is not None:
            yield _Written(check.provision.label, has_name=True)
    last_end: int | None = None
    text = _QUOTATION.sub(lambda match: " " * len(match[0]), sentence.text)
    for citation in extract_citations(text, names=names.extraction_index):
        joined = last_end is not None and goes_on(text[last_end : citation.start])
        last_end = citation.end
        if citation.text not in quoted:
            has_name = joined or citation.regulation_source is RegulationSource.WRITTEN
            yield _Written(citation.text, has_name, joined)
