"""What the templates of an answer say beyond its own values."""

from __future__ import annotations

from typing import NamedTuple

from django import template

from chat.presenters.marking import MarkedRun, exact_runs, marked_runs, word_runs
from chat.presenters.shapes import PAGE_LANGUAGES, AnswerView, CitationView, NearView, SentenceView
from regulations.text.blocks import quoted_blocks, text_blocks
from regulations.text.markdown import marked_blocks
from verification.grounding.language.languages import written_in

register = template.Library()


class QuotedBlock(NamedTuple):
    """A line of a quoted provision in runs, or the rows of a table in it."""

    runs: tuple[MarkedRun, ...]
    indent: int
    rows: tuple[tuple[str, ...], ...]


@register.filter
def elapsed(answer: AnswerView) -> str:
    """Return the seconds that the answer took, with one decimal; of one that was tried again those of the last try."""
    if answer.finished_at is None:
        return ""
    if "total" in answer.timings:
        return f"{max(answer.timings['total'] / 1000, 0.1):.1f}"
    return f"{max((answer.finished_at - answer.created_at).total_seconds(), 0.1):.1f}"


register.filter("marked", marked_blocks)


@register.filter
def language(text: str) -> str:
    """The language that a text is in, for `lang`."""
    return PAGE_LANGUAGES[written_in(text)]


@register.filter
def quoted(citation: CitationView) -> tuple[QuotedBlock, ...]:
    """Return the lines and tables of a quoted provision, with the words marked that carry the sentence."""
    return tuple(
        QuotedBlock(
            marked_runs(block.text, citation.statement)
            if citation.statement
            else (MarkedRun(block.text, False),),
            block.indent,
            block.rows,
        )
        for block in quoted_blocks(citation.quote)
    )


@register.filter
def with_words(sentence: SentenceView) -> tuple[QuotedBlock, ...]:
    """Return the lines and tables of what stands beneath a sentence, with the words marked that it was held against."""
    return tuple(
        QuotedBlock(exact_runs(block.text, sentence.quote_words), block.indent, block.rows)
        for block in text_blocks(sentence.quote)
    )


@register.filter
def quoted_words(place: NearView) -> tuple[QuotedBlock, ...]:
    """Return the lines and tables of a provision that may hold the answer, with the words that match the question."""
    return tuple(
        QuotedBlock(word_runs(block.text, place.words), block.indent, block.rows)
        for block in quoted_blocks(place.quote)
    )


@register.filter
def has_marks(answer: AnswerView) -> bool:
    """Whether a word that matches the question is marked in any of its near provisions; in tables none is."""
    blocks = [block for place in answer.near for block in quoted_words(place) if not block.rows]
    return any(run.is_marked for block in blocks for run in block.runs)
