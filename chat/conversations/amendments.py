"""What became of the provisions that an answer rests on: flags when a version is published, a sentence when it is read.

The flag is raised once, inside the transaction that publishes. What a reader sees is derived from the versions on the day
of reading, so an amendment that is published today and enforced in March is "to come" until March without any job.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from uuid import UUID

from django.utils.translation import gettext as _

from chat.conversations.notices import notify_amended
from chat.models import Answer, Citation
from chat.presenters.shapes import AmendedCitation
from chat.stream.changes import publish_changes
from regulations.models import RegulationVersion
from regulations.publishing.amendments import Amendment
from regulations.reading.comparison import compare_versions, is_affected, version_difference
from regulations.reading.labels import provision_label
from regulations.reading.links import comparison_url, provision_url
from regulations.text.locators import Locator
from verification.models import Flag
from verification.review.flags import flags_add

State = RegulationVersion.State
_FLAGGED = (Answer.Status.ANSWERED, Answer.Status.PARTIAL)


def flag_amended_answers(*, amendment: Amendment, **_kwargs: object) -> None:
    """Flag every answer that cites a provision which the amendment changes or removes. Idempotent."""
    labels: dict[UUID, list[str]] = defaultdict(list)
    for version in _cited_versions(amendment):
        for answer_id, title, key in _concerned_citations(amendment, version):
            label = Locator.parse(key).cited_in(title)
            if label not in labels[answer_id]:
                labels[answer_id].append(label)
    what = _("폐지됨") if amendment.is_repeal else _("개정됨")
    day = amendment.enforcement_date
    when = _("%s 시행") % f"{day:%Y. %-m. %-d.}" if day else _("날짜를 알 수 없음")
    flags_add(
        details={
            answer_id: f"{', '.join(found)} {what} ({when})" for answer_id, found in labels.items()
        },
        reason=Flag.Reason.PROVISION_AMENDED,
    )
    notify_amended(amendment=amendment, answer_ids=list(labels), what="answers")
    publish_changes(labels)


def amended_citations(citations: Iterable[Citation], *, on: date) -> tuple[AmendedCitation, ...]:
    """Say of each cited provision whether it is as it was cited; those of which there is nothing to say are left out.

    Reads `version.regulation.versions`, which callers with many answers prefetch.
    """
    found: dict[int, AmendedCitation] = {}
    for citation in citations:
        if citation.version is not None and citation.number not in found:
            told = _amended(citation, citation.version, on)
            if told is not None:
                found[citation.number] = told
    return tuple(found[number] for number in sorted(found))


# -- flags ----------------------------------------------------------------------------------------------------------------


def _cited_versions(amendment: Amendment) -> Iterator[RegulationVersion]:
    """The versions of the regulation that answers cite and that the amendment follows in time."""
    versions = amendment.version.regulation.versions.exclude(pk=amendment.version.pk)
    begins = amendment.version.enforcement_date
    if begins is not None and not amendment.is_repeal:
        versions = versions.filter(enforcement_date__lt=begins)
    cited = Citation.objects.filter(version__in=versions).values("version")
    yield from versions.filter(pk__in=cited).order_by("pk")


def _concerned_citations(
    amendment: Amendment, version: RegulationVersion
) -> Iterator[tuple[UUID, str, str]]:
    citations = Citation.objects.filter(
        version=version, message__answer__status__in=_FLAGGED
    ).order_by("position", "pk")
    rows = citations.values_list("message__answer", "regulation_title", "locator_key")
    if amendment.is_repeal:
        yield from rows
        return
    changed = amendment.changed_keys
    if version != amendment.before:
        changed = compare_versions(version, amendment.version).changed_keys
    yield from (row for row in rows if is_affected(changed, row[2]))


# -- reading --------------------------------------------------------------------------------------------------------------


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
        return _amendment_detail(citation, version, past[0], AmendedCitation.State.AMENDED)
    last = (later or [version])[-1]
    if last.ends_on is not None and last.ends_on <= on:
        return _amendment_detail(
            citation, version, None, AmendedCitation.State.REPEALED, last.ends_on
        )
    if changing:
        return _amendment_detail(citation, version, changing[0], AmendedCitation.State.UPCOMING)
    if last.ends_on is not None:
        return _amendment_detail(
            citation, version, None, AmendedCitation.State.REPEAL_UPCOMING, last.ends_on
        )
    return None


def _amendment_detail(
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
