"""One labelled question asked through the whole pipeline, and what came of it, without leaving a row behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction

from chat.api.views import answer_now
from chat.models import Answer, Citation
from chat.presenters.answers import answer_view
from lab.evaluation.forms import CitationForms, forms_shown
from regulations.reading.names import regulation_names
from regulations.search.golden.metrics import LabelledQuestion, Place, place
from regulations.text.locators import Locator, provision_key
from verification.faithfulness.tasks import check_faithfulness
from verification.models import Verification

# Of an excerpt in the place of what a model was asked for: it says nothing about the model.
MODEL_FAILED = "MODEL_FAILED"
# A provision with its paragraph; None where none is named.
Paragraph = tuple[Place, int | None]


@dataclass(frozen=True, slots=True)
class LabelledAnswer:
    """A question with what its answer must rest on and say. Without gold paragraphs any paragraph of an article will do."""

    asked: LabelledQuestion
    gold_paragraphs: frozenset[Paragraph]
    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ObservedAnswer:
    """What the pipeline made of the question. `method` says who judged the faithfulness; None: nothing was claimed."""

    status: str
    sources: tuple[Place, ...]
    cited: tuple[Paragraph, ...]
    sentences: tuple[tuple[str, tuple[Place, ...]], ...]
    faithfulness: float | None
    method: str
    seconds: float
    generations: int
    sent: int
    received: int
    forms: CitationForms

    @property
    def is_answered(self) -> bool:
        """Whether anything was claimed to the asker."""
        return self.status in (Answer.Status.ANSWERED, Answer.Status.PARTIAL)

    @property
    def is_refused(self) -> bool:
        """Whether the asker was told that the regulations do not say it."""
        return any(one == self.status for one in Answer.Status if one.is_refusal)


def labelled(row: Mapping[str, Any], question: LabelledQuestion) -> LabelledAnswer:
    """Read the labels that concern the answer."""
    paragraphs = frozenset(
        (
            place(
                gold["regulation"],
                gold.get("article"),
                gold.get("article_sub") or gold.get("branch"),
            ),
            gold.get("paragraph"),
        )
        for gold in (*row.get("gold", ()), *row.get("alternatives", ()))
    )
    return LabelledAnswer(question, paragraphs, tuple(row.get("answer_points") or ()))


def observe(question: LabelledQuestion, *, as_of: date, mode: str) -> ObservedAnswer:
    """Ask, compose, check and judge; everything that was stored is taken back."""
    with transaction.atomic():
        try:
            return _observed(
                answer_now(
                    question=question.question, as_of=as_of, mode=mode, history=question.history
                )
            )
        finally:
            transaction.set_rollback(True)


def _is_excerpt_for_model(answer: Answer) -> bool:
    return answer.composer == Answer.Composer.EXTRACTIVE and bool(answer.error)


def _observed(answer: Answer) -> ObservedAnswer:
    check_faithfulness(answer_id=str(answer.pk))
    verification = Verification.objects.filter(answer=answer).first()
    citations = list(answer.message.citations.order_by("position", "pk"))
    sources = [
        place_of(row.regulation_title, row.locator_key) for row in answer.passages.order_by("rank")
    ]
    variants = verification.variants if verification else []
    written = [variant["text"] for variant in variants]
    if verification:
        written.append(verification.original_text)
    return ObservedAnswer(
        status=MODEL_FAILED if _is_excerpt_for_model(answer) else answer.status,
        sources=tuple(sources),
        cited=tuple(_paragraph(row) for row in citations),
        sentences=tuple(
            (
                sentence.text,
                tuple(_paragraph(row)[0] for row in citations if row.sentence_id == sentence.pk),
            )
            for sentence in answer.sentences.order_by("position")
        ),
        faithfulness=verification.score if verification else None,
        method=verification.method if verification else "",
        seconds=float(answer.timings.get("total", 0.0)) / 1000,
        generations=answer.generations,
        sent=answer.generations * sum(len(row.text) for row in answer.passages.all()),
        received=sum(map(len, written)),
        forms=_forms(answer),
    )


def _forms(answer: Answer) -> CitationForms:
    """In which forms the citations are written that the asker sees."""
    texts = [row.text for row in answer.passages.all()]
    shown = answer_view(answer=answer).sentences
    return forms_shown(shown, sources=texts, names=regulation_names())


def _paragraph(row: Citation) -> Paragraph:
    """The paragraph that is cited; of a table that which brings it in: labels name no tables."""
    key = row.locator_key
    if row.version is not None and Locator.of_passage(key).article is None:
        bringing = row.version.cross_references.filter(
            to_regulation=row.version.regulation_id, to_locator_key=provision_key(key)
        ).exclude(from_locator_key__startswith="add-")
        key = bringing.order_by("pk").values_list("from_locator_key", flat=True).first() or key
    return (place_of(row.regulation_title, key), Locator.of_passage(key).paragraph)


def place_of(title: str, key: str) -> Place:
    """The article of a stored locator."""
    locator = Locator.of_passage(key)
    return place(title, locator.article, locator.branch)
