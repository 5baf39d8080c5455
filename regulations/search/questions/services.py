"""Adding and deciding questions that belong to provisions, and ordering a model to write some."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from portal import llm
from portal.jobs.dispatch import send_on_commit
from regulations.models import Passage, PassageQuestion, QuestionRun, RegulationVersion
from regulations.reading.corpus_version import corpus_changed
from regulations.search.questions.writing import run_order
from regulations.tasks import index_questions_task
from regulations.text.locators import article_key

_LONGEST = 300


class NotAQuestionError(ValueError):
    """The text cannot belong to a provision as a question; the message says why."""


def question_add(
    *, passage: Passage, text: str, origin: PassageQuestion.Origin, is_decided: bool = True
) -> PassageQuestion:
    """Let a question lead to the provision of a passage; undecided it waits for an administrator. Raises NotAQuestionError."""
    text = " ".join(text.split())
    if not text or len(text) > _LONGEST:
        raise NotAQuestionError(_("질문은 300자까지입니다."))
    states = PassageQuestion.State
    with transaction.atomic():
        question, is_new = PassageQuestion.objects.get_or_create(
            regulation_id=passage.version.regulation_id,
            locator_key=article_key(passage.locator_key),
            text=text,
            defaults={
                "origin": origin,
                "state": states.ACTIVE if is_decided else states.PENDING,
                "content_hash": passage.content_hash,
            },
        )
        # What was refused stays so unless somebody who may decide says otherwise.
        if not is_new and is_decided and question.state != states.ACTIVE:
            question.state, question.origin = states.ACTIVE, origin
            question.save(update_fields=["state", "origin"])
        question_saved()
    return question


def question_saved() -> None:
    """After a question came, changed or was decided: let a worker make its words, and forget what was cached."""
    send_on_commit(index_questions_task)
    transaction.on_commit(corpus_changed)


def questions_order(*, version: RegulationVersion) -> QuestionRun | None:
    """Let a model write questions for a published version, in the background; None where there is no model."""
    if not llm.available():
        return None
    return run_order(version_id=version.pk)
