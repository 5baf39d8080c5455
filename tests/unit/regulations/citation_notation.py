"""A short way to write down what the extractor should find: "학칙 제25조제1항", "학칙 부칙 제2조", "학칙 별표 1", "? 제3조"."""

from __future__ import annotations

from regulations.text.citations import (
    CitationContext,
    ExtractedCitation,
    RangeEnd,
    extract_citations,
)

_RANGE = {RangeEnd.START: " 부터", RangeEnd.END: " 까지", None: ""}


def noted(citation: ExtractedCitation) -> str:
    """Return a citation as regulation, then label; "?" where the regulation is not known."""
    words = [citation.regulation or "?"]
    if citation.addenda:
        words.append("부칙")
    if citation.attachment:
        words.append(citation.attachment)
    label = f"제{citation.article}조" if citation.article else ""
    label += f"의{citation.branch}" if citation.branch else ""
    label += f"제{citation.paragraph}항" if citation.paragraph else ""
    label += f"제{citation.subparagraph}호" if citation.subparagraph else ""
    label += f"{citation.item}목" if citation.item else ""
    return " ".join([*words, *([label] if label else [])]) + _RANGE[citation.range]


def read(text: str, **context: object) -> list[str]:
    """Extract the citations of a text and note them down."""
    place = CitationContext(**context)  # type: ignore[arg-type]
    return [noted(citation) for citation in extract_citations(text, context=place)]
