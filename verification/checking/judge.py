"""Ask the configured model about the sentences that are open: one structured call, its evidence looked up.

A verdict without words that stand in a source confirms nothing, and neither does one below the threshold. Where the model is
late, away or answers out of form, the verifier may confirm what it is sure of; the others stay what they are: shown beside their
source, not confirmed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, Protocol, TypeVar

import structlog
from django.utils import timezone
from pydantic import BaseModel, Field

from portal import llm
from verification.checking.by_verifier import confirmed_by_verifier, is_doubted
from verification.checking.engine import EvidenceFinding, check, translated_otherwise
from verification.checking.evidence import quoted_units, units_of
from verification.checking.judge_budget import budget_take
from verification.checking.outcomes import beside, confirmed
from verification.checking.reading import Reading
from verification.checking.sentences import SentenceChecker
from verification.checking.values import CheckedSentence, Quote, Source, SourceUnit
from verification.citations.states import ConfirmedBy, SentenceOutcome, Verdict

logger = structlog.get_logger(__name__)

PROMPTS = Path(__file__).resolve().parents[1] / "prompts"
SECONDS = 8.0
# Above the sentences that a model is asked about: those left open before the end, and in the second reading all.
OPEN_SENTENCES, ALL_SENTENCES = "문장", "답변의 모든 문장"
_MOST_TOKENS = 1500


class Opinion(Protocol):
    """What a model says of one thing that it was asked about, and how sure it is."""

    confidence: float

    @property
    def found(self) -> Verdict:
        """The verdict in the words of every check."""


_Opinion = TypeVar("_Opinion", bound=Opinion)


def unanimous(opinions: Sequence[_Opinion]) -> _Opinion | None:
    """Of several opinions about one thing the least sure, where all say the same; None where they do not, or there is none."""
    if len({one.found for one in opinions}) != 1:
        return None
    return min(opinions, key=lambda one: one.confidence)


class SentenceVerdict(BaseModel):
    """A model's verdict on one sentence, with the words that it rests on."""

    sentence: int
    verdict: Literal["supported", "contradicted", "not_enough"]
    confidence: float = Field(ge=0, le=1)
    source: int | None = None
    quote: str = ""
    reason: str = ""

    @property
    def found(self) -> Verdict:
        """The verdict in the words of every check."""
        return _VERDICTS[self.verdict]


_VERDICTS = {
    "supported": Verdict.SUPPORTED,
    "contradicted": Verdict.CONTRADICTED,
    "not_enough": Verdict.NOT_IN_CONTEXT,
}


class SentenceVerdicts(BaseModel):
    """A model's reply about all open sentences of an answer."""

    verdicts: list[SentenceVerdict]


@dataclass(frozen=True)
class OpenSentence:
    """A sentence to be judged; `units` are what it rests on by its own word."""

    number: int
    text: str
    units: tuple[SourceUnit, ...]


class Judge(Protocol):
    """Whoever is asked about open sentences; no verdicts where there is nobody to ask."""

    def __call__(
        self, question: str, sentences: Sequence[OpenSentence], sources: Sequence[Source]
    ) -> Sequence[SentenceVerdict]:
        """Return a verdict a sentence, in any order; what is left out was not judged."""


def judge_sentences(
    question: str, sentences: Sequence[OpenSentence], sources: Sequence[Source]
) -> Sequence[SentenceVerdict]:
    """Ask the configured model once, within its time and budget; nothing where it cannot be asked or fails."""
    if not llm.available() or llm.is_circuit_open() or not budget_take(now=timezone.now(), calls=1):
        return ()
    try:
        verdicts, _prompt_hash = ask_model(question, sentences, sources, seconds=SECONDS)
    except llm.LLMError as error:
        logger.warning("sentences_not_judged", kind=type(error).__name__, error=str(error))
        return ()
    return verdicts


def ask_model(
    question: str,
    sentences: Sequence[OpenSentence],
    sources: Sequence[Source],
    *,
    heading: str = OPEN_SENTENCES,
    temperature: float = 0.0,
    seconds: float | None = None,
) -> tuple[Sequence[SentenceVerdict], str]:
    """The model's verdicts on numbered sentences, and the hash of the prompt; raises llm.LLMError."""
    rules = llm.render(
        PROMPTS, "judge_sentences.md.j2", sources=[(one, units_of(one)) for one in sources]
    )
    listed = "\n".join(f"{one.number}. {one.text}" for one in sentences)
    prompt = llm.Prompt(
        messages=(
            llm.PromptMessage(role="system", content=rules.text),
            llm.PromptMessage(role="user", content=f"질문:\n{question}\n\n{heading}:\n{listed}"),
        ),
        hash=rules.hash,
        step="judge",
    )
    reply = llm.complete(
        prompt,
        schema=SentenceVerdicts,
        temperature=temperature,
        max_tokens=_MOST_TOKENS,
        seconds=seconds,
    )
    return reply.value.verdicts, rules.hash


def by_number(verdicts: Iterable[SentenceVerdict]) -> dict[int, list[SentenceVerdict]]:
    """The verdicts by the sentence that they are about; a model may speak of one more than once."""
    found: dict[int, list[SentenceVerdict]] = {}
    for verdict in verdicts:
        found.setdefault(verdict.sentence, []).append(verdict)
    return found


def settled(
    checked: Sequence[CheckedSentence], *, checker: SentenceChecker, judge: Judge
) -> list[CheckedSentence]:
    """The sentences with what a judge says of those that are open, and the verifier of those that no judge has read."""
    asked = {
        number: (sentence, checker.readings.pop(id(sentence)))
        for number, sentence in enumerate(checked, start=1)
        if sentence.is_open and id(sentence) in checker.readings
    }
    if not asked:
        return list(checked)
    sentences = [
        OpenSentence(number, reading.draft.text, reading.units)
        for number, (_sentence, reading) in asked.items()
    ]
    verdicts = by_number(judge(checker.question, sentences, checker.sources))
    result = list(checked)
    # What a student does not see tells nothing: of a sentence that differs the provision's words are shown.
    shown = " ".join(
        one.text for one in checked if one.is_shown and one.outcome is not SentenceOutcome.DIFFERS
    )
    for number, (sentence, reading) in asked.items():
        if number not in verdicts:
            result[number - 1] = _unread(sentence, reading, checker, shown)
        elif (said := unanimous(verdicts[number])) is not None:
            result[number - 1] = _after(sentence, reading, said, checker)
    rules = " ".join(one.text for one in result if one.outcome is SentenceOutcome.CONFIRMED)
    for number, (sentence, reading) in asked.items():
        if result[number - 1] is sentence and number not in verdicts:
            result[number - 1] = _with_its_exception(sentence, reading, checker, rules)
    return result


def _with_its_exception(
    sentence: CheckedSentence, reading: Reading, checker: SentenceChecker, rules: str
) -> CheckedSentence:
    """The sentence as it is proved where the answer tells its exception, too: a rule and its proviso come in this order."""
    for statement in dict.fromkeys((reading.statement, reading.bare)):
        found = check(statement, reading.units, question=checker.question, answer=rules)
        if found.verdict is Verdict.SUPPORTED and reading.may_rest_on(found.units):
            return confirmed(reading, found, confidence=1.0)
    return sentence


def _unread(
    sentence: CheckedSentence, reading: Reading, checker: SentenceChecker, shown: str
) -> CheckedSentence:
    for statement in dict.fromkeys((reading.statement, reading.bare)):
        sure = confirmed_by_verifier(
            statement, reading.units, question=checker.question, answer=shown
        )
        if sure is not None and reading.may_rest_on(sure[0].units):
            return confirmed(reading, sure[0], confidence=sure[1])
    return sentence


def _after(
    sentence: CheckedSentence, reading: Reading, said: SentenceVerdict, checker: SentenceChecker
) -> CheckedSentence:
    units = quoted_units([Quote(said.source or 0, said.quote)], checker.sources, exact=True)
    if said.confidence < checker.threshold:
        return sentence
    carries = (
        said.verdict == "supported"
        and bool(units)
        and reading.may_rest_on(units)
        and not translated_otherwise(reading.statement, units)
    )
    if carries and not _is_doubted(reading, units, checker.question):
        finding = EvidenceFinding(Verdict.SUPPORTED, tuple(units), method=ConfirmedBy.JUDGE)
        return confirmed(reading, finding, confidence=said.confidence)
    if said.verdict == "supported":
        return sentence
    reasons = (said.reason,) if said.reason else sentence.reasons
    doubted = replace(reading, units=tuple(units) or reading.units)
    return beside(
        doubted, EvidenceFinding(Verdict.NOT_IN_CONTEXT, tuple(units), reasons), is_open=False
    )


def _is_doubted(reading: Reading, units: Sequence[SourceUnit], question: str) -> bool:
    """Whether the verifier doubts the sentence so much, with and without where it says it found it, that a judge's word is not enough."""
    beside_it = {(one.source.number, one.locator_key): one for one in (*reading.units, *units)}
    words = [quoted for unit in units for quoted in unit.words]
    return all(
        is_doubted(statement, tuple(beside_it.values()), words=words, question=question)
        for statement in dict.fromkeys((reading.statement, reading.bare))
    )
