"""What rests on a version, as regulations ask for it: answers that cite it and verified answers; a corrected text takes them over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from chat.conversations.certificates.issuing import certificates_follow_marks
from chat.conversations.notices import notify_withdrawn
from chat.models import Answer, CertifiedProvision, Citation, VerifiedCitation
from chat.storing.corrected_text import CorrectedText, answer_takes_over
from chat.stream.changes import publish_changes
from regulations.models import RegulationVersion, WorklistItem
from regulations.publishing.amendments import Amendment
from regulations.reading.comparison import is_affected, version_difference
from regulations.text.locators import Locator
from regulations.worklist.listing import amendment_movement, cause_of, items_add
from verification.faithfulness.rechecking import check_again
from verification.models import Flag, Review, Verification
from verification.review.correction_marks import correction_marks_move
from verification.review.flags import flags_add
from verification.review.shown import shown_reviews

_RESTING = (Answer.Status.ANSWERED, Answer.Status.PARTIAL, Answer.Status.CORRECTED)


def reliance_count(
    *, version: RegulationVersion, changed: frozenset[str] | None, **_kwargs: object
) -> list[tuple[str, int]]:
    """How many answers and certificates cite the version, or some of its provisions, and how many verified answers its regulation."""
    cited = Citation.objects.filter(version=version, message__answer__status__in=_RESTING)
    answers = {
        answer
        for answer, key in cited.values_list("message__answer", "locator_key")
        if changed is None or is_affected(changed, key)
    }
    verified: set[UUID] = set()
    if changed is not None:
        kept = VerifiedCitation.objects.filter(
            regulation=version.regulation_id, verified__retired_at__isnull=True
        )
        verified = {
            pk
            for pk, key in kept.values_list("verified", "locator_key")
            if is_affected(changed, key)
        }
    certified = {
        certificate
        for certificate, key in CertifiedProvision.objects.filter(
            version=version, certificate__ended_at=None
        ).values_list("certificate", "locator_key")
        if changed is None or is_affected(changed, key)
    }
    return [
        (_("확인된 답변"), len(verified)),
        (_("인용한 답변"), len(answers)),
        (_("확인서"), len(certified)),
    ]


def citations_move(
    *, before: RegulationVersion, after: RegulationVersion, on: date, **_kwargs: object
) -> None:
    """Let citations of a corrected text lead to the corrected one; answers whose words changed are flagged and read again.

    So do those of what staff wrote in the place of an answer.
    """
    text = CorrectedText(before, after, version_difference(before=before, after=after).changed)
    labels: dict[UUID, list[str]] = defaultdict(list)
    citations = Citation.objects.filter(version=before)
    for answer, key in citations.values_list("message__answer", "locator_key"):
        if answer and text.concerns(before.pk, key):
            labels[answer].append(Locator.parse(key).label)
    for answer in labels:
        answer_takes_over(answer_id=answer, text=text)
    citations.update(version=after)
    for verification in Verification.objects.filter(answer__in=labels):
        certificates_follow_marks(verification=verification)
    # What the staff replaced nobody reads any more; what stands there in its place follows by itself.
    replaced = shown_reviews().filter(answer__in=labels, decision__in=Review.REPLACING)
    for answer in replaced.values_list("answer", flat=True):
        del labels[answer]
    unmarked = _corrections_follow(text, labels)
    publish_changes(labels)
    flags_add(
        details={
            answer: "\n".join(filter(None, [_corrected_detail(found, on), unmarked.get(answer)]))
            for answer, found in labels.items()
        },
        reason=Flag.Reason.PROVISION_AMENDED,
    )
    for answer in labels:
        check_again(answer_id=answer, is_stale=True)


def _corrections_follow(text: CorrectedText, labels: dict[UUID, list[str]]) -> dict[UUID, str]:
    """Let corrections of staff take the text over, add what they cite of it to `labels`; by answer what they lost."""
    unmarked = {}
    moved = correction_marks_move(before=text.before, after=text.after, changed=text.changed)
    for one in moved:
        labels[one.answer_id] += one.labels
        if one.lost:
            unmarked[one.answer_id] = _("고친 답변에서 확인 표시를 거둠: %s") % ", ".join(one.lost)
            answer = Answer.objects.get(pk=one.answer_id)
            notify_withdrawn(answer=answer, count=one.lines_lost, now=timezone.now())
    return unmarked


def _corrected_detail(labels: Iterable[str], on: date) -> str:
    return _("%(provisions)s 정정됨 (%(day)s)") % {
        "provisions": ", ".join(dict.fromkeys(labels)),
        "day": f"{on:%Y. %-m. %-d.}",
    }


def verified_answers_list(*, amendment: Amendment, **_kwargs: object) -> None:
    """Put the verified answers that an amendment makes stale on the worklist."""
    cited = list(
        VerifiedCitation.objects.filter(
            regulation=amendment.version.regulation_id, verified__retired_at__isnull=True
        ).prefetch_related("verified__phrasings")
    )
    movement = amendment_movement(amendment) if cited else None
    if movement is None:
        return
    found = {}
    for row in cited:
        cause = cause_of(amendment, movement, row.locator_key)
        if not cause or cause == WorklistItem.Cause.RENAMED:
            continue
        phrasing = next(iter(row.verified.phrasings.all()), None)
        found[row.verified_id, row.locator_key] = WorklistItem(
            amended=amendment.version,
            key=f"verified:{row.verified_id}:{row.locator_key}"[:200],
            kind=WorklistItem.Kind.VERIFIED_ANSWER,
            cause=cause,
            cited_key=row.locator_key,
            proposed_key=movement.place_of(row.locator_key)
            if cause == WorklistItem.Cause.MOVED
            else "",
            said=(phrasing.text if phrasing else str(row.verified))[:300],
            subject_key=str(row.verified_id),
            owner_department_id=amendment.version.regulation.owner_department_id,
        )
    items_add(found.values())
