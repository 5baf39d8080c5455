"""A claim that reads a table off: it names a row and a column, says what stands there, and no more.

A provision with a table says as many things as the table has cells. A claim states a cell where its figure is the cell's, with
its limit; where it, or the question, names the row and no other that has something else; where it names the column, or
only one place of the row measures what it says; and where every other word of it belongs to row, column, title or question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from verification.grounding.proof.cells.claims import (
    CONTENT,
    Around,
    ClaimWords,
    MetCell,
    keys_of,
    measures_of,
    names,
)
from verification.grounding.proof.cells.columns import head_met, measure_names, names_other_column
from verification.grounding.proof.cells.introductions import is_introduced
from verification.grounding.proof.cells.rows import is_rival, names_other_row, row_met
from verification.grounding.proof.cells.stances import COPULA, PAID, may_say
from verification.grounding.proof.cells.values import value_met
from verification.grounding.proof.reading.lexicon import PROTECTED, meanings
from verification.grounding.proof.reading.propositions import Proposition
from verification.grounding.proof.reading.sentences import OR
from verification.grounding.proof.reading.tables import ProvisionTable, TableCell, words_of
from verification.grounding.proof.reading.words import Link, Mark, Word, WordKind
from verification.grounding.proof.restrictions import TURNING, says_nothing

__all__ = ["Around", "reads_off"]

# What is done with any figure of a table.
_LIGHT = COPULA | PAID | frozenset([
    "째", "라면", "쓰", "하", "정하", "정해지", "적용", "있", "필요", "해당", "들", "드", "주어지",
])  # fmt: skip
_SUM = "총"
# "경고와 출입 제한 중 하나" is less than what stands in the cell.
_OR = re.compile(r"거나\s|또는|혹은|이나\s")
_ONE_OF = re.compile(r"(?:중|가운데)(?:에서)?\s*(?:하나|한)")


def reads_off(proposition: Proposition, table: ProvisionTable, around: Around) -> str:
    """What stands in the cells that a claim states; empty where it states none, or more than they."""
    words = tuple(word for word in proposition.words if word.kind in CONTENT)
    links = [word for word in proposition.words if word.kind is WordKind.CONNECTOR]
    denies = proposition.stance in TURNING or any(word.stance in TURNING for word in words)
    # "만" and "도" say something of the other rows, too.
    of_others = len(words) + len(links) < len(proposition.words) or any(w.also for w in words)
    only_if = any(one.link is Link.ONLY_IF for one in proposition.segments)
    if denies or of_others or only_if or _ONE_OF.search(proposition.sentence.text):
        return ""
    claim = ClaimWords(words, proposition.sentence.text, around, proposition.stance)
    met = [one for cell in table.cells if (one := _met(claim, cell, table)) is not None]
    for together in _groups(met):
        joined = all(_joins(link, claim, together) for link in links) and not _chooses(
            claim, together
        )
        said = joined and may_say(proposition, together, table)
        if said and _says_no_more(claim, together, table):
            return ", ".join(one.cell.value for one in together)
    return ""


def _joins(link: Word, claim: ClaimWords, met: Sequence[MetCell]) -> bool:
    """Whether a connector stands within the name of a row or column, or joins what two cells say."""
    beside = {
        max(
            (place for place, word in enumerate(claim.words) if word.start < link.start), default=-1
        ),
        min(
            (place for place, word in enumerate(claim.words) if word.start > link.start), default=-1
        ),
    }
    if any(beside <= one.row or beside <= one.head for one in met):
        return True
    return len(met) > 1 and link.key != OR


def _chooses(claim: ClaimWords, met: Sequence[MetCell]) -> bool:
    """Whether a claim gives one of several values, 6퍼센트 이내이거나 3.85 이상, where a row gives all of them."""
    places = sorted(place for one in met for place in one.value)
    between = claim.text[claim.words[places[0]].start : claim.words[places[-1]].end]
    return bool(_OR.search(between)) and not any(_OR.search(one.cell.value) for one in met)


def _groups(met: Sequence[MetCell]) -> Iterator[list[MetCell]]:
    """Cells that may be stated together: each alone, those of one row, those of one column."""
    for one in met:
        yield [one]
    for kind in ("keys", "head"):
        for name in dict.fromkeys(getattr(one.cell, kind) for one in met):
            group = [one for one in met if getattr(one.cell, kind) == name]
            told = frozenset[int]().union(*(one.value for one in group))
            if len(group) > 1 and len(told) == sum(len(one.value) for one in group):
                yield group


def _met(claim: ClaimWords, cell: TableCell, table: ProvisionTable) -> MetCell | None:
    value = value_met(claim, cell, table)
    head = None if value is None else head_met(claim, value, cell, table)
    if value is None or head is None:
        return None
    row = row_met(claim, cell, asked=False)
    asked = row is None or row <= value
    figure = any(claim.words[place].quantity for place in value)
    if asked and (not figure or names_other_row(claim, cell, table)):
        return None
    if asked:
        row = row_met(claim, cell, asked=True)
    if row is None or any(is_rival(one, cell, row, claim, asked=asked) for one in table.cells):
        return None
    return MetCell(cell, value, head, row)


def _says_no_more(claim: ClaimWords, met: Sequence[MetCell], table: ProvisionTable) -> bool:
    """Whether every word of a claim belongs to the cells, and each value to its own row and column."""
    if (len(met) > 1 and not _in_turn(met)) or not is_introduced(claim, met, table):
        return False
    said = {place for one in met for place in (*one.value, *one.head, *one.row)}
    if names_other_column(claim, said, met, table):
        return False
    named = {part for one in met for part in (*one.cell.keys, one.cell.head, one.cell.around)}
    given = [word for part in named for word in words_of(part)]
    # From when the days of all rows are counted often stands in the first alone.
    ranges = {key for cell in table.cells for key in cell.keys if measures_of(key)}
    given += [word for key in ranges for word in words_of(key) if word.quantity is None]
    lead = keys_of(table.lead) | measure_names(
        measure for one in met for measure in measures_of(one.cell.value)
    )
    return all(
        place in said or _explained(word, claim.words[-1], given, lead, claim.around)
        for place, word in enumerate(claim.words)
    )


def _in_turn(met: Sequence[MetCell]) -> bool:
    """Whether the names of cells that differ stand each before its value and after the value before it."""
    measures = [measures_of(one.cell.value) for one in met]
    if not any(one & other for at, one in enumerate(measures) for other in measures[at + 1 :]):
        return True
    ordered = sorted(met, key=lambda one: min(one.value))
    one_row = len({one.cell.keys for one in met}) == 1
    named = [one.head if one_row else one.row for one in ordered]
    own = [places - frozenset.intersection(*named) for places in named]
    if not all(own) or any(
        max(places) > min(one.value) for places, one in zip(own, ordered, strict=True)
    ):
        return False
    return all(max(one.value) < min(places) for one, places in zip(ordered, own[1:], strict=False))


def _explained(
    word: Word, last: Word, given: Sequence[Word], lead: frozenset[str], around: Around
) -> bool:
    """Whether a word that is not the value belongs to the row, the column, or the matter."""
    if any(names(word, one) for one in given):
        return True
    if word.quantity is not None:
        return False
    meant = meanings(word.key)
    if word.key in PROTECTED or word.key == _SUM:
        return not meant.isdisjoint(lead)
    # What the question says may be repeated, but nothing be done on the way that only it speaks of.
    done = word.kind is WordKind.PREDICATE and not word.restricting and word is not last
    known = around.given if done or word.mark is Mark.MEANS else around.given | around.asked
    return says_nothing(word) or word.key in _LIGHT or not meant.isdisjoint(known | lead)
