"""One question about one citation, for callers outside the pipeline: is there such a provision in force?"""

from __future__ import annotations

from datetime import date

from django.utils import timezone

from regulations.text.citations import ExtractedCitation
from verification.citations.resolution import resolve_citations
from verification.citations.states import CitationStatus


def verify_citation(
    regulation: str,
    article: int,
    paragraph: int | None = None,
    *,
    branch: int | None = None,
    as_of: date | None = None,
) -> bool:
    """Whether the regulation has the article (and the paragraph) on the day, today where none is given.

    True says that it exists and is in force, not that it says what a sentence says: that is `verification.texts.checking.text_verify`.
    """
    citation = ExtractedCitation(
        text="",
        start=0,
        end=0,
        regulation=regulation,
        article=article,
        branch=branch,
        paragraph=paragraph,
    )
    [resolution] = resolve_citations([citation], as_of=as_of or timezone.localdate())
    return resolution.status is CitationStatus.VERIFIED
