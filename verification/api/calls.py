"""Checks that a worker does for a program that calls the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from celery import shared_task
from rest_framework import status

from portal.http.ordered_calls import Result, call_done
from verification.answer_verifier.verifier import MOST_SECONDS, AnswerVerifier
from verification.api.responses import AnswerVerificationSerializer, text_response
from verification.checked_texts.checking import text_report
from verification.checking.hallucinations.context import ContextRow
from verification.texts.checking import UncheckableTextError, text_verify


def text_result(*, text: str, as_of: date) -> Result:
    """A text checked, or why it cannot be."""
    try:
        verification = text_verify(text=text, as_of=as_of)
    except UncheckableTextError as error:
        return status.HTTP_400_BAD_REQUEST, {"text": [str(error)]}
    return status.HTTP_200_OK, text_response(verification)


def answer_result(
    *,
    question: str,
    answer: str,
    context: Sequence[ContextRow],
    options: Mapping[str, Any],
    seconds: float = MOST_SECONDS,
) -> Result:
    """An answer verified; the options are those of the verifier."""
    result = AnswerVerifier(**options, seconds=seconds).verify(question, answer, context)
    return status.HTTP_200_OK, dict(AnswerVerificationSerializer(result).data)


def report_result(*, text: str, as_of: date) -> Result:
    """A text checked with its report, as assistants read both, or why it cannot be."""
    try:
        verification = text_verify(text=text, as_of=as_of)
        report = text_report(text=text, as_of=as_of)
    except UncheckableTextError as error:
        return status.HTTP_400_BAD_REQUEST, {"detail": str(error)}
    return status.HTTP_200_OK, {
        "verification": text_response(verification),
        "report": report.as_json(),
    }


@shared_task(name="verification.verify_text")
def verify_text(*, token: str, language: str, text: str, as_of: str, **_: object) -> None:
    """Check a text for whoever has the token."""
    with call_done(token=token, language=language) as done:
        done(text_result(text=text, as_of=date.fromisoformat(as_of)))


@shared_task(name="verification.verify_report")
def verify_report(*, token: str, language: str, text: str, as_of: str, **_: object) -> None:
    """Check a text and make its report for whoever has the token."""
    with call_done(token=token, language=language) as done:
        done(report_result(text=text, as_of=date.fromisoformat(as_of)))


@shared_task(name="verification.verify_answer")
def verify_answer(*, token: str, language: str, work: dict[str, Any], **_: object) -> None:
    """Verify an answer for whoever has the token."""
    with call_done(token=token, language=language) as done:
        done(answer_result(**work))
