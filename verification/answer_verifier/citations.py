"""Layer 1: does the answer cite what is in its context?

[참조: …] and [출처: …], 제N조 in prose, [†N] as the number of a context row, and 「section titles」. Provisions are compared
by their numbers as the grammar reads them (제3조 is not 제3조의2), names as whole normalized names (학칙 is not 대학원 학칙).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from regulations.text.citations import (
    ExtractedCitation,
    NameIndex,
    citation_locator,
    extract_citations,
    extract_markers,
)
from regulations.text.citations.folding import fold
from regulations.text.locators import normalize_name
from regulations.text.spacing import compact
from verification.checking.hallucinations.context import AnswerContext, ContextSection, headings
from verification.checking.titles import title_dispute

# In the folded spelling, in which all kinds of brackets are one.
_REFERENCE = re.compile(
    r"\[\s*(?:참조|출처)\s*:\s*([^\]\n]{1,300})\]|\(\s*(?:참조|출처)\s*:\s*((?:[^()\n]|\([^()\n]*\)){1,300})\)"
)
_BRACKETED = re.compile(r"「([^「」\n]{2,80})」")
_BETWEEN_REFERENCES = re.compile(r"\s*[,;/]\s*")
_REGULATION_ENDS = re.compile(r"(?:학칙|규정|세칙|규칙|내규|지침|정관|요령|법률|법|시행령)$")
_UNIVERSITY = re.compile(
    r"^(?:(?P<named>[가-힣]{1,12}?대학교)|본교|우리학교|우리대학교?|본대학교?)(?=.)"
)
# So many characters after a provision have to agree for it to be the context's own words, not a source.
_REPEATED = 4

NOT_IN_CONTEXT = "문맥에 없는 조문입니다"
OTHER_REGULATION = "문맥에 있는 그 규정의 조문이 아닙니다"
NO_PARAGRAPH = "문맥에 없는 항입니다"
NO_SUBPARAGRAPH = "문맥에 없는 호입니다"
NO_TITLE = "문맥에 없는 제목입니다"
NO_REGULATION = "문맥에 없는 규정입니다"
NO_ROW = "문맥에 없는 번호입니다"
MISSING = "출처 인용이 없습니다"


@dataclass(frozen=True, slots=True)
class CitationFinding:
    """What layer 1 found: `cited` says whether the answer cites anything, `issues` what is wrong with it."""

    cited: bool
    issues: tuple[str, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether every citation is of the context, and there is one where one is needed."""
        return not self.issues


def check_citations(
    answer: str, context: AnswerContext, *, required: bool = True
) -> CitationFinding:
    """Compare every citation of an answer with the context."""
    judged = list(_judged(answer, context))
    wrong = dict.fromkeys(f"‘{written}’: {reason}" for written, reason in judged if reason)
    if not judged and required:
        wrong = {MISSING: None}
    return CitationFinding(cited=bool(judged), issues=tuple(wrong))


def citations_in(text: str, context: AnswerContext) -> list[ExtractedCitation]:
    """The provisions that a text names, by the names of regulations that the context has."""
    names = NameIndex.of(
        head.regulation for section in context.sections for head in section.heads if head.regulation
    )
    return [
        citation
        for citation in extract_citations(text, names=names)
        if citation.article is not None or citation.attachment or citation.addenda
    ]


def names_section(cited: Sequence[ExtractedCitation], section: ContextSection) -> bool:
    """Whether one of the citations names what a section holds."""
    return any(_same_place(citation, head) for citation in cited for head in section.heads)


def _judged(answer: str, context: AnswerContext) -> Iterator[tuple[str, str]]:
    """Every citation as it is written, with what is wrong with it; an empty reason where nothing is."""
    folded = fold(answer).folded
    found = citations_in(answer, context)
    spans = [(citation.start, citation.end) for citation in found]
    whole = []
    for match in _REFERENCE.finditer(folded):
        what = match[1] or match[2]
        if _is_title(what, context):
            whole.append(match.span())
            yield match[0], ""
            continue
        has_provision = any(match.start() <= start < match.end() for start, _end in spans)
        for part in _titles_in(what, has_provision=has_provision):
            yield match[0], "" if _is_title(part, context) else NO_TITLE
    for citation in found:
        if any(start <= citation.start < end for start, end in whole):
            continue
        if not _is_repeated(answer, citation, context):
            yield citation.text, citation_error(citation, context)
    for _offset, heading in headings(answer):
        yield heading.text, citation_error(heading, context)
    for marker in extract_markers(answer):
        yield marker.text, "" if 1 <= (marker.marker or 0) <= context.rows else NO_ROW
    yield from _bracketed_titles(folded, spans, context)


def citation_error(citation: ExtractedCitation, context: AnswerContext) -> str:
    """Why the context does not hold what is cited; empty where it does."""
    sections = _sections_of(citation, context)
    if not sections:
        return NOT_IN_CONTEXT
    if citation.regulation:
        sections = [s for s in sections if _is_of(citation.regulation, s, context)]
        if not sections:
            return OTHER_REGULATION
    shown = [s for s in sections if not s.paragraphs or citation.paragraph in (None, *s.paragraphs)]
    if not shown:
        return NO_PARAGRAPH
    number = citation.subparagraph
    if not any(not s.subparagraphs or number in (None, *s.subparagraphs) for s in shown):
        return NO_SUBPARAGRAPH
    return _title_error(citation, shown)


def disputed_title_in(cited: Sequence[ExtractedCitation], context: AnswerContext) -> str:
    """What is said of the first citation whose title the context contradicts; empty where there is none."""
    found = (_title_error(one, _sections_of(one, context)) for one in cited)
    return next(filter(None, found), "")


def _title_error(citation: ExtractedCitation, sections: Sequence[ContextSection]) -> str:
    """What the title is of what is cited, where the citation gives another than every section that holds it."""
    if not citation.title:
        return ""
    found = [
        title_dispute(citation.title, head.title or "", section.text, _label(head))
        for section in sections
        for head in section.heads
        if _same_place(citation, head)
    ]
    return found[0].rstrip(".") if found and all(found) else ""


def _label(head: ExtractedCitation) -> str:
    locator = citation_locator(head)
    return locator.article_locator.label if locator else head.text


def _sections_of(citation: ExtractedCitation, context: AnswerContext) -> list[ContextSection]:
    return [s for s in context.sections if any(_same_place(citation, h) for h in s.heads)]


def _same_place(citation: ExtractedCitation, head: ExtractedCitation) -> bool:
    return (
        (citation.article, citation.branch or None, citation.addenda)
        == (head.article, head.branch or None, head.addenda)
        and compact(citation.attachment or "") == compact(head.attachment or "")
    )  # fmt: skip


def _is_of(regulation: str, section: ContextSection, context: AnswerContext) -> bool:
    """Whether a section is of the regulation that is named; where its title names none, it is not known to be."""
    return any(_same_name(regulation, name, context) for name in section.regulations)


def _same_name(one: str, other: str, context: AnswerContext) -> bool:
    """Equal names; one of them may have the name of the university before it, if it is the one of the context."""
    first, second = normalize_name(one), normalize_name(other)
    if first == second:
        return True
    for long, short in ((first, second), (second, first)):
        university = _UNIVERSITY.match(long)
        if university and long[university.end() :] == short:
            return university["named"] is None or context.has(university["named"])
    return False


def _is_repeated(answer: str, citation: ExtractedCitation, context: AnswerContext) -> bool:
    """Whether the context says the same of the provision: then the answer repeats a sentence, it does not name a source."""
    following = compact(answer[citation.end : citation.end + 3 * _REPEATED])[:_REPEATED]
    if len(following) < _REPEATED or citation_error(citation, context) == "":
        return False
    return context.has(citation.text + following)


def _is_title(text: str, context: AnswerContext) -> bool:
    name = normalize_name(text)
    return bool(name) and any(name in section.names for section in context.sections)


def _titles_in(what: str, *, has_provision: bool) -> Iterator[str]:
    """The parts of [출처: …] that are titles; beside a provision only words can be one, not a date or a page."""
    for part in _BETWEEN_REFERENCES.split(what):
        is_title = bool(part) and not (has_provision and any(mark.isdigit() for mark in part))
        if is_title:
            yield part


def _bracketed_titles(
    folded: str, spans: Sequence[tuple[int, int]], context: AnswerContext
) -> Iterator[tuple[str, str]]:
    """「…」 outside of citations: the title of a section is a citation, a regulation that is nowhere an invention."""
    references = [match.span() for match in _REFERENCE.finditer(folded)]
    for match in _BRACKETED.finditer(folded):
        if any(start <= match.start() < end for start, end in [*spans, *references]):
            continue
        if _is_title(match[1], context):
            yield match[0], ""
        elif _REGULATION_ENDS.search(match[1].strip()) and not context.has(match[1]):
            yield match[0], NO_REGULATION
