"""What goes to a model and what comes back. No type of a provider's library passes this border."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

Value = TypeVar("Value")


@dataclass(frozen=True)
class PromptMessage:
    """One turn of the conversation with the model."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class Prompt:
    """The messages, the hash of the prompt files that they were made from, and for which step of the work the model is asked."""

    messages: tuple[PromptMessage, ...]
    hash: str = ""
    step: str = ""

    @property
    def length(self) -> int:
        """Characters in all messages."""
        return sum(len(message.content) for message in self.messages)


@dataclass(frozen=True)
class Usage:
    """Tokens as the provider counts them; nothing is known where it does not say."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None


@dataclass(frozen=True)
class Completion(Generic[Value]):
    """A whole reply: its text, or an object where a schema was asked for."""

    value: Value
    model: str
    usage: Usage = Usage()
