"""Check one sentence of an answer before anybody sees it, from top to bottom.

This is the heart of the product's promise. A sentence comes in as a composer wrote it; out comes one of three outcomes.
Only its own evidence (its quotes, else what it cites, else the nearest source) speaks against it; it is confirmed where that
evidence proves it or, later, where the judge says so with words that stand there. What lies between stays beside its source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache

from regulations.reading.names import RegulationNames, regulation_names
from regulations.text.morphemes import lemmas
from verification.checking.engine import (
    EvidenceFinding,
    check,
    check_item,
    under_its_lead,
)
from verification.checking.evidence import (
    carry_the_head,
    cited_units,
    nearest_units,
    quoted_units,
    with_references,
)
from verification.checking.hallucinations.context import AnswerContext, read_rows
from verification.checking.hallucinations.signals import (
    HallucinationSignalKind,
    find_hallucination_signals,
)
from verification.checking.lines.items import line_above
from verification.checking.mentions import CitationMention, MentionReader
from verification.checking.named_alone import named_alone
from verification.checking.outcomes import (
    beside,
    confirmed,
    differs,
    made_up,
    points_only,
    sentence_as_quotation,
    sentence_misquoting,
    sentence_without_claim,
)
from verification.checking.pairs import confidence_threshold
from verification.checking.reading import Reading
from verification.checking.sentence_text import bare_statement, without_markers
from verification.checking.statements import (
    is_table_head,
    outcome_without_claim,
    plain_prose,
)
from verification.checking.values import CheckedSentence, DraftSentence, Source, SourceUnit
from verification.citations.resolution import resolve
from verification.citations.states import CitationStatus, SentenceOutcome, Verdict


@dataclass
class SentenceChecker:
    """Checks the sentences of one answer in order; citations are resolved before the text is compared."""

    sources: Sequence[Source]
    as_of: date
    question: str = ""
    names: RegulationNames = field(default_factory=regulation_names)
    threshold: float = field(default_factory=confidence_threshold)
    # A text from elsewhere is not rewritten, and neither numbers our sources nor invents a contact of ours.
    is_ours: bool = True

    def __post_init__(self) -> None:
        self._reader = MentionReader(self.sources, self.names, knows_markers=self.is_ours)
        self._context = _context(self.sources, self.question)
        # What a judge may be asked about: the sentences that are open, as they were read.
        self.readings: dict[int, Reading] = {}
        # What the answer said and was confirmed: a sentence need not say it again, and leans on nothing else.
        self._before = ""
        # The line that the items of a list stand under.
        self._above = ""

    def check(self, draft: DraftSentence) -> CheckedSentence:
        """Return the sentence as it may be shown. One query, whatever the number of citations."""
        checked = self._checked(draft)
        is_confirmed = checked.outcome is SentenceOutcome.CONFIRMED
        self._above = line_above(draft.text, self._above, is_confirmed=is_confirmed)
        return checked

    def _checked(self, draft: DraftSentence) -> CheckedSentence:
        reading = self._read(draft)
        if draft.is_quotation:
            return self._quotation(reading)
        pointing = next((m for m in reading.mentions if points_only(reading.draft.text, m)), None)
        if pointing is not None and self.is_ours and _is_about(reading, pointing):
            return sentence_as_quotation(draft, reading.bare, reading.mentions, pointing)
        outcome = outcome_without_claim(draft.text, reading.bare)
        if any(is_table_head(draft.text, source.text) for source in self.sources):
            outcome = SentenceOutcome.NO_CLAIM
        if outcome is not None:
            return sentence_without_claim(draft, reading.bare, reading.mentions, outcome)
        checked = self._claim(self._with_evidence(reading))
        if checked.outcome is SentenceOutcome.CONFIRMED:
            self._before = f"{self._before} {reading.statement}".strip()
        return checked

    def take(self, sources: Sequence[Source]) -> None:
        """Go on with other sources: a text without any brings them sentence by sentence."""
        self.sources = self._reader.sources = sources
        self._context = _context(sources, self.question)

    def peek(self, draft: DraftSentence) -> Reading:
        """What the next sentence names, while it is still the next."""
        reader, self._reader = self._reader, replace(self._reader)
        reading = self._read(draft)
        self._reader = reader
        return reading

    def confirmed_early(self, draft: DraftSentence) -> CheckedSentence | None:
        """The sentence where the sources prove it before its evidence has come; None where that has to be waited for."""
        go_back = self.bookmark()
        checked = self.check(draft)
        if checked.outcome is SentenceOutcome.CONFIRMED:
            return checked
        go_back()
        return None

    def bookmark(self) -> Callable[[], None]:
        """What takes the checker back to where it is now: what it checks in between was never said."""
        reader, self._reader = self._reader, replace(self._reader)
        before, above, readings = self._before, self._above, dict(self.readings)

        def go_back() -> None:
            self._reader, self._before, self._above = replace(reader), before, above
            self.readings = dict(readings)

        return go_back

    def _claim(self, reading: Reading) -> CheckedSentence:
        """Hold a claim against its evidence; what hedges or misleads about its source is never confirmed."""
        signals = find_hallucination_signals(reading.statement, self._context)
        invented = tuple(
            signal.text for signal in signals if signal.kind is HallucinationSignalKind.CONTACT
        )
        if invented and self.is_ours:
            finding = EvidenceFinding(Verdict.CONTRADICTED, (), invented)
            is_cited = bool(reading.draft.evidence or cited_units(reading.mentions))
            return differs(reading, finding) if is_cited else made_up(reading, invented)
        finding = self._held_against_evidence(reading)
        if finding.verdict is Verdict.CONTRADICTED:
            return differs(reading, finding)
        if signals:
            hedges = tuple(signal.text for signal in signals)
            return beside(reading, replace(finding, reasons=hedges), is_open=False)
        if reading.is_misleading or ((reading.named or reading.alone) and finding.is_open):
            elsewhere = check(
                reading.statement,
                self._near(reading),
                question=self.question,
                before=self._before,
            )
            is_elsewhere = elsewhere.verdict is Verdict.SUPPORTED
            if is_elsewhere or reading.is_misleading:
                finding = elsewhere if is_elsewhere else finding
                return beside(reading, finding, is_open=False, is_elsewhere=is_elsewhere)
        if finding.verdict is Verdict.SUPPORTED:
            return confirmed(reading, finding, confidence=1.0)
        checked = beside(reading, finding, is_open=finding.is_open)
        if checked.is_open:
            self.readings[id(checked)] = _for_a_judge(reading)
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
        alone = () if dressed.is_quotation else named_alone(dressed.text, self.names, self.sources)
        given = [(source, source.text) for source in self.sources]
        mentions += tuple(one.mention(dressed.text) for one in alone if one.is_other(given))
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
            alone=alone,
        )

    def _quotation(self, reading: Reading) -> CheckedSentence:
        """An excerpt: the words of what is cited beside it, or nothing."""
        if self._reader.quoted_from(reading.draft) is None:
            return sentence_misquoting(reading.draft, reading.statement, reading.mentions)
        units = cited_units(reading.mentions)
        finding = check(reading.draft.text, units, question=self.question)
        if finding.verdict is not Verdict.SUPPORTED:
            return sentence_misquoting(reading.draft, reading.statement, reading.mentions)
        return confirmed(reading, finding, confidence=1.0)

    def _with_evidence(self, reading: Reading) -> Reading:
        """The units that the sentence rests on by its own word: its quotes, else its citations, else the nearest source."""
        in_force = [source for source in self.sources if source.number in reading.in_force]
        quoted = quoted_units(reading.draft.evidence, in_force)
        cited = cited_units(reading.named) or cited_units(reading.mentions)
        own = quoted or cited_units(reading.mentions)
        mentions = with_references(
            reading.mentions,
            [(unit.source.locator, unit.text) for unit in own],
            reading.draft.text,
        )
        reading = replace(reading, mentions=mentions)
        if quoted and reading.named:
            quoted = [unit for unit in quoted if reading.may_rest_on([unit])] or cited
        if quoted or cited:
            return replace(reading, units=tuple(quoted or cited))
        nearest = nearest_units(reading.statement, in_force)[:1]
        same = nearest_units(reading.statement, [one.source for one in nearest])
        return replace(reading, units=tuple(same))

    def _held_against_evidence(self, reading: Reading) -> EvidenceFinding:
        """Where it names no source, any of them may prove it; where it does, all that it names have to carry it."""
        item = reading.item
        found = check_item(
            item,
            self._found(reading, reading.statement, reading.bare),
            lambda said: self._found(reading, said, said),
        )
        if found.verdict is Verdict.SUPPORTED and not reading.may_rest_on(found.units):
            return EvidenceFinding(Verdict.NOT_IN_CONTEXT, found.units)
        above = item.head or self._above
        if self.is_ours and not above:
            # The place that an answer of ours cites is shown with its lead.
            return found
        return under_its_lead(item.alone, found, above)

    def _found(self, reading: Reading, statement: str, bare: str) -> EvidenceFinding:
        return check(
            statement,
            reading.units,
            others=() if reading.named else self._near(reading),
            bare=bare if reading.named else "",
            question=self.question,
            before=self._before,
        )

    def _near(self, reading: Reading) -> list[SourceUnit]:
        """The units of all sources, the nearest first."""
        in_force = [source for source in self.sources if source.number in reading.in_force]
        return nearest_units(reading.statement, in_force)


def _for_a_judge(reading: Reading) -> Reading:
    """The reading with what else its item says: with its head in other words, or alone where its evidence is of that head."""
    item = reading.item
    if not item.head:
        return reading
    is_carried = carry_the_head(reading.units, item.head)
    return replace(reading, bare=item.alone if is_carried else item.as_row)


def _is_about(reading: Reading, pointing: CitationMention) -> bool:
    """Whether the provision that a sentence only points to is what the sentence speaks of.

    "…을 참고하세요" need not say of what; "이 기준은 …에 정해져 있습니다" says it of something that stood before.
    """
    title = pointing.provision.title if pointing.provision else ""
    given = set(lemmas(f"{title} {pointing.text}"))
    words = set(lemmas(reading.bare)) - _pointing_words()
    return words <= given and bool(words or _TELLS_TO_READ.search(reading.bare))


_TELLS_TO_READ = re.compile(r"참고|참조|확인|살펴|읽어")
_POINTING_WORDS = "자세한 구체적인 내용 사항 기준 규정 조항 조문 관련 확인 참고 참조 정하고 규정하고 다루고 나와 있습니다 명시 설명 안내 해당 것 하십시오"


@lru_cache(maxsize=1)
def _pointing_words() -> frozenset[str]:
    # Asked for, not made at import: the dictionary takes a second and 200 MB of every process.
    return frozenset(lemmas(_POINTING_WORDS))


def _context(sources: Sequence[Source], question: str) -> AnswerContext:
    rows = [
        {
            "section_title": f"{source.label} {source.title}",
            "section_content": source.text,
        }
        for source in sources
    ]
    return read_rows(rows, question=question)
