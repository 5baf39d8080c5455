"""Check one sentence of an answer before anybody sees it, from top to bottom.

This is the heart of the product's promise. A sentence comes in as a composer wrote it; out comes one of three outcomes.
Only its own evidence (its quotes, else what it cites, else the nearest source) speaks against it; it is confirmed where that
evidence proves it or, later, where the judge says so with words that stand there. What lies between stays beside its source.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from regulations.reading.names import RegulationNames, regulation_names
from regulations.text.morphemes import lemmas
from verification.answer_verifier.context import AnswerContext, read_rows
from verification.answer_verifier.hallucination_signals import (
    HallucinationSignalKind,
    find_hallucination_signals,
)
from verification.checking.evidence import (
    cited_units,
    nearest_units,
    quoted_units,
)
from verification.checking.mentions import MentionReader, ResolvedMention, with_references
from verification.checking.outcomes import beside, confirmed, differs
from verification.checking.proof import EvidenceFinding, found
from verification.checking.results import (
    bare_statement,
    confidence_threshold,
    points_only,
    sentence_as_quotation,
    sentence_misquoting,
    sentence_without_claim,
    without_markers,
)
from verification.checking.statements import claims_nothing, plain_prose, refuses
from verification.checking.values import CheckedSentence, DraftSentence, Source, SourceUnit
from verification.citations.correction import without_general_words
from verification.citations.resolution import FoundProvision, resolve
from verification.citations.states import CitationStatus, SentenceOutcome
from verification.grounding.proof import Outcome


@dataclass(frozen=True)
class Reading:
    """A sentence as it was read, without Markdown, and what it may rest on; `bare` is what it says without citations."""

    draft: DraftSentence
    statement: str
    bare: str
    mentions: tuple[ResolvedMention, ...]
    in_force: Mapping[int, FoundProvision]
    units: tuple[SourceUnit, ...] = ()

    @property
    def named(self) -> tuple[ResolvedMention, ...]:
        """The citations in its words, which a reader takes for its source."""
        return tuple(m for m in self.mentions if m.citation is not None and not m.is_quoted)

    @property
    def is_misleading(self) -> bool:
        """Whether a citation in its words names what does not exist, is not in force or was not found: it misleads."""
        return any(mention.status is not CitationStatus.VERIFIED for mention in self.named)

    def may_rest_on(self, units: Sequence[SourceUnit]) -> bool:
        """Whether every citation in its words names one of the units, and every unit is one that they name."""
        if not self.named:
            return True
        cited = [cited_units([mention]) for mention in self.named]
        keys = {(unit.source.number, unit.locator_key) for unit in units}
        places = [{(unit.source.number, unit.locator_key) for unit in one} for one in cited]
        return all(keys & place for place in places) and keys <= set().union(*places)


@dataclass
class SentenceChecker:
    """Checks the sentences of one answer in order; citations are resolved before the text is compared."""

    sources: Sequence[Source]
    as_of: date
    question: str = ""
    names: RegulationNames = field(default_factory=regulation_names)
    threshold: float = field(default_factory=confidence_threshold)

    def __post_init__(self) -> None:
        self._reader = MentionReader(self.sources, self.names)
        self._context = _context(self.sources, self.question)
        # What a judge may be asked about: the sentences that are open, as they were read.
        self.readings: dict[int, Reading] = {}
        # What the answer said up to here, which a sentence need not say again.
        self._before: list[str] = []

    def check(self, draft: DraftSentence) -> CheckedSentence:
        """Return the sentence as it may be shown. One query, whatever the number of citations."""
        reading = self._read(draft)
        if draft.is_quotation:
            return self._quotation(reading)
        pointing = next((m for m in reading.mentions if points_only(reading.draft.text, m)), None)
        if pointing is not None and _is_about(reading, pointing):
            return sentence_as_quotation(draft, reading.bare, reading.mentions, pointing)
        if claims_nothing(draft.text, reading.bare):
            return sentence_without_claim(
                draft, reading.bare, reading.mentions, SentenceOutcome.NO_CLAIM
            )
        if refuses(reading.bare):
            return sentence_without_claim(
                draft, reading.bare, reading.mentions, SentenceOutcome.REFUSAL
            )
        checked = self._claim(self._with_evidence(reading))
        self._before.append(reading.statement)
        return checked

    def _claim(self, reading: Reading) -> CheckedSentence:
        """Hold a claim against its evidence; what hedges or misleads about its source is never confirmed."""
        signs = find_hallucination_signals(reading.statement, self._context)
        invented = tuple(
            sign.text for sign in signs if sign.kind is HallucinationSignalKind.CONTACT
        )
        if invented:
            return differs(reading, EvidenceFinding(Outcome.REFUTED, (), invented))
        finding = self._leased_run(reading)
        if finding.outcome is Outcome.REFUTED:
            return differs(reading, finding)
        if signs:
            hedges = tuple(sign.text for sign in signs)
            return beside(reading, replace(finding, reasons=hedges), is_open=False)
        if reading.is_misleading or (reading.named and finding.outcome is Outcome.OPEN):
            elsewhere = self._elsewhere(reading)
            is_elsewhere = elsewhere.outcome is Outcome.PROVED
            if is_elsewhere or reading.is_misleading:
                finding = elsewhere if is_elsewhere else finding
                return beside(reading, finding, is_open=False, is_elsewhere=is_elsewhere)
        if finding.outcome is Outcome.PROVED:
            return confirmed(reading, finding, confidence=1.0)
        checked = beside(reading, finding, is_open=True)
        self.readings[id(checked)] = reading
        return checked

    def _read(self, draft: DraftSentence) -> Reading:
        dressed = draft if draft.is_quotation else replace(draft, text=plain_prose(draft.text))
        read = self._reader.read(dressed)
        own = [self._reader.marker_target(source.number) for source in self.sources]
        resolutions = resolve([mention.target for mention in read] + own, as_of=self.as_of)
        mentions = tuple(
            mention.resolved(resolution, self.sources)
            for mention, resolution in zip(read, resolutions, strict=False)
        )
        in_force = {
            source.number: resolution.provision
            for source, resolution in zip(self.sources, resolutions[len(read) :], strict=True)
            if resolution.status is CitationStatus.VERIFIED
            and resolution.provision is not None
            and resolution.provision.version_id == source.version_id
        }
        return Reading(
            draft=dressed,
            statement=without_markers(dressed.text, mentions),
            bare=bare_statement(dressed.text, mentions),
            mentions=mentions,
            in_force=in_force,
        )

    def _quotation(self, reading: Reading) -> CheckedSentence:
        """An excerpt: the words of what is cited beside it, or nothing."""
        if self._reader.quoted_from(reading.draft) is None:
            return sentence_misquoting(reading.draft, reading.statement, reading.mentions)
        units = cited_units(reading.mentions)
        finding = found(reading.draft.text, units, question=self.question)
        if finding.outcome is not Outcome.PROVED:
            return sentence_misquoting(reading.draft, reading.statement, reading.mentions)
        return confirmed(reading, finding, confidence=1.0)

    def _with_evidence(self, reading: Reading) -> Reading:
        """The units that the sentence rests on by its own word: its quotes, else its citations, else the nearest source."""
        in_force = [source for source in self.sources if source.number in reading.in_force]
        quoted = quoted_units(reading.draft.evidence, in_force)
        cited = cited_units(reading.named) or cited_units(reading.mentions)
        own = quoted or cited_units(reading.mentions)
        mentions = with_references(
            reading.mentions, [(unit.source.locator, unit.text) for unit in own]
        )
        reading = replace(reading, mentions=mentions)
        if quoted and reading.named:
            quoted = [unit for unit in quoted if reading.may_rest_on([unit])] or cited
        if quoted or cited:
            return replace(reading, units=tuple(quoted or cited))
        nearest = nearest_units(reading.statement, in_force)[:1]
        same = nearest_units(reading.statement, [one.source for one in nearest])
        return replace(reading, units=tuple(same))

    def _leased_run(self, reading: Reading) -> EvidenceFinding:
        """Its own evidence first; where that neither proves nor refutes, any source may prove it, none speaks against it."""
        own = self._found(reading.statement, reading.units)
        if own.outcome is Outcome.OPEN and reading.named:
            # Where it says that it found it may be what the proof cannot read.
            bare = without_general_words(reading.bare)
            own = self._found(bare, reading.units)
        if own.outcome is Outcome.PROVED and not reading.may_rest_on(own.units):
            own = EvidenceFinding(Outcome.OPEN, own.units)
        if own.outcome is not Outcome.OPEN or reading.named:
            return own
        elsewhere = self._elsewhere(reading)
        return elsewhere if elsewhere.outcome is Outcome.PROVED else own

    def _elsewhere(self, reading: Reading) -> EvidenceFinding:
        """What the other sources make of the sentence, the nearest first."""
        in_force = [source for source in self.sources if source.number in reading.in_force]
        near = nearest_units(reading.statement, in_force)
        return self._found(reading.statement, near)

    def _found(self, statement: str, units: Sequence[SourceUnit]) -> EvidenceFinding:
        before = " ".join(self._before)
        return found(statement, units, question=self.question, before=before)


def _is_about(reading: Reading, pointing: ResolvedMention) -> bool:
    """Whether the provision that a sentence only points to is what the sentence speaks of.

    "…을 참고하세요" need not say of what; "이 기준은 …에 정해져 있습니다" says it of something that stood before.
    """
    title = pointing.provision.title if pointing.provision else ""
    given = set(lemmas(f"{title} {pointing.text}"))
    words = set(lemmas(reading.bare)) - _POINTING_WORDS
    return words <= given and bool(words or _TELLS_TO_READ.search(reading.bare))


_TELLS_TO_READ = re.compile(r"참고|참조|확인|살펴|읽어")
_POINTING_WORDS = frozenset(
    lemmas(
        "자세한 구체적인 내용 사항 기준 규정 조항 조문 관련 확인 참고 참조 정하고 규정하고 다루고 나와 있습니다 명시 설명 안내 해당 것 하십시오"
    )
)


def _context(sources: Sequence[Source], question: str) -> AnswerContext:
    rows = [
        {
            "section_title": f"{source.label} {source.title}",
            "section_content": source.text,
        }
        for source in sources
    ]
    return read_rows(rows, question=question)
