"""Check a text from elsewhere: another chatbot's answer, or a notice that a clerk wrote.

Every citation is read and resolved, all in one query, and the statement around it is held against the provision. VERIFIED
means that the provision exists, is in force and says what the statement says. A text without citations is reported as that, and
a sentence without one is listed as not looked at: `verification.checked_texts` looks for its provision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from regulations.reading.links import provision_url
from regulations.text.citations import ExtractedCitation
from verification.checking.lines.items import line_above
from verification.checking.pairs import accuracy_rate
from verification.checking.sentence_text import with_allowed_citations
from verification.checking.values import Action, CheckedCitation
from verification.citations.correction import as_unconfirmed
from verification.citations.resolution import FoundProvision, Resolution, as_evidence, resolve
from verification.citations.states import CitationStatus
from verification.texts.judging import JudgedSentence, Proposals, judge_sentence
from verification.texts.reading import CitedSentence, clauses_of, read_text

MOST_CITATIONS = 250
LONGEST_TEXT = 100_000
# About two seconds of work; a worker checks what is longer.
LONGEST_AT_ONCE = 500


class UncheckableTextError(ValueError):
    """The text cannot be checked as it is; the message tells a person why."""


class TextStatus(StrEnum):
    """What can be said of the citations of a text. Only ALL_VERIFIED is a pass, and of sentences without a citation it says nothing."""

    ALL_VERIFIED = "ALL_VERIFIED"
    NOT_ALL_VERIFIED = "NOT_ALL_VERIFIED"
    NO_CITATIONS = "NO_CITATIONS"

    @property
    def sentence(self) -> Promise:
        """What a person reads about it."""
        return _SENTENCES[self]


_SENTENCES = {
    TextStatus.ALL_VERIFIED: _("모든 인용을 확인했습니다."),
    TextStatus.NOT_ALL_VERIFIED: _("확인되지 않은 인용이 있습니다."),
    TextStatus.NO_CITATIONS: _(
        "인용이 없습니다. 확인할 것이 없다는 뜻이며, 내용이 맞다는 뜻이 아닙니다."
    ),
}


@dataclass(frozen=True)
class TextCitation:
    """One citation of the text, with what it names and whether that says what the statement says.

    `start` and `end` are offsets into the text as it was given. `proposal` is a provision that does say it, where one was
    looked for and found.
    """

    check: CheckedCitation
    resolution: Resolution
    start: int
    end: int
    written_as: ExtractedCitation | None
    proposal: FoundProvision | None = None

    @property
    def status(self) -> CitationStatus:
        """The state of the citation."""
        return self.check.status

    @property
    def provision(self) -> FoundProvision | None:
        """The provision that the citation names, in the version in force where there is one."""
        return self.check.provision

    @property
    def url(self) -> str:
        """The page of the provision, empty where the citation names none."""
        return url_of(self.provision)


@dataclass(frozen=True)
class TextVerification:
    """A text after its check."""

    text: str
    corrected_text: str
    as_of: date
    citations: tuple[TextCitation, ...]
    # What claims something and cites nothing: it was not looked at.
    uncited: tuple[CitedSentence, ...] = ()

    @property
    def message(self) -> str:
        """What a person reads about it: of the citations, and how much of the text they do not speak for."""
        said = str(self.status.sentence)
        if not self.uncited or not self.citations:
            return said
        return f"{said} {uncited_note(len(self.uncited))}"

    @property
    def status(self) -> TextStatus:
        """Its citations in one word."""
        if not self.citations:
            return TextStatus.NO_CITATIONS
        verified = self.counts[CitationStatus.VERIFIED] == len(self.citations)
        return TextStatus.ALL_VERIFIED if verified else TextStatus.NOT_ALL_VERIFIED

    @property
    def counts(self) -> Counter[CitationStatus]:
        """How many citations have each state."""
        return Counter(citation.status for citation in self.citations)

    @property
    def accuracy_rate(self) -> float | None:
        """Accurate pairs among those that were judged; None where none was."""
        return accuracy_rate([citation.check for citation in self.citations])


def text_verify(*, text: str, as_of: date) -> TextVerification:
    """Check all citations of a text against the versions in force on `as_of`; raises UncheckableTextError."""
    sentences = [clause for sentence in sentences_read(text) for clause in clauses_of(sentence)]
    targets = [mention.target for sentence in sentences for mention in sentence.mentions]
    resolutions = as_evidence(resolve(targets, as_of=as_of))
    proposals = Proposals(as_of=as_of)
    judged: list[JudgedSentence] = []
    above, taken = "", 0
    for sentence in sentences:
        own = resolutions[taken : taken + len(sentence.mentions)]
        taken += len(sentence.mentions)
        before = judged[-1] if judged else None
        result = judge_sentence(sentence, own, before=before, above=above, proposals=proposals)
        judged.append(result)
        is_confirmed = any(one.status is CitationStatus.VERIFIED for one in result.checks)
        above = line_above(sentence.as_checked, above, is_confirmed=is_confirmed)
    return TextVerification(
        text=text,
        corrected_text=_corrected_text(text, judged),
        as_of=as_of,
        citations=tuple(_citations(judged)),
        uncited=tuple(_uncited(judged)),
    )


def uncited_note(count: int) -> str:
    """What is said of the sentences that nothing was held against."""
    return gettext("인용이 없는 문장 %(count)s개는 조문과 대조하지 않았습니다.") % {"count": count}


def sentences_read(text: str) -> list[CitedSentence]:
    """The sentences of a text that is not too long to be checked; raises UncheckableTextError."""
    if len(text) > LONGEST_TEXT:
        raise UncheckableTextError(
            f"글은 {LONGEST_TEXT:,}자까지 확인할 수 있습니다. 지금은 {len(text):,}자입니다. 나누어 보내 주십시오."
        )
    sentences = read_text(text)
    count = sum(len(sentence.mentions) for sentence in sentences)
    if count > MOST_CITATIONS:
        raise UncheckableTextError(
            f"인용은 한 번에 {MOST_CITATIONS}개까지 확인할 수 있습니다. 이 글에는 {count}개가 있습니다. 나누어 보내 주십시오."
        )
    return sentences


def url_of(provision: FoundProvision | None) -> str:
    """The page of a provision."""
    if provision is None:
        return ""
    return provision_url(
        slug=provision.slug,
        version_number=provision.version_number,
        locator_key=provision.locator_key,
    )


def _uncited(judged: Sequence[JudgedSentence]) -> Iterator[CitedSentence]:
    """The sentences that cite nothing, nor have their source in the next line."""
    for item, following in zip(judged, [*judged[1:], None], strict=False):
        if item.is_uncited and not (following and following.is_source):
            yield item.sentence


def _citations(judged: Sequence[JudgedSentence]) -> list[TextCitation]:
    found = []
    for item in judged:
        offset = item.sentence.start
        for mention, check, resolution in zip(
            item.mentions, item.checks, item.resolutions, strict=True
        ):
            found.append(
                TextCitation(
                    check=check,
                    resolution=resolution,
                    start=offset + (mention.start or 0),
                    end=offset + (mention.end or 0),
                    written_as=mention.citation,
                    proposal=item.proposal.provision
                    if item.proposal and check.status != CitationStatus.VERIFIED
                    else None,
                )
            )
    return found


def _corrected_text(text: str, judged: Sequence[JudgedSentence]) -> str:
    """The text with every sentence edited; the text between them is unchanged."""
    pieces, position = [], 0
    for item in judged:
        sentence: CitedSentence = item.sentence
        pieces += [text[position : sentence.start], _corrected_sentence(item)]
        position = sentence.end
    return "".join(pieces) + text[position:]


def _corrected_sentence(item: JudgedSentence) -> str:
    if not item.mentions or item.quotation:
        return item.quotation or item.sentence.text
    extra = [item.proposal] if item.proposal else []
    sentence = with_allowed_citations(
        item.sentence.text, item.mentions, [*item.checks, *extra], keeps_markers=True
    )
    if any(check.status == CitationStatus.VERIFIED for check in item.checks):
        return sentence
    completed = any(check.action is Action.COMPLETED for check in item.checks)
    return sentence if completed else as_unconfirmed(sentence)
