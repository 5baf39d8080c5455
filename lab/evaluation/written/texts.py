"""`evaluate texts FILE`: texts from elsewhere through the check of `/check`, each sentence beside what it is.

A row is a text as its sentences, each labelled right, wrong or none (it claims nothing). A sentence is *found* where it is
wrong and its state is DIFFERS or a citation in it is called wrong, a *false alarm* where that happens to a right one.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone

from lab.evaluation.registry import (
    EvaluationKind,
    EvaluationReport,
    EvaluationTable,
    NotMeasurableError,
    Row,
)
from verification.checked_texts.checking import text_report
from verification.checked_texts.reports import ReportedSentence, TextSentenceState

State = TextSentenceState
# Of the pieces of a sentence the one that says most against it stands for all.
_ORDER = (
    State.DIFFERS,
    State.BESIDE_SOURCE,
    State.NOT_SAID,
    State.REFUSAL,
    State.CONFIRMED,
    State.NO_CLAIM,
)


@dataclass(frozen=True, slots=True)
class TextSentence:
    """A labelled sentence and what was said of it."""

    text: str
    label: str
    fault: str
    state: State
    statuses: tuple[str, ...]
    is_called_wrong: bool

    @property
    def verdict(self) -> str:
        """Whether that was right, in a word."""
        if self.is_called_wrong:
            return "found" if self.label == "wrong" else "false alarm"
        if self.state is State.CONFIRMED:
            return {"right": "right", "wrong": "WRONG"}.get(self.label, "needless")
        return "open" if self.label != "none" else "right"


def measure(rows: Sequence[Row], options: Mapping[str, Any]) -> EvaluationReport:
    """Check every text and lay its sentences beside their labels."""
    if not rows:
        raise NotMeasurableError("name a file of labelled texts")
    day = options["as_of"] or timezone.localdate()
    texts = [list(_checked(row, day)) for row in rows]
    sentences = [one for text in texts for one in text]
    return EvaluationReport(
        kind="texts",
        count=len(texts),
        figures=text_figures(texts),
        tables=(
            EvaluationTable(
                "sentences",
                ("sentence", "label", "said", "citations", "right?"),
                tuple(
                    (
                        one.text,
                        f"{one.label} {one.fault}".strip(),
                        one.state.value,
                        ", ".join(one.statuses),
                        one.verdict,
                    )
                    for one in sentences
                ),
            ),
        ),
        misses=tuple(
            f"{one.verdict}: {one.text}"
            for one in sentences
            if one.verdict in ("WRONG", "false alarm")
        ),
    )


def text_figures(texts: Sequence[Sequence[TextSentence]]) -> dict[str, float]:
    """How many sentences of each label have each verdict, and how many texts are told apart."""
    counted = Counter((one.label, one.verdict) for text in texts for one in text)
    figures = {
        f"{label}: {verdict}": float(count) for (label, verdict), count in sorted(counted.items())
    }
    wrong = [text for text in texts if any(one.label == "wrong" for one in text)]
    right = [text for text in texts if text not in wrong]
    called = [text for text in texts if any(one.is_called_wrong for one in text)]
    return figures | {
        "texts with a fault": float(len(wrong)),
        "of these called wrong": float(sum(text in called for text in wrong)),
        "texts without a fault": float(len(right)),
        "of these called wrong too": float(sum(text in called for text in right)),
    }


def _checked(row: Row, day: date) -> Iterator[TextSentence]:
    labelled = row["sentences"]
    text = "\n".join(one["text"] for one in labelled)
    report = text_report(text=text, as_of=day)
    start = 0
    for one in labelled:
        end = start + len(one["text"])
        pieces = [piece for piece in report.sentences if start <= piece.start < end]
        yield TextSentence(
            text=one["text"],
            label=one["label"],
            fault=one.get("fault", ""),
            state=_state(pieces),
            statuses=tuple(citation.status for piece in pieces for citation in piece.citations),
            is_called_wrong=any(piece.is_called_wrong for piece in pieces),
        )
        start = end + 1


def _state(pieces: Sequence[ReportedSentence]) -> State:
    return min((State(piece.state) for piece in pieces), key=_ORDER.index, default=State.NO_CLAIM)


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--as-of", type=date.fromisoformat, help="the day of the corpus")


KIND = EvaluationKind(
    name="texts",
    help="texts from elsewhere, labelled sentence by sentence, through the check of /check",
    measure=measure,
    add_arguments=_arguments,
)
