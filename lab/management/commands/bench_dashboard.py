"""`bench_dashboard`: the time that the dashboard takes above so many answers, in a transaction that is rolled back.

With --similar also the time in which questions like one are found among as many.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection, transaction
from django.utils import timezone

from chat.insights.dashboard.counting import days_count, days_due
from chat.insights.dashboard.overview import overview_of
from chat.insights.dashboard.regulations import ANSWERS, CITATIONS, regulation_rows
from chat.insights.dashboard.signals import curation_signals
from chat.insights.dashboard.workload import age_rows, cost_plot
from chat.models import Answer, Conversation, QuestionVector
from chat.reruns.similar import nearest_search, similar_questions
from portal.controls.costs import costs_by_month, costs_by_step
from regulations.search.index.embedding_models import model_in_use
from verification.review.leading import reviewer_figures

_GIVEN = """
WITH asked AS (
    INSERT INTO chat_messages (id, created_at, updated_at, role, content, conversation_id)
    SELECT gen_random_uuid(), now() - i * interval '365 days' / %(answers)s, now(), 'USER',
        '가상의 질문 ' || i %% 5000, %(conversation)s
    FROM generate_series(1, %(answers)s) AS i
    RETURNING id, created_at
), replies AS (
    INSERT INTO chat_messages (id, created_at, updated_at, role, content, conversation_id, in_reply_to_id)
    SELECT gen_random_uuid(), created_at, now(), 'ASSISTANT', '', %(conversation)s, id FROM asked
    RETURNING id, created_at
), answers AS (
    INSERT INTO chat_answer (id, created_at, updated_at, message_id, status, as_of, composer, model, prompt_hash, mode,
        generations, claims, fallback_reason, related_questions, department_name, timings, error)
    SELECT gen_random_uuid(), created_at, now(), id,
        (ARRAY['ANSWERED', 'ANSWERED', 'ANSWERED', 'PARTIAL', 'UNANSWERABLE_NO_SOURCE'])[1 + floor(random() * 5)::int],
        created_at::date, 'EXTRACTIVE', '', '', 'hybrid', 1, 1, '', '[]', '',
        jsonb_build_object('total', 400 + random() * 3000, 'retrieve', 40), ''
    FROM replies RETURNING id, message_id, created_at
), cited AS (
    INSERT INTO chat_citations (id, created_at, updated_at, message_id, regulation_title, locator_key, number, position,
        written, quote, status)
    SELECT gen_random_uuid(), created_at, now(), message_id, '가상 규정 ' || floor(random() * 300),
        'art-' || 1 + floor(random() * 40), 1, 0, '', '', 'VERIFIED'
    FROM answers
), flagged AS (
    INSERT INTO verification_flag (id, created_at, updated_at, answer_id, reason, detail)
    SELECT gen_random_uuid(), created_at, now(), id, 'THUMBS_DOWN', '' FROM answers WHERE random() < 0.05
)
INSERT INTO verification_verification (id, created_at, updated_at, answer_id, original_text, corrected_text, variants,
    faithfulness, score, method, model, prompt_hash, check_state, check_attempts, check_error, pairs_prompt_hash, pairs_error)
SELECT gen_random_uuid(), created_at, now(), id, '', '', '[]', 'FAITHFUL', 0.9, 'RULES', '', '', 'DONE', 1, '', '', ''
FROM answers
"""


_INDEX = "question_vector_hnsw"
# Many ask the same: so many different questions among all.
_DISTINCT = 20_000
_ASKED = 50
_VECTORS = """
WITH meant AS (
    SELECT i AS number, (
        SELECT array_agg(random() - 0.5) FROM generate_series(1, 384) AS n WHERE i > 0
    )::halfvec AS vector
    FROM generate_series(1, %(distinct)s) AS i
), numbered AS (
    SELECT id, 1 + row_number() OVER (ORDER BY id) %% %(distinct)s AS number FROM chat_answer
)
INSERT INTO chat_questionvector (answer_id, model, dimensions, vector)
SELECT id, %(model)s, 384, vector FROM numbered INNER JOIN meant USING (number)
ON CONFLICT (answer_id) DO NOTHING
"""


class Command(BaseCommand):
    """Measures the dashboard on invented answers and leaves nothing behind."""

    help = "Measure how long the dashboard takes above many answers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--answers", type=int, default=200_000)
        parser.add_argument("--days", type=int, nargs="+", default=[30, 365])
        parser.add_argument(
            "--similar", action="store_true", help="similar questions, too (builds their index)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure, print, roll back."""
        with transaction.atomic():
            self._given(options["answers"])
            today = timezone.localdate()
            first = today - timedelta(days=366)
            self._timed("count 367 days", lambda: days_count(first=first, last=today))
            self._timed(
                "count 4 days, as every five minutes",
                lambda: days_count(first=today - timedelta(days=3), last=today),
            )
            for days in options["days"]:
                first = today - timedelta(days=days - 1)
                self._timed(
                    f"figures and plots of {days} days",
                    partial(overview_of, first=first, last=today),
                )
                self._timed(
                    f"regulations, {days} days",
                    partial(_by_regulation, first=first, last=today, days=days),
                )
                self._timed(
                    f"what to curate, {days} days",
                    partial(curation_signals, first=first, last=today),
                )
                self._timed(
                    f"waiting cases, costs and reviewers, {days} days",
                    partial(_rest_of_page, first=first, last=today),
                )
            self._timed("days due", lambda: days_due(now=timezone.now()))
            recent = Answer.objects.filter(created_at__gte=timezone.now() - timedelta(days=3))
            self.stdout.write(recent.order_by().explain())
            if options["similar"]:
                self._similar()
            transaction.set_rollback(True)

    def _given(self, answers: int) -> None:
        conversation = Conversation.objects.create(title="bench")
        with connection.cursor() as cursor:
            cursor.execute(_GIVEN, {"answers": answers, "conversation": conversation.pk})
            cursor.execute("ANALYZE chat_messages, chat_answer, chat_citations")
            cursor.execute("ANALYZE verification_verification, verification_flag")
        self.stdout.write(f"{answers:,} answers")

    def _similar(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = %s", [_INDEX])
            [definition] = cursor.fetchone()
            cursor.execute(f"DROP INDEX {_INDEX}; SET LOCAL maintenance_work_mem = '400MB'")
            cursor.execute(_VECTORS, {"model": model_in_use().name, "distinct": _DISTINCT})
            # An index cannot be built while references wait to be checked.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            started = time.perf_counter()
            cursor.execute(definition)
            cursor.execute("ANALYZE chat_questionvector")
        self.stdout.write(f"index of the questions built in {time.perf_counter() - started:.0f} s")
        asked = Answer.objects.select_related("message__in_reply_to").order_by("pk")[:_ASKED]
        times = []
        for answer in asked:
            started = time.perf_counter()
            found = similar_questions(answer=answer)
            times.append((time.perf_counter() - started) * 1000)
        times.sort()
        name = f"similar questions, {_ASKED} cases"
        self.stdout.write(
            f"{name:<40} {times[_ASKED // 2]:>9.1f} ms (slowest {times[-1]:.1f}), found {len(found or ())}"
        )
        # How the database looks for them.
        statement, values = nearest_search(QuestionVector.objects.get(answer=answer))
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {statement}", values)
            for [line] in cursor.fetchall():
                self.stdout.write(line)

    def _timed(self, name: str, act: Callable[[], object]) -> None:
        times = []
        for _number in range(3):
            started = time.perf_counter()
            act()
            times.append((time.perf_counter() - started) * 1000)
        self.stdout.write(f"{name:<40} {sorted(times)[1]:>9.1f} ms")


def _by_regulation(*, first: date, last: date, days: int) -> None:
    """Citations and answers by regulation."""
    for counted in (CITATIONS, ANSWERS):
        regulation_rows(counted=counted, first=first, last=last, days=days)


def _rest_of_page(*, first: date, last: date) -> None:
    """What the page of a lead shows besides."""
    now = timezone.now()
    age_rows(now=now)
    cost_plot(first=first, last=last)
    costs_by_step(first=first, last=last)
    costs_by_month(first=first, last=last)
    reviewer_figures(begins=now - (last - first), ends=now, now=now)
