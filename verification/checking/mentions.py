"""Read the citations of a sentence (markers or prose) and resolve what each names and whether it may support it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from regulations.reading.names import RegulationNames
from regulations.text.citations import (
    CitationContext,
    ExtractedCitation,
    extract_citations,
    extract_markers,
)
from regulations.text.locators import Locator
from verification.checking.quotations import (
    is_the_regulations,
    quoted_spans,
    without_markers_of,
)
from verification.checking.statements import without_layout
from verification.checking.titles import titled_as
from verification.checking.values import DraftSentence, Source
from verification.citations.correction import is_enumeration
from verification.citations.resolution import (
    CitationTarget,
    FoundProvision,
    Resolution,
    citation_target,
)
from verification.citations.states import CitationStatus

_WITH_PARAGRAPH = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")
# What a mention asks for that cannot be looked up.
NOWHERE = CitationTarget(frozenset())
# An answer that cites more was not written to be read; what lies beyond is told, not looked up.
MOST_CITATIONS = 200
_NO_SOURCES = "출처 번호만으로는 어느 조문인지 알 수 없습니다."
_TOO_MANY = f"한 답변의 인용은 {MOST_CITATIONS}개까지 확인합니다. 나머지는 확인하지 않았습니다."


@dataclass
class MentionReader:
    """Reads the sentences of one answer in their order; remembers the provision named last, for a bare 제N조 and 같은 조."""

    sources: Sequence[Source]
    names: RegulationNames
    # Whether the sources were numbered for the text: to a text from elsewhere [1] means something else.
    knows_markers: bool = True
    _place: CitationContext = field(default=CitationContext())
    _left: int = field(default=MOST_CITATIONS)

    def read(self, draft: DraftSentence) -> list[CitationMention]:
        """Return every citation of a sentence: those given beside it, markers, and prose."""
        quoted_from = self.quoted_from(draft)
        mentions = [self._given(item.source_number, item.locator_key) for item in draft.citations]
        mentions += self._markers(draft.text)
        context = self._context(quoted_from, mentions)
        found = extract_citations(draft.text, context=context, names=self.names.extraction_index)
        texts = [source.text for source in self.sources]
        quoted = quoted_spans(draft.text, texts) if found else []
        for citation in found:
            is_own = (
                quoted_from is not None
                or any(start <= citation.start < end for start, end in quoted)
                or is_the_regulations(draft.text, citation, texts)
            )
            mentions.append(self._prose(citation, is_quoted=is_own))
        self._leave(mentions)
        return list(mark_enumerated(draft.text, self._limited(mentions)))

    def _limited(self, mentions: list[CitationMention]) -> list[CitationMention]:
        """The mentions as far as an answer may have them; the first one beyond stands for the rest, which nobody looks up."""
        kept, beyond = mentions[: self._left], mentions[self._left :]
        self._left -= len(kept)
        return kept + [replace(one, target=NOWHERE, unknown=_TOO_MANY) for one in beyond[:1]]

    def _leave(self, mentions: Sequence[CitationMention]) -> None:
        """Remember where the next sentence stands: at the provision that this one named last."""
        for mention in mentions:
            if mention.is_quoted:
                continue
            if mention.citation is not None:
                self._place = _place_of(mention.citation, self._place)
            elif source := source_numbered(mention.marker or 0, self.sources):
                self._place = _place_in(
                    source.regulation_title,
                    Locator.parse(mention.target.pattern or source.locator_key),
                )

    def _markers(self, text: str) -> Iterator[CitationMention]:
        """The markers, [†1] and with its paragraph [†1-2]; where a source has no such paragraph, 1-2 is a range."""
        if not self.knows_markers:
            for one in extract_markers(text):
                place = (one.start, one.end)
                yield CitationMention(one.text, one.marker, NOWHERE, *place, unknown=_NO_SOURCES)
            return
        done: set[tuple[int, int]] = set()
        for marker in extract_markers(text):
            place = (marker.start, marker.end)
            parts = _WITH_PARAGRAPH.findall(marker.text)
            units = [(int(n), self._unit_key(int(n), int(p))) for n, p in parts if p]
            if units and all(key for _number, key in units):
                pairs = (
                    []
                    if place in done
                    else [(int(n), self._unit_key(int(n), int(p)) if p else "") for n, p in parts]
                )
            else:
                pairs = [(marker.marker or 0, "")]
            done.add(place)
            for number, key in pairs:
                target = self.marker_target(number, key)
                yield CitationMention(marker.text, number, target, marker.start, marker.end)

    def _unit_key(self, number: int, paragraph: int) -> str:
        """The locator of the paragraph of a source; empty where it has none of that number."""
        source = source_numbered(number, self.sources)
        keys = [unit.locator_key for unit in source.units] if source else []
        return next((key for key in keys if Locator.parse(key).paragraph == paragraph), "")

    def marker_target(self, number: int, locator_key: str = "") -> CitationTarget:
        """What a marker asks for: its source's provision, or a unit in it; nothing where there is no such source."""
        source = source_numbered(number, self.sources)
        if source is None:
            return NOWHERE
        key = locator_key or source.locator_key
        return CitationTarget(
            frozenset({source.regulation_id}),
            pattern=key,
            head=Locator.parse(key).article_locator.key,
            version_id=source.version_id if source.is_former else None,
        )

    def _given(self, number: int, locator_key: str) -> CitationMention:
        target = self.marker_target(number, locator_key)
        return CitationMention(written=f"[†{number}]", marker=number, target=target)

    def _prose(self, citation: ExtractedCitation, *, is_quoted: bool) -> CitationMention:
        return CitationMention(
            written=citation.text,
            marker=None,
            target=self._bound(citation_target(citation, names=self.names)),
            start=citation.start,
            end=citation.end,
            citation=citation,
            is_quoted=is_quoted,
        )

    def _bound(self, target: CitationTarget) -> CitationTarget:
        """A provision that is a source in its former text is meant in that."""
        article = target.head or target.pattern
        for source in self.sources:
            if (
                source.is_former
                and source.regulation_id in target.regulation_ids
                and source.locator.article_locator.key == article
            ):
                return replace(target, version_id=source.version_id)
        return target

    def _context(
        self, quoted_from: Source | None, marked: Sequence[CitationMention]
    ) -> CitationContext:
        """Where a sentence stands: a quotation in its article, one with markers in their regulation, others in that named last."""
        if quoted_from is not None:
            return replace(
                _place_in(quoted_from.regulation_title, quoted_from.locator), paragraph=None
            )
        cited = [source_numbered(one.marker or 0, self.sources) for one in marked]
        places = {(one.regulation_title, one.locator.article_locator) for one in cited if one}
        here = replace(self._place, paragraph=None, subparagraph=None)
        if len(places) == 1 and (place := _place_in(*places.pop())) != here:
            return place
        regulations = {regulation for regulation, _article in places}
        if len(regulations) == 1 and self._place.regulation not in regulations:
            return CitationContext(regulation=regulations.pop())
        if self._place.regulation:
            return self._place
        titles = {source.regulation_title for source in self.sources}
        return replace(self._place, regulation=titles.pop() if len(titles) == 1 else None)

    def quoted_from(self, draft: DraftSentence) -> Source | None:
        """The source that the text is copied from: citations within it are the regulation's own words.

        A quotation is held against the very provision that it names: a passage may hold another part of a long article,
        and the rows of a table without their borders.
        """
        plain = without_layout(without_markers_of(draft.text))
        if not plain:
            return None
        if not draft.is_quotation:
            return next((item for item in self.sources if plain in without_layout(item.text)), None)
        cited = [
            (source, item.locator_key)
            for item in draft.citations
            if (source := source_numbered(item.source_number, self.sources)) is not None
        ]
        return next(
            (one for one, key in cited if plain in without_layout(_text_at(one, key))), None
        )


@dataclass(frozen=True)
class CitationMention:
    """A citation as it was read and, once it was looked up, what it names.

    `status` VERIFIED says only that the provision exists, is in force and was retrieved, not that it says what a sentence says.
    """

    written: str
    marker: int | None
    target: CitationTarget = NOWHERE
    start: int | None = None
    end: int | None = None
    citation: ExtractedCitation | None = None
    is_quoted: bool = False
    is_joined: bool = False
    # Why it cannot be known what is meant; empty where it can be looked up.
    unknown: str = ""
    status: CitationStatus = CitationStatus.NOT_CHECKED
    reason: str = ""
    provision: FoundProvision | None = None
    source: Source | None = None

    def resolved(self, resolution: Resolution, sources: Sequence[Source]) -> CitationMention:
        """Say what the mention names, as far as the table and the retrieved sources tell."""
        status, reason = resolution.status, resolution.reason
        source = None
        if self.unknown:
            status, reason = CitationStatus.NOT_CHECKED, self.unknown
        elif self.marker is not None:
            source = source_numbered(self.marker, sources)
            if source is None:
                status = CitationStatus.NOT_FOUND
                reason = (
                    f"근거는 [†1]–[†{len(sources)}]뿐입니다."
                    if sources
                    else "주어진 근거가 없습니다."
                )
            elif resolution.provision and resolution.provision.version_id != source.version_id:
                status = CitationStatus.NOT_IN_FORCE
        elif resolution.provision is not None:
            source = _source_containing(resolution.provision, sources)
            if source is None and status is CitationStatus.VERIFIED:
                status = CitationStatus.OUT_OF_CONTEXT
            status, reason = titled_as(self.citation, resolution, status, reason)
        return replace(
            self, status=status, reason=reason, provision=resolution.provision, source=source
        )

    @property
    def is_citable(self) -> bool:
        """Whether the citation may support the sentence, if its text agrees."""
        return self.status is CitationStatus.VERIFIED and not self.is_quoted

    @property
    def text(self) -> str:
        """What the named provision says: the whole 항 with its proviso, never an excerpt."""
        if self.provision is not None and self.provision.text:
            return self.provision.text
        return self.source.text if self.source else ""


def mark_enumerated(text: str, mentions: Sequence[CitationMention]) -> Iterator[CitationMention]:
    """Mark the later members of an enumeration, in which the regulation's name stands once."""
    last_end: int | None = None
    for mention in mentions:
        if mention.citation is None or mention.start is None:
            yield mention
            continue
        is_joined = last_end is not None and is_enumeration(text[last_end : mention.start])
        yield replace(mention, is_joined=is_joined)
        last_end = mention.end


def _place_of(citation: ExtractedCitation, before: CitationContext) -> CitationContext:
    return CitationContext(
        regulation=citation.regulation or before.regulation,
        article=citation.article,
        branch=citation.branch,
        paragraph=citation.paragraph,
        addenda=citation.addenda,
        subparagraph=citation.subparagraph,
    )


def _place_in(regulation: str, locator: Locator) -> CitationContext:
    return CitationContext(
        regulation=regulation,
        article=locator.article,
        branch=locator.branch,
        paragraph=locator.paragraph,
        addenda=locator.addenda is not None,
    )


def source_numbered(number: int, sources: Sequence[Source]) -> Source | None:
    """The source that a marker means; None for a number that was not given."""
    return next((source for source in sources if source.number == number), None)


def _text_at(source: Source, locator_key: str) -> str:
    """The text of a source's unit; of the whole source where it has no such unit."""
    return next(
        (unit.text for unit in source.units if unit.locator_key == locator_key), source.text
    )


def _source_containing(provision: FoundProvision, sources: Sequence[Source]) -> Source | None:
    """The source in whose article (or attachment) a provision stands, in the very version that was retrieved."""
    head = provision.locator.article_locator
    return next(
        (
            source
            for source in sources
            if source.version_id == provision.version_id and source.locator.article_locator == head
        ),
        None,
    )
