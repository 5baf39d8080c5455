"""The context of an answer: its rows read into sections, each with the provision that it holds and what it may be called."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from regulations.text.citations import ExtractedCitation, extract_citations
from regulations.text.citations.tokens import CIRCLED
from regulations.text.locators import normalize_name
from regulations.text.spacing import compact

# One piece of the context, with `section_title` and `section_content`.
ContextRow = Mapping[str, str]

_INVISIBLE = re.compile(r"[\u200b-\u200d\u2060\ufeff]")
_HEADING = re.compile(
    r"^[^\S\n]*(?:[#>*•-]+\s*)*(?P<head>제\s{0,3}\d{1,4}\s{0,2}조(?:\s?의\s?\d{1,2})?)"
    r"(?=\s?\(|[^\S\n]*$|\*|\s삭제|\s이\s)(?P<caption>\s?\([^()\n]{1,60}\))?",
    re.MULTILINE,
)
_SUBPARAGRAPH = re.compile(r"^\s*(\d{1,3}(?:의\d{1,2})?)\.\s", re.MULTILINE)
_BRACKETED = re.compile(r"[「『｢《]([^「」『』｢｣《》\n]{2,80})[」』｣》]")
_PATH = re.compile(r"\s*[>›|]\s*|\s+제\s?\d+\s?[편장절관]")
_CAPTION_EDGE = " \t.,:;>|()[]「」『』-–·"
_WRAPPER = "[출처: "


@dataclass(frozen=True)
class ContextSection:
    """A part of the context; `heads` are the provisions that it holds, none where it is no provision.

    `names` is what it is called by itself (its title, 환불 in 제3조(환불)), `regulations` what it may be a part of.
    """

    heads: tuple[ExtractedCitation, ...]
    names: frozenset[str]
    regulations: frozenset[str]
    text: str

    @cached_property
    def paragraphs(self) -> frozenset[int]:
        """The paragraphs that the section shows; none where they are not marked."""
        titled = {head.paragraph for head in self.heads if head.paragraph is not None}
        return frozenset(titled or {CIRCLED[mark] for mark in self.text if mark in CIRCLED})

    @cached_property
    def subparagraphs(self) -> frozenset[str]:
        """The subparagraphs that the section shows."""
        titled = {head.subparagraph for head in self.heads if head.subparagraph}
        return frozenset(titled or _SUBPARAGRAPH.findall(self.text))


@dataclass(frozen=True)
class AnswerContext:
    """All that an answer was given. `question` counts only where the answer repeats a name that was asked about."""

    sections: tuple[ContextSection, ...]
    rows: int
    text: str
    question: str = ""

    @cached_property
    def compact(self) -> str:
        """The text without white space."""
        return compact(self.text)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to hold an answer against."""
        return not any(section.text.strip() for section in self.sections)

    def has(self, words: str) -> bool:
        """Whether the context has the words, whatever its spacing."""
        return compact(words) in self.compact


def normalized_text(text: str) -> str:
    """A text in composed form without characters that nobody sees."""
    return _INVISIBLE.sub("", unicodedata.normalize("NFC", text)).strip()


def read_rows(rows: Sequence[ContextRow], *, question: str = "") -> AnswerContext:
    """Read context rows with `section_title` and `section_content`."""
    read = [
        (
            normalized_text(row.get("section_title", "")),
            normalized_text(row.get("section_content", "")),
        )
        for row in rows
    ]
    return AnswerContext(
        sections=tuple(section for title, content in read for section in _sections(title, content)),
        rows=len(read),
        text="\n".join(f"{title}\n{content}" for title, content in read),
        question=normalized_text(question),
    )


def read_texts(texts: Sequence[str], *, question: str = "") -> AnswerContext:
    """Read context given as texts; a first line that names a provision is its title."""
    return read_rows([_titled(normalized_text(text)) for text in texts], question=question)


def headings(text: str) -> list[tuple[int, ExtractedCitation]]:
    """The articles that begin a line as its heading (제5조(환불) …), which are no citations; each with its offset."""
    cited = [(citation.start, citation.end) for citation in extract_citations(text)]
    found = []
    for match in _HEADING.finditer(text):
        start, end = match.span("head")
        if any(first < end and start < last for first, last in cited):
            continue
        found += [(start, head) for head in titled(match["head"] + (match["caption"] or ""))[:1]]
    return found


def titled(title: str) -> list[ExtractedCitation]:
    """The provisions that a title names. It is read as if it stood in [출처: …]: there it is no heading."""
    return [
        citation
        for citation in extract_citations(f"{_WRAPPER}{title}]")
        if citation.article is not None or citation.attachment or citation.addenda
    ]


def _titled(text: str) -> ContextRow:
    first, _newline, rest = text.partition("\n")
    heads = titled(first) if rest and len(first) <= 100 else []
    follows = first[heads[-1].end - len(_WRAPPER) :].strip(_CAPTION_EDGE) if heads else ""
    if heads and heads[0].start <= len(_WRAPPER) + 1 and len(follows) <= 30 and "다." not in first:
        return {"section_title": first, "section_content": rest}
    return {"section_title": "", "section_content": text}


def _sections(title: str, content: str) -> Iterator[ContextSection]:
    heads = titled(title)
    own: list[tuple[ExtractedCitation | None, str]] = []
    others: list[tuple[ExtractedCitation | None, str]] = []
    for head, text in _pieces(content):
        is_own = head is None or any(_same_article(head, item) for item in heads)
        (own if is_own else others).append((head, text))
    names = frozenset(filter(None, (normalize_name(title), *_captions(title, heads))))
    regulations = _regulations(title, heads) or names
    if own or heads or names:
        yield ContextSection(
            tuple(heads), names, regulations, "\n".join(text for _head, text in own)
        )
    regulation = next((head.regulation for head in heads if head.regulation), None)
    for head, text in others:
        if head is not None:
            captions = {normalize_name(head.title)} if head.title else set()
            named = head._replace(regulation=head.regulation or regulation)
            yield ContextSection((named,), names | captions, regulations, text)


def _regulations(title: str, heads: Sequence[ExtractedCitation]) -> frozenset[str]:
    """The regulations that a title names: with a provision, in brackets, or before its chapter."""
    written = [head.regulation for head in heads if head.regulation] or _BRACKETED.findall(title)
    first, *rest = _PATH.split(title)
    return frozenset(filter(None, map(normalize_name, written or ([first] if rest else []))))


def _pieces(content: str) -> Iterator[tuple[ExtractedCitation | None, str]]:
    start, head = 0, None
    for offset, found in headings(content):
        if content[start:offset].strip():
            yield head, content[start:offset]
        start, head = offset, found
    if content[start:].strip():
        yield head, content[start:]


def _captions(title: str, heads: Sequence[ExtractedCitation]) -> Iterator[str]:
    """What a section is called apart from its number: 환불 in 제5조(환불)."""
    rest = title
    for head in heads:
        rest = rest.replace(head.text, " ")
        if head.title:
            yield normalize_name(head.title)
    yield normalize_name(rest.strip(_CAPTION_EDGE))


def _same_article(one: ExtractedCitation, other: ExtractedCitation) -> bool:
    return (one.article, one.branch, one.addenda) == (other.article, other.branch, other.addenda)
