"""Check one sentence of an answer before anybody sees it: its citations against the table, its words against them.

This is the gate of the product's promise. A sentence comes in as a composer wrote it; out comes the sentence as it may be
shown, with the citations that passed, and a record of every citation that was read, also of those that were taken out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from regulations.reading.names import RegulationNames, regulation_names
from verification.checking.mentions import MentionReader, ResolvedMention, with_references
from verification.checking.results import (
    bare_statement,
    citation_check,
    confidence_threshold,
    plain_statement,
    points_only,
    sentence_as_quotation,
    sentence_misquoting,
    sentence_with_claim,
    sentence_without_claim,
    source_mention,
)
from verification.checking.support import check_against, supporting_citations
from verification.checking.values import (
    Action,
    CheckedCitation,
    CheckedSentence,
    DraftSentence,
    Source,
    Support,
)
from verification.citations.resolution import FoundProvision, resolve
from verification.citations.states import CitationStatus
from verification.grounding import GroundingLabel, GroundingResult, is_refusal, split_claims


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

    def check(self, draft: DraftSentence) -> CheckedSentence:
        """Return the sentence as it may be shown. One query, whatever the number of citations."""
        read = self._reader.read(draft)
        own = [self._reader.marker_target(source.number) for source in self.sources]
        resolutions = resolve([mention.target for mention in read] + own, as_of=self.as_of)
        mentions = [
            mention.resolved(resolution, self.sources)
            for mention, resolution in zip(read, resolutions, strict=False)
        ]
        in_force = {
            source.number: resolution.provision
            for source, resolution in zip(self.sources, resolutions[len(read) :], strict=True)
            if resolution.status is CitationStatus.VERIFIED
        }
        statement = plain_statement(draft.text, mentions)
        if draft.is_quotation:
            if self._reader.quoted_from(draft) is None:
                return sentence_misquoting(draft, statement, mentions)
            return self._judge(draft, statement, mentions, in_force)
        if is_refusal(statement):
            return sentence_without_claim(draft, statement, mentions, Support.REFUSAL)
        pointing = next((mention for mention in mentions if points_only(draft.text, mention)), None)
        if pointing is not None:
            return sentence_as_quotation(draft, statement, mentions, pointing)
        if not split_claims(statement):
            return sentence_without_claim(draft, statement, mentions, Support.NO_CLAIM)
        return self._judge(draft, statement, mentions, in_force)

    def _judge(
        self,
        draft: DraftSentence,
        statement: str,
        mentions: list[ResolvedMention],
        in_force: Mapping[int, FoundProvision | None],
    ) -> CheckedSentence:
        bare = bare_statement(draft.text, mentions)
        results = {
            id(mention): check_against(statement, mention, bare=bare, question=self.question)
            for mention in mentions
            if mention.is_citable
        }
        carrying = supporting_citations(statement, mentions, results, question=self.question)
        mentions = with_references(mentions, carrying)
        checks = [
            citation_check(
                statement,
                self._narrowed(statement, mention) if id(mention) in carrying else mention,
                carrying.get(id(mention), results.get(id(mention))),
                is_supporting=id(mention) in carrying,
                threshold=self.threshold,
            )
            for mention in mentions
        ]
        verdicts = list(results.values())
        if not any(check.shown for check in checks):
            found, tried = self._other_source(bare, in_force)
            verdicts += tried
            checks += found
        return sentence_with_claim(draft, mentions, checks, verdicts)

    def _other_source(
        self, statement: str, in_force: Mapping[int, FoundProvision | None]
    ) -> tuple[list[CheckedCitation], list[GroundingResult]]:
        """Look for the source that does say it: a sentence without a good citation gets the right one."""
        results = [
            (check_against(statement, mention, question=self.question), mention)
            for source in self.sources
            if (mention := source_mention(source, in_force.get(source.number))) is not None
        ]
        tried = [result for result, _mention in results]
        good = [
            (result, mention)
            for result, mention in results
            if result.label is GroundingLabel.SUPPORTED and result.score >= self.threshold
        ]
        if not good:
            return [], tried
        result, mention = max(good, key=lambda pair: pair[0].score)
        check = citation_check(
            statement,
            self._narrowed(statement, mention),
            result,
            is_supporting=True,
            threshold=self.threshold,
        )
        reason = "문장을 뒷받침하는 조문을 찾아 붙였습니다."
        return [replace(check, action=Action.COMPLETED, reason=reason)], [result]

    def _narrowed(self, statement: str, mention: ResolvedMention) -> ResolvedMention:
        """The same citation at the one paragraph that carries the statement by itself, where there is one."""
        source, provision = mention.source, mention.provision
        if source is None or provision is None or provision.locator_key != source.locator_key:
            return mention
        if len(source.units) < 2:
            return mention
        for unit in source.units:
            narrow = replace(
                mention, provision=replace(provision, locator_key=unit.locator_key, text=unit.text)
            )
            if (
                check_against(statement, narrow, question=self.question).label
                is GroundingLabel.SUPPORTED
            ):
                return narrow
        return mention
