"""Features of what belongs together: a thing in one sentence of the provision, and what is said of it in another.

A claim whose words all occur can still be false because it joins the subject of one item with the rule of its neighbor, or
because it applies the rule to the very case that the proviso takes out.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from verification.grounding import conditions
from verification.grounding.alignment import Words, coverage
from verification.grounding.analysis import Term
from verification.grounding.quantities import Quantity
from verification.grounding.reading import Reading
from verification.grounding.senses import sign_of
from verification.grounding.units import Unit

_TELLING = 0.45
_MET = 0.8
_NEIGHBORS = 16
_TAKES_OUT = re.compile(r"그러하지\s*아니|그러지\s*않|예외로|제외한다|적용하지\s*아니|달리\s*정")
_DISCRETION = re.compile(
    r"[가-힣]지(?:는|를|의|도)?\s(?:[가-힣]+\s){0,4}(?:정할|정하면|정합|정하는|결정|판단|선택)|재량|마음대로|임의로|자유롭게|알아서|"
    r"수도\s*있고|해도\s*되고\s*안|형편에\s*따라"
)


def binding_features(reading: Reading) -> Iterator[tuple[str, float]]:
    if not reading.chosen:
        return
    yield from _split_clauses(reading)
    yield from _proviso_sense(reading)
    if _DISCRETION.search(reading.claim.text) and not _DISCRETION.search(reading.evidence_text):
        given = reading.evidence_text
        may = "may" if re.search(r"수\s*있", given) else "plain"
        yield f"discretion claimed for {may}", 1.0


def _split_clauses(reading: Reading) -> Iterator[tuple[str, float]]:
    """A clause whose most telling word stands in one sentence, and whose other words or number in another."""
    units = [u for u in reading.units if u.provision == reading.chosen[0].provision][:_NEIGHBORS]
    if len(units) < 2:
        return
    words = [Words.of(unit.analysis) for unit in units]
    worst_words = worst_number = 0.0
    for clause in reading.claim.clauses:
        terms = [t for t in reading.claim.terms if clause.start <= t.start < clause.end]
        amounts = [q for q in reading.claim.quantities if clause.start <= q.start < clause.end]
        for term in terms:
            if not term.noun or reading.lexicon.weight(term) < _TELLING:
                continue
            home = [i for i, w in enumerate(words) if w.match(term, reading.lexicon) >= _MET]
            if not home or len(home) == len(units):
                continue
            others = [t for t in terms if t.lemma != term.lemma]
            worst_words = max(worst_words, _margin(others, words, home, reading))
            worst_number = max(worst_number, _number_elsewhere(amounts, units, home))
    yield "binding split words", worst_words
    yield "binding split clearly", float(worst_words > 0.4)
    yield "binding split number", worst_number


def _margin(
    terms: Sequence[Term], words: Sequence[Words], home: Sequence[int], reading: Reading
) -> float:
    """How much better the other words fit a sentence that the telling word is not in."""
    if len(terms) < 2:
        return 0.0
    shares = [coverage(terms, w, reading.lexicon) for w in words]
    at_home = max(shares[i] for i in home)
    away = max((s for i, s in enumerate(shares) if i not in home), default=0.0)
    return max(0.0, away - at_home)


def _number_elsewhere(
    amounts: Sequence[Quantity], units: Sequence[Unit], home: Sequence[int]
) -> float:
    """Whether a number stands only in other sentences, while the own one has another of its measure."""
    for amount in amounts:
        here = [q for i in home for q in units[i].analysis.quantities]
        rivals = [q for q in here if q.measure == amount.measure]
        away = [
            q for i, unit in enumerate(units) if i not in home for q in unit.analysis.quantities
        ]
        if (
            rivals
            and not any(amount.same_amount(q) for q in here)
            and any(amount.same_amount(q) for q in away)
        ):
            return 1.0
    return 0.0


def _proviso_sense(reading: Reading) -> Iterator[tuple[str, float]]:
    """Whether a claim about the case that a proviso takes out says what the rule says, or the opposite."""
    units = [u for u in reading.units if u.provision == reading.chosen[0].provision]
    for before, unit in itertools.pairwise(units):
        if not conditions.PROVISO.search(unit.text) or not _TAKES_OUT.search(unit.text):
            continue
        rule, exception = Words.of(before.analysis), Words.of(unit.analysis)
        own = [
            t
            for t in reading.claim.terms
            if exception.match(t, reading.lexicon) >= _MET and rule.match(t, reading.lexicon) < _MET
        ]
        weight = sum(reading.lexicon.weight(t) for t in own)
        if weight < _TELLING:
            continue
        same = sign_of(reading.claim.text) == sign_of(before.text)
        yield f"excepted case {'as the rule' if same else 'as the exception'}", 1.0
        yield f"excepted case {'same' if same else 'turned'} weight", min(weight, 2.0)
        return
