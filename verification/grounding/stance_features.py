"""Features of stance: whether what the claim says of an action is what the provision says of it.

Each clause of the claim stands beside the clause of the evidence that says most of the same. "…는 것은 허용되지
않습니다" and "…하지 못한다" are then one stance, however they are worded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from verification.grounding.alignment import Words, coverage
from verification.grounding.analysis import Analysis, Term
from verification.grounding.reading import Reading, analyses_of
from verification.grounding.stances import Stance

_LEAST_SHARE = 0.3
_CLOSE = 0.6
_DOES = {Stance.OBLIGE, Stance.STATE}
_DOES_NOT = {Stance.FORBID, Stance.DENY}
_NOT = r"(?:않|아니하?|안\s)"
_IS_NOT = r"아[니닙]"
# How a clause ends, the special before the general.
_CLOSINGS: tuple[tuple[Stance, re.Pattern[str]], ...] = tuple(
    (stance, re.compile(rf"(?:{pattern})[가-힣\s]{{0,7}}[.,]?\s*$"))
    for stance, pattern in (
        (Stance.STATE, rf"지\s*않는\s*것은\s*{_IS_NOT}"),
        (Stance.OBLIGE, r"지\s*(?:않으면|아니하면)\s*(?:안|아니)\s*[되된됩돼]|(?:않을|아니할)\s*수\s*없|않는\s*것은\s*(?:허용|인정)되지|의무가\s*있"),
        (Stance.PERMIT, rf"수\s*없는\s*것은\s*{_IS_NOT}|못하는\s*것은\s*{_IS_NOT}"),
        (Stance.FORBID, rf"수\s*있는\s*것은\s*{_IS_NOT}|도\s*되는\s*것은\s*{_IS_NOT}"),
        (Stance.EXEMPT, rf"야만?\s*하는\s*것은\s*{_IS_NOT}|(?:의무|필수)(?:는|가|까지는|사항은|도)?\s*(?:없|{_IS_NOT})|필요(?:는|가|도|까지는)?\s*(?:없|하지\s*{_NOT})|지\s*(?:않아|아니하여|않더라)도|지\s*(?:않을|아니할)\s*수\s*(?:도\s*)?있|없어도\s*[되된됩]"),
        (Stance.DENY, rf"지\s*않는\s*것으로\s*(?:되어|정해져)|지\s*않게\s*되어|는\s*것은\s*{_IS_NOT}|지는?\s*{_NOT}|[이가은는]\s*{_IS_NOT}"),
        (Stance.FORBID, r"수\s*(?:는|가|도)?\s*없|[서면](?:는)?\s*(?:안|아니)\s*[되된됩돼]|지\s*못"),
        (Stance.PERMIT, r"수\s*(?:도|는|가)?\s*있|[가-힣]도\s*(?:[되된됩돼]|좋|무방|괜찮)"),
        (Stance.OBLIGE, r"[야]만?\s*(?:하|한|합|됩|된|되)"),
    )
)  # fmt: skip
# Predicates that are a stance themselves: said plainly they mean the first, denied the second.
_WORDS: tuple[tuple[re.Pattern[str], Stance, Stance], ...] = tuple(
    (re.compile(rf"(?:{pattern})[가-힣\s]{{0,9}}[.,]?\s*$"), plain, denied)
    for pattern, plain, denied in (
        (r"(?:불가능|불가|금지|불허|제한)(?:하|합|되|됩|된|한|입|이)|금[하합]", Stance.FORBID, Stance.PERMIT),
        (r"(?:허용|가능|인정|허가)(?:하|합|되|됩|된|한|입|이)", Stance.PERMIT, Stance.FORBID),
        (r"면제(?:하|합|되|됩|된|한)|(?:재량|선택(?:\s*사항)?)(?:입|이|에)", Stance.EXEMPT, Stance.OBLIGE),
        (r"(?:의무|필수)(?:\s*사항)?(?:입|이)|필요(?:하|합|한)", Stance.OBLIGE, Stance.EXEMPT),
        (r"제외(?:하|합|되|됩|된|한)|빠집|빠진|빠지|뺍니다|뺀다|배제(?:하|합|되|됩|된|한)", Stance.DENY, Stance.STATE),
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Said:
    """A clause: its words, its stance and the word that closes it."""

    terms: tuple[Term, ...]
    stance: Stance

    @property
    def action(self) -> Term | None:
        """The last word of the clause, which is its predicate or stands beside it."""
        return self.terms[-1] if self.terms else None


def stance_of(clause: str) -> Stance:
    """What a clause says of its action; a plain statement where nothing else is said."""
    tail = re.sub(r"\([^)]*\)\s*[.。]?\s*$", "", clause.strip())[-26:]
    found = next((stance for stance, pattern in _CLOSINGS if pattern.search(tail)), Stance.STATE)
    if found in (Stance.STATE, Stance.DENY):
        for pattern, plain, denied in _WORDS:
            if pattern.search(tail):
                return plain if found is Stance.STATE else denied
    return found


@lru_cache(maxsize=4096)
def _said(analysis: Analysis) -> tuple[Said, ...]:
    found = []
    for clause in analysis.clauses:
        terms = tuple(t for t in analysis.terms if clause.start <= t.start < clause.end)
        if terms:
            found.append(Said(terms, stance_of(analysis.text[clause.start : clause.end])))
    return tuple(found)


def relation(claimed: Stance, given: Stance) -> str:
    """How two stances of one action stand to each other."""
    if claimed is given or {claimed, given} in (_DOES, _DOES_NOT):
        return "same"
    if {claimed, given} == {Stance.PERMIT, Stance.EXEMPT}:
        return "discretion"
    if Stance.PERMIT in (claimed, given) and {claimed, given} & _DOES:
        return "other modality"
    return "turned"


def stance_features(reading: Reading) -> Iterator[tuple[str, float]]:
    """Clause by clause, and once more for the clause that closes the claim."""
    given = [said for analysis in analyses_of(reading.chosen) for said in _said(analysis)]
    ours = _said(reading.claim)
    for said in ours:
        best, share = _closest(said, given, reading)
        if best is None or share < _LEAST_SHARE:
            continue
        how = relation(said.stance, best.stance)
        yield f"stance {how}", share
        yield f"stance {said.stance} for {best.stance}", share
        if share >= _CLOSE:
            yield f"stance {how} close", 1.0
        if _same_action(said, best, reading):
            yield f"stance {how} of the same action", share
        if said is ours[-1]:
            yield f"closing stance {how}", share


def _closest(said: Said, given: list[Said], reading: Reading) -> tuple[Said | None, float]:
    best, most = None, 0.0
    for other in given:
        inside = Words(frozenset(term.lemma for term in other.terms), "")
        share = coverage(said.terms, inside, reading.lexicon)
        if _same_action(said, other, reading):
            share += 0.15
        if share > most:
            best, most = other, share
    return best, min(most, 1.0)


def _same_action(said: Said, other: Said, reading: Reading) -> bool:
    mine, theirs = said.action, other.action
    if mine is None or theirs is None:
        return False
    return mine.lemma == theirs.lemma or theirs.lemma in reading.lexicon.paraphrases.get(
        mine.lemma, ()
    )
