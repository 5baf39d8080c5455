"""An answer as one text, with the numbers of its citations: what its message holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from chat.models import AnswerSentence, Citation
from verification.citations.states import SentenceOutcome


def answer_text(
    sentences: Iterable[AnswerSentence], citations: Iterable[Citation], *, is_cited: bool = True
) -> str:
    """The lines of an answer; what was not confirmed never stands there as if it were.

    Without `is_cited` neither numbers stand there nor the words that a sentence is beside.
    """
    numbers: dict[int, list[int]] = {}
    for row in citations:
        if is_cited and row.sentence_id is not None:
            numbers.setdefault(row.sentence_id, []).append(row.number)
    lines = (_line(row, numbers.get(row.pk, ()), is_cited=is_cited) for row in sentences)
    return "\n".join(filter(None, lines))


def _line(sentence: AnswerSentence, numbers: Sequence[int], *, is_cited: bool) -> str:
    markers = "".join(f"[†{number}]" for number in dict.fromkeys(numbers))
    if sentence.outcome == SentenceOutcome.WITHDRAWN:
        return ""
    if sentence.outcome == SentenceOutcome.DIFFERS:
        return f"“{sentence.quote}”{markers}" if sentence.quote else ""
    if sentence.outcome == SentenceOutcome.BESIDE_SOURCE:
        beside = f" 원문: “{sentence.quote}”{markers}" if is_cited and sentence.quote else ""
        return f"{sentence.text} (확인 필요.{beside})"
    if sentence.text.endswith((".", "。")):
        return f"{sentence.text[:-1]}{markers}{sentence.text[-1]}"
    return sentence.text + markers


def numbered(
    sentences: Iterable[AnswerSentence], citations: Sequence[Citation]
) -> Mapping[tuple[int | None, str], int]:
    """The cited provisions 1, 2, 3 … in the order in which they stand; one cited only by what was withdrawn has none."""
    shown = [row.pk for row in sentences if row.outcome != SentenceOutcome.WITHDRAWN]
    numbers: dict[tuple[int | None, str], int] = {}
    for sentence_id in shown:
        for row in citations:
            if row.sentence_id == sentence_id:
                numbers.setdefault((row.version_id, row.locator_key), len(numbers) + 1)
    return numbers
