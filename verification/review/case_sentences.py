"""The sentences of a case, each beside what it rests on; of an answer without any, what was drafted for it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Protocol

from regulations.reading.selectors import versions_on
from regulations.text.markdown import plain
from verification.citations.states import CitationStatus, SentenceOutcome
from verification.models import CitationCheck, Flag
from verification.review.case_evidence import (
    CaseEvidence,
    CaseSentence,
    CitedRow,
    changes_url,
    enforcement_day,
    is_excerpt,
    place_label,
    place_url,
    text_around,
)
from verification.review.comparing import compare

_MARKER = re.compile(r"\s*\[†[^\]]*\]")
_NOISE = re.compile(r"[^0-9A-Za-z가-힣]+")


class SentenceRow(Protocol):
    """A sentence as it is stored with an answer."""

    pk: int
    text: str
    outcome: str
    method: str
    quote: str
    reason: str
    withdrawn_at: datetime | None

    def get_outcome_display(self) -> str: ...

    def get_method_display(self) -> str: ...


@dataclass(frozen=True)
class DraftLine:
    """A line that was composed and not shown; `is_passed` where its citation was verified."""

    text: str
    is_passed: bool


def draft_lines(original: str, checks: Sequence[CitationCheck]) -> tuple[DraftLine, ...]:
    """What was composed, line by line, with what passed."""
    passed = {
        _NOISE.sub("", _MARKER.sub("", check.statement))
        for check in checks
        if check.status == CitationStatus.VERIFIED
    }
    lines = [line.strip() for line in original.splitlines() if line.strip()]
    return tuple(
        DraftLine(plain(_MARKER.sub("", line)), _NOISE.sub("", _MARKER.sub("", line)) in passed)
        for line in lines
    )


def case_sentences(flag: Flag, on: date) -> tuple[CaseSentence, ...]:
    """The sentences of the flagged answer, beside the rules of a day."""
    sentences = sorted(flag.answer.sentences.all(), key=lambda row: row.position)
    numbers = {row.pk: number for number, row in enumerate(sentences, start=1)}
    texts = {row.passage_id: row.text for row in flag.answer.passages.all() if row.passage_id}
    resting: dict[str, list[int]] = defaultdict(list)
    cited = sorted(flag.answer.message.citations.all(), key=lambda row: row.position)
    for row in cited:
        if row.sentence_id is not None:
            resting[place_label(row)].append(numbers[row.sentence_id])
    current = _in_force(cited, on)
    found = []
    for sentence in sentences:
        own = [row for row in cited if row.sentence_id == sentence.pk]
        is_doubted = sentence.outcome != SentenceOutcome.CONFIRMED
        evidence = [_evidence(row, sentence.text, texts, is_doubted=is_doubted) for row in own]
        placed = tuple(
            replace(
                one,
                sentences=tuple(dict.fromkeys(resting[one.label])),
                changes_url=changes_url(row, current),
            )
            for row, one in zip(own, evidence, strict=True)
        )
        is_own_words = is_excerpt(sentence.method, flag.answer.composer)
        found.append(_sentence(sentence, numbers[sentence.pk], placed, is_own_words=is_own_words))
    return tuple(found)


def _sentence(
    row: SentenceRow, number: int, evidence: tuple[CaseEvidence, ...], *, is_own_words: bool
) -> CaseSentence:
    return CaseSentence(
        number=number,
        text=row.text if is_own_words else plain(row.text),
        outcome=row.outcome,
        outcome_label=str(row.get_outcome_display()),
        evidence=evidence,
        quote=row.quote,
        reason=row.reason,
        method_label=str(row.get_method_display()) if row.method != "NONE" else "",
        withdrawn_at=row.withdrawn_at,
        is_excerpt=is_own_words,
    )


def unused_sources(flag: Flag) -> tuple[CaseEvidence, ...]:
    """What was found and not cited; it was held against nothing that is shown."""
    status = CitationStatus.NOT_CHECKED
    rows = sorted(flag.answer.passages.all(), key=lambda row: row.rank)
    return tuple(
        CaseEvidence(
            label=place_label(row),
            quote=row.text,
            url=place_url(row),
            status=status.value,
            status_label=str(status.label),
            enforcement_date=enforcement_day(row),
        )
        for row in rows
        if not row.used
    )


def _in_force(rows: Iterable[CitedRow], on: date) -> dict[int, int]:
    """The number of the version in force on a day, by regulation."""
    regulations = {row.version.regulation_id for row in rows if row.version}
    found = versions_on(day=on).filter(regulation__in=regulations)
    return dict(found.order_by("pk").values_list("regulation", "number"))


def _evidence(
    row: CitedRow, sentence: str, texts: Mapping[int, str], *, is_doubted: bool
) -> CaseEvidence:
    status = CitationStatus(row.status)
    is_doubted = is_doubted or status != CitationStatus.VERIFIED
    before, after = text_around(row.quote, texts.get(row.passage_id or 0, ""))
    return CaseEvidence(
        label=place_label(row),
        quote=row.quote,
        url=place_url(row),
        status=status.value,
        status_label=str(status.label),
        enforcement_date=enforcement_day(row),
        before=before,
        after=after,
        compared=compare(sentence, row.quote) if is_doubted and row.quote else None,
    )
