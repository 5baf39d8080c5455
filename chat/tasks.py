"""Composing answers in a worker, and what beat orders of conversations and their figures."""

from __future__ import annotations

from datetime import date
from typing import Any

import structlog
from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from celery.signals import celeryd_after_setup, worker_process_init, worker_ready
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone

from chat.asking.answering import compose_or_excerpt
from chat.asking.callbacks import callback_is_due, callback_send
from chat.asking.examples import examples_refresh
from chat.conversations.personal_data import conversations_expire
from chat.insights.dashboard.counting import days_count, days_due
from chat.insights.reports.mailing import report_send
from chat.insights.reports.stored import reports_write
from chat.models import Answer
from chat.storing.answers import lease_answer, release_answer_lease
from chat.storing.failing import answer_fail
from portal import llm
from portal.http.ordered_calls import call_close
from portal.mailing.sending import MailServerAwayError

logger = structlog.get_logger(__name__)

MOST_ATTEMPTS = Answer.terms.most_attempts
_RETRY_SECONDS = 20
# From a minute on, ten at most between two: a mail server that is away for two hours.
_REPORT_RETRIES = 15


@celeryd_after_setup.connect
def warm_up_answers(*, instance: Any, **_: object) -> None:
    """Where questions are answered, warm up the processes of the pool; the others need the memory more."""
    if "answers" in instance.app.amqp.queues.consume_from:
        worker_process_init.connect(warm_up)


def warm_up(**_: object) -> None:
    """Start the threads of the embedding model before the first question waits for them."""
    if settings.PRELOADED and not settings.EMBEDDING_BASE_URL:
        llm.embed(["준비"], "query")


@shared_task(name="chat.compose_answer", max_retries=MOST_ATTEMPTS - 1)
def compose_answer(*, answer_id: str, **_: object) -> None:
    """Compose an answer; where the model is away it is an excerpt at once, and the asker may have it written anew."""
    try:
        answer = lease_answer(answer_id=answer_id, now=timezone.now())
    except (OperationalError, InterfaceError) as error:
        connection.close()
        raise compose_answer.retry(countdown=_RETRY_SECONDS, exc=error) from error
    if answer is None:
        return
    try:
        _compose(answer)
    finally:
        # Also where it failed; one that was given back is sent by whoever finishes it.
        if callback_is_due(answer_id):
            send_kakao_reply.delay(answer_id=answer_id)


@shared_task(name="chat.send_kakao_reply")
def send_kakao_reply(*, answer_id: str, **_: object) -> None:
    """Send a finished answer to the messenger that waits for it."""
    callback_send(answer_id=answer_id)


@shared_task(name="chat.answer_call")
def answer_call(*, answer_id: str, token: str, **_: object) -> None:
    """Compose an answer for a program that calls the API; the result stands in the answer's row."""
    try:
        compose_answer(answer_id=answer_id)
    finally:
        call_close(token=token)


def _compose(answer: Answer) -> None:
    try:
        compose_or_excerpt(answer=answer)
    except llm.LLMError as error:
        answer_fail(answer=answer, error=error)
    except (OperationalError, InterfaceError) as error:
        # The connection was cut. Over a new one the answer is given back; without one its lease runs out.
        connection.close()
        if answer.may_be_tried_again:
            release_answer_lease(answer=answer)
            raise compose_answer.retry(countdown=_RETRY_SECONDS, exc=error) from error
        answer_fail(answer=answer, error=error)
    except Answer.DoesNotExist:
        # The asker has deleted the conversation meanwhile.
        logger.info("answer_deleted", answer_id=str(answer.pk))
    except SoftTimeLimitExceeded as error:
        answer_fail(answer=answer, error=TimeoutError(str(error)))
    except Exception as error:
        # Nobody waits in front of an answer that will never come; the fault itself goes on to the log.
        answer_fail(answer=answer, error=error)
        raise


@worker_ready.connect
def begin(**_: object) -> None:
    """Have the examples looked up before the first visitor; without a broker beat does it later."""
    repair_examples.delay()


@shared_task(name="chat.repair_examples")
def repair_examples(**_: object) -> None:
    """Look up the example questions that were not looked up in the present corpus."""
    count = examples_refresh(as_of=timezone.localdate())
    if count:
        logger.info("examples_looked_up", count=count)


@shared_task(name="chat.expire_conversations")
def expire_conversations(**_: object) -> None:
    """Forget what is older than the university keeps."""
    forgotten = conversations_expire(now=timezone.now(), days=settings.RETENTION_DAYS)
    logger.info("conversations_expired", deleted=forgotten.deleted, anonymized=forgotten.anonymized)


@shared_task(name="chat.write_reports")
def write_reports(**_: object) -> None:
    """Keep the figures of the months that are over."""
    count = reports_write(today=timezone.localdate())
    if count:
        logger.info("reports_written", count=count)


@shared_task(
    name="chat.send_report",
    autoretry_for=(MailServerAwayError,),
    retry_backoff=60,
    max_retries=_REPORT_RETRIES,
)
def send_report(*, month: str, address: str, language: str, **_: object) -> None:
    """Send the report of a month to an address that did not have it."""
    report_send(
        month=date.fromisoformat(f"{month}-01"),
        address=address,
        language=language,
        now=timezone.localtime(),
    )


@shared_task(name="chat.count_days")
def count_days(**_: object) -> None:
    """Bring the figures up to date; what is checked or said of an answer later belongs to its day."""
    for first, last in days_due(now=timezone.now()):
        days_count(first=first, last=last)
