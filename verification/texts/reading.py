"""Read a text from elsewhere: its sentences, each with the citations that stand in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from regulations.reading.names import RegulationNames, regulation_names
from regulations.text.citations import extract_citations, extract_markers
from verification.checking.lines.standing import checked_text, headed_lines
from verification.checking.mentions import NOWHERE, CitationMention, mark_enumerated
from verification.checking.sentence_text import bare_statement
from verification.citations.resolution import CitationTarget, citation_target
from verification.grounding import TextSpan, split_claims, split_sentences

# 「학칙」에 따르면: a regulation named without any of its provisions.
_NAMED = re.compile(r"[「『｢]([^「」『』｢｣\n]{2,80})[」』｣]")
_NEIGHBOR = re.compile(r"(?<![가-힣])전\s?[조항](?=[\s,.)」]|[의에을를은는과와]|$)")
_NO_PLACE = "어느 조문에서 하는 말인지 없어 무엇을 가리키는지 알 수 없습니다."
_REGULATION_ENDS = re.compile(r"(?:학칙|규정|세칙|규칙|내규|지침|정관|요령|기준|법률|법|시행령)$")


@dataclass(frozen=True)
class CitedSentence:
    """A sentence as it was written, and its citations, whose offsets count from its beginning.

    `head` is the line that an item stands under; a name that `leads_on` is one itself.
    """

    start: int
    end: int
    text: str
    mentions: tuple[CitationMention, ...] = ()
    head: str = ""
    # Without what it cites: that speaks for the item where it is looked for.
    bare_head: str = ""
    leads_on: bool = False

    @property
    def as_checked(self) -> str:
        """What is held against provisions."""
        return checked_text(self.text, self.head, leads_on=self.leads_on)


def read_text(text: str) -> list[CitedSentence]:
    """Return the sentences of a text in order, with every citation: prose, markers, and names without a provision."""
    names = regulation_names()
    mentions = _mentions(text, names)
    sentences = []
    taken = 0
    for line in headed_lines(text, list(_spans(text, mentions))):
        span, own = line.span, []
        while taken < len(mentions) and (mentions[taken].start or 0) < span.end:
            own.append(_shifted(mentions[taken], span.start))
            taken += 1
        sentences.append(
            CitedSentence(
                span.start,
                span.end,
                span.text,
                tuple(mark_enumerated(span.text, own)),
                head=line.head,
                bare_head=bare_statement(line.head, _mentions(line.head, names)),
                leads_on=line.leads_on,
            )
        )
    return sentences


def clauses_of(sentence: CitedSentence) -> list[CitedSentence]:
    """The clauses of a sentence where every one has citations of its own: each is held against these. Else the sentence."""
    claims = split_claims(sentence.text)
    ends = [claim.start for claim in claims[1:]] + [len(sentence.text)]
    starts = [0, *ends[:-1]]
    parts = []
    for start, end in zip(starts, ends, strict=True):
        own = [one for one in sentence.mentions if start <= (one.start or 0) < end]
        if not own or len(claims) < 2:
            return [sentence]
        parts.append(
            replace(
                sentence,
                start=sentence.start + start,
                end=sentence.start + end,
                text=sentence.text[start:end],
                mentions=tuple(_shifted(one, start) for one in own),
            )
        )
    return parts


def _mentions(text: str, names: RegulationNames) -> list[CitationMention]:
    found = [
        CitationMention(
            written=citation.text,
            marker=None,
            target=citation_target(citation, names=names),
            start=citation.start,
            end=citation.end,
            citation=citation,
        )
        for citation in extract_citations(text, names=names.extraction_index)
    ]
    found += [
        CitationMention(
            written=marker.text,
            marker=marker.marker,
            target=NOWHERE,
            start=marker.start,
            end=marker.end,
        )
        for marker in extract_markers(text)
    ]
    found += _bare_names(text, names, found)
    found += _neighbors(text, found)
    return sorted(found, key=lambda mention: (mention.start or 0, mention.marker or 0))


def _bare_names(
    text: str, names: RegulationNames, found: Sequence[CitationMention]
) -> Iterator[CitationMention]:
    """Regulations in brackets that are cited without a provision."""
    covered = [(mention.start or 0, mention.end or 0) for mention in found]
    for match in _NAMED.finditer(text):
        if any(start < match.end() and match.start() < end for start, end in covered):
            continue
        candidates = names.candidates(match[1])
        if candidates or _REGULATION_ENDS.search(match[1].rstrip()):
            yield CitationMention(
                written=match[0],
                marker=None,
                target=CitationTarget(candidates),
                start=match.start(),
                end=match.end(),
            )


def _neighbors(text: str, found: Sequence[CitationMention]) -> list[CitationMention]:
    """전조, 전항 without the place that they stand in: nobody can look them up, and they do not pass in silence."""
    covered = [(mention.start or 0, mention.end or 0) for mention in found]
    return [
        CitationMention(
            written=match[0],
            marker=None,
            target=NOWHERE,
            start=match.start(),
            end=match.end(),
            unknown=_NO_PLACE,
        )
        for match in _NEIGHBOR.finditer(text)
        if not any(start < match.end() and match.start() < end for start, end in covered)
    ]


def _spans(text: str, mentions: Sequence[CitationMention]) -> Iterator[TextSpan]:
    """The sentences; one that would end within a citation goes on, and a citation outside of all is its own."""
    open_span: TextSpan | None = None
    edges = [(mention.start or 0, mention.end or 0) for mention in mentions]
    for span in [*split_sentences(text), TextSpan("", len(text), len(text))]:
        if open_span is None:
            open_span = span
            continue
        if any(start < open_span.end < end for start, end in edges):
            open_span = TextSpan(text[open_span.start : span.end], open_span.start, span.end)
            continue
        yield open_span
        for start, end in edges:
            if open_span.end <= start < span.start:
                yield TextSpan(text[start:end], start, end)
        open_span = span
    if open_span is not None and open_span.text:
        yield open_span


def _shifted(mention: CitationMention, offset: int) -> CitationMention:
    return replace(mention, start=(mention.start or 0) - offset, end=(mention.end or 0) - offset)
