"""The same question once more: an answer that failed or was made without the model is composed anew, no second one beside it."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from chat.models import Answer, Feedback
from chat.presenters.decisions import can_retry
from chat.stream.events import clear_events
from chat.tasks import compose_answer
from portal.jobs.dispatch import send_on_commit
from verification.models import Flag, Verification

_ASKED_OF_STAFF = (Flag.Reason.HANDED_OVER, Flag.Reason.REOPENED)


@transaction.atomic
def answer_retry(*, answer_id: UUID) -> bool:
    """Compose an answer anew in its place; False where there is nothing to try again."""
    answer = Answer.objects.select_for_update(of=("self",)).get(pk=answer_id)
    if not can_retry(answer):
        return False
    answer.message.citations.all().delete()
    answer.sentences.all().delete()
    answer.passages.all().delete()
    Verification.objects.filter(answer=answer).delete()
    # An office that was asked goes on waiting for its decision, of the answer that comes.
    Flag.objects.filter(answer=answer).exclude(reason__in=_ASKED_OF_STAFF).delete()
    Feedback.objects.filter(answer=answer).delete()
    answer.message.content = ""
    answer.message.save(update_fields=["content", "updated_at"])
    # The count of attempts goes on, so that a worker of the first try can write nothing into this one.
    answer.attempts_before = answer.attempts
    answer.status, answer.lease_until, answer.finished_at = Answer.Status.PENDING, None, None
    answer.error, answer.composer = "", ""
    answer.stop_requested_at = None
    answer.save()
    clear_events(answer.pk)
    send_on_commit(compose_answer, answer_id=str(answer.pk))
    return True
