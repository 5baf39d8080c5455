"""What became of the provisions that an answer rests on, as it is read.

It is derived from the versions on the day of reading, so an amendment that is published today and enforced in March is "to
come" until March without any job.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from chat.models import Citation
from chat.presenters.shapes import AmendedCitation
from regulations.models import RegulationVersion
from regulations.reading.comparison import is_affected, version_difference
from regulations.reading.labels import provision_label
from regulations.reading.links import comparison_url, provision_url
from regulations.text.locators import Locator


def amended_citations(citations: Iterable[Citation], *, on: date) -> tuple[AmendedCitation, ...]:
    """Say of each cited provision whether it is as it was cited; those of which there is nothing to say are left out.

    Reads `version.regulation.versions`, which callers with many answers prefetch.
    """
    found: dict[int, AmendedCitation] = {}
    for citation in citations:
        if citation.version is not None and citation.number not in found:
            view = _amended(citation, citation.version, on)
            if view is not None:
                found[citation.number] = view
    return tuple(found[number] for number in sorted(found))


def _amended(citation: Citation, version: RegulationVersion, on: date) -> AmendedCitation | None:
    key = citation.locator_key
    begins = version.enforcement_date
    if begins is None or not key:
        return None
    later = [
        one
        for one in version.regulation.versions.all()
        if one.state in RegulationVersion.PUBLIC_STATES
        and one.enforcement_date
        and one.enforcement_date > begins
    ]
    later.sort(key=lambda one: (one.enforcement_date, one.pk))
    changing = [
        one
        for one in later
        if is_affected(version_difference(before=version, after=one).changed, key)
    ]
    past = [one for one in changing if one.enforcement_date and one.enforcement_date <= on]
    if past:
        return _amended_view(citation, version, past[0], AmendedCitation.State.AMENDED)
    last = (later or [version])[-1]
    if last.ends_on is not None and last.ends_on <= on:
        return _amended_view(citation, version, None, AmendedCitation.State.REPEALED, last.ends_on)
    if changing:
        return _amended_view(citation, version, changing[0], AmendedCitation.State.UPCOMING)
    if last.ends_on is not None:
        return _amended_view(
            citation, version, None, AmendedCitation.State.REPEAL_UPCOMING, last.ends_on
        )
    return None


def _amended_view(
    citation: Citation,
    version: RegulationVersion,
    successor: RegulationVersion | None,
    state: AmendedCitation.State,
    day: date | None = None,
) -> AmendedCitation:
    locator = Locator.parse(citation.locator_key)
    slug = version.regulation.slug
    url = provision_url(slug=slug, version_number=version.number, locator_key=citation.locator_key)
    if successor is not None:
        day = successor.enforcement_date
        url = comparison_url(
            slug=slug,
            version_number=successor.number,
            before_number=version.number,
            locator_key=citation.locator_key,
        )
    return AmendedCitation(
        number=citation.number,
        label=provision_label(citation.regulation_title, locator),
        state=state,
        day=day,
        url=url,
        has_comparison=successor is not None,
    )
