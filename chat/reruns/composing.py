"""An answer composed once more for the staff, from the sources that a reviewer chose: a draft of a correction.

It goes through the check that every answer goes through, as often as the pipeline would ask again, and through the second reading.
Nothing of it is shown to the asker; a reviewer takes it over, edits it, and what they save is checked anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from functools import partial
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from chat.composing import Composer
from chat.composing.writing import Watching, Written, write
from chat.models import Answer, Rerun
from portal import llm
from regulations.models import Passage
from regulations.reading.selectors import versions_on
from regulations.search.retrieval.results import RankedPassage
from verification.checking import CheckedSentence, SentenceChecker, SentenceOutcome, Source
from verification.checking.judge_budget import budget_take
from verification.checking.numbering import numbered_sources
from verification.faithfulness.answers import judge
from verification.models import Verification
from verification.review.case_evidence import with_provision_names
from verification.texts.checking import url_of

Faithfulness = Verification.Faithfulness
Stage = Rerun.Stage
# Reports the stage; False tells the worker to stop.
ReportStage = Callable[[Rerun.Stage], bool]


class TakenOverError(Exception):
    """Another worker has the rerun, or it is gone with its answer."""


class NoSourceError(ValueError):
    """None of the chosen provisions is in force on the day."""


@dataclass(frozen=True)
class RecomposedCitation:
    """A citation in a draft with what the check said of it."""

    label: str
    url: str
    status: str
    status_label: str
    reason: str
    evidence: str
    is_shown: bool


@dataclass(frozen=True)
class RecomposedSentence:
    """A sentence of a draft; one that the check held back is told to the staff with the reasons, and is not taken over."""

    text: str
    outcome: str
    is_kept: bool
    reasons: tuple[str, ...]
    citations: tuple[RecomposedCitation, ...]

    @property
    def outcome_label(self) -> str:
        """What became of the sentence, in words."""
        if not self.is_kept:
            return _("초안에서 뺌")
        return _("확인됨") if self.outcome == SentenceOutcome.CONFIRMED.value else _("확인 필요")


@dataclass(frozen=True)
class Recomposition:
    """What a composition gave. `faithfulness` stays NOT_CHECKED where the later check did not run, with the reason."""

    sentences: tuple[RecomposedSentence, ...]
    text: str
    score: float | None
    is_enough: bool
    composer: str
    model: str
    prompt_hash: str
    temperature: float | None
    generations: int
    faithfulness: str = Faithfulness.NOT_CHECKED.value
    method: str = ""
    unchecked: str = ""

    @classmethod
    def of(cls, rerun: Rerun) -> Recomposition:
        """Read what `recompose` gave."""
        stored = dict(rerun.result)
        sentences = tuple(_sentence_read(row) for row in stored.pop("sentences"))
        return cls(sentences=sentences, **stored)

    def as_json(self) -> dict[str, Any]:
        """In the form in which it is stored."""
        return asdict(self)

    @property
    def composer_label(self) -> str:
        """Whether a model wrote it or provisions are quoted."""
        return str(Answer.Composer(self.composer).label)

    @property
    def faithfulness_label(self) -> str:
        """The later check in a word."""
        return str(Faithfulness(self.faithfulness).label)


def chosen_sources(
    *, passage_ids: Sequence[int], day: date, former: Collection[int] = ()
) -> tuple[Source, ...]:
    """The chosen passages as sources in the order given; those neither in force on the day nor of a former version that binds
    who asked are left out.
    """
    bound = Q(version__in=versions_on(day=day)) | Q(version__in=former)
    in_force = Passage.objects.filter(bound, pk__in=passage_ids)
    found = {row.pk: row for row in in_force.select_related("version__regulation")}
    chosen = [found[pk] for pk in dict.fromkeys(passage_ids) if pk in found]
    # A person chose them: that they are relevant is given, and no search has ranked them.
    ranked = [
        RankedPassage(
            passage,
            rank,
            score=1.0,
            relevance=1.0,
            why=(),
            is_former=passage.version_id in former,
        )
        for rank, passage in enumerate(chosen, start=1)
    ]
    return numbered_sources(ranked)


def recompose(
    *,
    answer: Answer,
    sources: Sequence[Source],
    day: date,
    composer: Composer,
    report_stage: ReportStage,
) -> Recomposition:
    """Compose and check; raises llm.LLMError, NoSourceError and TakenOverError."""
    if not sources:
        raise NoSourceError
    question = answer.searched_question
    written = write(
        question=question,
        asked=answer.question,
        sources=sources,
        composer=composer,
        checker=SentenceChecker(sources, as_of=day, question=question),
        watching=Watching(
            goes_on=partial(_require_lease, report_stage, Stage.VERIFYING),
            composing=partial(_require_lease, report_stage, Stage.COMPOSING),
        ),
    )
    composed = _composed(written, composer)
    _require_lease(report_stage, Stage.JUDGING)
    return _judged(composed, question, sources)


def _require_lease(report_stage: ReportStage, stage: Rerun.Stage) -> bool:
    if not report_stage(stage):
        raise TakenOverError
    return True


def _composed(written: Written, composer: Composer) -> Recomposition:
    last = written.variant
    # A correction begins with what is confirmed; what an answer would show with a mark is told, and left to the reviewer.
    kept = [one for one in last.showable if one.outcome is SentenceOutcome.CONFIRMED]
    sentences = tuple(_recomposed_sentence(one, is_kept=one in kept) for one in last.sentences)
    score = last.score
    return Recomposition(
        sentences=sentences,
        text="\n".join(with_provision_names(one.text, _labels(one)) for one in kept),
        score=score,
        is_enough=score is not None and score >= settings.FAITHFULNESS_THRESHOLD,
        composer=composer.kind,
        model=composer.model,
        prompt_hash=last.prompt_hash,
        temperature=last.temperature,
        generations=len(written.rejected) + 1,
    )


def _labels(sentence: CheckedSentence) -> list[str]:
    shown = sentence.shown_citations
    return [one.provision.label for one in shown if one.provision is not None]


def _recomposed_sentence(sentence: CheckedSentence, *, is_kept: bool) -> RecomposedSentence:
    outcome = sentence.outcome
    return RecomposedSentence(
        text=sentence.text if is_kept else sentence.draft,
        outcome="NOT_CHECKED" if outcome is SentenceOutcome.NO_CLAIM else outcome.value,
        is_kept=is_kept,
        reasons=sentence.reasons,
        citations=tuple(
            RecomposedCitation(
                label=one.provision.label if one.provision else one.written,
                url=url_of(one.provision),
                status=one.status.value,
                status_label=str(one.status.label),
                reason=one.reason,
                evidence=one.evidence,
                is_shown=one.shown,
            )
            for one in sentence.citations
        ),
    )


def _judged(composed: Recomposition, question: str, sources: Sequence[Source]) -> Recomposition:
    """The later check, within the budget of the judge; one that did not run leaves the draft unchecked and says why."""
    kept = [sentence.text for sentence in composed.sentences if sentence.is_kept]
    if not kept:
        return composed
    if not budget_take(now=timezone.now()):
        return replace(composed, unchecked="the judge's calls of this hour are used up")
    try:
        result = judge(question=question, sentences=kept, sources=sources)
    except llm.LLMError as error:
        return replace(composed, unchecked=f"{type(error).__name__}: {error}"[:300])
    return replace(
        composed, faithfulness=result.faithfulness.value, method=str(result.method.label)
    )


def _sentence_read(row: dict[str, Any]) -> RecomposedSentence:
    citations = tuple(RecomposedCitation(**one) for one in row["citations"])
    return RecomposedSentence(
        text=row["text"],
        outcome=row.get("outcome") or row["support"],
        is_kept=row["is_kept"],
        reasons=tuple(row["reasons"]),
        citations=citations,
    )
