"""Citations of regulations in Korean text: read every way in which people and models write them.

Pure: no Django, no database. Three steps, each in its module: `tokens` (lexer), `grammar` (parser) and `carryover` (what
pointing words and bare numbers mean, with `naming` for names). Whether what is cited exists is for the resolver to say.
"""

from __future__ import annotations

from collections.abc import Sequence

from regulations.text.citations.carryover import CarryOver
from regulations.text.citations.folding import fold
from regulations.text.citations.grammar import CitationParser
from regulations.text.citations.locating import citation_locator
from regulations.text.citations.markers import extract_markers
from regulations.text.citations.model import (
    NOTES,
    CitationContext,
    CitationFormat,
    CitationKind,
    ExtractedCitation,
    RangeEnd,
    RegulationSource,
)
from regulations.text.citations.names import NameIndex
from regulations.text.citations.naming import NameResolver
from regulations.text.citations.provisions import ProvisionReader, TextPlace
from regulations.text.citations.titles import TitleMatch, compare_titles
from regulations.text.citations.token_kinds import TokenKind
from regulations.text.citations.tokens import tokenize

__all__ = [
    "NOTES",
    "CitationContext",
    "CitationFormat",
    "CitationKind",
    "ExtractedCitation",
    "NameIndex",
    "RangeEnd",
    "RegulationSource",
    "TextPlace",
    "TitleMatch",
    "citation_locator",
    "compare_titles",
    "extract_citations",
    "extract_markers",
    "extract_references",
]


def extract_citations(
    text: str, *, context: CitationContext | None = None, names: NameIndex | None = None
) -> list[ExtractedCitation]:
    """Return the provisions that a text cites, in the order in which they are written.

    `context` is the place that the text stands in; `names` are the known regulations, which give unbracketed names their
    left edge. A range gives its two ends. The time is linear in the length of the text.
    """
    folded = fold(text)
    context = context or CitationContext()
    tokens = tokenize(folded.folded)
    wrappers = [token for token in tokens if token.kind is TokenKind.WRAPPER]
    if wrappers:
        tokens = [token for token in tokens if token.kind is not TokenKind.WRAPPER]
    naming = NameResolver(folded, context=context, known=names)
    carry_over = CarryOver(folded, context=context, naming=naming)
    return carry_over.read(CitationParser(folded.folded, tokens).parse(), wrappers)


def extract_references(
    text: str, places: Sequence[TextPlace], *, names: NameIndex | None = None
) -> list[ExtractedCitation]:
    """Return what the provisions of one regulation cite, in order; whole regulations too (without an article).

    `text` holds the provisions one after another, a line break between two, and `places` says where each of them begins
    and which one it is. Short names that one provision defines (이하 "법"이라 한다) hold in those after it.
    """
    folded = fold(text)
    tokens = [token for token in tokenize(folded.folded) if token.kind is not TokenKind.WRAPPER]
    reader = ProvisionReader(folded, places=places, names=names)
    return reader.read(CitationParser(folded.folded, tokens).parse(), ())
