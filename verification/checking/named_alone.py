"""Regulations that a sentence names without a provision, 「학칙」에 따르면: what proves it has to stand in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from regulations.reading.names import RegulationNames
from verification.checking.mentions import CitationMention
from verification.checking.statements import without_layout
from verification.checking.values import Source
from verification.citations.correction import names_alone
from verification.citations.resolution import CitationTarget
from verification.citations.states import CitationStatus

_NOT_AMONG = "이름만 적힌 이 규정은 문장과 대조한 근거에 들어 있지 않습니다."


@dataclass(frozen=True)
class NamedAlone:
    """A regulation named without a provision; `regulation_ids` is empty where none has that name.

    `is_quoted` says that a source names it in the same words: then it is the regulation's own reference.
    """

    name: str
    start: int
    end: int
    regulation_ids: frozenset[int]
    is_quoted: bool = False

    def is_other(self, evidence: Iterable[tuple[Source, str]]) -> bool:
        """Whether none of the evidence stands in it or speaks of it by its name."""
        name = without_layout(self.name)
        return not any(
            source.regulation_id in self.regulation_ids or name in without_layout(text)
            for source, text in evidence
        )

    def mention(self, text: str) -> CitationMention:
        """It as a citation that misleads: none of the sources stands in it."""
        is_known = bool(self.regulation_ids)
        return CitationMention(
            written=text[self.start : self.end],
            marker=None,
            target=CitationTarget(self.regulation_ids),
            start=self.start,
            end=self.end,
            status=CitationStatus.OUT_OF_CONTEXT if is_known else CitationStatus.UNKNOWN_REGULATION,
            reason=_NOT_AMONG if is_known else "",
        )


def named_alone(
    text: str, names: RegulationNames, sources: Iterable[Source]
) -> tuple[NamedAlone, ...]:
    """Return the regulations that a text names without a provision."""
    given = [without_layout(source.text) for source in sources]
    return tuple(
        NamedAlone(
            alone.name,
            alone.start,
            alone.end,
            names.candidates(alone.name),
            any(without_layout(alone.written) in one for one in given),
        )
        for alone in names_alone(text, names.extraction_index)
    )
