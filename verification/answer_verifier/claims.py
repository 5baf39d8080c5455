"""What an answer claims, held against its context as every sentence is held: the score of faithfulness without a model.

A text that claims nothing has no score, and a refusal ("the regulations do not tell") is a status of its own: neither
raises nor lowers a rate.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from enum import StrEnum

from django.conf import settings

from regulations.text.locators import Locator
from verification.answer_verifier.citations import (
    citations_in,
    disputed_title_in,
    names_section,
)
from verification.checking.engine import (
    EvidenceFinding,
    check,
    check_item,
    refusal_is_right,
    under_its_lead,
)
from verification.checking.evidence import nearest_units
from verification.checking.hallucinations.context import (
    AnswerContext,
    ContextSection,
    normalized_text,
    read_texts,
)
from verification.checking.lines.heads import head_end
from verification.checking.lines.items import line_above
from verification.checking.lines.standing import HeadedItem, HeadedLine, headed_lines
from verification.checking.mentions import CitationMention
from verification.checking.sentence_text import bare_statement
from verification.checking.statements import outcome_without_claim, plain_prose
from verification.checking.values import Source
from verification.citations.states import SentenceOutcome, Verdict
from verification.grounding import split_sentences
from verification.grounding.proof.time_limit import OutOfTimeError, time_check, time_limit

OUT_OF_TIME = "시간 안에 문맥과 대조하지 못했습니다"

_ANSWERED = "제공된 조문에 물음에 답하는 내용이 있는 것으로 보입니다."
# "교무팀(02-123-4567)에 문의하시기 바랍니다": whom it names is looked at as a contact, and counts no rule.
_CONTACT = re.compile(r"\(?(?:\b\d{2,4}-\d{3,4}(?:-\d{4})?\b|[\w.+-]{1,64}@[\w.-]{1,64})\)?")
_SOURCES = re.compile(
    r"\s?(?:\[\s?(?:참조|출처)\s?:[^\]\n]*\]|\(\s?(?:참조|출처)\s?:[^)\n]*\)|\[†[^\]\n]*\])"
)


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
    """A claim, or a refusal, beside its context."""

    text: str
    verdict: Verdict
    reason: str = ""
    is_refusal: bool = False

    @property
    def is_unheard(self) -> bool:
        """Whether no time was left to hold it against the context."""
        return self.verdict is Verdict.NOT_CHECKED and self.reason == OUT_OF_TIME

    @property
    def denies(self) -> bool:
        """Whether a fact in it is another one in the context."""
        return self.verdict is Verdict.CONTRADICTED


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
    grounded = [claim.text for claim in own if claim.verdict is Verdict.SUPPORTED]
    ungrounded = [claim for claim in own if claim.verdict is not Verdict.SUPPORTED]
    score, status, is_acceptable = None, ValidationStatus.SCORED, False
    if not own:
        is_acceptable = bool(claims) and all(item.verdict is Verdict.SUPPORTED for item in claims)
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


def judge_claims(
    answer: str, context: AnswerContext, *, seconds: float | None = None
) -> list[ContextClaim]:
    """Hold every sentence of an answer against the context; refusals too, each against the question.

    A source that the context does not have does not count: the sentence is judged by its words. A sentence for which no time is
    left is NOT_CHECKED, for the reason OUT_OF_TIME.
    """
    sources = [
        _source(number, section)
        for number, section in enumerate(context.sections)
        if section.text.strip()
    ]
    # A sentence that comes again under the same line is judged once.
    judged: dict[tuple[str, str], tuple[ContextClaim | None, str]] = {}
    claims, above = [], ""
    with nullcontext() if seconds is None else time_limit(seconds):
        for line in headed_lines(answer, split_sentences(answer)):
            key = (above, line.as_checked)
            if key not in judged:
                try:
                    time_check()
                    judged[key] = _judged(line, above, context, sources)
                except OutOfTimeError:
                    late = ContextClaim(line.text, Verdict.NOT_CHECKED, OUT_OF_TIME)
                    judged[key] = late, above
            claim, above = judged[key]
            if claim is not None:
                claims.append(claim)
    return claims


def _judged(
    line: HeadedLine, above: str, context: AnswerContext, sources: Sequence[Source]
) -> tuple[ContextClaim | None, str]:
    """A sentence beside the context, None where it claims nothing; and the line that stands above the next one."""
    text = _SOURCES.sub("", line.as_checked)
    statement = plain_prose(text)
    cited = citations_in(statement, context)
    mentions = [CitationMention(c.text, None, start=c.start, end=c.end) for c in cited]
    bare = bare_statement(statement, mentions)
    below = line_above(text, above, is_confirmed=False)
    outcome = outcome_without_claim(text, _CONTACT.sub("", bare))
    if outcome is SentenceOutcome.NO_CLAIM:
        return None, below
    if outcome is SentenceOutcome.REFUSAL:
        is_right = refusal_is_right(statement, context.question, sources)
        verdict = Verdict.SUPPORTED if is_right else Verdict.CONTRADICTED
        reason = "" if is_right else _ANSWERED
        return ContextClaim(line.text, verdict, reason, is_refusal=True), below
    near = nearest_units(bare, sources)
    named = {one.number for one in sources if names_section(cited, context.sections[one.number])}
    own = [unit for unit in near if unit.source.number in (named or {near[0].source.number})]
    head = [one for one in mentions if (one.end or 0) <= head_end(statement, line.head)]
    item = HeadedItem(bare_statement(line.head, head), bare)

    def held(said: str, bare: str) -> EvidenceFinding:
        others = () if named else near
        return check(said, own, others=others, bare=bare, question=context.question)

    found = check_item(item, held(statement, bare), lambda said: held(said, said))
    found = under_its_lead(item.alone, found, item.head or above)
    below = line_above(text, above, is_confirmed=found.verdict is Verdict.SUPPORTED)
    return _claim_of(line.text, found, disputed_title_in(cited, context)), below


def _claim_of(text: str, found: EvidenceFinding, disputed: str) -> ContextClaim:
    """The claim with its verdict; one that gives its source another title than it has is not said there."""
    reasons = (f"{disputed}.", *found.reasons) if disputed else found.reasons
    is_misnamed = bool(disputed) and found.verdict is Verdict.SUPPORTED
    verdict = Verdict.NOT_IN_CONTEXT if is_misnamed else found.verdict
    return ContextClaim(text, verdict, "; ".join(reasons))


def _source(number: int, section: ContextSection) -> Source:
    """A section as the check takes it."""
    head = section.heads[0] if section.heads else None
    locator = (
        Locator(article=head.article, branch=head.branch, paragraph=head.paragraph)
        if head
        else Locator()
    )
    return Source.text_only(
        number=number,
        regulation_title=(head.regulation or "") if head else "",
        locator_key=locator.key,
        title=(head.title or "") if head else "",
        text=section.text,
    )


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
