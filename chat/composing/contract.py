"""What the pipeline asks of a composer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from verification.checking import DraftSentence, Source

# Yielded where all that a composer has said so far turns out to be thought: the answer begins after it.
STARTED_OVER: Final = DraftSentence("", is_whole=False)


@dataclass(frozen=True)
class FailedSentence:
    """A sentence of an earlier attempt that the check did not let pass, why, and the words of its provision."""

    text: str
    reason: str
    provision: str = ""


class Composer(Protocol):
    """Turns a question and sources into the sentences of an answer, one after another."""

    @property
    def kind(self) -> str:
        """A value of Answer.Composer."""

    @property
    def model(self) -> str:
        """The language model's name, empty where there is none."""

    @property
    def temperature(self) -> float | None:
        """The temperature of the next attempt."""

    @property
    def prompt_hash(self) -> str:
        """The hash of the prompt of the last attempt, empty where there is none."""

    @property
    def can_retry(self) -> bool:
        """Whether another attempt can differ from the last."""

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
        """Yield the sentences of an answer, of a later attempt those in place of the failures; raises llm.LLMError.

        After STARTED_OVER nothing that came before it is part of the answer. `asked` is what the asker typed; of a follow-up `question` is more: it was completed by the questions before. `kept` are the sentences that passed and are not to be written again.
        """
