"""A model writes what students would ask to be led to an article, in the background, a few articles at a time.

What it wrote is checked in a second call: only what the article alone answers is taken. An article whose text is the same
as that for which questions were written keeps them, what people added is never touched, and what was refused stays so.
"""

from __future__ import annotations

import json
import time
from datetime import datetime
from pathlib import Path

import structlog
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from pydantic import BaseModel, Field

from portal import llm
from regulations.models import Passage, PassageQuestion, QuestionRun, RegulationVersion
from regulations.reading.corpus_version import corpus_changed
from regulations.text.locators import Locator, article_key

logger = structlog.get_logger(__name__)

PROMPTS = Path(__file__).resolve().parents[2] / "prompts"
MOST = 8
# One in each other language of the interface.
_ELSEWHERE = 3
_LONGEST = 300
_TEMPERATURE = 0.7
_STEP = "questions"
Origin, State = PassageQuestion.Origin, PassageQuestion.State


class WrittenQuestions(BaseModel):
    """What a model writes for one article."""

    questions: list[str] = Field(max_length=2 * MOST)


class AnswerableQuestions(BaseModel):
    """The numbers of the questions that the article answers by itself."""

    answerable: list[int] = Field(max_length=2 * MOST)


def run_order(*, version_id: int) -> QuestionRun:
    """The run of a version, waiting: a new one, or the one that has ended once more."""
    run, _is_new = QuestionRun.objects.get_or_create(version_id=version_id)
    ended = QuestionRun.objects.filter(
        pk=run.pk, state__in=(QuestionRun.State.DONE, QuestionRun.State.FAILED)
    )
    ended.update(
        state=QuestionRun.State.PENDING, attempts=0, error="", done=0, total=0, finished_at=None
    )
    return run


def is_ordered(*, version_id: int) -> bool:
    """Whether questions were ordered for a version since it was published."""
    runs = QuestionRun.objects.filter(version=version_id)
    return runs.exclude(finished_at__lt=F("version__published_at")).exists()


def runs_waiting(*, now: datetime) -> QuerySet[QuestionRun]:
    """The runs that may be leased, the one that was ordered first before the others."""
    return QuestionRun.objects.filter(QuestionRun.free(now)).order_by("created_at", "pk")


def runs_write(*, seconds: float) -> int:
    """Write for the versions that wait, one after the other, for about so many seconds; returns how many questions came."""
    deadline, written = time.monotonic() + seconds, 0
    # A model that rests ends the run that found it so, not all those behind it.
    while (
        (left := deadline - time.monotonic()) > 0
        and llm.available()
        and not llm.is_circuit_open()
        and (run := runs_waiting(now=timezone.now()).first())
    ):
        written += run_write(run_id=run.pk, now=timezone.now(), seconds=left)
    return written


def run_write(*, run_id: int, now: datetime, seconds: float) -> int:
    """Write for one version for about so many seconds; what is left waits. Returns how many questions came."""
    run = QuestionRun.lease(now=now, pk=run_id)
    if run is None:
        return 0
    deadline = time.monotonic() + seconds
    waiting = _articles(run.version)
    total = len(waiting) if not run.total else run.total
    before = run.written
    done, written = run.done, before
    for passage in waiting[done:]:
        if time.monotonic() > deadline:
            run.release(is_counted=False, total=total, done=done, written=written)
            return written - before
        if not llm.available():
            run.fail("no model may be asked", state=QuestionRun.State.FAILED, finished_at=now)
            return written - before
        try:
            written += _write(passage)
        except llm.LLMError as error:
            said = f"{type(error).__name__}: {error}"
            logger.warning("questions_not_written", passage=passage.title, error=said)
            run.fail(said, state=QuestionRun.State.FAILED, finished_at=timezone.now())
            return written - before
        done += 1
        run.extend(now=timezone.now(), total=total, done=done, written=written)
    run.finish(
        state=QuestionRun.State.DONE,
        total=total,
        done=done,
        written=written,
        finished_at=timezone.now(),
    )
    return written - before


def _articles(version: RegulationVersion) -> list[Passage]:
    """The passages of the version's own articles and tables, in order; of a long article its first."""
    own = version.passages.select_related("version__regulation").exclude(
        locator_key__startswith="add-"
    )
    first: dict[str, Passage] = {}
    for passage in own.order_by("position", "pk"):
        first.setdefault(article_key(passage.locator_key), passage)
    return list(first.values())


def _write(passage: Passage) -> int:
    regulation_id, key = passage.version.regulation_id, article_key(passage.locator_key)
    stored = PassageQuestion.objects.filter(regulation_id=regulation_id, locator_key=key)
    by_model = stored.filter(origin=Origin.MODEL)
    if by_model.filter(content_hash=passage.content_hash).exists():
        return 0
    questions = _answerable(passage, _written(passage))
    with transaction.atomic():
        by_model.exclude(state=State.REFUSED).delete()
        rows = PassageQuestion.objects.bulk_create(
            [
                PassageQuestion(
                    regulation_id=regulation_id,
                    locator_key=key,
                    text=text,
                    origin=Origin.MODEL,
                    content_hash=passage.content_hash,
                )
                for text in questions
            ],
            ignore_conflicts=True,
        )
        transaction.on_commit(corpus_changed)
    return len(rows)


def _written(passage: Passage) -> list[str]:
    place = Locator.parse(article_key(passage.locator_key)).label
    system = llm.render(PROMPTS, "write_questions.md.j2", most=MOST)
    text = f"{passage.version.regulation.title} {place}({passage.provision_title})\n{passage.text}"
    prompt = llm.Prompt(
        (llm.PromptMessage("system", system.text), llm.PromptMessage("user", text)),
        system.hash,
        _STEP,
    )
    reply = llm.complete(prompt, schema=WrittenQuestions, temperature=_TEMPERATURE)
    cleaned = (" ".join(one.split()) for one in reply.value.questions)
    return [one for one in dict.fromkeys(cleaned) if one and len(one) <= _LONGEST][
        : MOST + _ELSEWHERE
    ]


def _answerable(passage: Passage, questions: list[str]) -> list[str]:
    """Those of the questions that the article alone answers, by a second reading."""
    if not questions:
        return []
    system = llm.render(PROMPTS, "check_questions.md.j2")
    asked = json.dumps(dict(enumerate(questions, 1)), ensure_ascii=False)
    text = f"{passage.title}\n{passage.text}\n\n{asked}"
    prompt = llm.Prompt(
        (llm.PromptMessage("system", system.text), llm.PromptMessage("user", text)),
        system.hash,
        _STEP,
    )
    reply = llm.complete(prompt, schema=AnswerableQuestions, temperature=0.0)
    return [one for number, one in enumerate(questions, 1) if number in reply.value.answerable]
