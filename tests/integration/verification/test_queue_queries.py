"""What the pages of the review read of the database: no more than they show, and not once for each case."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from chat.models import Answer, AnswerSentence, Citation, Conversation, Message
from portal.accounts.models import User
from tests.corpus import TUITION, given_regulation
from tests.integration.verification.test_queue_order import given_case
from verification.models import Flag, Review
from verification.review import alike
from verification.review.alike import alarm_lines, cases_alike
from verification.review.queue import review_queue
from verification.review.ranking import times_asked

pytestmark = pytest.mark.django_db

DOUBT = Flag.Reason.PROVISION_AMENDED


def _cases(count: int) -> list[Answer]:
    return [given_case(f"휴학 {number}", DOUBT) for number in range(count)]


def test_the_queue_reads_neither_search_records_nor_reports_of_imports() -> None:
    version = given_regulation("등록금에 관한 규정", TUITION, department="재무팀")
    answers = _cases(2)
    Citation.objects.update(version=version)

    with CaptureQueriesContext(
        connection,
    ) as made:
        entries = review_queue(now=timezone.now())

    assert {entry.office for entry in entries} == {"재무팀"}
    assert {entry.answer_id for entry in entries} == {one.pk for one in answers}
    read = " ".join(query["sql"] for query in made)
    for column in ("retrieval", "timings", "see_also", "report", "loss_reason"):
        assert f'"{column}"' not in read, column
    assert len(made) == 4


def test_what_was_asked_lately_is_found_by_its_day() -> None:
    """By an index of the questions alone: one of conversations has to be read whole, and so has the table."""
    now, conversation = timezone.now(), Conversation.objects.create()
    rows = Message.objects.bulk_create(
        Message(conversation=conversation, role=role, content=f"{role} {number}")
        for number in range(1500)
        for role in Message.Role.values
    )
    for number, row in enumerate(rows):
        row.created_at = now - timedelta(hours=number)
    Message.objects.bulk_update(rows, ["created_at"])

    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ANALYZE chat_messages")
        with CaptureQueriesContext(connection) as made:
            assert times_asked(["USER 7", "USER 1400"], now=now) == {"USER 7": 1}
        cursor.execute(f"EXPLAIN {made[0]['sql']}")
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "message_question_created" in plan, plan


def test_only_the_like_cases_that_are_shown_are_looked_at(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alike, "MOST_ALIKE", 2)
    first, *_others = _cases(4)
    seen: list[UUID] = []

    def looked_at(*, answer_id: UUID) -> str:
        seen.append(answer_id)
        return ""

    monkeypatch.setattr(alike, "case_state", looked_at)

    assert len(cases_alike(answer_id=first.pk, now=timezone.now()).cases) == 2
    assert len(seen) == 2

    client.force_login(User.objects.create_user("lead", role=User.Role.LEAD))
    sent = {"decision": "SECOND", "reason": "-", "case": str(first.pk)}
    client.post(reverse("verification:alike", args=[first.pk]), sent)
    assert len(seen) == 2
    assert Review.objects.get().answer_id == first.pk


def test_false_alarms_are_told_in_a_constant_number_of_queries() -> None:
    reviewer = User.objects.create_user("reviewer", role=User.Role.STAFF)

    def told(count: int) -> tuple[int, list[list[str]]]:
        for answer in _cases(count):
            for position in (2, 1):
                AnswerSentence.objects.create(answer=answer, position=position, text=f"{position}")
            Review.objects.create(
                answer=answer, reviewer=reviewer, decision="APPROVED", cause="WORDING"
            )
        with CaptureQueriesContext(connection) as made:
            lines = list(alarm_lines())
        assert '"retrieval"' not in " ".join(query["sql"] for query in made)
        return len(made), [line["sentences"] for line in lines]

    few, lines = told(1)
    many, more = told(4)
    assert few == many
    assert [*lines, *more] == [["1", "2"]] * 6
