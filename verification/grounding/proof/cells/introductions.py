"""Whether a claim, the question or the title says of whom and when the sentence before a table speaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from verification.grounding.proof.cells.claims import ClaimWords, MetCell, keys_of
from verification.grounding.proof.directions import is_person
from verification.grounding.proof.omissions import together
from verification.grounding.proof.reading.lexicon import COMMON, PERSON, meanings
from verification.grounding.proof.reading.propositions import Proposition, propositions_of
from verification.grounding.proof.reading.tables import ProvisionTable
from verification.grounding.proof.reading.words import Link, Word, WordKind

_CLAUSES = frozenset({Link.ATTRIBUTE, Link.CONDITION, Link.ONLY_IF, Link.CONCESSION, Link.OR})
# What leads to a table and says nothing of whom or when.
_LEADING = COMMON | frozenset([
    "다음", "표", "호", "요건", "조건", "기준", "모두", "충족", "갖추", "불구", "별", "회차", "차", "비율", "율", "횟수", "일수", "점수", "구분",
    "매", "중도", "인원", "허용", "최저", "최고", "각각", "발생",
])  # fmt: skip


def is_introduced(claim: ClaimWords, met: Sequence[MetCell], table: ProvisionTable) -> bool:
    """Whether what restricts a table is known: one of "자퇴하거나 제적된 학생에게는", all of "입원으로 퇴사하는 경우에는"."""
    known = claim.around.asked | claim.around.told | claim.around.given
    known |= keys_of(" ".join(dict.fromkeys(cell.head for cell in table.cells)))
    known |= keys_of(" ".join(part for one in met for part in (*one.cell.keys, one.cell.around)))
    return all(
        any(all(not meanings(word.key).isdisjoint(known) for word in each) for each in restricted)
        for proposition in propositions_of(table.lead)[-1:]
        if (restricted := list(_alternatives(proposition)))
    )


def _alternatives(proposition: Proposition) -> Iterator[list[Word]]:
    """The words that say for whom and when, cut where one of several will do."""
    part: list[Word] = []
    segment = 0
    people = [
        one
        for one, after in pairwise(proposition.words)
        if after.key == PERSON and together(one, after)
    ]
    for word in proposition.words:
        if not word.restricting:
            continue
        before = proposition.segments[segment]
        parted = word.segment != segment and before.link is Link.OR
        if part and (parted or word.kind is WordKind.CONNECTOR):
            yield part
            part = []
        segment = word.segment
        clause = proposition.link_of(word) in _CLAUSES or word in people
        if (clause or is_person(word)) and word.key not in _LEADING and not word.quantity:
            part.append(word)
    if part:
        yield part
