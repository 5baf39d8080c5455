"""Rewrites a follow-up as a standalone question: by a language model if available, else by rules (`query.analyze`).

What a model writes is only looked up, never shown. A reply that is not one short question is thrown away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import structlog
from django.conf import settings
from pydantic import BaseModel

from portal import llm
from regulations.search.retrieval.query import AnalyzedQuery, analyze
from regulations.search.retrieval.setup import BUILT_IN
from regulations.search.thesaurus import Thesaurus

logger = structlog.get_logger(__name__)

PROMPTS = Path(__file__).resolve().parent / "prompts"
_LONGEST = 300
_MAX_TOKENS = 200
FAILED = "rewriting_failed"


class RewrittenQuestion(BaseModel):
    """The model's reply."""

    question: str


@dataclass(frozen=True, slots=True)
class CompletedQuestion:
    """A question ready to be looked up, who completed it, and what went wrong."""

    query: AnalyzedQuery
    rewriter: str = BUILT_IN
    notes: tuple[str, ...] = ()


def complete_question(
    question: str, *, thesaurus: Thesaurus, history: Sequence[str]
) -> CompletedQuestion:
    """Analyze a question; a follow-up is contextualized with the earlier ones first."""
    query = analyze(question, thesaurus=thesaurus, history=history)
    if not query.follow_up or not llm.available():
        return CompletedQuestion(query)
    try:
        rewritten = _rewritten(question, history)
    except llm.LLMError as error:
        logger.warning("follow_up_not_rewritten", error=f"{type(error).__name__}: {error}")
        return CompletedQuestion(query, notes=(f"{FAILED}: {type(error).__name__}",))
    return CompletedQuestion(analyze(rewritten, thesaurus=thesaurus), rewriter=settings.LLM_MODEL)


def _rewritten(question: str, history: Sequence[str]) -> str:
    text = llm.render(PROMPTS, "rewrite_question.md.j2")
    earlier = "\n".join(f"- {line}" for line in history)
    prompt = llm.Prompt(
        messages=(
            llm.PromptMessage(role="system", content=text.text),
            llm.PromptMessage(
                role="user", content=f"[이전 질문]\n{earlier}\n\n[이번 질문]\n{question}"
            ),
        ),
        hash=text.hash,
        step="rewrite",
    )
    reply = llm.complete(prompt, schema=RewrittenQuestion, temperature=0.0, max_tokens=_MAX_TOKENS)
    rewritten = " ".join(reply.value.question.split())
    if not rewritten or len(rewritten) > _LONGEST:
        raise llm.Malformed("the rewritten question is empty or too long")
    return rewritten
