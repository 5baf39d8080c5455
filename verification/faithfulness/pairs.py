"""The model's opinion of every (statement, citation) pair of an answer, asked for in one call after the answer was shown.

A verdict counts from the confidence threshold on. Where the model is late, refuses or does not answer in form, or leaves a
pair out, that pair was not checked, and the record says so; what was not found accurate keeps the answer from being FAITHFUL.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from django.conf import settings
from pydantic import BaseModel, Field

from portal import llm
from regulations.text.locators import Locator
from verification.checking.judge import PROMPTS, unanimous
from verification.checking.pairs import confidence_threshold
from verification.citations.resolution import CitationTarget, as_evidence, resolve
from verification.citations.states import CitationStatus, ConfirmedBy, Verdict
from verification.grounding import split_sentences
from verification.models import CitationCheck, Flag, Verification
from verification.review.flags import flags_add

LONGEST_EVIDENCE = 6000
# An answer that cites everything would be a prompt of a million signs; what does not fit in is not checked, and says so.
_LONGEST_PROMPT = 60_000
_TOKENS_A_PAIR, _TOKENS_AROUND = 400, 1_000
_LETTERS = re.compile(r"[^\W\d_]")
_LEFT_OUT = "모델이 이 쌍을 판정하지 않았습니다."
_CONTRADICTS_ITSELF = "모델이 이 쌍을 서로 다르게 판정했습니다."


class JudgedPair(BaseModel):
    """One pair in a model's reply."""

    pair: int
    is_accurate: bool
    confidence: float = Field(ge=0, le=1)
    explanation: str = ""

    @property
    def found(self) -> Verdict:
        """The verdict in the words of every check."""
        return Verdict.SUPPORTED if self.is_accurate else Verdict.CONTRADICTED


class PairJudgement(BaseModel):
    """A model's reply about all pairs of an answer."""

    pairs: list[JudgedPair]


@dataclass(frozen=True)
class StatementPair:
    """A statement and the whole provision that it cites; `check_ids` are the rows that say the same."""

    number: int
    statement: str
    label: str
    evidence: str
    check_ids: tuple[int, ...]


@dataclass(frozen=True)
class PairVerdict:
    """What the model says of a pair."""

    verdict: Verdict
    confidence: float | None = None
    reason: str = ""


@dataclass(frozen=True)
class PairsResult:
    """The verdicts by row; `error` says why there are none."""

    verdicts: Mapping[int, PairVerdict] = field(default_factory=dict)
    prompt_hash: str = ""
    error: str = ""


def judge_pairs(*, verification: Verification) -> PairsResult | None:
    """Ask the model about all pairs in one call; None where there is no model or nothing to ask."""
    if not llm.available():
        return None
    pairs = pairs_of(verification)
    if not pairs:
        return None
    asked = _within_budget(pairs)
    prompt = llm.render(PROMPTS, "judge_pairs.md.j2", pairs=asked)
    try:
        reply = llm.complete(
            llm.Prompt(
                messages=(
                    llm.PromptMessage(role="system", content=prompt.text),
                    llm.PromptMessage(role="user", content=f"쌍 {len(asked)}개를 모두 판정하세요."),
                ),
                hash=prompt.hash,
                step="judge",
            ),
            schema=PairJudgement,
            temperature=0.0,
            max_tokens=_TOKENS_AROUND + _TOKENS_A_PAIR * len(asked),
        )
    except llm.LLMError as error:
        # The pairs stay NOT_CHECKED: a model that is away says nothing about them.
        return PairsResult(prompt_hash=prompt.hash, error=f"{type(error).__name__}: {error}")
    threshold = confidence_threshold(verification.confidence_threshold)
    return PairsResult(_verdicts(pairs, reply.value.pairs, threshold), prompt.hash)


def _within_budget(pairs: Sequence[StatementPair]) -> Sequence[StatementPair]:
    """The first pairs that one call may hold; always one."""
    lengths = accumulate(len(pair.statement) + len(pair.evidence) for pair in pairs)
    return pairs[: max(1, sum(length <= _LONGEST_PROMPT for length in lengths))]


def pairs_of(verification: Verification) -> list[StatementPair]:
    """The pairs worth asking about: the provision exists and the statement says something; the same pair only once."""
    checks = [
        check
        for check in verification.citation_checks.select_related("version").order_by("position")
        if check.version is not None and check.locator_key and _says_something(check.statement)
    ]
    resolutions = resolve(
        [
            CitationTarget(
                frozenset({check.version.regulation_id}),
                pattern=check.locator_key,
                # Verified though not in force: the version that transitional measures keep for who asked.
                version_id=check.version_id if check.status == CitationStatus.VERIFIED else None,
            )
            for check in checks
            if check.version is not None
        ],
        as_of=verification.answer.as_of,
    )
    found: dict[tuple[str, int | None, str], tuple[str, list[int]]] = {}
    for check, resolution in zip(checks, as_evidence(resolutions), strict=True):
        provision = resolution.provision
        if provision is None or provision.version_id != check.version_id:
            continue
        key = (check.statement, check.version_id, check.locator_key)
        found.setdefault(key, (whole_sentences(provision.text), []))[1].append(check.pk)
    titles = {check.pk: check.regulation_title for check in checks}
    return [
        StatementPair(
            number=number,
            statement=statement,
            label=Locator.parse(locator_key).cited_in(titles[ids[0]]),
            evidence=evidence,
            check_ids=tuple(ids),
        )
        for number, ((statement, _version, locator_key), (evidence, ids)) in enumerate(
            found.items(), start=1
        )
    ]


def whole_sentences(text: str, *, longest: int = LONGEST_EVIDENCE) -> str:
    """Return a provision, shortened where it is very long, but never in the middle of a sentence."""
    if len(text) <= longest:
        return text
    ends = [span.end for span in split_sentences(text)]
    return text[: max((end for end in ends if end <= longest), default=ends[0])]


def pairs_store(*, verification: Verification, result: PairsResult) -> None:
    """Record the verdicts beside those of the rules, and flag where the two disagree. Call it in a transaction."""
    recorded = Verification.objects.filter(pk=verification.pk)
    recorded.update(pairs_prompt_hash=result.prompt_hash, pairs_error=result.error[:300])
    if result.error:
        flags_add(details={verification.answer_id: result.error}, reason=Flag.Reason.CHECK_FAILED)
    rows = list(verification.citation_checks.filter(pk__in=result.verdicts).order_by("position"))
    for row in rows:
        said = result.verdicts[row.pk]
        row.model_verdict = said.verdict
        row.model_confidence = said.confidence
        row.model_reason = said.reason
    CitationCheck.objects.bulk_update(rows, ["model_verdict", "model_confidence", "model_reason"])
    shown = [row for row in rows if row.status == CitationStatus.VERIFIED]
    # Of what repeats its provision the judge is not believed.
    copies = verification.answer.sentences.filter(method=ConfirmedBy.COPY)
    copied = set(copies.values_list("text", flat=True))
    if result.error or any(
        row.model_verdict != Verdict.SUPPORTED for row in shown if row.statement not in copied
    ):
        recorded.filter(faithfulness=Verification.Faithfulness.FAITHFUL).update(
            faithfulness=Verification.Faithfulness.PARTLY
        )
    doubted = [
        f"{row.citation_text} “{row.statement}”: {row.model_reason}"
        for row in shown
        if row.model_verdict == Verdict.CONTRADICTED
    ]
    if doubted:
        flags_add(
            details={verification.answer_id: "\n".join(doubted)}, reason=Flag.Reason.DISAGREEMENT
        )


def _verdicts(
    pairs: Sequence[StatementPair], replies: Sequence[JudgedPair], threshold: float
) -> dict[int, PairVerdict]:
    by_number: dict[int, list[JudgedPair]] = {}
    for reply in replies:
        by_number.setdefault(reply.pair, []).append(reply)
    return {
        check_id: _verdict(by_number.get(pair.number, []), threshold)
        for pair in pairs
        for check_id in pair.check_ids
    }


def _verdict(replies: Sequence[JudgedPair], threshold: float) -> PairVerdict:
    if not replies:
        return PairVerdict(Verdict.NOT_CHECKED, reason=_LEFT_OUT)
    reply = unanimous(replies)
    if reply is None:
        return PairVerdict(Verdict.NOT_IN_CONTEXT, reason=_CONTRADICTS_ITSELF)
    verdict = Verdict.NOT_IN_CONTEXT if reply.confidence < threshold else reply.found
    return PairVerdict(verdict, reply.confidence, reply.explanation)


def _says_something(statement: str) -> bool:
    enough = len(statement) >= settings.MIN_STATEMENT_LENGTH
    return enough and len(_LETTERS.findall(statement)) >= 2
