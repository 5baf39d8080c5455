"""The three layers together: citations, signals, model, cheapest first, with what each of them said.

`verified` needs all of it: the confidence reaches the threshold, no layer found anything, the citations are valid, and
every layer that was asked for ran.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum

from django.conf import settings

from verification.answer_verifier.citations import MISSING, CitationFinding, check_citations
from verification.answer_verifier.claims import AnswerKind, ContextClaim, judge_claims, kind_of
from verification.answer_verifier.model import ModelJudgement, NotJudgedError, judge_answer_by_model
from verification.checking.hallucinations.context import (
    AnswerContext,
    ContextRow,
    normalized_text,
    read_rows,
)
from verification.checking.hallucinations.signals import (
    HallucinationSignal,
    HallucinationSignalKind,
    find_hallucination_signals,
)
from verification.citations.states import Verdict

CITATION_PENALTY = Decimal("0.3")
SIGNAL_PENALTY = Decimal("0.15")
_MOST_NAMED = 3
# Within the time that a caller waits for a worker, so that the reply is there when it ends.
MOST_SECONDS = 40.0

NO_CONTEXT = "대조할 문맥이 없습니다"
NO_CLAIMS = "문맥과 대조할 주장이 없는 답변입니다"
HOPELESS = "언어 모델이 동의하더라도 신뢰도가 기준에 이르지 못합니다"
NOT_ASKED = "요청되지 않았습니다"
NOT_HEARD = "시간 안에 문맥과 대조하지 못한 주장이 있습니다"
NOT_PERMITTED = "언어 모델은 로그인한 사람과 API 키만 쓸 수 있습니다"


class VerificationLayer(StrEnum):
    """The layers in the order in which they run."""

    CITATIONS = "citations"
    # As it is called on the wire.
    SIGNALS = "signs"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class SkippedLayer:
    """A layer that was asked for and did not run."""

    layer: VerificationLayer
    reason: str


@dataclass(frozen=True)
class VerificationResult:
    """What is known about an answer. `meets_threshold` is the arithmetic alone; only `verified` is a pass.

    Where nothing was claimed, nothing was judged, and there is no confidence.
    """

    verified: bool
    confidence: float | None
    issues: list[str]
    reasoning: str
    citations_valid: bool
    kind: AnswerKind = AnswerKind.CLAIMS
    meets_threshold: bool = False
    not_run: tuple[SkippedLayer, ...] = ()


def confidence_of(*, citations_valid: bool, signals: int, judged: float | None) -> Decimal:
    """Confidence in exact decimals: 1 − 0.3 for citations − 0.15 a signal, averaged with the model's where there is one."""
    confidence = 1 - (0 if citations_valid else CITATION_PENALTY) - signals * SIGNAL_PENALTY
    if judged is not None:
        confidence = (confidence + Decimal(str(judged))) / 2
    return min(max(confidence, Decimal(0)), Decimal(1))


def default_threshold() -> float:
    """The setting ANSWER_CONFIDENCE_THRESHOLD."""
    return float(settings.ANSWER_CONFIDENCE_THRESHOLD)


@dataclass(frozen=True)
class AnswerVerifier:
    """Verifies answers against the context that they were written from."""

    use_llm: bool = True
    confidence_threshold: float = field(default_factory=default_threshold)
    require_citations: bool = True
    # Why no model may be asked for this caller; empty where one may.
    model_withheld: str = ""
    # How long its claims may be held against the context; what is left then has not been checked.
    seconds: float = MOST_SECONDS

    def verify(
        self, question: str, answer: str, context: Sequence[ContextRow]
    ) -> VerificationResult:
        """Run the layers on one answer; context rows have `section_title` and `section_content`."""
        answer, given = normalized_text(answer), read_rows(context, question=question)
        claims = judge_claims(answer, given, seconds=self.seconds)
        kind = kind_of(claims)
        needs_citation = self.require_citations and kind is not AnswerKind.REFUSAL
        citations = check_citations(answer, given, required=needs_citation)
        signals = find_hallucination_signals(
            answer,
            given,
            needs_citation=kind is not AnswerKind.REFUSAL and not citations.cited,
        )
        signals += _denials(claims, signals)
        judgement, reason = None, self._why_not_judged(kind, given, citations, signals)
        if not reason:
            try:
                judgement = judge_answer_by_model(question=question, answer=answer, context=context)
            except NotJudgedError as error:
                reason = str(error)
        return self._result(claims, given, citations, signals, judgement, reason)

    def quick_verify(self, answer: str, context: Sequence[ContextRow]) -> bool:
        """Whether the layers without a model find nothing wrong."""
        return replace(self, use_llm=False).verify("", answer, context).verified

    def _why_not_judged(
        self,
        kind: AnswerKind,
        context: AnswerContext,
        citations: CitationFinding,
        signals: Sequence[HallucinationSignal],
    ) -> str:
        """Why the model need not be asked; empty where it is to be."""
        if not self.use_llm:
            return NOT_ASKED
        if self.model_withheld:
            return self.model_withheld
        if context.is_empty:
            return NO_CONTEXT
        if kind is AnswerKind.NO_CLAIMS:
            return NO_CLAIMS
        best = confidence_of(citations_valid=citations.valid, signals=len(signals), judged=1.0)
        return "" if best >= self._threshold else HOPELESS

    @property
    def _threshold(self) -> Decimal:
        return Decimal(str(self.confidence_threshold))

    def _result(
        self,
        claims: Sequence[ContextClaim],
        context: AnswerContext,
        citations: CitationFinding,
        signals: Sequence[HallucinationSignal],
        judgement: ModelJudgement | None,
        not_judged: str,
    ) -> VerificationResult:
        kind = kind_of(claims)
        unproved = () if judgement else _unproved(claims, signals)
        unheard = tuple(one.text for one in claims if one.is_unheard)
        confidence = confidence_of(
            citations_valid=citations.valid,
            signals=len(signals),
            judged=judgement.confidence if judgement else None,
        )
        issues = [
            *([NO_CONTEXT] if context.is_empty and kind is not AnswerKind.REFUSAL else []),
            *([NO_CLAIMS] if kind is AnswerKind.NO_CLAIMS else []),
            *(issue if issue == MISSING else f"출처 인용 {issue}" for issue in citations.issues),
            *(signal.text for signal in signals),
            *(f"문맥으로 확인하지 못한 주장: ‘{claim}’" for claim in unproved),
            *(f"시간 안에 문맥과 대조하지 못한 주장: ‘{claim}’" for claim in unheard),
            *(f"LLM 검증: {fault}" for fault in (judgement.faults if judgement else ())),
        ]
        not_run = (
            *((SkippedLayer(VerificationLayer.SIGNALS, NOT_HEARD),) if unheard else ()),
            *(
                (SkippedLayer(VerificationLayer.MODEL, not_judged),)
                if self.use_llm and not judgement
                else ()
            ),
        )
        is_scored = kind is not AnswerKind.NO_CLAIMS
        meets_threshold = is_scored and confidence >= self._threshold
        return VerificationResult(
            verified=meets_threshold and not issues and citations.valid and not not_run,
            confidence=float(confidence) if is_scored else None,
            issues=issues,
            reasoning=" | ".join(
                [
                    _citations_part(kind, citations),
                    _signals_part(signals, unheard),
                    _model_part(judgement, not_judged),
                ]
            ),
            citations_valid=citations.valid,
            kind=kind,
            meets_threshold=meets_threshold,
            not_run=not_run,
        )


def quick_verify(answer: str, context: Sequence[ContextRow]) -> bool:
    """Whether the layers without a model find nothing wrong, with the thresholds of the settings."""
    return AnswerVerifier().quick_verify(answer, context)


def _unproved(
    claims: Sequence[ContextClaim], signals: Sequence[HallucinationSignal]
) -> tuple[str, ...]:
    """The claims that the context neither proves nor denies, and of which no signal speaks: without a model nobody vouches for them."""
    return tuple(
        one.text
        for one in claims
        if one.verdict in (Verdict.NOT_CHECKED, Verdict.NOT_IN_CONTEXT)
        and not one.is_unheard
        and not any(signal.words in one.text for signal in signals)
    )


def _denials(
    claims: Sequence[ContextClaim], signals: Sequence[HallucinationSignal]
) -> list[HallucinationSignal]:
    """A signal for each claim that says otherwise than its context; "…할 수도 있습니다" denies what must be, and is counted already."""
    return [
        HallucinationSignal(
            HallucinationSignalKind.CONTRADICTION,
            claim.text,
            f"문맥과 다른 주장: ‘{claim.text}’" + (f" ({claim.reason})" if claim.reason else ""),
        )
        for claim in claims
        if claim.denies and not any(signal.words in claim.text for signal in signals)
    ]


def _citations_part(kind: AnswerKind, citations: CitationFinding) -> str:
    if MISSING in citations.issues:
        return f"✗ {MISSING}"
    if not citations.valid:
        return f"✗ 출처 인용이 유효하지 않습니다: {_listed(citations.issues)}"
    if citations.cited:
        return "✓ 출처 인용이 유효합니다"
    if kind is AnswerKind.REFUSAL:
        return "✓ 규정에 없다는 답변이어서 출처 인용이 필요하지 않습니다"
    return f"⚠ {MISSING}(요구하지 않음)"


def _signals_part(signals: Sequence[HallucinationSignal], unheard: Sequence[str]) -> str:
    if unheard and not signals:
        return f"⚠ {NOT_HEARD}: {_listed(unheard)}"
    if not signals:
        return "✓ 불확실한 표현이 감지되지 않았습니다"
    return f"✗ 의심스러운 곳이 {len(signals)}개 감지되었습니다: {_listed([signal.text for signal in signals])}"


def _model_part(judgement: ModelJudgement | None, not_judged: str) -> str:
    if judgement is None:
        return f"⚠ LLM 검증을 실행하지 않았습니다: {not_judged}"
    if judgement.is_pass:
        return "✓ LLM 검증 통과"
    return f"✗ LLM 검증 실패: {_listed(judgement.faults)}"


def _listed(texts: Sequence[str]) -> str:
    rest = len(texts) - _MOST_NAMED
    return "; ".join(texts[:_MOST_NAMED]) + (f" 외 {rest}개" if rest > 0 else "")
