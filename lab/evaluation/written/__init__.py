"""`evaluate written FILE`: labelled answers of language models through the whole check, in a transaction that is rolled back.

The sources of each question become provisions in force, the answers are replayed by a composer that has nothing else to say,
and what a student would see of every sentence is counted by its label, and in which form the citations stand that are shown. A
judge can be played from the labels.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from chat.composing.outcomes import citation_numbers
from chat.composing.writing import Written, write
from chat.presenters.sentences import sentence_view
from chat.storing.answers import is_all_confirmed
from lab.evaluation.forms import CitationForms, forms_shown
from lab.evaluation.registry import (
    EvaluationKind,
    EvaluationReport,
    EvaluationTable,
    NotMeasurableError,
    Row,
)
from lab.evaluation.written.answers import (
    Labelled,
    ReplayComposer,
    Reply,
    judge_of,
    labelled_as,
    replies_of,
)
from lab.evaluation.written.sources import GivenSources
from regulations.reading.names import RegulationNames
from verification.checking import CheckedSentence, SentenceChecker, SentenceOutcome, Source
from verification.checking.judge import Judge
from verification.citations.states import Verdict
from verification.faithfulness.answers import read_by_rules
from verification.faithfulness.first_check import wrong_citations
from verification.faithfulness.marks import JUDGED
from verification.models import Flag, Verification

_HIDDEN, _CONFIRMED, _BESIDE = "hidden", "confirmed", "beside"


@dataclass
class _Counts:
    """What became of the sentences and answers of one writer."""

    sentences: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    answers: Counter[str] = field(default_factory=Counter)
    flags: Counter[str] = field(default_factory=Counter)
    forms: CitationForms = field(default_factory=CitationForms)
    flagged_right: list[str] = field(default_factory=list)
    confirmed_wrong: list[str] = field(default_factory=list)
    hidden_right: list[str] = field(default_factory=list)

    def figures(self) -> dict[str, dict[str, int]]:
        """In the form that is printed as JSON."""
        shown = self.sentences["no_claim"]
        return {
            **{
                label: {
                    "n": self.sentences[label].total(),
                    **{
                        name: self.sentences[label][name] for name in (_CONFIRMED, _BESIDE, _HIDDEN)
                    },
                }
                for label in ("right", "wrong")
            },
            "no_claim": {
                "n": shown.total(),
                "shown": shown.total() - shown[_HIDDEN],
                "cited": self.answers["no_claim_cited"],
            },
            "answers": {
                "n": self.answers["n"],
                "refused_though_right": self.answers["refused_though_right"],
                "rewritten": self.answers["rewritten"],
            },
            "right_answers": {
                "n": self.answers["right"],
                "flagged": self.answers["right_flagged"],
                **dict(sorted(self.flags.items())),
            },
            "citations": {
                "shown": self.forms.shown,
                "standard": self.forms.standard,
                "incomplete": self.forms.incomplete,
            },
        }


def measure(rows: Sequence[Row], options: Mapping[str, Any]) -> EvaluationReport:
    """Play every answer and count what is shown of its sentences."""
    if not rows:
        raise NotMeasurableError("name a file of labelled answers")
    judge_named = str(options.get("judge") or "none")
    wanted = options.get("writer")
    counts: dict[str, _Counts] = defaultdict(_Counts)
    with transaction.atomic():
        for row in rows[: options.get("limit") or None]:
            played = [reply for reply in replies_of(row) if wanted in (None, reply.writer)]
            with GivenSources(row) as (sources, names):
                for reply in played:
                    judge = judge_of(judge_named, row, reply)
                    _play(row, reply, sources, names, judge, counts[reply.writer])
        transaction.set_rollback(True)
    return _report(counts, judge_named)


def _play(
    row: Row,
    reply: Reply,
    sources: Sequence[Source],
    names: RegulationNames,
    judge: Judge,
    counts: _Counts,
) -> None:
    as_of = date.fromisoformat(row["as_of"]) if row.get("as_of") else timezone.localdate()
    written = write(
        question=row["question"],
        sources=sources,
        composer=ReplayComposer(reply.content),
        judge=judge,
        checker=SentenceChecker(sources, as_of=as_of, question=row["question"], names=names),
    )
    counts.forms += _forms(written, sources, names)
    _count(row, reply, written, counts)
    _count_flags(row, reply, written, sources, counts)


def _forms(written: Written, sources: Sequence[Source], names: RegulationNames) -> CitationForms:
    """In which forms the citations are written that a student sees."""
    shown = written.variant.showable
    numbers = citation_numbers(shown)
    views = [
        sentence_view(one, position=position, numbers=numbers)
        for position, one in enumerate(shown, start=1)
    ]
    return forms_shown(views, sources=[source.text for source in sources], names=names)


def _count_flags(
    row: Row, reply: Reply, written: Written, sources: Sequence[Source], counts: _Counts
) -> None:
    """Of an answer of which nothing is wrong: for which reasons it would stand in the queue all the same."""
    labels = {one.label for one in reply.sentences}
    if "wrong" in labels or "right" not in labels:
        return
    counts.answers["right"] += 1
    reasons = _flag_reasons(row["question"], written, sources)
    counts.answers["right_flagged"] += bool(reasons)
    counts.flags.update(reasons.keys())
    counts.flagged_right += [
        f"{row['id']} {reply.writer} {reason}: {detail}" for reason, detail in reasons.items()
    ]


def _flag_reasons(question: str, written: Written, sources: Sequence[Source]) -> dict[str, str]:
    """What the portal flags when it stores the answer, and when the rules have read it again."""
    shown = written.variant.showable
    if not shown:
        return {Flag.Reason.ABSTAINED.value: "nothing of it is shown"}
    reasons: dict[str, str] = {}
    wrong = wrong_citations(written.variant.checks, is_all_confirmed=is_all_confirmed(shown))
    if wrong:
        reasons[Flag.Reason.CITATION_NOT_VERIFIED.value] = wrong
    again = read_by_rules(
        question=question,
        sentences=[one.text for one in shown if one.outcome in JUDGED],
        sources=sources,
    )
    if again.faithfulness == Verification.Faithfulness.UNFAITHFUL:
        unproved = [one for one in again.claims if one.verdict != Verdict.SUPPORTED]
        reasons[Flag.Reason.LOW_FAITHFULNESS.value] = "; ".join(
            f"{one.claim} ({one.reason})" for one in unproved
        )
    return reasons


def _count(row: Row, reply: Reply, written: Written, counts: _Counts) -> None:
    counts.answers["n"] += 1
    counts.answers["rewritten"] += bool(written.rejected)
    fates = [(one, *_fate(one, written)) for one in reply.sentences]
    for one, fate, is_cited in fates:
        label = "no_claim" if one.label == "no_claim" else one.label
        counts.sentences[label][fate] += 1
        counts.answers["no_claim_cited"] += one.label == "no_claim" and is_cited
        said = f"{row['id']} {reply.writer} {one.fault}: {one.text}"
        if one.label == "wrong" and fate == _CONFIRMED:
            counts.confirmed_wrong.append(said)
        if one.label == "right" and fate == _HIDDEN:
            counts.hidden_right.append(said)
    has_right = any(one.label == "right" for one in reply.sentences)
    counts.answers["refused_though_right"] += has_right and not written.variant.showable


def _fate(labelled: Labelled, written: Written) -> tuple[str, bool]:
    """What a student sees of a sentence, and whether it carries a citation."""
    found = [
        one
        for one in written.variant.sentences
        if one.draft and labelled_as(one.draft, [labelled]) is not None
    ]
    shown = [one for one in found if one.is_shown and one.outcome is not SentenceOutcome.DIFFERS]
    if not shown:
        return _HIDDEN, any(_is_cited(one) for one in found)
    is_confirmed = all(one.outcome is SentenceOutcome.CONFIRMED for one in shown)
    return (_CONFIRMED if is_confirmed else _BESIDE), any(_is_cited(one) for one in shown)


def _is_cited(sentence: CheckedSentence) -> bool:
    return bool(sentence.shown_citations)


def _report(counts: Mapping[str, _Counts], judge_named: str) -> EvaluationReport:
    writers = {writer: counts[writer].figures() for writer in sorted(counts)}
    forms = sum((one.forms for one in counts.values()), CitationForms()).figures()
    rows: list[tuple[str | float, ...]] = []
    for writer, figures in writers.items():
        for label in ("right", "wrong"):
            got = figures[label]
            shares = [got[name] / max(1, got["n"]) for name in (_CONFIRMED, _BESIDE, _HIDDEN)]
            rows.append((f"{writer}, {label}", got["n"], *shares))
    misses = [
        f"confirmed though wrong: {one}" for c in counts.values() for one in c.confirmed_wrong
    ]
    misses += [f"flagged though right: {one}" for c in counts.values() for one in c.flagged_right]
    misses += [f"hidden though right: {one}" for c in counts.values() for one in c.hidden_right]
    return EvaluationReport(
        kind=f"written, judge {judge_named}",
        count=sum(figures["answers"]["n"] for figures in writers.values()),
        figures={
            f"{writer} {label} {name}": float(value)
            for writer, figures in writers.items()
            for label in figures
            for name, value in figures[label].items()
        }
        | forms,
        tables=(
            EvaluationTable(
                "sentences", ("writer", "n", _CONFIRMED, _BESIDE, _HIDDEN), tuple(rows)
            ),
            EvaluationTable(
                "right answers that open a flag (target: at most 2 of 10)",
                ("writer", "right answers", "flagged", "share"),
                tuple(
                    (
                        writer,
                        figures["right_answers"]["n"],
                        figures["right_answers"]["flagged"],
                        figures["right_answers"]["flagged"] / max(1, figures["right_answers"]["n"]),
                    )
                    for writer, figures in writers.items()
                ),
            ),
            EvaluationTable(
                "citations as they are shown",
                ("writer", "shown", "standard form", "incomplete"),
                tuple(
                    (writer, *figures["citations"].values()) for writer, figures in writers.items()
                ),
            ),
            EvaluationTable(
                "answers",
                ("writer", "n", "refused though right", "rewritten", "no claim cited"),
                tuple(
                    (
                        writer,
                        figures["answers"]["n"],
                        figures["answers"]["refused_though_right"],
                        figures["answers"]["rewritten"],
                        figures["no_claim"]["cited"],
                    )
                    for writer, figures in writers.items()
                ),
            ),
        ),
        misses=tuple(misses),
        as_json={"writers": writers, "citations": forms},
    )


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--writer", help="the answers of this writer alone")
    parser.add_argument("--judge", default="none", help="none, labels, labels:0.05 or model")
    parser.add_argument("--limit", type=int, help="the first so many questions")


KIND = EvaluationKind(
    "written", "answers of language models, sentence by sentence", measure, _arguments
)
