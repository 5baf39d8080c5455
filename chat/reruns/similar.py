"""Questions like the one of a case: asked earlier, near in meaning, with what became of them. For the staff only.

What is shown was masked before it was stored. A question that its asker has deleted is gone from here with its vector.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Prefetch
from django.utils import timezone
from django.utils.translation import gettext as _

from chat.models import Answer, Conversation, QuestionVector, VerifiedAnswer
from chat.verified_answers.matching import text_key
from regulations.search.index.embedding_models import model_in_use
from regulations.search.retrieval.dense import query_vector
from verification.models import Flag, Review

_BATCH = 50
_SHOWN = 8
# Looked at for so many different questions: the same one is asked by many.
_NEAREST = 60

_SEARCH = """
WITH own AS (SELECT vector::halfvec({width}) AS vector FROM chat_questionvector WHERE answer_id = %(answer)s::uuid)
SELECT v.answer_id, 1 - (v.vector::halfvec({width}) <=> (SELECT vector FROM own)) AS nearness
FROM chat_questionvector v
WHERE v.dimensions = {width} AND v.model = %(model)s AND v.answer_id <> %(answer)s::uuid
ORDER BY v.vector::halfvec({width}) <=> (SELECT vector FROM own)
LIMIT %(limit)s
"""


@dataclass(frozen=True)
class SimilarQuestion:
    """An earlier question with what became of it. `times` counts how often it was asked in these words."""

    answer_id: UUID
    question: str
    is_same: bool
    times: int
    asked_at: datetime
    status_label: str
    answer: str
    decision: str
    is_case: bool
    verified_answer: str


def questions_embed() -> int:
    """Make the vectors that are missing; returns how many were made. One that the model cannot give now is made later."""
    model = model_in_use()
    known = QuestionVector.objects.filter(answer=OuterRef("pk"), model=model.name)
    waiting = Answer.objects.filter(~Exists(known), message__in_reply_to__isnull=False)
    waiting = waiting.exclude(message__conversation__title=Conversation.FORGOTTEN)
    made = 0
    for answer in waiting.select_related("message__in_reply_to").order_by("-created_at", "pk")[
        :_BATCH
    ]:
        vector = query_vector(answer.question, model)
        if vector is None:
            break
        made += _stored(answer, model.name, vector)
    return made


def similar_questions(*, answer: Answer) -> list[SimilarQuestion] | None:
    """Earlier and later questions like this one, the nearest first; None while it has no vector yet."""
    own = QuestionVector.objects.filter(answer=answer).first()
    if own is None:
        return None
    near = _nearest(own)
    answers = _answers(list(near))
    groups: dict[str, list[Answer]] = {}
    for pk in near:
        if pk in answers:
            groups.setdefault(text_key(answers[pk].question), []).append(answers[pk])
    asked = text_key(answer.question)
    found = [_similar(group, is_same=key == asked) for key, group in groups.items()]
    return found[:_SHOWN]


@transaction.atomic
def _stored(answer: Answer, model: str, vector: tuple[float, ...]) -> bool:
    """Store a vector unless the question has been deleted or forgotten meanwhile."""
    # Forgetting locks the conversation, too: the words are read again when it is done.
    Conversation.objects.select_for_update().filter(messages__answer=answer).first()
    current = Answer.objects.filter(pk=answer.pk)
    question = current.values_list("message__in_reply_to__content", flat=True).first()
    if question != answer.question:
        return False
    QuestionVector.objects.update_or_create(
        answer=answer,
        defaults={"model": model, "dimensions": len(vector), "vector": list(vector)},
    )
    return True


def nearest_search(own: QuestionVector) -> tuple[str, dict[str, str | int]]:
    """The statement that finds the questions near one, and its values."""
    values: dict[str, str | int] = {
        "model": own.model,
        "answer": str(own.answer_id),
        "limit": _NEAREST,
    }
    return _SEARCH.format(width=int(own.dimensions)), values


def _nearest(own: QuestionVector) -> dict[UUID, float]:
    with connection.cursor() as cursor:
        cursor.execute(*nearest_search(own))
        rows = cursor.fetchall()
    return {pk: near for pk, near in rows if near >= settings.SIMILAR_QUESTION_NEARNESS}


def _answers(ids: list[UUID]) -> dict[UUID, Answer]:
    return {
        row.pk: row
        for row in Answer.objects.filter(pk__in=ids)
        .select_related("message__in_reply_to")
        .annotate(is_case=Exists(Flag.objects.filter(answer=OuterRef("pk"))))
        .prefetch_related(
            Prefetch("reviews", Review.objects.order_by("-created_at", "pk")),
            Prefetch("kept", VerifiedAnswer.objects.filter(retired_at__isnull=True)),
        )
    }


def _similar(group: list[Answer], *, is_same: bool) -> SimilarQuestion:
    """The same question asked several times is told once, by the answer that a person looked at, else by the latest."""
    told = max(group, key=lambda one: (bool(one.reviews.all()), one.created_at))
    decision = next((row for row in told.reviews.all() if row.decides), None)
    text = decision.corrected_text if decision and decision.corrected_text else told.message.content
    return SimilarQuestion(
        answer_id=told.pk,
        question=told.question,
        is_same=is_same,
        times=len(group),
        asked_at=told.created_at,
        status_label=str(told.get_status_display()),
        answer=text,
        decision=str(decision.get_decision_display()) if decision else "",
        is_case=told.is_case,  # type: ignore[attr-defined]
        verified_answer=_verified_answer_label(group),
    )


def _verified_answer_label(group: list[Answer]) -> str:
    """Whether an answer is kept for the question, in words; empty where none is."""
    kept = [row for answer in group for row in answer.kept.all()]
    if not kept:
        return ""
    shown = any(row.is_shown(on=timezone.localdate()) for row in kept)
    return _("같은 질문에 보이는 중") if shown else _("멈춤")
