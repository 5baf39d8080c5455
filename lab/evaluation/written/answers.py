"""Labelled answers as the measurement plays them: read from their file, replayed by a composer, judged from their labels."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chat.composing.contract import FailedSentence
from chat.composing.replies import drafts_of
from lab.evaluation.registry import NotMeasurableError, Row
from verification.checking import DraftSentence, Quote, Source
from verification.checking.judge import Judge, OpenSentence, SentenceVerdict, judge_sentences

_SEED = 20261122
_JUDGES = ("none", "labels", "model")


@dataclass(frozen=True)
class Labelled:
    """A sentence with its label and the words of its source that a person found for it."""

    text: str
    label: str
    fault: str
    evidence: tuple[Quote, ...]


@dataclass(frozen=True)
class Reply:
    """One answer of a writer: as the model sends it, and its sentences with their labels."""

    writer: str
    content: str
    sentences: tuple[Labelled, ...]


@dataclass
class ReplayComposer:
    """Says what it was given, and the same again whenever it is asked to write a sentence anew."""

    content: str
    kind: str = "GENERATIVE"
    model: str = "replay"
    temperature: float | None = None
    prompt_hash: str = ""
    asked: int = 0

    @property
    def can_retry(self) -> bool:
        """Once: what it says a third time is what it said the second."""
        return self.asked < 2

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
        """Yield the sentences of the reply; in a later attempt those that failed."""
        self.asked += 1
        wanted = [failure.text for failure in failures]
        for draft in drafts_of([self.content]):
            if attempt == 1 or any(is_same(draft.text, text) for text in wanted):
                yield draft


def replies_of(row: Row) -> list[Reply]:
    """The answers of a question; a structured one is sent as the object that the composer asks for."""
    found = []
    for answer in row["answers"]:
        structured = answer.get("structured")
        content = (
            json.dumps({"sentences": [_sent(one) for one in structured]}, ensure_ascii=False)
            if structured
            else answer["text"]
        )
        sentences = tuple(
            Labelled(
                one["text"],
                one["label"],
                one.get("fault") or "",
                tuple(Quote(e["source"], e["quote"]) for e in one.get("evidence") or ()),
            )
            for one in answer["sentences"]
        )
        found.append(Reply(answer["writer"], content, sentences))
    return found


def _sent(sentence: Mapping[str, Any]) -> dict[str, Any]:
    evidence = [{"source": e["source"], "quote": e["quote"]} for e in sentence["evidence"]]
    return {"text": sentence["text"], "evidence": evidence}


def judge_of(named: str, row: Row, reply: Reply) -> Judge:
    """The judge that was asked for: none, the configured model, or the labels with a share of seeded errors."""
    kind, _colon, share = named.partition(":")
    if kind not in _JUDGES:
        raise NotMeasurableError(f"no judge is called {named}: none, labels, labels:0.05 or model")
    if kind == "none":
        return lambda _question, _sentences, _sources: ()
    if kind == "model":
        return judge_sentences
    return _LabelJudge(reply, float(share or 0), f"{_SEED}:{row['id']}:{reply.content}")


@dataclass
class _LabelJudge:
    """Answers as the labels do, with their evidence; now and then, as drawn from a seed, the opposite."""

    reply: Reply
    error: float
    seed: str

    def __call__(
        self, question: str, sentences: Sequence[OpenSentence], sources: Sequence[Source]
    ) -> Sequence[SentenceVerdict]:
        verdicts = []
        for one in sentences:
            labelled = labelled_as(one.text, self.reply.sentences)
            if labelled is None:
                continue
            draw = random.Random(f"{self.seed}:{labelled.text}").random()  # noqa: S311
            is_right = (labelled.label == "right") != (draw < self.error)
            quote = next(iter(labelled.evidence), Quote(0, ""))
            verdicts.append(
                SentenceVerdict(
                    sentence=one.number,
                    verdict="supported" if is_right else "contradicted",
                    confidence=0.95,
                    source=quote.source_number,
                    quote=quote.text,
                )
            )
        return verdicts


def labelled_as(text: str, sentences: Sequence[Labelled]) -> Labelled | None:
    """The labelled sentence that a checked one is; None where the text was cut in another place."""
    return next((one for one in sentences if is_same(text, one.text)), None)


def is_same(one: str, other: str) -> bool:
    """Whether two sentences are the same apart from marks, or one is the beginning or end of the other."""
    first, second = _plain(one), _plain(other)
    return first == second or (
        min(len(first), len(second)) > 6 and (first in second or second in first)
    )


def _plain(text: str) -> str:
    return "".join(mark for mark in text if mark.isalnum())
