"""The report of a checked text: plain values that a page, a file and a link show alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from typing import Any

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from regulations.reading.labels import stored_label
from verification.checking.lines.heads import with_head
from verification.citations.states import CitationStatus, SentenceOutcome


def _as_answered(outcome: SentenceOutcome) -> tuple[str, Promise | str]:
    return outcome.value, outcome.label


class TextSentenceState(models.TextChoices):
    """The outcomes of an answer's sentences, in the same words, and one more; only CONFIRMED is a pass."""

    CONFIRMED = _as_answered(SentenceOutcome.CONFIRMED)
    BESIDE_SOURCE = _as_answered(SentenceOutcome.BESIDE_SOURCE)
    DIFFERS = _as_answered(SentenceOutcome.DIFFERS)
    NOT_SAID = "NOT_SAID", _("규정에 없음")
    REFUSAL = _as_answered(SentenceOutcome.REFUSAL)
    NO_CLAIM = _as_answered(SentenceOutcome.NO_CLAIM)

    @property
    def sentence(self) -> Promise:
        """What a reader is told about a sentence of this state."""
        return _SENTENCES[self]


_SENTENCES = {
    TextSentenceState.CONFIRMED: _("규정이 이 문장과 같은 내용을 정하고 있습니다."),
    TextSentenceState.BESIDE_SOURCE: _(
        "맞는지 틀린지 확인하지 못했습니다. 아래는 낱말이 가장 가까운 원문이며, 다른 사항을 정한 것일 수 있습니다."
    ),
    TextSentenceState.DIFFERS: _("규정의 내용과 다릅니다. 원문을 그대로 옮깁니다."),
    TextSentenceState.NOT_SAID: _("이 내용을 정한 조문을 찾지 못했습니다."),
    TextSentenceState.REFUSAL: _("규정에 없다고 말하는 문장이어서 대조하지 않았습니다."),
    TextSentenceState.NO_CLAIM: _("조문과 대조할 주장이 없는 문장입니다."),
}


_WRONG = frozenset(
    {
        CitationStatus.NOT_FOUND,
        CitationStatus.UNKNOWN_REGULATION,
        CitationStatus.DELETED,
        CitationStatus.NOT_IN_FORCE,
        CitationStatus.MISATTRIBUTED,
    }
)


@dataclass(frozen=True)
class ReportedProvision:
    """A provision with the address of its page."""

    label: str
    url: str
    enforcement_date: str = ""
    version_id: int = 0
    locator: str = ""
    eid: str = ""

    @property
    def said_label(self) -> str:
        """The label in the language of the page."""
        return stored_label(self.label)

    @property
    def day(self) -> date | None:
        """The day of enforcement."""
        return date.fromisoformat(self.enforcement_date) if self.enforcement_date else None


@dataclass(frozen=True)
class ReportedCitation:
    """A citation as it was written, and its state.

    `official_url` is the official page of a statute that is not among the regulations here.
    """

    written: str
    status: str
    reason: str = ""
    provision: ReportedProvision | None = None
    official_url: str = ""

    @property
    def is_wrong(self) -> bool:
        """Whether it leads its reader astray; one that only nobody could look up does not."""
        return self.status in _WRONG

    @property
    def status_label(self) -> str:
        """The state in a word."""
        return str(CitationStatus(self.status).label)

    @property
    def status_sentence(self) -> str:
        """The state in a sentence."""
        return str(CitationStatus(self.status).sentence)


@dataclass(frozen=True)
class ReportedSentence:
    """A sentence of the text as it was written; `quote` are the provision's own words, `proposal` what could be cited for it.

    `head` is the line of the text that an item stands under: both are one claim.
    """

    start: int
    end: int
    text: str
    state: str
    reasons: tuple[str, ...] = ()
    quote: str = ""
    quoted: ReportedProvision | None = None
    proposal: ReportedProvision | None = None
    citations: tuple[ReportedCitation, ...] = ()
    head: str = ""

    @property
    def claim(self) -> str:
        """What the state is said of: an item with its head."""
        return with_head(self.text, self.head)

    @property
    def is_called_wrong(self) -> bool:
        """Whether a reader is told that it, or a citation in it, is wrong."""
        return self.state == TextSentenceState.DIFFERS or any(
            one.is_wrong for one in self.citations
        )

    @property
    def state_label(self) -> str:
        """The state in a word."""
        return str(TextSentenceState(self.state).label)

    @property
    def state_sentence(self) -> str:
        """The state in a sentence."""
        return str(TextSentenceState(self.state).sentence)


@dataclass(frozen=True)
class TextReport:
    """A text after its check, as the rules stood on a day."""

    as_of: str
    name: str
    sentences: tuple[ReportedSentence, ...]

    @property
    def day(self) -> date:
        """The day of the rules."""
        return date.fromisoformat(self.as_of)

    @property
    def counts(self) -> list[tuple[TextSentenceState, int]]:
        """How many sentences have each state, none left out that occurs."""
        counted = Counter(sentence.state for sentence in self.sentences)
        return [
            (state, counted[state.value]) for state in TextSentenceState if counted[state.value]
        ]

    @property
    def citation_counts(self) -> list[tuple[CitationStatus, int]]:
        """How many citations have each status."""
        counted = Counter(one.status for sentence in self.sentences for one in sentence.citations)
        return [
            (status, counted[status.value]) for status in CitationStatus if counted[status.value]
        ]

    def as_json(self) -> dict[str, Any]:
        """The report as it is kept and sent."""
        return asdict(self) | {
            "counts": {
                "sentences": {state.value: count for state, count in self.counts},
                "citations": {status.value: count for status, count in self.citation_counts},
            },
            "generated_by": "none",
            "checked_by": ["rules"],
        }

    def without(self, mask: Callable[[str], str]) -> TextReport:
        """The report with the words of its writer masked; those of the rules stay."""
        return replace(
            self,
            name="",
            sentences=tuple(
                replace(
                    sentence,
                    text=mask(sentence.text),
                    head=mask(sentence.head),
                    reasons=tuple(mask(reason) for reason in sentence.reasons),
                )
                for sentence in self.sentences
            ),
        )


def report_read(kept: Mapping[str, Any]) -> TextReport:
    """The report that `as_json` wrote."""
    return TextReport(
        as_of=kept["as_of"],
        name=kept["name"],
        sentences=tuple(_sentence(row) for row in kept["sentences"]),
    )


def _sentence(row: Mapping[str, Any]) -> ReportedSentence:
    # Reports that are kept may have more or less in their rows.
    own = {one.name: row[one.name] for one in fields(ReportedSentence) if one.name in row}
    return ReportedSentence(
        **{
            **own,
            "reasons": tuple(row["reasons"]),
            "quoted": _provision(row["quoted"]),
            "proposal": _provision(row["proposal"]),
            "citations": tuple(_citation(one) for one in row["citations"]),
        }
    )


def _citation(row: Mapping[str, Any]) -> ReportedCitation:
    # Reports that are still shared may have more in their rows.
    own = {field.name: row[field.name] for field in fields(ReportedCitation)}
    return ReportedCitation(**{**own, "provision": _provision(row["provision"])})


def _provision(row: Mapping[str, Any] | None) -> ReportedProvision | None:
    return ReportedProvision(**row) if row else None
