"""Write an answer: compose, check every sentence as it comes, let the judge look at what is open, write again what fails.

The pipeline, the reruns of the staff and the measurement of written answers all go through `write`. What was confirmed is
kept; only failing sentences are written again. Where nothing of a model's text can be shown, the provisions are quoted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import structlog
from django.conf import settings

from chat.composing import BROKE_OFF
from chat.composing.contract import STARTED_OVER, Composer, FailedSentence
from chat.composing.extractive import ExtractiveComposer
from chat.composing.outcomes import AnswerVariant
from chat.composing.reply_lines import is_said_again
from chat.models import Answer
from portal import llm
from verification.checking import (
    CheckedSentence,
    DraftSentence,
    SentenceChecker,
    SentenceOutcome,
    Source,
)
from verification.checking.engine import refusal_is_right
from verification.checking.judge import Judge, judge_sentences, settled
from verification.checking.statements import without_layout

logger = structlog.get_logger(__name__)

# What was shown is not kept waiting longer than this for sentences that are written again.
_SECONDS = 25.0


def _nothing(_checked: Sequence[CheckedSentence]) -> None:
    """Nobody watches."""


@dataclass(frozen=True)
class Watching:
    """Who follows the work: whether it goes on, and what is told on the way."""

    goes_on: Callable[[], bool] = lambda: True
    # Looked at twice a second while a model says nothing, or only thinks; without it sentences alone are waited for.
    is_wanted: Callable[[], bool] | None = None
    composing: Callable[[], object] = lambda: None
    verifying: Callable[[], object] = lambda: None
    confirmed: Callable[[Sequence[CheckedSentence]], None] = _nothing
    timed: Callable[[str, float], None] = lambda _step, _started: None


@dataclass(frozen=True)
class Written:
    """What came of it: the answer as it stands, what was written before, and whether it was stopped on the way."""

    variant: AnswerVariant
    rejected: tuple[AnswerVariant, ...] = ()
    is_stopped: bool = False
    # A model's "the regulations do not tell", after it was checked.
    is_refusal: bool = False
    is_excerpt: bool = False
    # Why it ends before its end; empty where the model wrote to the end.
    broke_off: str = ""

    @property
    def error(self) -> str:
        """That it ends before its end, and why; of an excerpt in its place, why no model wrote it. Empty of all others."""
        if not self.broke_off or self.is_excerpt:
            return self.broke_off
        return f"{BROKE_OFF}: {self.broke_off}"

    @property
    def why_nothing(self) -> Answer.FallbackReason:
        """Why nothing of it can be shown, where that is so."""
        if self.is_refusal:
            return Answer.FallbackReason.COMPOSER_REFUSED
        if self.variant.score is None:
            return Answer.FallbackReason.NOTHING_CLAIMED
        return Answer.FallbackReason.UNSUPPORTED


@dataclass
class _Writer:
    question: str
    sources: Sequence[Source]
    composer: Composer
    judge: Judge
    watching: Watching
    checker: SentenceChecker
    is_stopped: bool = False
    asked: str = ""
    variants: list[AnswerVariant] = field(default_factory=list)
    # What was confirmed before its evidence had come.
    early: CheckedSentence | None = None
    broke_off: str = ""

    def attempt(self, kept: Sequence[CheckedSentence]) -> list[CheckedSentence]:
        """Compose once; every sentence is checked as it comes, and shown at once where it is confirmed."""
        self.watching.composing()
        confirmed = [one for one in kept if one.outcome is SentenceOutcome.CONFIRMED]
        drafts = self.composer.compose(
            question=self.question,
            sources=self.sources,
            asked=self.asked,
            failures=[_failure(one) for one in kept if one.outcome.is_failing],
            kept=[one.text for one in confirmed],
            attempt=len(self.variants) + 1,
        )
        shown = list(confirmed)
        # The same words again are no new sentence: they are neither checked nor judged a second time.
        known = {without_layout(one.draft): one for one in kept}
        checked: list[CheckedSentence] = []
        said: set[str] = set()
        go_back = self.checker.bookmark()
        started = time.perf_counter()
        try:
            for draft in self._until_stopped(drafts):
                self.watching.timed("compose", started)
                if draft is STARTED_OVER:
                    # The page takes back by name what it showed of that, unless the answer says it again.
                    go_back()
                    checked, shown, said, self.early = [], list(confirmed), set(), None
                    continue
                if is_said_again(draft, said):
                    continue
                if not checked:
                    self.watching.verifying()
                started = time.perf_counter()
                one = self._checked(draft, known.get(without_layout(draft.text)), shown)
                if one is not None:
                    checked.append(one)
                    self.watching.timed("verify", started)
                started = time.perf_counter()
        except llm.LLMError as error:
            # What was written stays: an endpoint that broke off takes nothing back.
            if not (checked or shown or kept):
                raise
            if not self.variants:
                # A later attempt only writes sentences anew that are there.
                self.broke_off = f"{type(error).__name__}: {error}"
            logger.warning("composing_broke_off", kind=type(error).__name__, error=str(error))
        self.watching.timed("compose", started)
        if self.early is not None:
            checked.append(self.early)
            self.early = None
        return checked

    def _until_stopped(self, drafts: Iterator[DraftSentence]) -> Iterator[DraftSentence]:
        try:
            for draft in drafts:
                if not self.watching.goes_on():
                    self.is_stopped = True
                    return
                yield draft
        except llm.Stopped:
            self.is_stopped = True

    def _checked(
        self, draft: DraftSentence, same: CheckedSentence | None, shown: list[CheckedSentence]
    ) -> CheckedSentence | None:
        """The sentence after its check, shown at once where it is confirmed; None for one that waits for its evidence."""
        if same is not None:
            return same if draft.is_whole else None
        if not draft.is_whole:
            self.early = self.checker.confirmed_early(draft)
            if self.early is not None:
                self._show(shown, self.early)
            return None
        early, self.early = self.early, None
        if early is not None:
            return early
        one = self.checker.check(draft)
        self._show(shown, one)
        return one

    def settled(self, checked: list[CheckedSentence]) -> list[CheckedSentence]:
        """After the judge; what it confirms is shown at once too."""
        started = time.perf_counter()
        after = settled(checked, checker=self.checker, judge=self.judge)
        self.watching.timed("judge", started)
        shown = [one for one in checked if one.outcome is SentenceOutcome.CONFIRMED]
        for before, one in zip(checked, after, strict=True):
            if one is not before:
                self._show(shown, one)
        return after

    def _show(self, shown: list[CheckedSentence], one: CheckedSentence) -> None:
        if one.outcome is SentenceOutcome.CONFIRMED:
            shown.append(one)
            self.watching.confirmed(shown)


def write(
    *,
    question: str,
    sources: Sequence[Source],
    composer: Composer,
    checker: SentenceChecker,
    judge: Judge = judge_sentences,
    watching: Watching | None = None,
    asked: str = "",
) -> Written:
    """Write an answer from sources; raises llm.LLMError where the model gave nothing that could be kept.

    `asked` is what was typed: of a follow-up the end of the question.
    """
    writer = _Writer(
        question, sources, composer, judge, watching or Watching(), checker, asked=asked
    )
    began = time.monotonic()
    sentences: list[CheckedSentence] = []
    while True:
        with llm.wanted_while(writer.watching.is_wanted):
            new = writer.attempt(sentences)
        if not writer.is_stopped:
            new = writer.settled(new)
        variant = AnswerVariant(tuple(new), composer.prompt_hash, composer.temperature)
        writer.variants.append(variant)
        sentences = merged(sentences, new)
        if writer.is_stopped or not _is_worth_another(sentences, writer, began):
            break
        logger.warning(
            "answer_written_again",
            score=AnswerVariant(tuple(sentences)).score,
            attempt=len(writer.variants),
        )
    return _ended(writer, sentences)


def _is_worth_another(sentences: list[CheckedSentence], writer: _Writer, began: float) -> bool:
    """Whether failing sentences are written again: something speaks against one, or too little is confirmed; there is time."""
    if not writer.composer.can_retry or len(writer.variants) > settings.MAX_REGENERATIONS:
        return False
    if time.monotonic() - began > _SECONDS:
        return False
    score = AnswerVariant(tuple(sentences)).score
    if score is None:
        return False
    # What a fact, the judge or its own words speak against; an open sentence may be right as it is.
    is_doubted = any(one.outcome.is_failing and not one.is_open for one in sentences)
    return is_doubted or score < settings.FAITHFULNESS_THRESHOLD


def merged(
    before: Sequence[CheckedSentence], new: Sequence[CheckedSentence]
) -> list[CheckedSentence]:
    """The answer after another attempt: what was confirmed stays where it is, a better sentence takes a failing one's place."""
    if not before:
        return list(new)
    failing = [one for one in before if one.outcome.is_failing]
    texts = {one.text for one in before if one.outcome is SentenceOutcome.CONFIRMED}
    claims = [one for one in new if one.outcome.is_claim and one.text not in texts]
    if len(claims) == len(failing):
        pairs = {id(old): [one] for old, one in zip(failing, claims, strict=True)}
    else:
        pairs = _by_provision(failing, claims)
    result: list[CheckedSentence] = []
    for old in before:
        better = [one for one in pairs.get(id(old), []) if _is_better(one, old)]
        for one in better or [old]:
            if one is old or one.text not in texts:
                result.append(one)
                texts.add(one.text)
    return result


def _by_provision(
    failing: Sequence[CheckedSentence], claims: Sequence[CheckedSentence]
) -> dict[int, list[CheckedSentence]]:
    """New sentences at the failing one that rests on the same provision; the others at the first."""
    pairs: dict[int, list[CheckedSentence]] = {}
    for one in claims:
        places = one.citations_beside.keys()
        same = [old for old in failing if old.citations_beside.keys() & places]
        for old in (same or list(failing))[:1]:
            pairs.setdefault(id(old), []).append(one)
    return pairs


_RANK = {
    SentenceOutcome.CONFIRMED: 2,
    SentenceOutcome.BESIDE_SOURCE: 1,
    SentenceOutcome.DIFFERS: 0,
}


def _is_better(one: CheckedSentence, old: CheckedSentence) -> bool:
    return _RANK[one.outcome] > _RANK[old.outcome]


def _failure(sentence: CheckedSentence) -> FailedSentence:
    return FailedSentence(sentence.draft, "; ".join(sentence.reasons), sentence.quote)


def _ended(writer: _Writer, sentences: list[CheckedSentence]) -> Written:
    """What was written, or the provisions themselves where none of it can be shown and no refusal was right."""
    *rejected, last = writer.variants
    variant = replace(last, sentences=tuple(sentences))
    refused = [one for one in sentences if one.outcome is SentenceOutcome.REFUSAL]
    is_refusal = bool(refused) and all(
        refusal_is_right(one.draft, writer.question, writer.sources) for one in refused
    )
    shown = any(one.is_shown for one in sentences)
    if writer.is_stopped or shown or is_refusal:
        return Written(
            variant,
            tuple(rejected),
            writer.is_stopped,
            is_refusal=is_refusal,
            broke_off=writer.broke_off,
        )
    excerpts = tuple(_excerpts(writer))
    excerpted = replace(variant, sentences=(*sentences, *excerpts))
    return Written(
        excerpted, tuple(rejected), is_excerpt=bool(excerpts), broke_off=writer.broke_off
    )


def _excerpts(writer: _Writer) -> Iterator[CheckedSentence]:
    for draft in ExtractiveComposer().compose(
        question=writer.question, sources=writer.sources, asked=writer.asked
    ):
        checked = writer.checker.check(draft)
        if checked.outcome is SentenceOutcome.CONFIRMED:
            yield checked
