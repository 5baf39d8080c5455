"""Issue a certificate of an answer whose state allows one, and end it where that state is no more.

The statement holds the states word for word as the answer shows them, and nothing of a person: the question stands in it only
where its asker wants that, with personal data masked.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from chat.conversations.certificates.keys import signing_key, statement_sign
from chat.conversations.selectors import answers_with_everything
from chat.models import Answer, Certificate, CertifiedProvision, Citation
from chat.models.certificates import new_code
from chat.presenters.answers import answer_view
from chat.presenters.shapes import AnswerView, CitationView, SentenceView
from chat.verified_answers.confirming import text_hash
from portal.privacy.masking import personal_data_mask
from regulations.models import RegulationVersion
from regulations.text.locators import Locator, provision_key
from verification.citations.resolution import CitationTarget, as_evidence, resolve
from verification.citations.states import SentenceOutcome
from verification.models import Review, Verification

_ANSWERED = (Answer.Status.ANSWERED.value, Answer.Status.PARTIAL.value)
_UNDER_WAY = (Verification.CheckState.PENDING.value, Verification.CheckState.RUNNING.value)
_ENDED_BY = {
    Review.Decision.WITHDRAWN: Certificate.Ended.WITHDRAWN,
    Review.Decision.CORRECTED: Certificate.Ended.CORRECTED,
}


class NotCertifiableError(Exception):
    """The state of the answer allows no certificate; the message tells a person why."""


@dataclass(frozen=True)
class _Cited:
    """A provision as it stands in the statement, with the version behind it."""

    view: CitationView
    version: RegulationVersion
    locator_key: str
    text_hash: str


def certificate_refusal(view: AnswerView) -> str:
    """Why there is no certificate of an answer as it is shown; empty where there may be one."""
    if view.status not in _ANSWERED:
        return _("답변한 상태에서만 확인서를 발급합니다. 지금 상태: %s") % view.status_label
    if not view.counts.confirmed:
        return _("확인된 문장이 없어 확인서를 발급할 수 없습니다.")
    if view.check_state in _UNDER_WAY:
        return _("두 번째 확인이 끝난 뒤에 확인서를 발급합니다.")
    return ""


@transaction.atomic
def certificate_issue(*, answer_id: UUID, with_question: bool, now: datetime) -> Certificate:
    """Return the open certificate of an answer, a new one if it has none; raises NotCertifiableError and SealBroken."""
    # Whatever moves the marks of an answer waits, and ends what was issued before it.
    Answer.objects.select_for_update().get(pk=answer_id)
    answer = answers_with_everything().get(pk=answer_id)
    view = answer_view(answer=answer)
    if refusal := certificate_refusal(view):
        raise NotCertifiableError(refusal)
    language = get_language() or "ko"
    issued = Certificate.objects.filter(
        answer=answer, has_question=with_question, language=language, ended_at=None
    ).first()
    return issued or _issue(answer, view, with_question=with_question, language=language, now=now)


def certificates_end(
    *, certificates: Iterable[Certificate], why: Certificate.Ended, now: datetime
) -> None:
    """End certificates that still hold; of those that their asker takes back nothing is left but the number."""
    forgotten = {"statement": ""} if why == Certificate.Ended.TAKEN_BACK else {}
    Certificate.objects.filter(
        pk__in=[one.pk for one in certificates], ended_at__isnull=True
    ).update(ended_at=now, ended_why=why, updated_at=now, **forgotten)


def certificates_take_back(*, conversations: Sequence[UUID], now: datetime) -> None:
    """End what shows a question of conversations that are forgotten."""
    asked = Certificate.objects.filter(
        answer__message__conversation__in=conversations, has_question=True
    )
    certificates_end(certificates=asked, why=Certificate.Ended.TAKEN_BACK, now=now)


def certificates_follow_decision(*, review: Review, **_kwargs: object) -> None:
    """Runs in the transaction of a decision: what was withdrawn or corrected is certified no more."""
    why = _ENDED_BY.get(Review.Decision(review.decision))
    if why is not None:
        issued = Certificate.objects.filter(answer=review.answer_id)
        certificates_end(certificates=issued, why=why, now=timezone.now())


def certificates_follow_marks(*, verification: Verification, **_kwargs: object) -> None:
    """Runs after the second reading has moved marks: what says otherwise than the answer does now ends."""
    issued = list(Certificate.objects.filter(answer=verification.answer_id, ended_at=None))
    if not issued:
        return
    view = answer_view(answer=answers_with_everything().get(pk=verification.answer_id))
    shown = [_state(_sentence(one)) for one in view.sentences]
    moved = [
        one
        for one in issued
        if [_state(row) for row in json.loads(one.statement)["sentences"]] != shown
    ]
    certificates_end(certificates=moved, why=Certificate.Ended.MARKS, now=timezone.now())


def _state(sentence: Mapping[str, object]) -> tuple[object, object]:
    return sentence["state"], sentence["cites"]


def _issue(
    answer: Answer, view: AnswerView, *, with_question: bool, language: str, now: datetime
) -> Certificate:
    cited, code, key = _cited(answer, view.sources), new_code(), signing_key()
    question = personal_data_mask(view.question).text if with_question else None
    said = {
        "type": "certificate/1",
        "code": code,
        "issued_at": now.isoformat(timespec="seconds"),
        "language": language,
        "key": str(key.pk),
        "as_of": view.as_of.isoformat(),
        "question": question,
        "status": view.status,
        "status_label": view.status_label,
        "state_line": view.state_line,
        "second_reading": view.faithfulness,
        "second_reading_label": view.faithfulness_label,
        "generated_by": view.provenance.generated_by.value,
        "model": view.provenance.model,
        "checked_by": [one.value for one in view.provenance.checked_by],
        "sentences": [_sentence(one) for one in view.sentences],
        "provisions": [_provision(one) for one in cited],
    }
    statement = json.dumps(said, ensure_ascii=False, sort_keys=True, indent=1)
    certificate = Certificate.objects.create(
        code=code,
        answer=answer,
        has_question=with_question,
        language=language,
        statement=statement,
        signature=statement_sign(statement, key=key),
        key=key,
    )
    CertifiedProvision.objects.bulk_create(
        CertifiedProvision(
            certificate=certificate,
            version=one.version,
            number=one.view.number,
            locator_key=one.locator_key,
            regulation_title=one.view.regulation_title,
            text_hash=one.text_hash,
        )
        for one in cited
    )
    return certificate


def _sentence(sentence: SentenceView) -> dict[str, object]:
    return {
        "text": sentence.withdrawn_text or sentence.text,
        "state": sentence.outcome,
        "state_label": sentence.outcome_label,
        "quote": "" if sentence.outcome == SentenceOutcome.DIFFERS else sentence.quote,
        "cites": list(dict.fromkeys(one.number for one in sentence.citations)),
    }


def _provision(cited: _Cited) -> dict[str, object]:
    view, version = cited.view, cited.version
    # Beside a sentence that was not confirmed a citation confirms nothing: the page shows the state of the sentence there.
    is_beside = view.outcome != SentenceOutcome.CONFIRMED
    return {
        "number": view.number,
        "label": view.label,
        "locator": cited.locator_key,
        "state": view.outcome if is_beside else view.status,
        "state_label": view.outcome_label if is_beside else view.status_label,
        "version": version.number,
        "enforcement_date": f"{version.enforcement_date or ''}",
        "text": view.quote,
        "text_sha256": cited.text_hash,
        "source_sha256": version.source_sha256,
    }


def _cited(answer: Answer, sources: Iterable[CitationView]) -> list[_Cited]:
    """The sources with their versions; one whose version is gone cannot be certified, and neither the answer."""
    rows: dict[int, Citation] = {}
    for row in answer.message.citations.all():
        rows.setdefault(row.number, row)
    found = []
    for view in sources:
        row = rows[view.number]
        if row.version is None:
            raise NotCertifiableError(_("인용한 조문의 판이 없어 확인서를 발급할 수 없습니다."))
        read, *_own = provision_texts(row.version, row.locator_key) or [row.quote]
        found.append(_Cited(view, row.version, row.locator_key, text_hash(read)))
    return found


def provision_texts(version: RegulationVersion, locator_key: str) -> list[str]:
    """The words of a provision in a version with everything below it, as they are read and by themselves.

    A 호 or 목 is read under its lead, which may turn what it says. None where another version has taken its day.
    """
    if not locator_key or version.enforcement_date is None:
        return []
    head = Locator.of_passage(locator_key).article_locator.key
    target = CitationTarget(
        frozenset({version.regulation_id}), pattern=provision_key(locator_key), head=head
    )
    own = resolve([target], as_of=version.enforcement_date)
    provisions = [one.provision for one in (*as_evidence(own), *own) if one.provision]
    return [one.text for one in provisions if one.version_id == version.pk]
