"""Show a verified answer only after all of its citations were checked again against today's provisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from chat.models import Answer, VerifiedAnswer, VerifiedUse
from chat.verified_answers.matching import match_verified_answer
from chat.verified_answers.suspending import verified_answer_suspend
from regulations.models import Passage
from regulations.text.locators import Locator, provision_key
from verification.checking import (
    CheckedSentence,
    DraftCitation,
    DraftSentence,
    SentenceChecker,
    SentenceOutcome,
    Source,
)
from verification.citations.resolution import CitationTarget, FoundProvision, as_evidence, resolve
from verification.citations.states import CitationStatus
from verification.models import CitationCheck

logger = structlog.get_logger(__name__)


class NotConfirmedError(ValueError):
    """A sentence or a citation is not confirmed today; the message tells a person which and why."""


class NotIndexedError(RuntimeError):
    """A cited provision is being indexed; the answer can be shown again in a moment."""


@dataclass(frozen=True)
class CitationToConfirm:
    """A provision that a sentence rests on; sentence 0 where the sentences name their provisions themselves."""

    sentence: int
    regulation_id: int
    locator_key: str
    label: str = ""
    text_hash: str = ""


@dataclass(frozen=True)
class VerifiedMatch:
    """A verified answer that passed its check today, ready to be stored as an answer."""

    verified_id: UUID
    sentences: tuple[CheckedSentence, ...]
    sources: tuple[Source, ...]


def confirm_verified_match(
    *, question: str, history: Sequence[str] = (), on: date, threshold: float
) -> VerifiedMatch | None:
    """Find the verified answer to a question and check it again; None if there is none or it fails.

    One that fails is suspended and flagged, and the question goes through the pipeline.
    """
    verified = match_verified_answer(question=question, history=history, on=on)
    if verified is None:
        return None
    kept = [
        CitationToConfirm(
            row.sentence, row.regulation_id, row.locator_key, row.label, row.text_hash
        )
        for row in verified.citations.all()
    ]
    try:
        sources = cited_sources(kept, on=on)
        sentences = confirm_sentences(
            verified.sentences, kept, sources, question=question, on=on, threshold=threshold
        )
    except NotIndexedError:
        return None
    except NotConfirmedError as error:
        verified_answer_suspend(verified=verified, day=on, reason=str(error))
        logger.warning("verified_answer_suspended", verified_id=str(verified.pk))
        return None
    return VerifiedMatch(verified.pk, sentences, sources)


def verified_answer_use(*, verified_id: UUID, answer: Answer, now: datetime) -> None:
    """Note one more use; call it in the transaction that stores the answer."""
    VerifiedUse.objects.create(verified_id=verified_id, answer=answer)
    VerifiedAnswer.objects.filter(pk=verified_id).update(uses=F("uses") + 1, last_used_at=now)


def cited_sources(kept: Sequence[CitationToConfirm], *, on: date) -> tuple[Source, ...]:
    """The cited provisions as they are on a day, numbered; raises NotConfirmedError and NotIndexedError."""
    asked = list(dict.fromkeys((row.regulation_id, row.locator_key) for row in kept))
    hashes = {(row.regulation_id, row.locator_key): row.text_hash for row in kept if row.text_hash}
    labels = {(row.regulation_id, row.locator_key): row.label for row in kept}
    found = resolve([_target(*key) for key in asked], as_of=on)
    sources = []
    read = as_evidence(found)
    for number, (key, own, resolution) in enumerate(zip(asked, found, read, strict=True), start=1):
        provision = resolution.provision
        if resolution.status is not CitationStatus.VERIFIED or provision is None:
            raise NotConfirmedError(f"{labels[key]}: {resolution.status.label}")
        # Answers saved before a 호 was read under its lead have the hash of its own words.
        same = {text_hash(one.provision.text) for one in (own, resolution) if one.provision}
        if key in hashes and hashes[key] not in same:
            raise NotConfirmedError(_("%s: 조문의 내용이 확인할 때와 다릅니다.") % labels[key])
        sources.append(Source.of(provision, number=number, passage_id=_passage_id(provision)))
    return tuple(sources)


def confirm_sentences(
    texts: Sequence[str],
    kept: Sequence[CitationToConfirm],
    sources: Sequence[Source],
    *,
    question: str,
    on: date,
    threshold: float,
) -> tuple[CheckedSentence, ...]:
    """Check every sentence like a composed one; raises NotConfirmedError for one that fails."""
    numbers = {(source.regulation_id, source.locator_key): source.number for source in sources}
    checker = SentenceChecker(sources, as_of=on, question=question, threshold=threshold)
    checked = []
    for position, text in enumerate(texts, start=1):
        citations = tuple(
            DraftCitation(numbers[row.regulation_id, row.locator_key], row.locator_key)
            for row in kept
            if row.sentence == position
        )
        sentence = checker.check(DraftSentence(text, citations))
        rejected = [
            citation
            for citation in sentence.citations
            if citation.status != CitationStatus.VERIFIED
            and citation.action != CitationCheck.Action.KEPT
        ]
        if (
            rejected
            or sentence.outcome is not SentenceOutcome.CONFIRMED
            or not sentence.shown_citations
        ):
            reasons = [f"{one.written} {one.status.label}" for one in rejected]
            why = "; ".join([*reasons, *sentence.reasons]) or _(
                "문장이 조문으로 확인되지 않습니다."
            )
            raise NotConfirmedError(f"{text[:80]}: {why}")
        checked.append(sentence)
    return tuple(checked)


def text_hash(text: str) -> str:
    """Hash of a provision's text, with everything below it."""
    return sha256(" ".join(text.split()).encode()).hexdigest()


def _target(regulation_id: int, locator_key: str) -> CitationTarget:
    head = Locator.parse(locator_key).article_locator.key
    return CitationTarget(frozenset({regulation_id}), pattern=locator_key, head=head)


def _passage_id(provision: FoundProvision) -> int:
    parts = provision_key(provision.locator_key).split("/")
    whole = ["/".join(parts[:end]) for end in range(len(parts), 0, -1)]
    passages = Passage.objects.filter(version_id=provision.version_id, locator_key__in=whole)
    ids = dict(passages.values_list("locator_key", "pk"))
    found = next((ids[key] for key in whole if key in ids), None)
    if found is None:
        raise NotIndexedError(provision.label)
    return found


@transaction.atomic
def verified_answer_reconfirm(*, verified: VerifiedAnswer, on: date, threshold: float) -> None:
    """Let a suspended answer be shown again, after its check on the words that are in force; raises NotConfirmedError."""
    rows = list(verified.citations.all())
    kept = [
        CitationToConfirm(row.sentence, row.regulation_id, row.locator_key, row.label)
        for row in rows
    ]
    sources = cited_sources(kept, on=on)
    phrasing = verified.phrasings.order_by("pk").first()
    question = phrasing.text if phrasing else ""
    confirm_sentences(
        verified.sentences, kept, sources, question=question, on=on, threshold=threshold
    )
    texts = {(source.regulation_id, source.locator_key): source.text for source in sources}
    for row in rows:
        row.text_hash = text_hash(texts[row.regulation_id, row.locator_key])
        row.save(update_fields=["text_hash"])
    verified.suspended_from, verified.suspended_reason = None, ""
    verified.save(update_fields=["suspended_from", "suspended_reason", "updated_at"])
