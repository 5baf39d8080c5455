"""Which guards are asked of what, and why not of all: each list was weighed with what it guards (ADR 0036). Pure.

A proof has explained every difference that it reads; the verifier weighs how much is alike. What neither sees is asked here of the
words themselves: `unseen_by_proof`, `unseen_by_verifier`, and `departs_from`, which any claim is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from verification.grounding.guards.altered import altered_from, leaves_out_whom
from verification.grounding.guards.cells import another_cell
from verification.grounding.guards.columns import column_of_nobody
from verification.grounding.guards.excepted import ArticlePart
from verification.grounding.guards.exceptions import exception_meant
from verification.grounding.guards.exchanged import exchanges
from verification.grounding.guards.near_copies import (
    changes_one_thing,
    is_bare,
    is_of_another_matter,
    leaves_one_of_all,
    leaves_out_excepted,
    leaves_out_items,
    leaves_out_without,
)
from verification.grounding.guards.ordered import another_order_of_items
from verification.grounding.guards.paired import exchanges_pair
from verification.grounding.guards.places import misplaced
from verification.grounding.guards.ranges import outside_range
from verification.grounding.guards.reported import adds_aside, answers_otherwise, takes_back
from verification.grounding.guards.settled import settled_otherwise
from verification.grounding.guards.turned import (
    counts_from_elsewhere,
    is_of_another_case,
    is_turned,
    read_otherwise,
)
from verification.grounding.guards.words import nearest_sentence
from verification.grounding.proof import ProofKind, ProofReason
from verification.grounding.proof.in_place import word_in_place
from verification.grounding.proof.reading.frames import unwrap

# What a sentence is told of which a provision says one thing otherwise.
DEPARTS = "조문의 말과 한 곳이 다릅니다"
# 일반휴학만, where the provision names no one alone; 3년까지만 and 한 번만 say no more than their limit.
_ALONE = re.compile(r"[가-힣](?<!까지)(?<!에)(?<!번)(?<!회)(?<!동안)(?<!로)(?<!지)만\s")
# What an answer computes no text says: the verifier reads and does not reckon.
_COMPUTES = re.compile(r"[×÷=]")
# Which cell stands under which head no likeness tells.
_IS_ROW = re.compile(r"\S\s*\|\s*\S")
# Where a rule stands its words do not tell: 감면은 제8조제1항제5호에서 정하고 있습니다.
_IS_PLACE = re.compile(
    r"제\s?\d+\s?[조항호](?:에|에서)\s(?:정하고|규정하고|명시하고|다루고|정해져|규정되어|명시되어|나와)\s?있(?!도록|다고)"
)
# Differences of which the verifier cannot tell the true ones from the false: in which order, how many of several.
_FACTS = frozenset(
    {
        ProofKind.AND_OR,
        ProofKind.UNIT,
        ProofKind.TIME_ORDER,
        ProofKind.EXCLUSIVE_WORDS,
        ProofKind.LOCATION,
    }
)


@dataclass(frozen=True)
class Surroundings:
    """What stands around a statement: the question, the answer up to it, and as much of the whole as may count."""

    question: str = ""
    before: str = ""
    answer: str = ""

    @property
    def known(self) -> str:
        """All of it."""
        return f"{self.question} {self.before} {self.answer}"


def departs_from(statement: str, provision: str, known: str) -> str:
    """The sentence or the cell of a provision of which a statement changes one thing; empty where there is none.

    `known` is what question and answer say around the statement.
    """
    return (
        takes_back(statement, provision)
        or altered_from(statement, provision, known)
        or exchanges(statement, provision)
        or _pair(statement, provision)
        or another_order_of_items(statement, provision)
        or another_cell(statement, provision)
        or outside_range(statement, provision)
        or misplaced(statement, provision)
        or settled_otherwise(statement, provision)
        or _in_place(statement, provision, known)
    )


def unseen_by_proof(
    statement: str,
    units: Sequence[ArticlePart],
    carrying: Sequence[ArticlePart],
    around: Surroundings,
) -> str:
    """What a provision says otherwise in a way that a proof does not see, in words; empty where it does not.

    `carrying` are those of the units that prove the statement.
    """
    said = f"{around.before} {around.answer}".strip()
    if proviso := exception_meant(statement, carrying, around.question, before=said):
        return f"조문의 단서가 물은 경우를 따로 정합니다: ‘{proviso}’"
    if answers_otherwise(statement, [one.text for one in carrying], around.question):
        return "질문에 대한 예, 아니요가 조문과 다릅니다"
    return misread_by_proof(
        statement, [one.text for one in units], [one.text for one in carrying], around.known
    )


def misread_by_proof(
    statement: str, provisions: Sequence[str], carrying: Sequence[str], known: str
) -> str:
    """The same as far as the texts of provisions tell it, whatever they are part of."""
    for what, compared, finds in (
        ("조문이 다른 말로 바꾸어 읽게 한 곳이 있습니다", provisions, read_otherwise),
        ("조문은 기간을 다른 날부터 셉니다", provisions, counts_from_elsewhere),
        (DEPARTS, carrying, partial(departs_from, known=known)),
        ("조문은 다음 대상에 대하여 정합니다", carrying, partial(leaves_out_whom, known=known)),
    ):
        if words := next(filter(None, (finds(statement, text) for text in compared)), ""):
            return f"{what}: ‘{words}’"
    return ""


def unseen_by_verifier(
    statement: str,
    units: Sequence[ArticlePart],
    differences: Sequence[ProofReason],
    around: Surroundings,
    *,
    titles: Sequence[str],
    premise: str,
) -> bool:
    """Whether a statement says too little, something else than its provisions, or something about another matter or case.

    `differences` are those that its proof leaves open, `titles` what the provisions stand under, `premise` is what the verifier
    reads of them. In each paragraph a sentence would differ from something: what departs is looked for in all of them at once.
    """
    kinds, texts = {one.kind for one in differences}, [one.text for one in units]
    known = around.known
    has_predicate = ProofKind.NO_STATEMENT not in kinds
    return (
        is_bare(statement, texts)
        or _IS_ROW.search(statement) is not None
        or bool(_FACTS & kinds)
        or (ProofKind.ONLY in kinds and _ALONE.search(statement) is not None)
        or _COMPUTES.search(statement) is not None
        or _IS_PLACE.search(statement) is not None
        or bool(exception_meant(statement, units, around.question))
        or adds_aside(statement, (*texts, *titles))
        or answers_otherwise(statement, texts, around.question)
        or is_of_another_matter(statement, texts, titles, has_predicate=has_predicate)
        or changes_one_thing(statement, differences, texts, known=known)
        or bool(departs_from(statement, "\n".join(texts), known))
        or is_turned(statement, premise)
        or any(
            read_otherwise(statement, text)
            or leaves_one_of_all(statement, text, known)
            or leaves_out_without(statement, text, known)
            or leaves_out_items(statement, text)
            or column_of_nobody(statement, text, known)
            or leaves_out_excepted(statement, text)
            or is_of_another_case(statement, text, around.question)
            for text in texts
        )
    )


def _pair(statement: str, provision: str) -> str:
    """The sentence that says two things of which the statement has one in the place of the other."""
    is_exchanged = exchanges_pair(statement, provision)
    return nearest_sentence(statement, provision).strip() if is_exchanged else ""


def _in_place(statement: str, provision: str, known: str) -> str:
    """The words of a repeated sentence that others stand for; those of the statement where it adds some."""
    # What a sentence says itself is not known from elsewhere; an answer as a whole has it, too.
    elsewhere = known.replace(statement, " ")
    changed = word_in_place(unwrap(statement).text, provision, known=elsewhere)
    return (changed.evidence_span or changed.claim_span) if changed else ""
