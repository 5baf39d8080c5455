"""From a citation as it is written to the locator that it names."""

from __future__ import annotations

import re

from regulations.text.citations.model import NOTES, ExtractedCitation
from regulations.text.locators import Locator, item_number, normalize_name

_SUBPARAGRAPH = re.compile(r"^(\d+)(?:의(\d+))?$")


def citation_locator(citation: ExtractedCitation) -> Locator | None:
    """Return the locator that a citation names, None where it names no provision (or one that cannot exist)."""
    if citation.part == NOTES and citation.subparagraph:
        # The notes below a 별표 count for themselves and are not stored apart, so nothing can be said of one of them.
        return None
    try:
        subparagraph = _SUBPARAGRAPH.match(citation.subparagraph or "")
        kind, number, branch = _attachment(citation.attachment)
        locator = Locator(
            article=citation.article,
            branch=citation.branch,
            paragraph=citation.paragraph,
            subparagraph=int(subparagraph[1]) if subparagraph else None,
            subparagraph_branch=int(subparagraph[2]) if subparagraph and subparagraph[2] else None,
            item=item_number(citation.item) if citation.item else None,
            attachment_kind=kind,
            attachment=number,
            attachment_branch=branch,
        )
    except ValueError:
        return None
    return locator if locator.key else None


def _attachment(label: str | None) -> tuple[str | None, int | None, int | None]:
    if not label:
        return None, None, None
    normalized = normalize_name(label)
    kind = "form" if "별지" in normalized or "서식" in normalized else "table"
    numbers = re.findall(r"\d+", normalized)
    if not numbers:
        return kind, 0, None
    return kind, int(numbers[0]), int(numbers[1]) if len(numbers) > 1 else None
