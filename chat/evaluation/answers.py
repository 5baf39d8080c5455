"""`evaluate answers FILE`: ask labelled questions, compose and check as the pipeline does, store nothing, and count."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.conf import settings
from django.utils import timezone

from chat.composing import Composer, composer_for_settings
from chat.outcomes import Variant
from chat.pipeline import sources_of
from portal import llm
from regulations.evaluation.metrics import Asked, asked, place
from regulations.evaluation.registry import Kind, Report, Row, Table
from regulations.names import regulation_names
from regulations.retrieval import search_passages
from verification.checking import CheckedSentence, SentenceChecker, Support
from verification.evaluation.forms import Forms, forms_of


@dataclass(frozen=True, slots=True)
class _Answered:
    """A question with what was composed for it; None where the search abstained or the model failed."""

    question: Asked
    variant: Variant | None
    failed: str = ""

    @property
    def shown(self) -> tuple[CheckedSentence, ...]:
        """The sentences that would be shown."""
        score = self.variant.score if self.variant else None
        if self.variant is None or score is None or score < settings.FAITHFULNESS_THRESHOLD:
            return ()
        return self.variant.showable

    @property
    def cites_gold(self) -> bool:
        """Whether one of the citations names a labelled article."""
        return any(
            place(
                c.provision.regulation_title,
                c.provision.locator.article,
                c.provision.locator.branch,
            )
            in self.question.accepted
            for sentence in self.shown
            for c in sentence.shown_citations
            if c.provision is not None
        )


def measure(rows: Sequence[Row], options: Mapping[str, Any]) -> Report:
    """Answer every question once; a rejected answer counts as none."""
    as_of = options.get("as_of") or timezone.localdate()
    mode = options.get("mode") or "hybrid"
    composer = composer_for_settings()
    answered = [_answered(asked(row), composer, as_of=as_of, mode=mode) for row in rows]
    return report(answered)


def report(answered: Sequence[_Answered]) -> Report:
    """Put the answers into figures."""
    names = regulation_names()
    forms = sum((forms_of(item.shown, names=names) for item in answered), Forms())
    answerable = [item for item in answered if item.question.answerable]
    others = [item for item in answered if not item.question.answerable]
    sentences = Counter(sentence.support for item in answered for sentence in item.shown)
    return Report(
        kind="answers",
        count=len(answered),
        figures={
            "answered": _share(sum(bool(item.shown) for item in answerable), len(answerable)),
            "cites what is labelled": _share(
                sum(item.cites_gold for item in answerable), len(answerable)
            ),
            "held back where unanswerable": _share(
                sum(not item.shown for item in others), len(others)
            ),
            "sentences supported": _share(sentences[Support.SUPPORTED], sentences.total()),
            "citations in standard form": _share(forms.standard, forms.shown),
            "citations incomplete": float(forms.incomplete),
            "models failed": float(sum(bool(item.failed) for item in answered)),
        },
        tables=(
            Table(
                "citations as shown",
                ("citations", "count"),
                (
                    ("shown", forms.shown),
                    ("「규정명」 제X조…", forms.standard),
                    ("incomplete", forms.incomplete),
                ),
            ),
        ),
        misses=tuple(
            f"{item.question.id} {item.question.question} {item.failed}".strip()
            for item in answerable
            if not item.cites_gold
        ),
    )


def _answered(question: Asked, composer: Composer, *, as_of: date, mode: Any) -> _Answered:
    result = search_passages(
        question.question,
        as_of=as_of,
        limit=settings.MAX_SOURCES,
        mode=mode,
        history=question.history,
    )
    sources = () if result.abstained else sources_of(result, min_relevance=settings.MIN_RELEVANCE)
    if not sources:
        return _Answered(question, None)
    checker = SentenceChecker(sources, as_of=as_of, question=result.query)
    try:
        drafts = list(composer.compose(question=result.query, sources=sources))
    except llm.LLMError as error:
        return _Answered(question, None, type(error).__name__)
    return _Answered(question, Variant(tuple(checker.check(draft) for draft in drafts)))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--as-of", type=date.fromisoformat, default=None)
    parser.add_argument("--mode", choices=("hybrid", "keyword", "vector"), default="hybrid")


KIND = Kind(
    "answers",
    "whole answers to labelled questions: answered or not, what they cite, in which form",
    measure,
    _arguments,
)
