"""Cross-references as links in the text of a version: which words lead where, and how often each article is cited."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from regulations.models import RegulationVersion
from regulations.reading.links import provision_url, within_page
from regulations.reading.references import OutgoingReference, incoming_counts, outgoing_references
from regulations.text.blocks import TextLink


@dataclass(frozen=True)
class ReferenceAnnotations:
    """What a page shows beside the words of a version: links by provision, and how many provisions cite an article."""

    links: Mapping[str, Sequence[TextLink]] = field(default_factory=dict)
    citing: Mapping[str, int] = field(default_factory=dict)


def version_annotations(*, version: RegulationVersion, as_of: date) -> ReferenceAnnotations:
    """Links and counts for the page of a whole version; references to the version itself stay on the page."""
    references = outgoing_references(version=version, as_of=as_of)
    return ReferenceAnnotations(
        links=_links(references, here=version.pk),
        citing=incoming_counts(version=version, as_of=as_of),
    )


def provision_annotations(
    *, version: RegulationVersion, as_of: date, within: str
) -> ReferenceAnnotations:
    """Links for one article that is shown somewhere else."""
    return ReferenceAnnotations(
        links=_links(outgoing_references(version=version, as_of=as_of, within=within))
    )


def _links(
    references: Sequence[OutgoingReference], *, here: int | None = None
) -> dict[str, list[TextLink]]:
    pages: dict[int, str] = {}
    found: dict[str, list[TextLink]] = defaultdict(list)
    for one in references:
        target = one.target
        if target.version_id == here and target.locator_key:
            href = f"#{target.locator_key}"
        else:
            page = pages.get(target.version_id)
            if page is None:
                page = provision_url(slug=target.slug, version_number=target.version_number)
                pages[target.version_id] = page
            href = within_page(page, target.locator_key)
        found[one.from_key].append(TextLink(one.start, one.end, href))
    return found
