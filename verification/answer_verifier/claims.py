"""What an answer claims, held against its context by the rules of grounding: the score of faithfulness without a model.

A text that claims nothing has no score, and a refusal ("the regulations do not tell") is a status of its own: neither
raises nor lowers a rate.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.conf import settings

from verification.answer_verifier.context import AnswerContext, normalized_text, read_texts
from verification.grounding import (
    GroundingLabel,
    GroundingResult,
    ReasonKind,
    check_claim,
    is_refusal,
    split_claims,
)

# "관련 부서에 문의해 주시기 바랍니다.": whom it names is looked at as a contact, it says nothing else.
_CLOSING = re.compile(
    r"^[^,]{0,60}(?:문의|연락|상담|확인)(?:을|를)?\s?[가-힣\s]{0,12}(?:바랍니다|주세요|주십시오|하세요|하십시오|됩니다|권합니다|권장합니다|좋습니다)[.!]?$"
)

_SOURCES = re.compile(
    r"\s?(?:\[\s?(?:참조|출처)\s?:[^\]\n]*\]|\(\s?(?:참조|출처)\s?:[^)\n]*\)|\[†[^\]\n]*\])"
)
# Figures are compared exactly. Other differences are estimated: they count as a denial where hardly any doubt is left.
_FIGURES = frozenset({ReasonKind.NUMBER, ReasonKind.UNIT, ReasonKind.DATE, ReasonKind.COMPARATOR})
_OTHER_FACTS = frozenset({ReasonKind.POLARITY, ReasonKind.MODALITY, ReasonKind.SUBJECT})
_HARDLY_ANY_DOUBT = 0.1


class AnswerKind(StrEnum):
    """What an answer does."""

    CLAIMS = "claims"
    REFUSAL = "refusal"
    NO_CLAIMS = "no_claims"


class ValidationStatus(StrEnum):
    """Whether an answer could be scored, and if not, why."""

    SCORED = "scored"
    REFUSAL = "refusal"
    NO_CLAIMS = "no_claims"
    NO_CONTEXT = "no_context"


@dataclass(frozen=True, slots=True)
class ContextClaim:
    """A claim, or a refusal, beside its context; `denies` says that a fact in it is another one in the context."""

    text: str
    label: GroundingLabel
    reason: str
    denies: bool = False
    is_refusal: bool = False


@dataclass(frozen=True)
class FaithfulnessValidationResult:
    """The share of claims that the context supports; `score` is None where there is nothing to count."""

    score: float | None
    is_acceptable: bool
    grounded_claims: list[str]
    ungrounded_claims: list[str]
    suggestion: str
    status: ValidationStatus


def validate_answer(
    answer: str,
    context: Sequence[str],
    threshold: float | None = None,
    *,
    question: str = "",
) -> FaithfulnessValidationResult:
    """Say how much of what an answer claims stands in its context.

    Only an answer whose score reaches the threshold (that of the settings where none is given) is acceptable, and a refusal that the context does not answer (the
    better judged with the `question`).
    """
    given = read_texts(context, question=question)
    claims = judge_claims(normalized_text(answer), given)
    own = [claim for claim in claims if not claim.is_refusal]
    grounded = [claim.text for claim in own if claim.label is GroundingLabel.SUPPORTED]
    ungrounded = [claim for claim in own if claim.label is not GroundingLabel.SUPPORTED]
    score, status, is_acceptable = None, ValidationStatus.SCORED, False
    if not own:
        is_acceptable = bool(claims) and all(
            item.label is GroundingLabel.SUPPORTED for item in claims
        )
        status = ValidationStatus.REFUSAL if claims else ValidationStatus.NO_CLAIMS
    elif given.is_empty:
        status = ValidationStatus.NO_CONTEXT
    else:
        score = len(grounded) / len(own)
        enough = settings.FAITHFULNESS_THRESHOLD if threshold is None else threshold
        is_acceptable = score >= enough
    return FaithfulnessValidationResult(
        score=score,
        is_acceptable=is_acceptable,
        grounded_claims=grounded,
        ungrounded_claims=[claim.text for claim in ungrounded],
        suggestion=_suggestion(status, ungrounded, is_right=is_acceptable),
        status=status,
    )


def judge_claims(answer: str, context: AnswerContext, *, cites: bool = True) -> list[ContextClaim]:
    """Hold every claim of an answer against the context; refusals too, each against the question.

    Without `cites` the sources that stand beside a claim do not count: a claim with a wrong one is judged by its words.
    """
    provisions = context.provisions
    judged = []
    for claim in split_claims(answer):
        if _CLOSING.match(claim.text) and not is_refusal(claim.text):
            continue
        text = claim.text if cites else _SOURCES.sub("", claim.text)
        # The verifier's opinion confirms no claim: it takes a short yes for true whatever is asked.
        result = check_claim(text, provisions, question=context.question or None)
        judged.append(
            ContextClaim(
                text=claim.text,
                label=result.label,
                reason="; ".join(reason.text for reason in result.reasons),
                denies=_denies(result),
                is_refusal=is_refusal(claim.text),
            )
        )
    return judged


def _denies(result: GroundingResult) -> bool:
    kinds = {reason.kind for reason in result.reasons}
    if result.label is not GroundingLabel.CONTRADICTED:
        return False
    if kinds & _FIGURES or ReasonKind.REFUSAL in kinds:
        return True
    return bool(kinds & _OTHER_FACTS) and result.score < _HARDLY_ANY_DOUBT


def kind_of(claims: Sequence[ContextClaim]) -> AnswerKind:
    """What an answer with these claims does: one claim among refusals makes it an answer."""
    if any(not claim.is_refusal for claim in claims):
        return AnswerKind.CLAIMS
    return AnswerKind.REFUSAL if claims else AnswerKind.NO_CLAIMS


def _suggestion(
    status: ValidationStatus, ungrounded: Sequence[ContextClaim], *, is_right: bool
) -> str:
    if status is ValidationStatus.NO_CLAIMS:
        return "문맥과 대조할 주장이 없어 점수를 매기지 않았습니다."
    if status is ValidationStatus.NO_CONTEXT:
        return "대조할 문맥이 없어 점수를 매기지 않았습니다."
    if status is ValidationStatus.REFUSAL:
        if is_right:
            return "규정에 없다는 답변이어서 점수를 매기지 않았습니다."
        return "문맥에 물음에 답하는 내용이 있는 것으로 보입니다. 그 내용으로 다시 답하십시오."
    if not ungrounded:
        return "모든 주장이 문맥에서 확인됩니다."
    listed = "; ".join(
        f"‘{claim.text}’" + (f"({claim.reason})" if claim.reason else "") for claim in ungrounded
    )
    return f"문맥에서 확인되지 않은 주장을 빼거나 고치십시오: {listed}"
