"""Where the next line of a regulation belongs: the open provisions, and the 항, 호, 목 and 세목 that open below them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from regulations.text.locators import CIRCLED, Locator, follows, number_of, same_kind
from regulations.text.parser import grammar
from regulations.text.parser.opening import (
    OpenAddenda,
    OpenArticle,
    OpenAttachment,
    OpenProvision,
    OpenUnit,
    is_running_list,
)

# A number that leaps further than this is a page, a year or an amount at the beginning of a line.
FARTHEST_LEAP = 30
# The first of a list that begins in the middle: the ones before it stand in the line above.
FARTHEST_START = 5
_SENTENCE = re.compile(r"[다함음임]\s*\.|시행|적용|경과")


@dataclass(slots=True)
class NumberingFindings:
    """What is wrong with the numbers of a text: those that are missing, those that come twice, those within a line."""

    gaps: list[str] = field(default_factory=list)
    repeats: list[str] = field(default_factory=list)
    joined: list[str] = field(default_factory=list)


@dataclass(slots=True)
class ReadingPosition:
    """The open provisions, from the widest to the narrowest."""

    findings: NumberingFindings
    article: OpenArticle | None = None
    addenda: OpenAddenda | None = None
    attachment: OpenAttachment | None = None
    units: tuple[OpenUnit, ...] = ()

    @property
    def innermost(self) -> OpenProvision | None:
        """The provision that a line without a number belongs to."""
        if self.attachment is not None:
            return self.attachment
        if self.units:
            return self.units[-1]
        return self.article or self.addenda

    @property
    def paragraph(self) -> int:
        """The number of the open 항, 0 where there is none."""
        return self.units[0].locator.paragraph or 0 if self.units else 0

    def open_unit(self, line: str) -> grammar.NumberPrefix | None:
        """Open the unit that a line begins and return its number with the rest of the line; None where it begins none."""
        if self._stands_in_form(line):
            return None
        return (
            self._open_paragraph(line)
            or self._open_subparagraph(line)
            or self._open_item(line)
            or self._open_subitem(line)
        )

    def _open_paragraph(self, line: str) -> grammar.NumberPrefix | None:
        container = self.article or self.addenda
        if container is None:
            return None
        numbered = grammar.paragraph_number(line, in_addenda=self.addenda is not None)
        if numbered is None and is_running_list(container):
            numbered = grammar.subparagraph_number(line)
        elif numbered is not None and self._is_below_running_list(container, numbered.number):
            return None
        if numbered is None or numbered.branch:
            return None
        locator = replace(container.locator, paragraph=numbered.number)
        return self._open_unit(container, (), locator, numbered)

    def _is_below_running_list(self, container: OpenProvision, number: int) -> bool:
        """Whether ① counts sentences below `3. (경과조치)` of addenda that number theirs with digits."""
        if not isinstance(container, OpenAddenda) or not container.units:
            return False
        last = container.units[-1]
        if not last.label[0].isdigit():
            return False
        found = [CIRCLED.index(mark) + 1 for mark in re.findall(f"[{CIRCLED}]", last.text)]
        return number == 1 or number - 1 in found

    def _stands_in_form(self, line: str) -> bool:
        """Whether a numbered line after a table behind addenda is one of its form and no sentence of the addenda."""
        innermost = self.innermost
        if self.addenda is None or innermost is None or not innermost.tables:
            return False
        return not _SENTENCE.search(line)

    def _open_subparagraph(self, line: str) -> grammar.NumberPrefix | None:
        numbered = grammar.subparagraph_number(line)
        if numbered is None:
            return None
        above = tuple(unit for unit in self.units if unit.locator.subparagraph is None)[:1]
        above = tuple(unit for unit in above if unit.locator.item is None)
        container = self._container(above)
        if container is None or isinstance(container, OpenAddenda):
            return None
        locator = replace(
            container.locator, subparagraph=numbered.number, subparagraph_branch=numbered.branch
        )
        return self._open_unit(container, above, locator, numbered)

    def _open_item(self, line: str) -> grammar.NumberPrefix | None:
        numbered = grammar.item_letter_of(line)
        if numbered is None:
            return None
        above = tuple(
            unit
            for unit in self.units
            if unit.locator.item is None and unit.locator.subitem is None
        )
        container = self._container(above)
        if container is None:
            return None
        locator = replace(container.locator, item=numbered.number)
        return self._open_unit(container, above, locator, numbered, strict=True)

    def _open_subitem(self, line: str) -> grammar.NumberPrefix | None:
        numbered = grammar.subitem_number(line)
        if numbered is None:
            return None
        above = tuple(unit for unit in self.units if unit.locator.subitem is None)
        container = self._container(above)
        if container is None:
            return None
        locator = replace(container.locator, subitem=numbered.number)
        return self._open_unit(container, above, locator, numbered, strict=True)

    def _open_unit(
        self,
        container: OpenProvision,
        above: tuple[OpenUnit, ...],
        locator: Locator,
        numbered: grammar.NumberPrefix,
        *,
        strict: bool = False,
    ) -> grammar.NumberPrefix | None:
        """Open a unit below `container`, unless its number shows that the line is no such unit."""
        before = next(
            (unit for unit in reversed(container.units) if same_kind(unit.locator, locator)), None
        )
        last = number_of(before.locator) if before else (0, None)
        new = (numbered.number, numbered.branch)
        if new <= (last[0], last[1] or 0) if numbered.branch else numbered.number <= last[0]:
            self.findings.repeats.append(locator.label)
            return None
        if not follows(last, new):
            farthest = last[0] + (FARTHEST_LEAP if before else FARTHEST_START)
            if strict or numbered.number > farthest:
                return None
            self.findings.gaps.append(
                f"{before.locator.label if before else '처음'} → {locator.label}"
            )
        unit = OpenUnit(locator=locator, label=numbered.label)
        container.units.append(unit)
        self.units = (*above, unit)
        return numbered

    def _container(self, above: tuple[OpenUnit, ...]) -> OpenProvision | None:
        return above[-1] if above else self.article or self.addenda
