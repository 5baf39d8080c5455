"""Compose with a language model: any endpoint that speaks the OpenAI protocol.

The model sees the sources as [†1]…[†N] between delimiters and the closed list of what it may cite; it never writes a link.
Its text is cut into sentences while it arrives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from django.conf import settings

from chat.composing.contract import FailedSentence
from portal import llm
from verification.checking import DraftSentence, Source
from verification.grounding import split_sentences

PROMPTS = Path(__file__).resolve().parent.parent / "prompts"
MAX_ANSWER_TOKENS = 1200
# A retry that repeats the words of the first at the same temperature would bring the same answer.
_RETRY_TEMPERATURE_STEP = 0.2


class GenerativeComposer:
    """Asks the language model, with a stricter prompt and the failing sentences when it has to ask again."""

    kind = "GENERATIVE"
    can_retry = True

    def __init__(self) -> None:
        self.model: str = settings.LLM_MODEL
        self.temperature: float | None = settings.LLM_TEMPERATURE
        self.prompt_hash = ""

    def compose(
        self,
        *,
        question: str,
        sources: Sequence[Source],
        failures: Sequence[FailedSentence] = (),
        attempt: int = 1,
    ) -> Iterator[DraftSentence]:
        """Yield the model's sentences as they become whole; a model that says nothing is an error."""
        prompt = self._prompt(question, sources, failures, attempt)
        self.prompt_hash = prompt.hash
        self.temperature = settings.LLM_TEMPERATURE + _RETRY_TEMPERATURE_STEP * (attempt - 1)
        buffer, is_silent = "", True
        reply = llm.stream(prompt, temperature=self.temperature, max_tokens=MAX_ANSWER_TOKENS)
        for piece in reply:
            self.model = reply.model
            buffer += piece
            is_silent = is_silent and not buffer.strip()
            spans = split_sentences(buffer)
            # The last sentence may still grow: a citation can follow its full stop.
            for span in spans[:-1]:
                yield DraftSentence(span.text)
            if len(spans) > 1:
                buffer = buffer[spans[-1].start :]
        if is_silent:
            raise llm.Malformed("the model sent no text")
        for span in split_sentences(buffer):
            yield DraftSentence(span.text)

    def _prompt(
        self,
        question: str,
        sources: Sequence[Source],
        failures: Sequence[FailedSentence],
        attempt: int,
    ) -> llm.Prompt:
        values = {"sources": sources, "citable": citable_provisions(sources)}
        if failures:
            text = llm.render(
                PROMPTS, "answer_strict.md.j2", **values, failures=failures, attempt=attempt
            )
        else:
            text = llm.render(PROMPTS, "answer.md.j2", **values)
        return llm.Prompt(
            messages=(
                llm.PromptMessage(role="system", content=text.text),
                llm.PromptMessage(role="user", content=question),
            ),
            hash=text.hash,
            step="compose",
        )


def citable_provisions(sources: Sequence[Source]) -> list[tuple[str, list[str]]]:
    """Return the closed list of what may be cited: each regulation with the provisions retrieved from it."""
    regulations: dict[str, list[str]] = {}
    for source in sources:
        labels = regulations.setdefault(source.regulation_title, [])
        if source.locator.label not in labels:
            labels.append(source.locator.label)
    return list(regulations.items())
