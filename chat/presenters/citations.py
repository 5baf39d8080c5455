"""Citations as they are shown, and the provisions beside them that were looked at but support nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.conf import settings

from chat.models import AnswerPassage, AnswerSentence, Citation
from chat.presenters.shapes import CitationView, NearView
from regulations.reading.labels import locator_label, provision_label
from regulations.reading.links import provision_url
from regulations.text.locators import Locator
from verification.checking import CheckedSentence
from verification.citations.states import CitationStatus, SentenceOutcome
from verification.models import CitationCheck

_CONFIRMED = SentenceOutcome.CONFIRMED


def checked_citations(
    sentence: CheckedSentence, numbers: Mapping[tuple[int, str], int]
) -> tuple[CitationView, ...]:
    """The citations of a sentence that has just passed its check, each provision once."""
    if not settings.ENABLE_CITATIONS:
        return ()
    return tuple(
        CitationView(
            number=numbers[provision.place],
            label=provision_label(provision.regulation_title, provision.locator),
            regulation_title=provision.regulation_title,
            provision_label=locator_label(provision.locator),
            status=check.status,
            status_label=str(check.status.label),
            status_sentence=str(check.status.sentence),
            url=provision_url(
                slug=provision.slug,
                version_number=provision.version_number,
                locator_key=provision.locator_key,
            ),
            quote=check.evidence,
            enforcement_date=provision.enforcement_date,
            statement=sentence.text,
            outcome=sentence.outcome.value,
        )
        for check in sentence.citations_beside.values()
        if (provision := check.provision) is not None
    )


def citation_view(row: Citation, sentences: Mapping[int, AnswerSentence]) -> CitationView:
    """A stored citation, with the sentence beside which it stands from `sentences`; one without was taken out."""
    sentence = sentences.get(row.sentence_id or 0)
    view = _stored_view(
        row,
        Locator.parse(row.locator_key),
        CitationStatus(row.status),
        number=row.number,
        quote=row.quote,
        statement=sentence.text if sentence and sentence.outcome == _CONFIRMED else "",
    )
    outcome = sentence.outcome if sentence else SentenceOutcome.WITHDRAWN
    return replace(view, outcome=outcome)


def removed_numbers(citations: Sequence[CitationView]) -> tuple[int, ...]:
    """The numbers that were taken out after the answer was shown, as they stood then; not those that another sentence cites."""
    cited = {one.url or one.label for one in citations if one.outcome != SentenceOutcome.WITHDRAWN}
    gone = {
        one.number
        for one in citations
        if one.outcome == SentenceOutcome.WITHDRAWN and (one.url or one.label) not in cited
    }
    return tuple(sorted(gone))


def retrieved_view(row: AnswerPassage) -> CitationView:
    """A retrieved provision that no sentence cites; always NOT_CHECKED."""
    return _stored_view(
        row,
        Locator.of_passage(row.locator_key),
        CitationStatus.NOT_CHECKED,
        number=row.rank,
        quote=row.text,
    )


def near_view(row: AnswerPassage) -> NearView:
    """A provision that may hold the answer, as it was quoted."""
    locator = Locator.of_passage(row.excerpt_key)
    return NearView(
        number=row.rank,
        label=provision_label(row.regulation_title, locator),
        url=_version_url(row, locator.key),
        regulation_title=row.regulation_title,
        locator_key=row.excerpt_key,
        quote=row.excerpt,
        words=tuple(row.words),
        enforcement_date=row.version.enforcement_date if row.version else None,
        is_answer=row.is_answer,
    )


def sources_view(citations: Sequence[CitationView]) -> tuple[CitationView, ...]:
    """The cited provisions, each once, by their numbers."""
    if not settings.ENABLE_CITATIONS:
        return ()
    seen: dict[int, CitationView] = {}
    for citation in citations:
        if citation.outcome == SentenceOutcome.WITHDRAWN:
            continue
        before = seen.get(citation.number)
        if before is None or (citation.is_verified and not before.is_verified):
            seen[citation.number] = citation
    return tuple(seen[number] for number in sorted(seen))


def stored_url(row: Citation | AnswerPassage | CitationCheck) -> str:
    """The address of a stored provision in its version; empty where that does not exist."""
    return _version_url(row, row.locator_key)


def _version_url(row: Citation | AnswerPassage | CitationCheck, locator_key: str) -> str:
    if row.version is None or not locator_key:
        return ""
    return provision_url(
        slug=row.version.regulation.slug,
        version_number=row.version.number,
        locator_key=locator_key,
    )


def _stored_view(
    row: Citation | AnswerPassage,
    locator: Locator,
    status: CitationStatus,
    *,
    number: int,
    quote: str,
    statement: str = "",
) -> CitationView:
    return CitationView(
        number=number,
        label=provision_label(row.regulation_title, locator),
        regulation_title=row.regulation_title,
        provision_label=locator_label(locator),
        status=status.value,
        status_label=str(status.label),
        status_sentence=str(status.sentence),
        url=stored_url(row),
        quote=quote,
        enforcement_date=row.version.enforcement_date if row.version else None,
        statement=statement,
        course=row.version.regulation.get_applies_to_display() if row.version else "",
    )
