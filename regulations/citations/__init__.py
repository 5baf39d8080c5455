"""Citations of regulations in Korean text: read every way in which people and models write them.

Pure: no Django, no database. Three steps, each in its module: `tokens` (lexer), `grammar` (parser) and `carryover` (what
pointing words and bare numbers mean, with `naming` for names). Whether what is cited exists is for the resolver to say.
"""

from __future__ import annotations

from regulations.citations.carryover import CarryOver
from regulations.citations.folding import fold
from regulations.citations.grammar import Parser
from regulations.citations.markers import extract_markers
from regulations.citations.model import (
    CitationContext,
    CitationFormat,
    CitationKind,
    ExtractedCitation,
    RangeEnd,
    RegulationSource,
)
from regulations.citations.names import NameIndex
from regulations.citations.naming import Naming
from regulations.citations.tokens import Kind, tokenize

__all__ = [
    "CitationContext",
    "CitationFormat",
    "CitationKind",
    "ExtractedCitation",
    "NameIndex",
    "RangeEnd",
    "RegulationSource",
    "extract_citations",
    "extract_markers",
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
    wrappers = [token for token in tokens if token.kind is Kind.WRAPPER]
    if wrappers:
        tokens = [token for token in tokens if token.kind is not Kind.WRAPPER]
    naming = Naming(folded, context=context, known=names)
    carry_over = CarryOver(folded, context=context, naming=naming)
    return carry_over.read(Parser(folded.folded, tokens).parse(), wrappers)
