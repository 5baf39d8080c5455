"""Rewrites questions before they are looked up: follow-ups as standalone questions, unsure ones in the words of rules.

What a model writes is only looked up, never shown as the question. A reply that is not one short question is thrown away.
Follow-ups are completed by rules (`query.analyze`) where no model does it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import structlog
from django.conf import settings
from django.core.cache import cache
from pydantic import BaseModel

from portal import llm
from regulations.search.retrieval.query import AnalyzedQuery, analyze
from regulations.search.retrieval.setup import BUILT_IN
from regulations.text.thesaurus import Thesaurus

logger = structlog.get_logger(__name__)

PROMPTS = Path(__file__).resolve().parent / "prompts"
_LONGEST = 300
_MAX_TOKENS = 200
_CACHE_SECONDS = 24 * 3600
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
    earlier = "\n".join(f"- {line}" for line in history)
    try:
        rewritten = _rewritten(
            f"[이전 질문]\n{earlier}\n\n[이번 질문]\n{question}",
            "rewrite_question.md.j2",
            "rewrite",
        )
    except llm.LLMError as error:
        logger.warning("follow_up_not_rewritten", error=f"{type(error).__name__}: {error}")
        return CompletedQuestion(query, notes=(f"{FAILED}: {type(error).__name__}",))
    return CompletedQuestion(analyze(rewritten, thesaurus=thesaurus), rewriter=settings.LLM_MODEL)


def reword_question(question: str, *, thesaurus: Thesaurus) -> AnalyzedQuery | None:
    """The question as rules would put it, within a second; None where no model may be asked or it failed.

    Equal questions cost one call a day.
    """
    if not llm.available():
        return None
    digest = sha256(question.encode()).hexdigest()
    key = f"reworded:{settings.LLM_MODEL}:{digest}"
    reworded: str | None = cache.get(key)
    if reworded is None:
        try:
            reworded = _rewritten(f"[질문]\n{question}", "reword_question.md.j2", "reword")
        except llm.LLMError as error:
            logger.info("question_not_reworded", error=f"{type(error).__name__}: {error}")
            return None
        cache.set(key, reworded, _CACHE_SECONDS)
    return analyze(reworded, thesaurus=thesaurus)


def _rewritten(asked: str, template: str, step: str) -> str:
    text = llm.render(PROMPTS, template)
    prompt = llm.Prompt(
        messages=(
            llm.PromptMessage(role="system", content=text.text),
            llm.PromptMessage(role="user", content=asked),
        ),
        hash=text.hash,
        step=step,
    )
    reply = llm.complete(prompt, schema=RewrittenQuestion, temperature=0.0, max_tokens=_MAX_TOKENS)
    rewritten = " ".join(reply.value.question.split())
    if not rewritten or len(rewritten) > _LONGEST:
        raise llm.Malformed("the rewritten question is empty or too long")
    return rewritten
