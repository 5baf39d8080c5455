"""The sentences of a case beside what they rest on, and the claims that failed beside what speaks against them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from django.utils.translation import gettext as _

from regulations.models import RegulationVersion
from regulations.reading.labels import provision_label
from regulations.reading.links import comparison_url, provision_url
from regulations.text.locators import Locator, provision_key
from verification.citations.states import CitationStatus, ConfirmedBy, SentenceOutcome, Verdict
from verification.grounding import GroundingProvision, check_claim
from verification.models import CitationCheck, ClaimCheck
from verification.review.comparing import ComparedTexts, LabelledRun, compare


class ProvisionRow(Protocol):
    """A row that names a provision of a version."""

    regulation_title: str
    locator_key: str
    version: RegulationVersion | None


class CitedRow(ProvisionRow, Protocol):
    """A citation as it is stored with an answer."""

    passage_id: int | None
    quote: str
    status: str


@dataclass(frozen=True)
class CaseEvidence:
    """A provision with the words on which a sentence rests.

    `before` and `after` are the text before and after those words in the source; empty if unknown.
    `changes_url` leads to what became of the provision where another version is in force by now.
    `compared` is there where something speaks against the sentence. `sentences` are the numbers of all sentences that cite
    the same provision.
    """

    label: str
    quote: str
    url: str
    status: str
    status_label: str
    enforcement_date: date | None
    before: str = ""
    after: str = ""
    compared: ComparedTexts | None = None
    sentences: tuple[int, ...] = ()
    changes_url: str = ""


@dataclass(frozen=True)
class CaseSentence:
    """A sentence as it was composed, with what became of it and its evidence; `number` counts from 1.

    `quote` are the provision's words that the asker sees beside the sentence or in its place.
    """

    number: int
    text: str
    outcome: str
    outcome_label: str
    evidence: tuple[CaseEvidence, ...]
    quote: str = ""
    reason: str = ""
    method_label: str = ""
    withdrawn_at: datetime | None = None
    is_excerpt: bool = False  # the rule's own words, not those of a model

    @property
    def is_shown(self) -> bool:
        """Whether the asker reads the sentence as a part of the answer."""
        return self.outcome not in (SentenceOutcome.DIFFERS, SentenceOutcome.WITHDRAWN)

    @property
    def shown_text(self) -> str:
        """What the asker reads in this place."""
        if self.is_shown:
            return self.text
        return self.quote if self.outcome == SentenceOutcome.DIFFERS else ""

    @property
    def runs(self) -> tuple[LabelledRun, ...]:
        """The sentence with the words marked in which it differs from what it cites."""
        compared = next((one.compared for one in self.evidence if one.compared), None)
        return compared.claim if compared else (LabelledRun(self.text),)

    @property
    def with_citations(self) -> str:
        """The sentence with the provisions that were verified named in it."""
        verified = [one.label for one in self.evidence if one.status == CitationStatus.VERIFIED]
        return with_provision_names(self.shown_text, verified) if self.shown_text else ""


@dataclass(frozen=True)
class FailingClaim:
    """Something that the answer said and a check did not confirm, with the reason and the provision beside it."""

    claim: str
    state: str
    state_label: str
    judged_by: str
    reason: str
    label: str
    compared: ComparedTexts | None


class SourceSnapshot(ProvisionRow, Protocol):
    """A source as it was handed to the composer."""

    version_id: int | None
    title: str
    text: str


def is_excerpt(method: str, composer: str) -> bool:
    """Whether a sentence is the rule's own words: copied, or taken over by a composer that writes none of its own."""
    return method == ConfirmedBy.COPY or composer == "EXTRACTIVE"


def place_label(row: ProvisionRow) -> str:
    """A provision as it is cited; rows of one table share its label."""
    place = Locator.of_passage(row.locator_key)
    return provision_label(row.regulation_title, place)


def place_url(row: ProvisionRow) -> str:
    """The page of a provision in its version; empty where the version is gone."""
    if row.version is None:
        return ""
    return provision_url(
        slug=row.version.regulation.slug,
        version_number=row.version.number,
        locator_key=provision_key(row.locator_key),
    )


def changes_url(row: ProvisionRow, current: Mapping[int, int]) -> str:
    """The comparison of a provision's version with the one in force, by the numbers of those; empty where it is the same."""
    if row.version is None:
        return ""
    now = current.get(row.version.regulation_id, row.version.number)
    if now <= row.version.number:
        return ""
    return comparison_url(
        slug=row.version.regulation.slug,
        version_number=now,
        before_number=row.version.number,
        locator_key=provision_key(row.locator_key),
    )


def enforcement_day(row: ProvisionRow) -> date | None:
    """From when on the version has been in force."""
    return row.version.enforcement_date if row.version else None


def failing_claims(
    citations: Iterable[CitationCheck],
    claims: Iterable[ClaimCheck],
    sources: Sequence[SourceSnapshot],
) -> tuple[FailingClaim, ...]:
    """Every claim that a check did not confirm: by its citation when it was composed, or as a whole later."""
    return (*_failing_citations(citations, sources), *_failing_later(claims))


def _failing_citations(
    rows: Iterable[CitationCheck], sources: Sequence[SourceSnapshot]
) -> Iterator[FailingClaim]:
    for row in rows:
        refused = row.model_verdict == Verdict.CONTRADICTED
        if row.status == CitationStatus.VERIFIED and not refused:
            continue
        by_model = refused and row.verdict == Verdict.SUPPORTED
        evidence = row.evidence or nearest_sentence(row, sources)
        yield FailingClaim(
            claim=row.statement,
            state=row.model_verdict if by_model else row.status,
            state_label=row.get_model_verdict_display() if by_model else row.get_status_display(),
            judged_by=_("규칙은 통과, 모델은 아님") if by_model else _("작성할 때의 확인"),
            reason=row.model_reason if by_model else row.reason,
            label=place_label(row) if row.locator_key else row.citation_text,
            compared=compare(row.statement, evidence) if evidence else None,
        )


def nearest_sentence(row: CitationCheck, sources: Sequence[SourceSnapshot]) -> str:
    """The sentence of the cited source closest to a statement that it does not support.

    Empty without a source.
    """
    inside = row.locator_key.partition("/")[0]
    texts = [one for one in sources if one.version_id == row.version_id and one.version_id]
    cited = [one for one in texts if inside and one.locator_key.partition("/")[0] == inside]
    provisions = [
        GroundingProvision(one.regulation_title, None, None, None, one.text, one.title)
        for one in cited
    ]
    result = check_claim(row.statement, provisions) if provisions else None
    return "\n".join(one.text for one in result.evidence) if result is not None else ""


def _failing_later(rows: Iterable[ClaimCheck]) -> Iterator[FailingClaim]:
    for row in rows:
        if row.verdict == Verdict.SUPPORTED:
            continue
        yield FailingClaim(
            claim=row.claim,
            state=row.verdict,
            state_label=row.get_verdict_display(),
            judged_by=_("충실도 확인 (%s)") % row.get_method_display(),
            reason=row.reason,
            label=row.evidence_locator,
            compared=compare(row.claim, row.evidence) if row.evidence else None,
        )


def text_around(quote: str, text: str) -> tuple[str, str]:
    """What stands before and after a quotation in a text; nothing where it does not stand there."""
    before, found, after = text.partition(quote) if quote else ("", "", "")
    return (before, after) if found else ("", "")


def with_provision_names(text: str, labels: Iterable[str]) -> str:
    """A sentence that names its provisions in its own words, as a person would write it; those it names already are left."""
    missing = [label for label in dict.fromkeys(labels) if label not in text]
    if not missing:
        return text
    return f"{text.rstrip(' .。')}({', '.join(missing)})."
