"""Compose with a language model: any endpoint that speaks the OpenAI protocol.

The model sees the sources as [†1]…[†N] between delimiters and the closed list of what it may cite; it never writes a link.
It is asked for sentences with the words they rest on, and its reply is read while it arrives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from chat.composing.contract import FailedSentence
from chat.composing.replies import WrittenAnswer, drafts_of
from portal import llm
from regulations.text.locators import Locator
from verification.checking import DraftSentence, Source

PROMPTS = Path(__file__).resolve().parent.parent / "prompts"
MAX_ANSWER_TOKENS = 1200
# A retry that repeats the words of the first at the same temperature would bring the same answer.
_RETRY_TEMPERATURE_STEP = 0.2
# Told where sources of both stand beside each other.
_COURSES = {"undergraduate": "학부", "graduate": "대학원"}


class GenerativeComposer:
    """Asks the language model, with a stricter prompt and the failing sentences when it has to ask again."""

    kind = "GENERATIVE"
    can_retry = True

    def __init__(self, *, asker: str = "") -> None:
        self._asker = asker
        self.model: str = settings.LLM_MODEL
        self.temperature: float | None = settings.LLM_TEMPERATURE
        self.prompt_hash = ""

    def compose(
        self,
        *,
        question: str,
        sources: Sequence[Source],
        asked: str = "",
        failures: Sequence[FailedSentence] = (),
        kept: Sequence[str] = (),
        attempt: int = 1,
    ) -> Iterator[DraftSentence]:
        """Yield the model's sentences as they become whole; a model that says nothing is an error."""
        values = {
            "sources": [(source, numbered_units(source)) for source in sources],
            "citable": citable_provisions(sources),
            "today": timezone.localdate(),
            "failures": failures,
            "kept": kept,
            "attempt": attempt,
            "asker": self._asker,
            "courses": _COURSES if len({source.course for source in sources} - {""}) > 1 else {},
        }
        prompt = self._prompt(question, values, is_object=True)
        plain = self._prompt(question, values, is_object=False)
        self.prompt_hash = prompt.hash
        self.temperature = settings.LLM_TEMPERATURE + _RETRY_TEMPERATURE_STEP * (attempt - 1)
        reply = llm.stream(
            prompt,
            schema=WrittenAnswer,
            plain=plain,
            temperature=self.temperature,
            max_tokens=MAX_ANSWER_TOKENS,
        )
        for draft in drafts_of(reply, early=True, thoughts=reply.thoughts):
            self.model = reply.model
            yield draft

    @staticmethod
    def _prompt(question: str, values: dict[str, object], *, is_object: bool) -> llm.Prompt:
        text = llm.render(PROMPTS, "answer.md.j2", **values, is_object=is_object)
        return llm.Prompt(
            messages=(
                llm.PromptMessage(role="system", content=text.text),
                llm.PromptMessage(role="user", content=question),
            ),
            hash=text.hash,
            step="compose",
        )


def numbered_units(source: Source) -> list[tuple[str, str]]:
    """The text of a source cut where it can be cited: each piece with its marker, 1-2 for the second 항 of the first source."""
    if len(source.units) < 2:
        return [(str(source.number), source.text)]
    return [
        (f"{source.number}-{Locator.parse(unit.locator_key).paragraph or place}", unit.text)
        for place, unit in enumerate(source.units, start=1)
    ]


def citable_provisions(sources: Sequence[Source]) -> list[tuple[str, list[str]]]:
    """Return the closed list of what may be cited: each regulation with the provisions retrieved from it."""
    regulations: dict[str, list[str]] = {}
    for source in sources:
        labels = regulations.setdefault(source.regulation_title, [])
        if source.locator.label not in labels:
            labels.append(source.locator.label)
    return list(regulations.items())
