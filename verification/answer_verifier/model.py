"""Layer 3: a language model judges the answer. A model that fails has not judged; that never counts as agreement."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import structlog
from pydantic import BaseModel, Field

from portal import llm
from portal.privacy.masking import OFFICE_CONTACTS, personal_data_mask
from verification.checking.hallucinations.context import ContextRow

PROMPTS = Path(__file__).resolve().parents[1] / "prompts"
NOT_CONFIGURED = "언어 모델이 설정되어 있지 않습니다"

_SECTION = ("section_title", "section_content")

logger = structlog.get_logger(__name__)


class ModelJudgement(BaseModel):
    """A model's reply: `verified` where all criteria hold, `confidence` how well the answer rests on the context."""

    verified: bool
    confidence: float = Field(ge=0, le=1, allow_inf_nan=False)
    issues: list[str] = Field(default_factory=list)
    reasoning: str = ""

    @property
    def is_pass(self) -> bool:
        """Whether the model found nothing wrong; one that passes an answer and names faults has not passed it."""
        return self.verified and not self.issues

    @property
    def faults(self) -> list[str]:
        """What the model found wrong, never empty where it did not pass the answer."""
        if self.is_pass:
            return []
        return self.issues or [self.reasoning or "판정을 통과하지 못했습니다"]


class NotJudgedError(Exception):
    """The model did not judge; the message tells a person why."""


def judge_answer_by_model(
    *, question: str, answer: str, context: Sequence[ContextRow]
) -> ModelJudgement:
    """Ask the model whether the answer rests on the context alone; raises NotJudgedError."""
    if not llm.available():
        raise NotJudgedError(NOT_CONFIGURED)
    # What stands here was written elsewhere. How an office is reached stays: masked, an invented number would look like the true one.
    question = personal_data_mask(question).text
    answer = personal_data_mask(answer, but=OFFICE_CONTACTS).text
    sections = [
        {name: personal_data_mask(row.get(name, ""), but=OFFICE_CONTACTS).text for name in _SECTION}
        for row in context
    ]
    rules = llm.render(PROMPTS, "verify_answer.md.j2", sections=sections)
    prompt = llm.Prompt(
        messages=(
            llm.PromptMessage(role="system", content=rules.text),
            llm.PromptMessage(role="user", content=f"질문:\n{question}\n\n답변:\n{answer}"),
        ),
        hash=rules.hash,
        step="verify",
    )
    try:
        return llm.complete(prompt, schema=ModelJudgement, temperature=0.0).value
    except llm.LLMError as error:
        logger.warning("answer_not_judged", error=str(error), kind=type(error).__name__)
        raise NotJudgedError(_why(error)) from error


def _why(error: llm.LLMError) -> str:
    if isinstance(error, llm.Timeout):
        return "언어 모델이 시간 안에 답하지 않았습니다"
    if isinstance(error, llm.Refused):
        return "언어 모델이 판정을 거절했습니다"
    if isinstance(error, llm.Malformed):
        return "언어 모델의 답을 판정으로 읽을 수 없습니다"
    return "언어 모델을 쓸 수 없습니다"
