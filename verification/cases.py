"""What the staff reads of one case: its sentences beside their evidence, what was found and not used, what was decided."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.db.models import Prefetch

from regulations.links import provision_url
from regulations.locators import Locator
from verification.models import CitationCheck, ClaimCheck, Flag, Review, Verification
from verification.states import CitationStatus


@dataclass(frozen=True)
class Evidence:
    """A provision that a sentence cites, with the words on which it rests."""

    label: str
    quote: str
    url: str
    status: str
    status_label: str
    enforcement_date: date | None


@dataclass(frozen=True)
class CaseSentence:
    """A sentence as the asker saw it, with its evidence."""

    text: str
    support: str
    support_label: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True)
class Case:
    """All that a decision about one answer needs."""

    answer_id: UUID
    question: str
    status_label: str
    composer_label: str
    model: str
    prompt_hash: str
    as_of: date
    asked_at: datetime
    sentences: tuple[CaseSentence, ...]
    unused: tuple[Evidence, ...]
    flags: tuple[Flag, ...]
    verification: Verification | None
    citation_checks: tuple[CitationCheck, ...]
    claim_checks: tuple[ClaimCheck, ...]
    reviews: tuple[Review, ...]

    @property
    def is_open(self) -> bool:
        """Whether a decision is awaited."""
        return any(flag.resolved_at is None for flag in self.flags)

    @property
    def text(self) -> str:
        """The answer as one text, a sentence a line: where a correction begins."""
        return "\n".join(sentence.text for sentence in self.sentences)


def review_case(*, answer_id: UUID) -> Case:
    """One answer that was flagged, also after it was decided; raises Flag.DoesNotExist."""
    versions = "version__regulation"
    flags = list(
        Flag.objects.filter(answer_id=answer_id)
        .select_related("answer__message__in_reply_to", "answer__verification")
        .prefetch_related(
            "answer__sentences",
            "answer__message__citations__version__regulation",
            "answer__passages__version__regulation",
            "answer__verification__claim_checks",
            Prefetch(
                "answer__verification__citation_checks",
                CitationCheck.objects.select_related(versions),
            ),
            Prefetch("answer__reviews", Review.objects.select_related("reviewer")),
        )
        .order_by("created_at", "pk")
    )
    if not flags:
        raise Flag.DoesNotExist
    answer = flags[0].answer
    verification = _verification(flags[0])
    return Case(
        answer_id=answer_id,
        question=_question(flags[0]),
        status_label=str(answer.get_status_display()),
        composer_label=str(answer.get_composer_display()),
        model=answer.model,
        prompt_hash=answer.prompt_hash,
        as_of=answer.as_of,
        asked_at=answer.created_at,
        sentences=_sentences(flags[0]),
        unused=_unused(flags[0]),
        flags=tuple(flags),
        verification=verification,
        citation_checks=_citation_checks(verification),
        claim_checks=_claim_checks(verification),
        reviews=tuple(sorted(answer.reviews.all(), key=lambda row: row.created_at, reverse=True)),
    )


def _question(flag: Flag) -> str:
    asked = flag.answer.message.in_reply_to
    return asked.content if asked else ""


def _verification(flag: Flag) -> Verification | None:
    try:
        return flag.answer.verification
    except Verification.DoesNotExist:
        return None


def _citation_checks(verification: Verification | None) -> tuple[CitationCheck, ...]:
    rows = verification.citation_checks.all() if verification else ()
    return tuple(sorted(rows, key=lambda row: row.position))


def _claim_checks(verification: Verification | None) -> tuple[ClaimCheck, ...]:
    rows = verification.claim_checks.all() if verification else ()
    return tuple(sorted(rows, key=lambda row: row.position))


def _unused(flag: Flag) -> tuple[Evidence, ...]:
    """What was found and not cited; it was held against nothing that is shown."""
    status = CitationStatus.NOT_CHECKED
    rows = sorted(flag.answer.passages.all(), key=lambda row: row.rank)
    return tuple(
        Evidence(
            label=f"「{row.regulation_title}」 {Locator.parse(row.locator_key).label}",
            quote=row.text,
            url=provision_url(
                slug=row.version.regulation.slug,
                version_number=row.version.number,
                locator_key=row.locator_key,
            )
            if row.version
            else "",
            status=status.value,
            status_label=str(status.label),
            enforcement_date=row.version.enforcement_date if row.version else None,
        )
        for row in rows
        if not row.used
    )


def _sentences(flag: Flag) -> tuple[CaseSentence, ...]:
    evidence: dict[int | None, list[Evidence]] = {}
    for row in sorted(flag.answer.message.citations.all(), key=lambda row: row.position):
        status = CitationStatus(row.status)
        url = ""
        if row.version:
            url = provision_url(
                slug=row.version.regulation.slug,
                version_number=row.version.number,
                locator_key=row.locator_key,
            )
        evidence.setdefault(row.sentence_id, []).append(
            Evidence(
                label=f"「{row.regulation_title}」 {Locator.parse(row.locator_key).label}",
                quote=row.quote,
                url=url,
                status=status.value,
                status_label=str(status.label),
                enforcement_date=row.version.enforcement_date if row.version else None,
            )
        )
    return tuple(
        CaseSentence(
            text=row.text,
            support=row.support,
            support_label=str(row.get_support_display()),
            evidence=tuple(evidence.get(row.pk, ())),
        )
        for row in sorted(flag.answer.sentences.all(), key=lambda row: row.position)
    )
