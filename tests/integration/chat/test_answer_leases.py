"""The lease of an answer while a worker writes it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from chat.asking.services import answer_stop, conversation_start, question_ask
from chat.models import Answer
from chat.storing.answers import extend_answer_lease, lease_answer
from tests.corpus import TODAY

pytestmark = pytest.mark.django_db

QUESTION = "휴학은 최대 몇 년까지 가능한가요?"


def test_a_lease_is_written_again_only_when_it_is_worth_it() -> None:
    conversation = conversation_start(user=None, session_key="s")
    asked = question_ask(
        conversation=conversation, question=QUESTION, as_of=TODAY, in_background=False
    )
    now = timezone.now()
    answer = lease_answer(answer_id=asked.pk, now=now)
    assert answer is not None
    begun = Answer.objects.get(pk=answer.pk).lease_until

    assert extend_answer_lease(answer=answer, now=now + timedelta(seconds=5))
    unchanged = Answer.objects.get(pk=answer.pk).lease_until
    assert extend_answer_lease(answer=answer, now=now + timedelta(seconds=20))
    renewed = Answer.objects.get(pk=answer.pk).lease_until
    answer_stop(answer=answer, now=now)

    assert begun == unchanged
    assert renewed is not None
    assert begun is not None
    assert renewed - begun == timedelta(seconds=20)
    assert not extend_answer_lease(answer=answer, now=now + timedelta(seconds=21))
    assert not extend_answer_lease(answer=answer, now=now + timedelta(seconds=60))
