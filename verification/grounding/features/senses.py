"""Features of what is said: done or not, must or may, and by whom."""

from __future__ import annotations

import re
from collections.abc import Iterator

from verification.grounding.language.agents import agents
from verification.grounding.language.alignment import WordIndex, coverage
from verification.grounding.language.analysis import ContentWord
from verification.grounding.language.polarity import (
    ANTONYMS,
    Modality,
    modalities,
    modality_at_end,
    polarity_agreement,
)
from verification.grounding.language.reading import ClaimReading, analyses_of

# From this share on, two clauses are taken to speak of the same thing.
_ALIKE = 0.3
_THE_SAME = 0.85
_DENIALS = re.compile(
    r"지\s*(?:는\s*|도\s*)?(?:않|아니|못|말)|수\s*(?:는\s*|가\s*|도\s*)?없|아니\s*(?:된|되)|안\s*(?:된|되|됩)|아닙|아니[다라며고]|없(?:습|다|으|고|이)"
    r"|제외|금지|면제|거부|거절|불허|제한|빠[지진집]|빼|취소|불가|생략|중단|정지"
)

_TURNS = re.compile(
    _DENIALS.pattern
    + r"|없이|말고|밖에|외[의에]|이외|[가-힣]만(?=[\s,.])|에만|뿐|아닌|아니[하한]|못\s|[불미무]\S*하|예외|한하여|한정|다만|안\s"
)


def polarity_features(reading: ClaimReading) -> Iterator[tuple[str, float]]:
    given = [term for analysis in analyses_of(reading.chosen) for term in analysis.terms]
    agreed, denied = polarity_agreement(reading.claim.terms, given, reading.lexicon.paraphrases)
    reading.denied = denied
    weigh = reading.lexicon.weight
    yield "denied", float(len(denied))
    yield "denied weight", sum(map(weigh, denied))
    yield "denied claim negated", float(sum(t.negated for t in denied))
    yield "denied claim plain", float(sum(not t.negated for t in denied))
    yield "agreed negated", float(sum(t.negated for t in agreed))
    if reading.chosen:
        best = reading.chosen[0]
        agreed, denied = polarity_agreement(reading.claim.terms, best.analysis.terms, {})
        yield "denied best exact", float(len(denied))
        claim_negations = sum(t.negated for t in reading.claim.terms)
        unit_negations = sum(t.negated for t in given)
        yield "claim negated", float(claim_negations > 0)
        yield "negated claim plain evidence", float(claim_negations > 0 and unit_negations == 0)
        yield "plain claim negated evidence", float(claim_negations == 0 and unit_negations > 0)


def modality_features(reading: ClaimReading) -> Iterator[tuple[str, float]]:
    if not reading.chosen:
        return
    claim = modality_at_end(reading.claim.text)
    best = reading.chosen[0]
    last = best.lead if best.item and not re.search(r"[다음함임]\.?\s*$", best.text) else best.text
    given = modality_at_end(last)
    yield f"modality {claim}", 1.0
    yield f"modality {claim} for {given}", 1.0
    claimed, offered = modalities(reading.claim.text), modalities(reading.evidence_text)
    for modality in Modality:
        if modality in claimed and modality not in offered:
            yield f"modality only claimed {modality}", 1.0
        elif modality in offered and modality not in claimed:
            yield f"modality only given {modality}", 1.0
    yield from _clause_senses(reading)
    yield "modality end absent", float(claim not in offered and claim is not Modality.STATEMENT)


def _clause_senses(reading: ClaimReading) -> Iterator[tuple[str, float]]:
    """Each clause of the claim beside the clause of the evidence that says most of the same."""
    for clause in reading.claim.clauses:
        terms = [t for t in reading.claim.terms if clause.start <= t.start < clause.end]
        if not terms:
            continue
        best, given = 0.0, ""
        for analysis in analyses_of(reading.chosen):
            for other in analysis.clauses:
                inside = frozenset(
                    t.lemma for t in analysis.terms if other.start <= t.start < other.end
                )
                share = coverage(terms, WordIndex(inside, ""), reading.lexicon)
                if share > best:
                    best, given = share, analysis.text[other.start : other.end]
        if best < _ALIKE:
            continue
        claimed = reading.claim.text[clause.start : clause.end]
        yield from _predicate_senses(reading, terms[-1], claimed, best)
        mine, theirs = modality_at_end(claimed), modality_at_end(given)
        yield f"clause {mine} for {theirs}", best
        yield f"clause sign {'same' if _sign(claimed) == _sign(given) else 'other'}", best


def _predicate_senses(
    reading: ClaimReading, predicate: ContentWord, claimed: str, share: float
) -> Iterator[tuple[str, float]]:
    """The word that closes a clause beside the same word, or its opposite, closing another."""
    same = other = clean = False
    plain = _turns(claimed) == int(predicate.negated)
    for analysis in analyses_of(reading.chosen):
        for clause in analysis.clauses:
            turns = _turns(analysis.text[clause.start : clause.end])
            closing = [t for t in analysis.terms if clause.start <= t.start < clause.end][-1:]
            for given in closing:
                if given.lemma in ANTONYMS.get(predicate.lemma, ()):
                    same |= given.negated != predicate.negated
                    other |= given.negated == predicate.negated
                elif (
                    given.lemma == predicate.lemma
                    or given.lemma in reading.lexicon.paraphrases.get(predicate.lemma, ())
                ):
                    same |= given.negated == predicate.negated
                    other |= given.negated != predicate.negated
                    clean |= (
                        plain and given.negated != predicate.negated and turns == int(given.negated)
                    )
    if other and not same:
        yield "predicate denied", 1.0
        yield f"predicate denied {'claim' if predicate.negated else 'evidence'} negated", share
        yield "predicate plainly denied", float(clean)
        yield "predicate plainly denied of the same", float(clean and share >= _THE_SAME)
    elif same:
        yield "predicate agreed", 1.0
        if predicate.negated:
            yield "predicate agreed negated", 1.0


def _turns(text: str) -> int:
    """How often a text turns what it says: not, without, except, only."""
    return len(_TURNS.findall(text))


def _sign(clause: str) -> bool:
    """Whether a clause, all its denials counted, says that something is or may be done."""
    return len(_DENIALS.findall(clause)) % 2 == 0


def agent_features(reading: ClaimReading) -> Iterator[tuple[str, float]]:
    found = agents(reading.claim)
    evidence = reading.evidence.compact
    context = reading.context.compact
    given = [agent for analysis in analyses_of(reading.chosen) for agent in agents(analysis)]
    acting = {agent.name for agent in given if agent.acting}
    absent = [
        agent
        for agent in found
        if agent.name not in evidence and not _part_of(agent.name, evidence)
    ]
    yield "agents", float(len(found))
    yield "agents absent", float(len(absent))
    yield "agents absent acting", float(sum(a.acting for a in absent))
    yield "agents absent but in context", float(sum(a.name in context for a in absent))
    yield (
        "agents nowhere",
        float(sum(a.name not in context and not _part_of(a.name, context) for a in found)),
    )
    mine = {agent.name for agent in found if agent.acting}
    if mine and acting:
        yield "acting agents differ", float(not any(_alike(a, b) for a in mine for b in acting))
        given_elsewhere = {agent.name for agent in given if not agent.acting}
        yield (
            "acting agent given another part",
            float(
                not any(_alike(a, b) for a in mine for b in acting)
                and any(_alike(a, b) for a in mine for b in given_elsewhere)
            ),
        )
    missing_acting = [a for a in acting if not any(_alike(a, f.name) for f in found)]
    yield "acting agent not named", float(bool(missing_acting))
    yield "acting replaced", float(bool(missing_acting) and bool(absent))


def _alike(one: str, other: str) -> bool:
    return one.endswith(other) or other.endswith(one)


def _part_of(name: str, text: str) -> bool:
    return len(name) > 4 and (name[-4:] in text and name[:2] in text)
