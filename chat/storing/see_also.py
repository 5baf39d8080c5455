"""What can be read along with an answer (함께 볼 조문): the provisions that the cited ones apply, delegate to or refer to.

They are no evidence. Nothing in the answer rests on them, so nothing in them is checked and they are never shown as verified.
They are found when the answer is stored, by cross-references alone, and kept with it: page, export and API show the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from chat.composing.outcomes import AnswerOutcome
from regulations.reading.references import RelatedProvision, related_provisions
from regulations.text.locators import article_key

MOST = 5
# Beyond what is shown, for what cites and for what stands in one article with another.
_ASKED = 30


def see_also_rows(outcome: AnswerOutcome, *, as_of: date) -> list[dict[str, Any]]:
    """The provisions in force on a day that the cited ones lead to, in the form in which an answer keeps them; one query."""
    cited = [
        citation.provision
        for sentence in outcome.shown
        for citation in sentence.shown_citations
        if citation.provision is not None
    ]
    if not cited:
        return []
    # What the cited paragraphs lead to stands before what the rest of their articles does.
    places = [(one.version_id, one.locator_key) for one in cited]
    places += [(version_id, article_key(key)) for version_id, key in places]
    titles = {one.version_id: one.regulation_title for one in cited}
    found = related_provisions(places, as_of=as_of, limit=_ASKED)
    return [_row(one, titles[one.of_version_id]) for one in _one_an_article(found)][:MOST]


def _one_an_article(found: Iterable[RelatedProvision]) -> list[RelatedProvision]:
    """What is cited, the first of each article: two paragraphs of it are read together."""
    articles: dict[tuple[int, str], RelatedProvision] = {}
    for one in found:
        if one.is_outgoing:
            articles.setdefault((one.place.version_id, article_key(one.place.locator_key)), one)
    return list(articles.values())


def _row(related: RelatedProvision, of_regulation: str) -> dict[str, Any]:
    place = related.place
    return {
        "regulation": place.regulation_title,
        "slug": place.slug,
        "version_number": place.version_number,
        "locator_key": place.locator_key,
        "title": related.provision_title,
        "kind": str(related.kind),
        "of_regulation": of_regulation,
        "of_key": related.of_key,
    }
