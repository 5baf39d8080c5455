"""What can go wrong with a model. Callers turn these into a status; none of them ever reads as a result."""

from __future__ import annotations

from typing import Any

from portal.llm.messages import Completion


class LLMError(Exception):
    """The model gave nothing that can be used. `transient` says whether trying again later may help."""

    def __init__(self, message: str, *, transient: bool = False) -> None:
        super().__init__(message)
        self.transient = transient
        # What came all the same: it was paid for.
        self.reply: Completion[Any] | None = None


class Unavailable(LLMError):
    """No model is configured, it cannot be reached, or it answers with an error."""


class Timeout(LLMError):
    """The model took longer than it was given."""

    def __init__(self, message: str) -> None:
        super().__init__(message, transient=True)


class Hurried(Timeout):
    """Nobody waited as long as a sound endpoint may take: it says nothing about the endpoint."""


class Stopped(LLMError):
    """Whoever asked waits for the reply no longer."""


class Refused(LLMError):
    """The model, or a filter in front of it, declined to answer."""


class Malformed(LLMError):
    """The reply is empty, was cut off, or is not in the form that was asked for."""
