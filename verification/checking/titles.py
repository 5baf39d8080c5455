"""A title that a citation gives (제255조(사기), 제255조의 사기죄) and that the provision contradicts."""

from __future__ import annotations

from regulations.text.citations import ExtractedCitation, TitleMatch, compare_titles
from verification.citations.resolution import FoundProvision, Resolution
from verification.citations.states import CitationStatus


def disputed_title(citation: ExtractedCitation | None, provision: FoundProvision | None) -> str:
    """What the provision's title is, in words, where a citation gives another; empty where it does not."""
    if citation is None or provision is None or not citation.title:
        return ""
    return title_dispute(
        citation.title, provision.title, provision.text, provision.locator.article_locator.label
    )


def titled_as(
    citation: ExtractedCitation | None, named: Resolution, status: CitationStatus, reason: str
) -> tuple[CitationStatus, str]:
    """The state and the reason of a citation whose provision exists, after a look at the title that it gives."""
    if named.status is not CitationStatus.VERIFIED:
        return status, reason
    disputed = disputed_title(citation, named.provision)
    return (CitationStatus.MISATTRIBUTED, disputed) if disputed else (status, reason)


def title_dispute(stated: str, title: str, text: str, label: str) -> str:
    """What a provision's title is, in words, where another is stated and its text does not speak of that either."""
    if compare_titles(stated, title, text=text) is not TitleMatch.CONTRADICTING:
        return ""
    return f"{label}의 제목은 ‘{title}’입니다."
