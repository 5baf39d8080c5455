"""The paragraphs of its own article that a paragraph refers to: 제1항의 기준, 제1항에도 불구하고, 전항에 따른. Pure.

A paragraph that sets another one aside is its exception, and is read with it as a proviso is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulations.reading.units import PassageUnit
from regulations.text.citations import (
    CitationContext,
    ExtractedCitation,
    RangeEnd,
    RegulationSource,
    extract_citations,
)
from regulations.text.locators import Locator

# Where a paragraph refers to more than these, it speaks of the article as a whole.
_MOST = 2
_SETS_ASIDE = re.compile(r".{1,80}?에도\s?불구하고")


def paragraphs_rested_on(unit: PassageUnit, units: Sequence[PassageUnit]) -> list[PassageUnit]:
    """Those of the units of its article without which the unit cannot be read; none where it refers to most of them."""
    keys = paragraphs_referred_to(unit.locator_key, unit.text)
    found = [one for one in units if one.locator_key in keys]
    return found if len(found) <= _MOST else []


def paragraphs_setting_aside(unit: PassageUnit, units: Sequence[PassageUnit]) -> list[PassageUnit]:
    """Those of the units of its article that begin with being so although the unit says otherwise: 제1항에도 불구하고."""
    own = unit.locator_key
    return [
        one
        for one in units
        if (found := _SETS_ASIDE.match(one.text))
        and own in paragraphs_referred_to(one.locator_key, found[0])
    ]


def paragraphs_referred_to(locator_key: str, text: str) -> frozenset[str]:
    """The locator keys of the other paragraphs of its article that the text of a paragraph mentions."""
    own = Locator.of_passage(locator_key)
    if own.article is None or own.paragraph is None:
        return frozenset()
    place = CitationContext(
        # By whatever name: what is written with a name of its own is another regulation's.
        regulation="이 규정",
        article=own.article,
        branch=own.branch,
        paragraph=own.paragraph,
    )
    numbers: set[int] = set()
    begun = 0
    for cited in extract_citations(text, context=place):
        if not _is_in(cited, own):
            continue
        number = cited.paragraph or 0
        if cited.range is RangeEnd.END and begun:
            numbers.update(range(begun, number))
        begun = number if cited.range is RangeEnd.START else 0
        numbers.add(number)
    article = own.article_locator.key
    return frozenset(f"{article}/para-{number}" for number in numbers - {own.paragraph})


def _is_in(cited: ExtractedCitation, own: Locator) -> bool:
    is_own = cited.regulation_source is RegulationSource.CONTEXT and not cited.addenda
    same = (cited.article, cited.branch) == (own.article, own.branch)
    return is_own and same and cited.paragraph is not None
